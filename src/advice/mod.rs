//! Which tile, and why.

pub mod arena;
pub mod belief;
pub mod card;
pub mod desk;
pub mod engine;
pub mod players;
pub mod policy;
pub mod position;
pub mod race;
pub mod reasons;
pub mod review;
pub mod search;
pub mod sim;
pub mod solver;
pub mod spec;
pub mod table;
pub mod view;

pub use card::{Card, Reply, Step};
pub use desk::{Advice, Desk, Holder, Must};
pub use position::{Deed, Problem, Question, Told, Wanted};
pub use reasons::{Mark, Reason};
pub use search::Settings;
