//! The properties of RULES section 9 and the laws of the event fold, on seeded random play.
