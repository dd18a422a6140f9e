//! Tests of the eye: the networks, the pictures, and the reading of tables with known truth.

mod layouts;
mod made_up_networks;
mod reading_confidence;
mod reading_figures;
mod reading_free;
mod reading_laid;
mod reading_properties;
mod reading_scenes;
mod vision_bounds;
mod vision_networks;
mod vision_pictures;
mod vision_simulated;
