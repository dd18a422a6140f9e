//! Stored form of events: a kind, the version of the form, and JSON. The only place that knows both the core's events
//! and their stored form.
//!
//! A stored form is never changed: data on people's disks must stay readable. A new form gets a new version number
//! beside the old one; the tests hold an example of each.
//!
//! Version 2 is the `start` of a match with one of two choices that version 1 did not know: that of version 1 with
//! `practice true` or `claim_seconds`. A match without them is written as it always was, and one of version 1 has none.
//!
//! Version 3 is the `start` of a match that keeps the clock of its place: it has `utc_offset` in minutes.
//!
//! Version 2 of `correct` fits what was recorded before it and stands after it in the hand: it has `fitted`, the number of seats
//! by which the players of those turns move on. A correction without it is written as it always was, and fits nothing.
//!
//! Version 1, by kind (`?` = left out when empty or false; every payload has `scores` and `legs` after the event):
//! ```text
//! start       rules {id, house?, axes {every axis: value}}, players [name], pairs, best_of, start [points]
//! deal        leader, hands ["6-6 5-4" or ""]       knock    seat, stands?
//! play        seat, tile "5-6" (the joined half first), on? "3.s1" (number of the laid tile and port), inline?, stands?
//! draw        seat, tiles, seen "5-1"               claim, muggins  seat
//! false_claim seat, points                          penalty  seat, offence
//! adjust      side, points, why                     block, lapse, redeal, undo, redo  -
//! reveal      seat, tiles                           tally    left [pips or null]
//! rename, substitute  seat, name
//! score       left [points], out? side, doubled?
//! abandon     why                                   correct  event, change replace|remove|insert_before, act? {kind, ..}
//! ```
//! Points are text (`"8"`, `"7.5"`), seats `A` to `D`, sides numbers from 0.

mod decode;

pub use decode::act_of_text;
pub(crate) use decode::{decode, decode_rules};

use game::layout::Play;
use game::rules::RuleSet;
use game::{Act, Change, Seat, Setup};
use serde_json::{Map, Value, json};

pub use game::Event;

/// The form that is written of everything but some starts and corrections.
const VERSION: u32 = 1;
/// The form of a start with a choice that version 1 did not know.
const CHOICES: u32 = 2;
/// The form of a start with the clock of its place.
const PLACE: u32 = 3;

/// The form of a correction that fits what stands after it.
const FITTED: u32 = 2;

/// Every kind of event with the newest version of its form. All versions from 1 on are read, and the golden folder of the
/// tests has an event of each.
pub(crate) const FORMS: [(&str, u32); 22] = [
    ("start", PLACE),
    ("deal", VERSION),
    ("play", VERSION),
    ("knock", VERSION),
    ("draw", VERSION),
    ("claim", VERSION),
    ("muggins", VERSION),
    ("false_claim", VERSION),
    ("penalty", VERSION),
    ("adjust", VERSION),
    ("lapse", VERSION),
    ("block", VERSION),
    ("reveal", VERSION),
    ("tally", VERSION),
    ("rename", VERSION),
    ("substitute", VERSION),
    ("score", VERSION),
    ("redeal", VERSION),
    ("abandon", VERSION),
    ("undo", VERSION),
    ("redo", VERSION),
    ("correct", FITTED),
];

/// An event in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Kind of event, a stable word.
    pub kind: String,
    /// Version of the form of `payload`, from 1.
    pub version: u32,
    /// The details, an object.
    pub payload: Value,
}

/// An act as text: kind and details. For another part of the program, not for disks.
pub fn act_to_text(act: &Act) -> String {
    let (kind, fields) = encode_act(act);
    json!([kind, fields]).to_string()
}

/// The stored form of an event.
pub(crate) fn encode(event: &Event) -> Fact {
    let (kind, mut fields) = encode_act(&event.act);
    fields.insert("scores".to_owned(), texts(&event.scores));
    fields.insert("legs".to_owned(), json!(event.legs));
    let chosen = ["practice", "claim_seconds"].iter().any(|key| fields.contains_key(*key));
    let version = match &event.act {
        Act::Correct { change: Change::Fitted { .. }, .. } => FITTED,
        _ if fields.contains_key("utc_offset") => PLACE,
        _ if chosen => CHOICES,
        _ => VERSION,
    };
    Fact { kind: kind.to_owned(), version, payload: Value::Object(fields) }
}

/// An event in files for people and other programs: `{"kind":..,"version":..,"is":{..}}`.
pub(crate) fn to_json(event: &Event) -> Value {
    let fact = encode(event);
    json!({ "kind": fact.kind, "version": fact.version, "is": fact.payload })
}

/// House rules as JSON, the form that is frozen into the first event.
pub(crate) fn encode_rules(rules: &RuleSet) -> Value {
    let axes: Map<String, Value> = rules.entries().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
    match &rules.house {
        Some(house) => json!({ "id": rules.id, "house": house, "axes": axes }),
        None => json!({ "id": rules.id, "axes": axes }),
    }
}

fn texts<T: ToString>(items: &[T]) -> Value {
    items.iter().map(|item| Value::from(item.to_string())).collect()
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn encode_act(act: &Act) -> (&'static str, Map<String, Value>) {
    let seated = |seat: &Seat| ("seat", Value::from(seat.to_string()));
    match act {
        Act::Start(setup) => ("start", encode_setup(setup)),
        Act::Deal { leader, hands } => {
            ("deal", object([("leader", leader.to_string().into()), ("hands", texts(hands))]))
        }
        Act::Play { seat, play, stands } => ("play", encode_play(*seat, play, *stands)),
        Act::Knock { seat, stands } => {
            let mut fields = object([seated(seat)]);
            flag(&mut fields, "stands", *stands);
            ("knock", fields)
        }
        Act::Draw { seat, tiles, seen } => {
            ("draw", object([seated(seat), ("tiles", json!(tiles)), ("seen", seen.to_string().into())]))
        }
        Act::Claim { seat } => ("claim", object([seated(seat)])),
        Act::Muggins { seat } => ("muggins", object([seated(seat)])),
        Act::FalseClaim { seat, points } => ("false_claim", object([seated(seat), ("points", json!(points))])),
        Act::Penalty { seat, offence } => ("penalty", object([seated(seat), ("offence", offence.name().into())])),
        Act::Adjust { side, points, why } => (
            "adjust",
            object([
                ("side", json!(side.index())),
                ("points", points.to_string().into()),
                ("why", why.as_str().into()),
            ]),
        ),
        Act::Lapse => ("lapse", Map::new()),
        Act::Block => ("block", Map::new()),
        Act::Reveal { seat, tiles } => ("reveal", object([seated(seat), ("tiles", tiles.to_string().into())])),
        Act::Tally { left } => ("tally", object([("left", json!(left))])),
        Act::Rename { seat, name } => ("rename", object([seated(seat), ("name", name.as_str().into())])),
        Act::Substitute { seat, name } => ("substitute", object([seated(seat), ("name", name.as_str().into())])),
        Act::Score { left, out, doubled } => {
            let mut fields = object([("left", texts(left))]);
            if let Some(side) = out {
                fields.insert("out".to_owned(), json!(side.index()));
            }
            flag(&mut fields, "doubled", *doubled);
            ("score", fields)
        }
        Act::Redeal => ("redeal", Map::new()),
        Act::Abandon { why } => ("abandon", object([("why", why.as_str().into())])),
        Act::Undo => ("undo", Map::new()),
        Act::Redo => ("redo", Map::new()),
        Act::Correct { event, change } => ("correct", encode_change(*event, change)),
    }
}

fn encode_setup(setup: &Setup) -> Map<String, Value> {
    let mut fields = object([
        ("rules", encode_rules(&setup.rules)),
        ("players", json!(setup.players)),
        ("pairs", json!(setup.pairs)),
        ("best_of", json!(setup.best_of)),
        ("start", texts(&setup.start)),
    ]);
    flag(&mut fields, "practice", setup.practice);
    if setup.claim_seconds > 0 {
        fields.insert("claim_seconds".to_owned(), json!(setup.claim_seconds));
    }
    if let Some(minutes) = setup.utc_offset {
        fields.insert("utc_offset".to_owned(), json!(minutes));
    }
    fields
}

fn encode_play(seat: Seat, play: &Play, stands: bool) -> Map<String, Value> {
    let [joined, open] = play.halves;
    let tile = format!("{joined}-{open}");
    let mut fields = object([("seat", seat.to_string().into()), ("tile", tile.into())]);
    if let Some(place) = play.on {
        fields.insert("on".to_owned(), format!("{}.{}", place.tile, place.port.name()).into());
    }
    flag(&mut fields, "inline", play.inline);
    flag(&mut fields, "stands", stands);
    fields
}

fn encode_change(event: usize, change: &Change) -> Map<String, Value> {
    let word = match change {
        Change::Replace(_) => "replace",
        Change::Remove => "remove",
        Change::InsertBefore(_) => "insert_before",
        Change::ReplaceAndEnd(_) => "replace_and_end",
        Change::Fitted { change, seats } => {
            let mut fields = encode_change(event, change);
            fields.insert("fitted".to_owned(), json!(seats));
            return fields;
        }
    };
    let mut fields = object([("event", json!(event)), ("change", word.into())]);
    if let Some(act) = change.act() {
        let (kind, mut inner) = encode_act(act);
        inner.insert("kind".to_owned(), kind.into());
        fields.insert("act".to_owned(), Value::Object(inner));
    }
    fields
}

fn flag(fields: &mut Map<String, Value>, key: &str, set: bool) {
    if set {
        fields.insert(key.to_owned(), Value::Bool(true));
    }
}

#[cfg(test)]
mod tests {
    use super::decode::tiles;
    use super::*;
    use crate::log::chain::canonical;
    use game::layout::{Place, Port};
    use game::rules::{Points, Target, sets};
    use game::tile::{Pip, Tile, TileSet};
    use game::{Offence, Side};

    fn set(text: &str) -> TileSet {
        tiles(text).unwrap()
    }

    fn play(halves: [u8; 2], on: Option<(usize, Port)>, inline: bool, stands: bool) -> Act {
        let halves = halves.map(|pip| Pip::new(pip).unwrap());
        let on = on.map(|(tile, port)| Place { tile, port });
        Act::Play { seat: Seat::FIRST, play: Play { halves, inline, on }, stands }
    }

    /// Every kind in form 1. Do not change this table when the test fails: disks hold this form. Add a version instead.
    fn golden() -> Vec<(Act, &'static str, &'static str)> {
        let b = Seat::new(1).unwrap();
        let boxed = |act| Box::new(act);
        vec![
            (
                Act::Deal { leader: b, hands: vec![set("6-6 5-4"), TileSet::EMPTY] },
                "deal",
                r#""hands":["5-4 6-6",""],"leader":"B""#,
            ),
            (play([6, 6], None, false, false), "play", r#""seat":"A","tile":"6-6""#),
            (play([5, 6], Some((3, Port::Side1)), false, false), "play", r#""on":"3.s1","seat":"A","tile":"5-6""#),
            (
                play([4, 4], Some((12, Port::Second)), true, true),
                "play",
                r#""inline":true,"on":"12.b","seat":"A","stands":true,"tile":"4-4""#,
            ),
            (Act::Knock { seat: b, stands: false }, "knock", r#""seat":"B""#),
            (Act::Knock { seat: b, stands: true }, "knock", r#""seat":"B","stands":true"#),
            (Act::Draw { seat: b, tiles: 2, seen: set("5-1") }, "draw", r#""seat":"B","seen":"5-1","tiles":2"#),
            (Act::Claim { seat: b }, "claim", r#""seat":"B""#),
            (Act::Muggins { seat: b }, "muggins", r#""seat":"B""#),
            (Act::FalseClaim { seat: b, points: 5 }, "false_claim", r#""points":5,"seat":"B""#),
            (Act::Penalty { seat: b, offence: Offence::OverDraw }, "penalty", r#""offence":"over_draw","seat":"B""#),
            (
                Act::Adjust {
                    side: Side::new(1).unwrap(),
                    points: Points::from_halves(-5),
                    why: "a \"slip\"".to_owned(),
                },
                "adjust",
                r#""points":"-2.5","side":1,"why":"a \"slip\"""#,
            ),
            (Act::Lapse, "lapse", ""),
            (Act::Block, "block", ""),
            (Act::Reveal { seat: b, tiles: set("6-4 5-2") }, "reveal", r#""seat":"B","tiles":"5-2 6-4""#),
            (Act::Tally { left: vec![None, Some(12)] }, "tally", r#""left":[null,12]"#),
            (Act::Rename { seat: b, name: "Zoë".to_owned() }, "rename", r#""name":"Zoë","seat":"B""#),
            (Act::Substitute { seat: b, name: "Tom".to_owned() }, "substitute", r#""name":"Tom","seat":"B""#),
            (
                Act::Score {
                    left: vec![Points::new(23), Points::ZERO, Points::from_halves(-5)],
                    out: Side::new(1),
                    doubled: false,
                },
                "score",
                r#""left":["23","0","-2.5"],"out":1"#,
            ),
            (
                Act::Score { left: vec![Points::new(8), Points::new(9)], out: None, doubled: true },
                "score",
                r#""doubled":true,"left":["8","9"]"#,
            ),
            (Act::Redeal, "redeal", ""),
            (Act::Abandon { why: "late".to_owned() }, "abandon", r#""why":"late""#),
            (Act::Undo, "undo", ""),
            (Act::Redo, "redo", ""),
            (Act::Correct { event: 7, change: Change::Remove }, "correct", r#""change":"remove","event":7"#),
            (
                Act::Correct { event: 7, change: Change::Replace(boxed(Act::Claim { seat: b })) },
                "correct",
                r#""act":{"kind":"claim","seat":"B"},"change":"replace","event":7"#,
            ),
            (
                Act::Correct { event: 7, change: Change::InsertBefore(boxed(Act::Block)) },
                "correct",
                r#""act":{"kind":"block"},"change":"insert_before","event":7"#,
            ),
            (
                Act::Correct { event: 7, change: Change::ReplaceAndEnd(boxed(Act::Block)) },
                "correct",
                r#""act":{"kind":"block"},"change":"replace_and_end","event":7"#,
            ),
        ]
    }

    #[test]
    fn every_kind_is_stored_as_it_always_was() {
        for (act, kind, fields) in golden() {
            let event = Event { act, scores: vec![Points::new(8), Points::from_halves(15)], legs: vec![0, 1] };
            let fact = encode(&event);
            assert_eq!((fact.kind.as_str(), fact.version), (kind, 1));
            let stored = sorted(&format!(
                r#"{{{fields}{}"legs":[0,1],"scores":["8","7.5"]}}"#,
                if fields.is_empty() { "" } else { "," }
            ));
            assert_eq!(canonical(&fact.payload), stored);
            assert_eq!(decode(&fact), Ok(event));
        }
    }

    /// A correction that fits what stands after it. Do not change the text: disks hold it.
    #[test]
    fn a_fitted_correction_is_a_form_of_its_own() {
        let knock = Act::Knock { seat: Seat::FIRST, stands: false };
        for (change, word) in [
            (Change::Replace(Box::new(knock.clone())), "replace"),
            (Change::InsertBefore(Box::new(knock.clone())), "insert_before"),
            (Change::ReplaceAndEnd(Box::new(knock.clone())), "replace_and_end"),
        ] {
            let act = Act::Correct { event: 7, change: Change::Fitted { change: Box::new(change), seats: 1 } };
            assert_eq!(decode::act_of_text(&act_to_text(&act)), Some(act.clone()));
            let event = Event { act, scores: Vec::new(), legs: Vec::new() };
            let fact = encode(&event);
            let stored = format!(
                r#"{{"act":{{"kind":"knock","seat":"A"}},"change":"{word}","event":7,"fitted":1,"legs":[],"scores":[]}}"#
            );
            assert_eq!((fact.kind.as_str(), fact.version, canonical(&fact.payload)), ("correct", 2, sorted(&stored)));
            assert_eq!(decode(&fact), Ok(event));
            assert!(decode(&Fact { version: 3, ..fact }).unwrap_err().to_string().contains("version 3"));
        }
    }

    fn sorted(json: &str) -> String {
        canonical(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn every_preset_and_house_rule_survives() {
        for (n, preset) in sets::all().enumerate() {
            let mut rules = preset.rules.clone();
            rules.house = Some("The \u{1F063} Inn".to_owned());
            rules.target = Target::singles_and_four(rules.target.of(2) + 1, 121);
            let players = vec!["Anna".to_owned(), String::new()];
            let rules_are_odd = n % 2 == 1;
            let setup = Setup {
                rules,
                players,
                pairs: false,
                best_of: 3,
                start: vec![Points::new(5), Points::ZERO],
                practice: rules_are_odd,
                claim_seconds: 10,
                utc_offset: rules_are_odd.then_some(-210),
            };
            let event = Event { act: Act::Start(setup), scores: Vec::new(), legs: Vec::new() };
            assert_eq!(decode(&encode(&event)), Ok(event));
        }
    }

    /// A match in competition is stored as before there was a choice, byte for byte; practice has a separate form.
    #[test]
    fn practice_is_a_form_of_its_own() {
        let start = |practice| {
            let setup = Setup { practice, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
            encode(&Event { act: Act::Start(setup), scores: Vec::new(), legs: Vec::new() })
        };
        let (competition, practice) = (start(false), start(true));
        assert_eq!((competition.version, practice.version), (1, 2));
        let keys = |fact: &Fact| fact.payload.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(keys(&competition), "best_of legs pairs players rules scores start");
        assert_eq!(keys(&practice), "best_of legs pairs players practice rules scores start");
        let is_practice = |fact: &Fact| match decode(fact).unwrap().act {
            Act::Start(setup) => setup.practice,
            _ => panic!("not a start"),
        };
        assert!(!is_practice(&competition) && is_practice(&practice));
    }

    #[test]
    fn wrong_forms_are_named() {
        let event = Event { act: play([5, 6], Some((3, Port::Side1)), false, false), scores: vec![], legs: vec![] };
        let good = encode(&event);
        let check = |edit: &dyn Fn(&mut Fact), part: &str| {
            let mut bad = good.clone();
            edit(&mut bad);
            let error = decode(&bad).unwrap_err().to_string();
            assert!(error.contains(part), "{error}: no `{part}`");
        };
        check(&|f| f.version = 2, "version 2");
        check(&|f| f.kind = "fly".to_owned(), "`fly`");
        check(&|f| f.payload = Value::Null, "not an object");
        check(&|f| f.payload["seat"] = json!("K"), "`K` is not a seat");
        check(&|f| f.payload["tile"] = json!("66"), "`66` is not a tile");
        check(&|f| f.payload["tile"] = json!("13-1"), "13");
        check(&|f| f.payload["on"] = json!("3.x"), "`3.x` is not a place");
        check(&|f| f.payload["stands"] = json!(false), "only be true");
        check(&|f| f.payload["scores"] = json!([8]), "`8` is not a score");
        check(&|f| f.payload["legs"] = json!([256]), "`256`");
        check(&|f| f.payload["more"] = json!(1), "unknown fields");
        check(&|f| drop(f.payload.as_object_mut().unwrap().remove("seat")), "`seat` is missing");
        assert_eq!(tiles("6-6 6-6").unwrap_err().to_string(), "tile 6-6 appears twice in one hand");
        assert!(set("6-6").contains(Tile::double(Pip::new(6).unwrap())));
    }
}
