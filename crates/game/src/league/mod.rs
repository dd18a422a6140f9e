//! A league's season: who plays whom and when, what a meeting is worth, and how the table stands.
//!
//! A season is a list of facts ([`SeasonEntry`]), each with its author and time. Nothing is overwritten: a fact is undone by
//! a later one. [`Season::of`] folds them; [`Season::check`] says whether a further fact can be added.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `form` | what a meeting consists of and is worth, and how ties are broken: a league's rules as data |
//! | `calendar` | fixtures and days: a new season, a late team, weeks without play |
//! | `fact` | what can happen in a season |
//! | `season` | the fold: teams, squads, meetings and their results |
//! | `check` | which facts are refused, and why |
//! | `table` | the table of teams and of players |

mod calendar;
mod check;
mod fact;
mod form;
mod season;
mod table;

pub use calendar::{Day, Planned, days, fixtures, late_fixtures, put_back};
pub use check::SeasonRefusal;
pub use fact::{Author, Award, Cause, GameScore, MeetingId, SeasonEntry, SeasonFact, Squad, TeamId, Venue};
pub use form::{LeagueForm, Lineup, MeetingPoints, Slot, TieBreak};
pub use season::{Meeting, MeetingState, Season, SlotResult, Source, Team};
pub use table::{PlayerLine, TeamLine};
