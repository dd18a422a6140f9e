//! Answers to a phone.

use super::{Refused, Table, Unsaved};
use server::{Entered, PhoneAct, PhoneAnswer};

/// The answer to what a phone asked: done, done but not on the disk, or why not.
///
/// # Errors
/// The refusal as the phone gets it.
pub fn answer(came: Result<Option<Unsaved>, Refused>) -> PhoneAnswer {
    match came {
        Ok(None) => Ok(Entered::Saved),
        Ok(Some(unsaved)) => Ok(Entered::Unsaved(unsaved.why)),
        Err(refused) => Err(refused.to_string()),
    }
}

/// Does what a phone asks.
///
/// # Errors
/// The reason; nothing was stored.
pub fn asked(table: &mut Table, act: &PhoneAct) -> Result<Option<Unsaved>, Refused> {
    match act {
        PhoneAct::Act(act) => table.apply(act.clone(), None).map(|applied| applied.unsaved),
        PhoneAct::SameAgain => table.begin_next(None),
        PhoneAct::Begin(next) => table.begin_next(Some(next)),
    }
}
