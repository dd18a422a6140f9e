//! Events as they are stored: a kind, the version of the form, and JSON. The only place that knows both the core's
//! events and their stored form.

use serde_json::Value;

/// An event in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What happened, a stable word.
    pub kind: String,
    /// Version of the form of `payload`, from 1.
    pub version: u32,
    /// The details.
    pub payload: Value,
}

/// What the app appends and loads.
pub type Event = Fact;

/// Why a stored form is not an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub(super) struct CodecError {
    detail: String,
}

/// The stored form of an event.
#[must_use]
pub(super) fn encode(event: &Event) -> Fact {
    event.clone()
}

/// The event of a stored form.
///
/// # Errors
/// What is wrong with the form.
pub(super) fn decode(fact: &Fact) -> Result<Event, CodecError> {
    Ok(fact.clone())
}

/// An event as it stands in files for people and other programs: `{"kind":..,"version":..,"is":{..}}`.
pub(super) fn to_json(event: &Event) -> Value {
    let fact = encode(event);
    serde_json::json!({ "kind": fact.kind, "version": fact.version, "is": fact.payload })
}
