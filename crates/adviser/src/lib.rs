//! Chooses a tile and explains why. Pure: no clock and no thread; a search ends with its iterations or when its caller
//! stops it.
//!
//! ```
//! use adviser::{Desk, Question, Settings};
//! use game::rules::RuleSet;
//!
//! let question = Question {
//!     rules: RuleSet::preset("pafos")?,
//!     seats: 2,
//!     pairs: None,
//!     seat: 0,
//!     hand: ["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "5-4"].iter().map(|t| t.parse()).collect::<Result<_, _>>()?,
//!     scores: vec![45, 45],
//!     before: None,
//!     leader: Some(0),
//!     turns: vec![],
//! };
//! let settings = Settings { iterations: 2000, ..Settings::default() };
//! let advice = Desk::new().advise(&question, &settings, 1, || false)?;
//! assert_eq!(advice.moves[0].play.tile().to_string(), "5-4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`spec`], [`table`] | a rule set's numbers; layouts as small tables: a line of two ends, or a tree |
//! | [`rollout`], [`view`] | a hand with all tiles known; what one seat knows of it |
//! | [`position`] | a position from outside, checked turn by turn |
//! | [`belief`] | every deal that fits, counted exactly, weighted by how others chose |
//! | [`policy`] | the quick judge: points now less the expected reply |
//! | [`race`] | chances to win the game from every score |
//! | [`search`] | the tree search over deals |
//! | [`solver`] | the exact value when all tiles are known |
//! | [`card`], [`reasons`], [`desk`] | the answer: ranked moves, their numbers, and why |
//! | [`review`] | a played hand looked at again |
//!
//! The search has tables of its own, for speed. `tests/rules.rs` plays them against the core.

pub mod belief;
pub mod card;
pub mod desk;
pub mod engine;
mod played;

pub mod policy;
pub mod position;
pub mod race;
pub mod reasons;
pub mod review;
pub mod rollout;
pub mod search;
pub mod solver;
pub mod spec;
pub mod table;
pub mod view;
pub mod words;

pub use card::{Card, LineStep, Reply};
pub use desk::{Advice, Desk, Holder, Must};
pub use position::{Problem, Question, ToldDeed, ToldTurn, Wanted};
pub use reasons::{Grade, Reason};
pub use search::Settings;
