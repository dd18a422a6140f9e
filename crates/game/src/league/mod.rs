//! A league's season: fixtures, results, points and the table.
//!
//! A season is a list of facts ([`SeasonEntry`]), each with its author and time. Nothing is overwritten: a fact is undone by
//! a later one. [`Season::of`] folds them; [`Season::check`] says whether a further fact can be added.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `form` | the games and points of a meeting, and tie-breaks: a league's rules as data |
//! | [`presets`] | the leagues whose rules are public, with the words of their pages |
//! | `text` | a league's rules as text |
//! | `told` | a league's rules in plain sentences |
//! | `calendar` | fixtures and days: a new season, a late team, weeks without play |
//! | `day` | days of the calendar, and how people write them |
//! | `fact` | what can happen in a season |
//! | `season` | the fold: teams, squads, meetings and their results |
//! | `check` | which facts are refused, and why |
//! | `asked` | facts that are recorded only once a question about them is answered, and what a fact is about |
//! | [`entry`] | what people record: a form for each fact, and from what was typed to the fact |
//! | `words` | facts and meetings in words |
//! | `table` | the table of teams and of players |
//! | `divisions` | a table for each division, and who goes up and down |

mod asked;
mod calendar;
mod check;
mod day;
mod divisions;
pub mod entry;
mod fact;
mod form;
pub mod presets;
mod season;
mod table;
mod text;
mod told;
mod words;

pub use asked::{SeasonQuestion, is_of_meeting, is_of_team};
pub use calendar::{day_of_round, days, division_fixtures, fixtures, late_fixtures, off_days, put_back};
pub use check::SeasonRefusal;
pub use fact::{
    Author, Award, Cause, Day, GameScore, MeetingId, Planned, SeasonEntry, SeasonFact, Squad, TeamId, Venue,
};
pub use form::{Drawing, Lead, LeagueForm, Lineup, MeetingPoints, Slot, TieBreak};
pub use season::{Dispute, Meeting, MeetingState, ResultSource, Season, SlotResult, Team};
pub use table::{PlayerLine, TeamLine};
pub use text::FormError;
pub use told::told;
pub use words::{by_words, fact_words, meeting_words};
