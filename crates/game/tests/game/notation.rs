//! Both parsers: what is written reads back the same, and no text makes them panic.

use crate::parse_laws;
use crate::table::{Table, setups};
use game::layout::{Layout, Place, Play};
use game::record::Record;
use game::rng::Rng;
use game::rules::{PRESETS, Points, RuleSet};
use game::tile::Tile;
use game::{Act, Change, Match, Offence, Seat, Setup, Side};

/// A random layout, now and then with a wrong play.
fn random_layout(rules: &RuleSet, rng: &mut Rng, wrong: bool) -> Layout {
    let mut tiles: Vec<Tile> = rules.tiles().iter().collect();
    rng.shuffle(&mut tiles);
    let mut layout = Layout::new();
    for tile in tiles.into_iter().take(1 + rng.below(20)) {
        if wrong && rng.chance(0.1) && !layout.is_empty() {
            let places: Vec<(Place, _)> = layout.playable(rules).collect();
            let Some(&(place, _)) = rng.pick(&places) else { continue };
            let halves = [tile.low(), tile.high()];
            layout.lay_as_it_lies(Play { halves, inline: false, on: Some(place) }).unwrap();
        } else if let Some(&play) = rng.pick(&layout.ways(tile, rules)) {
            layout.lay(play, rules).unwrap();
        }
    }
    layout
}

fn facts(layout: &Layout, rules: &RuleSet) -> (u16, Vec<String>, Vec<u8>, String) {
    let mut ends: Vec<String> = layout.ends(rules).map(|e| format!("{} {}", e.pip, e.double)).collect();
    ends.sort();
    let mut open: Vec<u8> = layout.playable(rules).map(|(_, pip)| pip.get()).collect();
    open.sort_unstable();
    (layout.count(rules), ends, open, layout.tiles().to_string())
}

#[test]
fn layouts_round_trip() {
    let mut rng = Rng::new(4);
    let variants = [
        "pafos",
        "all_fives_200 spinner=first",
        "branching_draw_100",
        "branching_draw_100 double_exits=2",
        "sbyc_club",
        "muggins",
        "muggins ends_after_sides=no",
        "muggins crossed=open_ends set_size=12",
    ];
    for n in 0..4_000 {
        let rules = RuleSet::parse(variants[n % variants.len()]).unwrap();
        let wrong = rng.chance(0.5);
        let layout = random_layout(&rules, &mut rng, wrong);
        let text = layout.to_string();
        let again: Layout = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again.to_string(), text);
        assert_eq!(facts(&again, &rules), facts(&layout, &rules), "{text}");
        for play in layout.ways("6-5".parse().unwrap(), &rules) {
            assert_eq!(layout.parse_play(&layout.play_text(&play)), Ok(play), "{text}");
        }
    }
}

#[test]
fn layouts_as_people_write_them() {
    let pafos = RuleSet::preset("pafos").unwrap();
    for (text, ends, count) in [
        ("6-6", "6d", 12),
        ("5-5 5-6 6-2 2-5", "5d 5", 15),
        ("4-1 1-6 *6-6 6-0", "4 0", 4),
        ("  1|6   6|4", "1 4", 5),
        ("5-3 !4-4", "5 4d", 13),
        ("3-6 6-6 6-2", "3 2", 5),
    ] {
        let layout: Layout = text.parse().unwrap();
        let mut got: Vec<String> =
            layout.ends(&pafos).map(|e| format!("{}{}", e.pip, if e.double { "d" } else { "" })).collect();
        let mut want: Vec<&str> = ends.split(' ').collect();
        got.sort();
        want.sort_unstable();
        assert_eq!((got, layout.count(&pafos)), (want.iter().map(|s| (*s).to_owned()).collect(), count), "{text}");
    }
    let sbyc = RuleSet::preset("sbyc_club").unwrap();
    let tree: Layout = "2-6 6-6(6-5)(6-1 1-1) 6-3".parse().unwrap();
    assert_eq!(tree.count(&sbyc), 2 + 5 + 2 + 3);
    let inline: Layout = "4=4 4-1".parse().unwrap();
    assert_eq!(inline.count(&RuleSet::preset("muggins").unwrap()), 5);
}

#[test]
fn wrong_layouts_are_named_with_their_place() {
    for (text, at, part) in [
        ("", 1, "a tile is needed"),
        ("5-3 4-4", 5, "4-4 does not match the 3"),
        ("5-3 3-5", 5, "twice"),
        ("7-2 2-13", 5, "`2-13`"),
        ("5-3 x", 5, "`x`"),
        ("5=3", 1, "not a double"),
        ("5-3(3-1)", 4, "only a crosswise double"),
        ("6-6(6-1)(6-2)(6-3)", 14, "two ends"),
        ("6-6(6-1", 8, "brackets"),
        ("6-6)", 4, "brackets"),
        ("*6-6 *6-1", 7, "first tile"),
        ("6-1^", 4, "`^`"),
        ("6-6(*6-1)", 5, "first tile"),
    ] {
        let error = text.parse::<Layout>().unwrap_err();
        assert!(error.at == at && error.kind.to_string().contains(part), "{text}: {error}");
    }
}

/// The same table with all that people choose beside the rules and the players, each of it now and then.
fn chosen(setup: &Setup, rng: &mut Rng) -> Setup {
    let start = setup.all_sides().map(|side| Points::new(i32::from(side.index() == 1))).collect();
    Setup {
        best_of: if rng.chance(0.8) { 3 } else { 1 },
        start: if rng.chance(0.2) { start } else { Vec::new() },
        practice: rng.chance(0.5),
        claim_seconds: if rng.chance(0.5) { 10 } else { 0 },
        utc_offset: rng.chance(0.5).then_some(-210),
        ..setup.clone()
    }
}

/// A match with everything in it that a record can hold.
fn busy_match(rules: &RuleSet, setup: &Setup, rng: &mut Rng) -> Match {
    let mut table = Table::new(chosen(setup, rng), rng.chance(0.5));
    assert_eq!(table.rules(), rules);
    for _ in 0..(20 + rng.below(150)) {
        let state = table.game.state();
        let seat = Seat::new(rng.below(table.hands.len().max(1))).unwrap();
        let score = state.score(state.setup.side_of(seat));
        let extra = match rng.below(40) {
            0 => Some(Act::Penalty { seat, offence: Offence::ALL[rng.below(3)] }),
            1 => Some(Act::Adjust {
                side: Side::new(0).unwrap(),
                points: if score > Points::new(2) { Points::new(-1) } else { Points::new(1) },
                why: "under-pegged \"by one\"; seen \\ later".to_owned(),
            }),
            2 => Some(Act::FalseClaim { seat, points: 3 }),
            3 if table.game.can_undo() => Some(Act::Undo),
            _ => None,
        };
        match extra {
            Some(Act::Undo) => {
                table.game.act(Act::Undo).unwrap();
                table.game.act(Act::Redo).unwrap();
            }
            Some(act) => drop(table.game.act(act)),
            None => {
                if !table.step(rng) {
                    break;
                }
            }
        }
    }
    table.game
}

#[test]
fn records_round_trip() {
    let mut rng = Rng::new(12);
    for preset in PRESETS {
        for setup in setups(&preset.rules) {
            for _ in 0..6 {
                let game = busy_match(&preset.rules, &setup, &mut rng);
                let tags = vec![("Date".to_owned(), vec!["2026-03-01".to_owned()])];
                let text = Record { tags: tags.clone(), game: game.clone() }.write();
                let again = Record::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!(again.tags, tags);
                assert_eq!(again.game.setup(), game.setup(), "{text}");
                assert_eq!(again.game.state().leg.scores, game.state().leg.scores, "{text}");
                assert_eq!(again.game.state().legs_won, game.state().legs_won);
                assert_eq!(again.write(), text);
            }
        }
    }
}

#[test]
fn a_corrected_match_has_a_clean_record() {
    let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    let (a, b) = (Seat::FIRST, Seat::FIRST.left(2));
    game.act(Act::Deal { leader: a, hands: Vec::new() }).unwrap();
    game.act(Act::Play { seat: a, play: Play::lead("6-4".parse().unwrap()), stands: false }).unwrap();
    let layout = &game.state().running().unwrap().layout;
    let play = layout.parse_play("4-1@6-4.4").unwrap();
    game.act(Act::Play { seat: b, play, stands: false }).unwrap();
    // The first tile was a 6-3: now the 4-1 is wrong, and stands.
    let act = Act::Play { seat: a, play: Play::lead("6-3".parse().unwrap()), stands: false };
    game.act(Act::Correct { event: 2, change: Change::Replace(Box::new(act)) }).unwrap();
    let text = Record { tags: Vec::new(), game: game.clone() }.write();
    assert!(text.contains("A 6-3 +3\nB 4-1@6-3.3 stands\nend\n"), "{text}");
    assert_eq!(Record::parse(&text).unwrap().game.state().leg.scores, game.state().leg.scores);
}

#[test]
fn wrong_records_are_named_with_their_line() {
    let head = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6 +4\n";
    let with = |tag: &str| head.replace("deal A", &format!("[{tag}]\ndeal A")) + "end\n";
    let four = |rules: &str| head.replace("pafos", rules).replace("\"Ben\"", "\"Ben\" \"Cleo\" \"Dan\"") + "end\n";
    for (text, line, part) in [
        (head.to_owned(), 5, "cut off"),
        (String::new(), 1, "cut off"),
        (head.replace("pafos", "pafoss") + "end\n", 3, "`pafos`"),
        (head.replace(" \"Ben\"", "") + "end\n", 3, "1 players"),
        (head.replace("[Players \"Anna\" \"Ben\"]\n", "") + "end\n", 2, "[Players ..]"),
        (with("Pairs \"yes\""), 4, "pairs need four players"),
        (four("pafos"), 3, "four players are two pairs"),
        (four("block").replace("deal", "[Pairs \"yes\"]\ndeal"), 4, "these rules have no pairs"),
        (with("BestOf \"0\""), 4, "at least one game"),
        (with("Start \"5\""), 4, "below the target of 61"),
        (with("Start \"5\" \"61\""), 4, "below the target of 61"),
        (with("Start \"5\" \"-1\""), 4, "below the target of 61"),
        (with("ClaimSeconds \"300\""), 3, "`300`"),
        (with("UtcOffset \"one\""), 3, "`one`"),
        (head.to_owned() + "B 6-3@6-6.s1 +7\nend\n", 5, "pegs 7, the rules give 8"),
        (head.to_owned() + "B 7-2@6-6.s1\nend\n", 5, "no 7-2"),
        (head.to_owned() + "B 5-3@6-6.s1\nend\n", 5, "no 6"),
        (head.to_owned() + "B 6-3@6-6.e1\nend\n", 5, "not open"),
        (head.to_owned() + "A knock\nend\n", 5, "it is B to play"),
        (head.to_owned() + "B knokc\nend\n", 5, "`knokc`"),
        (head.to_owned() + "dael B\nend\n", 5, "`deal`"),
        (head.to_owned() + "end\nB knock\n", 6, "nothing can follow"),
        (head.to_owned() + "B draw 1\nend\n", 5, "can't draw"),
    ] {
        let error = Record::parse(&text).unwrap_err();
        assert!(error.line == line && error.to_string().contains(part), "{text}: {error}");
    }
}

/// Random damage: letters changed, cut, doubled, pieces of other texts put in. The laws are those of the fuzz targets.
#[test]
fn damaged_texts_are_refused_or_read_as_they_are_written() {
    let mut rng = Rng::new(2026);
    let pieces = [
        "6-6",
        "(",
        ")",
        "!",
        "*",
        "^",
        "=",
        "-",
        "|",
        " ",
        "13",
        "+",
        "@",
        ".s1",
        ";",
        "\"",
        "\\",
        "[",
        "é",
        "\n",
        "deal A",
        "tally",
        "draw 300",
        "A:6-6",
        "999999999999",
        "stands",
        "end",
        "spinner=first",
        "/",
        ":",
        "muggins",
    ];
    let mut texts: Vec<String> = vec!["6-4".to_owned(), "0|12".to_owned()];
    for preset in PRESETS {
        let all: Vec<String> = preset.rules.entries().map(|(key, value)| format!("{key}={value}")).collect();
        texts.push(format!("{} {}", preset.rules.id, all.join(" ")));
        for setup in setups(&preset.rules) {
            let game = busy_match(&preset.rules, &setup, &mut rng);
            texts.push(Record { tags: vec![("Place".to_owned(), vec!["Ship; \"Inn\"".to_owned()])], game }.write());
            texts.push(random_layout(&preset.rules, &mut rng, true).to_string());
        }
    }
    let mut read = [0; 4];
    for n in 0..8_000 {
        let mut text: Vec<char> = texts[n % texts.len()].chars().collect();
        for _ in 0..rng.below(5) {
            let at = rng.below(text.len() + 1);
            let piece: Vec<char> = match rng.chance(0.8) {
                true => rng.pick(&pieces).unwrap().chars().collect(),
                false => rng.pick(&texts).unwrap().chars().skip(rng.below(40)).take(rng.below(30)).collect(),
            };
            match rng.below(5) {
                0 => text.truncate(at),
                1 => drop(text.splice(at..at, piece)),
                2 => drop(text.splice(at..(at + rng.below(8)).min(text.len()), piece)),
                3 => drop(text.splice(at..(at + piece.len()).min(text.len()), piece)),
                _ => drop(text.drain(at..(at + 1).min(text.len()))),
            }
        }
        let text: String = text.into_iter().collect();
        parse_laws::tile(&text);
        parse_laws::rule_set(&text);
        parse_laws::layout(&text);
        parse_laws::record(&text);
        read[0] += usize::from(text.parse::<Tile>().is_ok());
        read[1] += usize::from(RuleSet::parse(&text).is_ok());
        read[2] += usize::from(text.parse::<Layout>().is_ok());
        read[3] += usize::from(Record::parse(&text).is_ok());
    }
    assert!(read.iter().all(|&read| read > 50), "too few of the texts are still read: {read:?}");
    assert!("6-6(".repeat(50_000).parse::<Layout>().is_err());
    assert!("(".repeat(100_000).parse::<Layout>().is_err());
    assert!("*!".repeat(100_000).parse::<Layout>().is_err());
}

/// Rule texts from before leagues had separate axes keep their meaning, and are written the same.
#[test]
fn older_records_read_as_before_and_new_ones_say_all() {
    for rules in [
        "pafos",
        "pafos hand_sizes=9/-/6 out_bonus=0 target=121 win_on_lead=no wrong_knock=back:8",
        "latin_500 capicua=30 target=200",
        "block hand_sizes=7/7/7 blocked_tie=replay",
        "mexican_train target=0",
        "leek target=31",
        "five_up hand_sizes=-/-/7 carry=1 misplay=none reset=one_all target=7 wrong_knock=hand_lost",
        "cuba_nine capicua=0 out_bonus=1/2/3/4 pips_pay=3-20:2/10 target=61/61/121",
        "harrogate hand_sizes=7/7/5/-/4 wrong_knock=back_or_on:8",
        "any_sheet target=21/31/41/51/61",
    ] {
        let read = RuleSet::parse(rules).unwrap_or_else(|why| panic!("{rules}: {why}"));
        let again = RuleSet::parse(&read.to_string()).unwrap();
        assert_eq!(again, read, "{rules}");
    }
    let old = RuleSet::parse("pafos target=121 hand_sizes=9/-/6").unwrap();
    assert_eq!(
        (2..=6).map(|n| (old.hand_size(n), old.target.of(n))).collect::<Vec<_>>(),
        [(Some(9), 121), (None, 121), (Some(6), 121), (None, 121), (None, 121)]
    );
    assert_eq!(old.to_string(), "pafos hand_sizes=9/-/6 target=121");
    let league = "[Rules \"leek target=61/61/90\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\ndeal A\nA 6-6 +4\nB penalty wrong_knock\nend\n";
    let read = Record::parse(league).unwrap();
    assert_eq!(read.game.setup().target(), 90);
    assert_eq!(Record::parse(&read.write()).unwrap(), read);
}
