//! Tests of the workshop: computer players against each other, whole games watched.

mod advice;
mod arena;
mod damage;
mod evenings;
mod games;
mod league;
mod people;
mod season;
