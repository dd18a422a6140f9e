//! Events from their stored form. What the forms do not know is refused, so nothing is ever half understood.

use super::{FORMS, Fact, VERSION};
use crate::log::chain::canonical;
use game::Event;
use game::layout::{Place, Play, Port};
use game::rules::{Points, RuleSet};
use game::tile::{Pip, TileSet};
use game::{Act, Change, Offence, Seat, Setup, Side};
use language::say;
use serde_json::{Map, Value};

/// Reason why a stored form is not an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct CodecError(String);

type Decoded<T> = Result<T, CodecError>;

fn wrong<T>(what: impl Into<String>) -> Decoded<T> {
    Err(CodecError(what.into()))
}

fn unknown<T>(kind: &str) -> Decoded<T> {
    wrong(say!("unknown event `{kind}`", kind = short(kind)))
}

/// The act of such a text.
pub fn act_of_text(text: &str) -> Option<Act> {
    let (kind, map): (String, Map<String, Value>) = serde_json::from_str(text).ok()?;
    decode_act(&kind, &mut Fields::new(&map)).ok()
}

/// The event of a stored form. What the forms do not know is refused, so nothing is ever half understood.
pub(crate) fn decode(fact: &Fact) -> Decoded<Event> {
    let Some((_, newest)) = FORMS.into_iter().find(|(kind, _)| *kind == fact.kind) else {
        return unknown(&fact.kind);
    };
    if !(VERSION..=newest).contains(&fact.version) {
        return wrong(say!(
            "an event of version {version}; this program supports up to {newest}",
            version = fact.version,
            newest
        ));
    }
    let Value::Object(map) = &fact.payload else { return wrong(say!("an event that is not an object")) };
    let mut fields = Fields::new(map);
    let act = decode_act(&fact.kind, &mut fields)?;
    let scores = fields.list("scores", points)?;
    let legs = fields.list("legs", |value| small(value, |text| say!("`{text}` is not a number of games", text)))?;
    fields.end()?;
    Ok(Event { act, scores, legs })
}

/// The rules of a stored form. All axes are written, since a preset may change later and a frozen rule may not. One
/// that is missing is younger than the file; then the preset's value is taken, which for a new axis must be the rule
/// played before there was a choice.
pub(crate) fn decode_rules(value: &Value) -> Decoded<RuleSet> {
    let Value::Object(map) = value else { return wrong(say!("rules that are not an object")) };
    let mut fields = Fields::new(map);
    let id = fields.text("id")?;
    let mut rules = RuleSet::preset(&id).map_err(|error| CodecError(error.to_string()))?;
    rules.house = if fields.has("house") { Some(fields.text("house")?) } else { None };
    let Value::Object(axes) = fields.take("axes")? else { return wrong(say!("`axes` is not an object")) };
    fields.end()?;
    for (key, value) in axes {
        let value = value.as_str().ok_or_else(|| CodecError(say!("the rule `{key}` is not a text", key)))?;
        rules.set(key, value).map_err(|error| CodecError(error.to_string()))?;
    }
    Ok(rules)
}

/// The fields of an object, each of which must be asked for once.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    taken: usize,
}

impl<'a> Fields<'a> {
    const fn new(map: &'a Map<String, Value>) -> Self {
        Self { map, taken: 0 }
    }

    fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    fn take(&mut self, key: &str) -> Decoded<&'a Value> {
        self.taken += 1;
        self.map.get(key).ok_or_else(|| CodecError(say!("`{key}` is missing", key)))
    }

    fn text(&mut self, key: &str) -> Decoded<String> {
        match self.take(key)? {
            Value::String(text) => Ok(text.clone()),
            _ => wrong(say!("`{key}` is not a text", key)),
        }
    }

    fn seat(&mut self) -> Decoded<Seat> {
        self.seat_at("seat")
    }

    fn seat_at(&mut self, key: &str) -> Decoded<Seat> {
        let text = self.text(key)?;
        text.parse().map_err(|_unused| CodecError(say!("`{seat}` is not a seat", seat = short(&text))))
    }

    /// A flag that is written only when it is set.
    fn flag(&mut self, key: &str) -> Decoded<bool> {
        match self.map.get(key) {
            None => Ok(false),
            Some(Value::Bool(true)) => {
                self.taken += 1;
                Ok(true)
            }
            Some(_) => wrong(say!("`{key}` can only be true", key)),
        }
    }

    fn number<T: TryFrom<i64>>(&mut self, key: &str) -> Decoded<T> {
        small(self.take(key)?, |text| say!("`{text}` is not a number for `{key}`", text, key))
    }

    fn list<T>(&mut self, key: &str, item: impl Fn(&Value) -> Decoded<T>) -> Decoded<Vec<T>> {
        match self.take(key)? {
            Value::Array(items) => items.iter().map(item).collect(),
            _ => wrong(say!("`{key}` is not a list", key)),
        }
    }

    /// Reports an error if a field is left that was not read.
    fn end(&self) -> Decoded<()> {
        if self.taken == self.map.len() { Ok(()) } else { wrong(say!("it has unknown fields")) }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn small<T: TryFrom<i64>>(value: &Value, wrong: impl Fn(&str) -> String) -> Decoded<T> {
    let number = value.as_i64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| CodecError(wrong(&short(&canonical(value)))))
}

fn points(value: &Value) -> Decoded<Points> {
    let parsed = value.as_str().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| CodecError(say!("`{text}` is not a score", text = short(&canonical(value)))))
}

pub(super) fn tiles(text: &str) -> Decoded<TileSet> {
    let mut set = TileSet::EMPTY;
    for word in text.split_whitespace() {
        if !set.insert(word.parse().map_err(|error: game::tile::TileError| CodecError(error.to_string()))?) {
            return wrong(say!("tile {tile} appears twice in one hand", tile = word));
        }
    }
    Ok(set)
}

fn decode_act(kind: &str, fields: &mut Fields<'_>) -> Decoded<Act> {
    Ok(match kind {
        "start" => Act::Start(decode_setup(fields)?),
        "deal" => Act::Deal {
            leader: fields.seat_at("leader")?,
            hands: fields.list("hands", |hand| tiles(hand.as_str().unwrap_or("?")))?,
        },
        "play" => decode_play(fields)?,
        "knock" => Act::Knock { seat: fields.seat()?, stands: fields.flag("stands")? },
        "draw" => {
            Act::Draw { seat: fields.seat()?, tiles: fields.number("tiles")?, seen: tiles(&fields.text("seen")?)? }
        }
        "claim" => Act::Claim { seat: fields.seat()? },
        "muggins" => Act::Muggins { seat: fields.seat()? },
        "false_claim" => Act::FalseClaim { seat: fields.seat()?, points: fields.number("points")? },
        "penalty" => Act::Penalty { seat: fields.seat()?, offence: offence(&fields.text("offence")?)? },
        "adjust" => Act::Adjust {
            side: side(fields.number("side")?)?,
            points: points(fields.take("points")?)?,
            why: fields.text("why")?,
        },
        "lapse" => Act::Lapse,
        "block" => Act::Block,
        "reveal" => Act::Reveal { seat: fields.seat()?, tiles: tiles(&fields.text("tiles")?)? },
        "tally" => Act::Tally { left: fields.list("left", pips_left)? },
        "rename" => Act::Rename { seat: fields.seat()?, name: fields.text("name")? },
        "substitute" => Act::Substitute { seat: fields.seat()?, name: fields.text("name")? },
        "score" => Act::Score {
            left: fields.list("left", points)?,
            out: if fields.has("out") { Some(side(fields.number("out")?)?) } else { None },
            doubled: fields.flag("doubled")?,
        },
        "redeal" => Act::Redeal,
        "abandon" => Act::Abandon { why: fields.text("why")? },
        "undo" => Act::Undo,
        "redo" => Act::Redo,
        "correct" => decode_change(fields)?,
        _ => return unknown(kind),
    })
}

fn decode_setup(fields: &mut Fields<'_>) -> Decoded<Setup> {
    Ok(Setup {
        rules: decode_rules(fields.take("rules")?)?,
        players: fields.list("players", |name| match name {
            Value::String(name) => Ok(name.clone()),
            _ => wrong(say!("a player's name that is not a text")),
        })?,
        pairs: match fields.take("pairs")? {
            Value::Bool(pairs) => *pairs,
            _ => return wrong(say!("`pairs` is neither true nor false")),
        },
        best_of: fields.number("best_of")?,
        start: fields.list("start", points)?,
        practice: fields.flag("practice")?,
        claim_seconds: if fields.has("claim_seconds") { fields.number("claim_seconds")? } else { 0 },
        utc_offset: if fields.has("utc_offset") { Some(fields.number("utc_offset")?) } else { None },
    })
}

fn decode_play(fields: &mut Fields<'_>) -> Decoded<Act> {
    let seat = fields.seat()?;
    let text = fields.text("tile")?;
    let half = |text: &str| text.parse::<Pip>().map_err(|error| CodecError(error.to_string()));
    let Some((joined, open)) = text.split_once('-') else {
        return wrong(say!("`{text}` is not a tile", text = short(&text)));
    };
    let halves = [half(joined)?, half(open)?];
    let on = if fields.has("on") { Some(place(&fields.text("on")?)?) } else { None };
    let play = Play { halves, inline: fields.flag("inline")?, on };
    Ok(Act::Play { seat, play, stands: fields.flag("stands")? })
}

fn place(text: &str) -> Decoded<Place> {
    let ports = [Port::First, Port::Second, Port::Side1, Port::Side2, Port::End1, Port::End2];
    let parsed = text.split_once('.').and_then(|(tile, name)| {
        let port = ports.into_iter().find(|port| port.name() == name)?;
        Some(Place { tile: tile.parse().ok()?, port })
    });
    parsed.ok_or_else(|| CodecError(say!("`{text}` is not a place on a tile", text = short(text))))
}

fn offence(name: &str) -> Decoded<Offence> {
    let found = Offence::ALL.into_iter().find(|offence| offence.name() == name);
    found.ok_or_else(|| CodecError(say!("`{name}` is not an offence", name = short(name))))
}

fn side(index: usize) -> Decoded<Side> {
    Side::new(index).ok_or_else(|| CodecError(say!("{side} is not a side", side = index)))
}

fn pips_left(value: &Value) -> Decoded<Option<u16>> {
    if value.is_null() {
        Ok(None)
    } else {
        small(value, |text| say!("`{text}` is not a number of pips", text)).map(Some)
    }
}

fn decode_change(fields: &mut Fields<'_>) -> Decoded<Act> {
    let event = fields.number("event")?;
    let word = fields.text("change")?;
    let mut inner = || -> Decoded<Box<Act>> {
        let Value::Object(map) = fields.take("act")? else { return wrong(say!("`act` is not an object")) };
        let mut fields = Fields::new(map);
        let kind = fields.text("kind")?;
        let act = decode_act(&kind, &mut fields)?;
        fields.end()?;
        Ok(Box::new(act))
    };
    let change = match word.as_str() {
        "replace" => Change::Replace(inner()?),
        "replace_and_end" => Change::ReplaceAndEnd(inner()?),
        "insert_before" => Change::InsertBefore(inner()?),
        "remove" => Change::Remove,
        _ => return wrong(say!("`{word}` is not a change", word = short(&word))),
    };
    let change = if fields.has("fitted") {
        Change::Fitted { change: Box::new(change), seats: fields.number("fitted")? }
    } else {
        change
    };
    Ok(Act::Correct { event, change })
}
