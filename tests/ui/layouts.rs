//! Every layout of the X keyboard data: its figures can be typed, and no key does what it does not say.

use egui::{Event, Key, Modifiers};
use game::rules::RuleSet;
use game::tile::Pip;
use game::{Act, Match, Seat, Setup};
use sixty_one::ui::action::{Action, TableWish};
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::keyboard::Keyboard;
use sixty_one::ui::keys::{Focus, of_events};
use sixty_one::ui::screen::Screen;
use sixty_one::ui::settings::Settings;
use sixty_one::ui::state::State;
use sixty_one::ui::table::TableScreen;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const DATA: &str = "/usr/share/X11/xkb/rules/evdev.lst";

/// The keys of the rows, with their names in the data.
const ROWS: [(&str, &str); 4] =
    [("AE", "1234567890-="), ("AD", "QWERTYUIOP[]"), ("AC", "ASDFGHJKL;'"), ("AB", "ZXCVBNM,./")];

/// A key's level without and with Shift, by layout.
type Levels = BTreeMap<String, [String; 2]>;

/// "fr", "fr(bepo)", ..: the list that `setxkbmap` knows.
fn layouts() -> Vec<String> {
    let list = std::fs::read_to_string(DATA).unwrap();
    let (mut section, mut layouts) = ("", Vec::new());
    for line in list.lines() {
        if let Some(name) = line.strip_prefix("! ") {
            section = name.trim();
        } else if let Some((name, about)) = line.trim().split_once(char::is_whitespace) {
            match section {
                "layout" if name != "custom" => layouts.push(name.to_owned()),
                "variant" => {
                    let layout = about.trim().split(':').next().unwrap();
                    layouts.push(format!("{layout}({name})"));
                }
                _ => {}
            }
        }
    }
    layouts
}

/// Returns the texts of the keys of up to four layouts.
fn compiled(layouts: &[String]) -> Vec<Levels> {
    let symbols: Vec<String> = layouts.iter().enumerate().map(|(i, layout)| format!("{layout}:{}", i + 1)).collect();
    let keymap = format!(
        "xkb_keymap {{ xkb_keycodes {{ include \"evdev+aliases(qwerty)\" }}; xkb_types {{ include \"complete\" }}; \
         xkb_compat {{ include \"complete\" }}; xkb_symbols {{ include \"pc+{}\" }}; }};",
        symbols.join("+")
    );
    let mut child = Command::new("xkbcomp")
        .args(["-w0", "-xkb", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(keymap.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut levels = vec![Levels::new(); layouts.len()];
    for key in text.split("    key ").skip(1) {
        let Some(name) = key.split_once('<').and_then(|(_, rest)| rest.split('>').next()) else { continue };
        for (i, of) in levels.iter_mut().enumerate() {
            let group = key.split_once(&format!("symbols[Group{}]=", i + 1));
            let Some((_, list)) = group.or_else(|| key.split_once("symbols[Group1]=")).or(key.split_once('{')) else {
                continue;
            };
            let Some(list) = list.split_once('[').and_then(|(_, rest)| rest.split(']').next()) else { continue };
            let mut names = list.split(',').map(|name| name.trim().to_owned());
            let plain = names.next().unwrap_or_default();
            let shifted = names.next().unwrap_or_else(|| plain.clone());
            of.insert(name.to_owned(), [plain, shifted]);
        }
    }
    assert!(levels.iter().all(|levels| levels.contains_key("AE01")), "{layouts:?}");
    levels
}

const NAMED: &str = "exclam! at@ numbersign# dollar$ percent% asciicircum^ ampersand& asterisk* parenleft( parenright) \
    minus- underscore_ equal= plus+ bracketleft[ bracketright] braceleft{ braceright} semicolon; colon: apostrophe' \
    quotedbl\" grave` asciitilde~ backslash\\ bar| comma, period. less< greater> slash/ question? KP_Add+ KP_Subtract- \
    KP_Multiply* KP_Divide/";
const THAI: [&str; 10] = ["sun", "nung", "song", "sam", "si", "ha", "hok", "chet", "paet", "kao"];

/// Returns the text for a name in the data.
fn text(name: &str) -> Option<String> {
    if name.chars().count() == 1 {
        return Some(name.to_owned());
    }
    if let Some(sign) = NAMED.split_whitespace().find_map(|named| named.strip_prefix(name).filter(|c| c.len() == 1)) {
        return Some(sign.to_owned());
    }
    if let Some(at) = name.strip_prefix("Thai_lek").and_then(|lek| THAI.iter().position(|name| *name == lek)) {
        return char::from_u32('๐' as u32 + at as u32).map(String::from);
    }
    let code = name.strip_prefix('U').or_else(|| name.strip_prefix("0x100"));
    if let Some(c) = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32) {
        return Some(c.to_string());
    }
    if let Some((script, figure)) = name.split_once('_')
        && let (Some(zero), Ok(figure)) =
            ([("Arabic", '٠'), ("Farsi", '۰'), ("KP", '0')].iter().find(|(n, _)| *n == script), figure.parse::<u32>())
    {
        return char::from_u32(zero.1 as u32 + figure).map(String::from);
    }
    let silent =
        ["dead_", "ISO_", "KP_", "NoSymbol", "VoidSymbol", "Multi_", "Shift", "Control", "Alt", "Meta", "Super"];
    if silent.iter().any(|start| name.starts_with(start)) {
        return None;
    }
    // Latin letters have names of one word; so have a few others, of which no row has the key of an action.
    Some(if name.contains('_') { "ж" } else { "é" }.to_owned())
}

/// egui's events for a key.
fn events(place: Option<Key>, name: &str, shift: bool) -> Vec<Event> {
    let written = text(name);
    let moves = name.strip_prefix("KP_").map(|name| match name {
        "Prior" => "PageUp",
        "Next" => "PageDown",
        other => other,
    });
    let named = written.as_deref().or(moves).and_then(Key::from_name);
    let modifiers = if shift { Modifiers::SHIFT } else { Modifiers::NONE };
    let key = named.or(place);
    let key = key.map(|key| Event::Key { key, physical_key: place, pressed: true, repeat: false, modifiers });
    key.into_iter().chain(written.map(Event::Text)).collect()
}

fn asked(state: &State, place: Option<Key>, name: &str, shift: bool) -> Vec<Action> {
    let mut events = events(place, name, shift);
    Keyboard::default().settle(&mut events);
    of_events(&events, Focus::default(), state)
}

fn at_a_table() -> State {
    let mut state = State::new(Settings::default());
    let rules = RuleSet::parse("muggins set_size=12").unwrap();
    let players = ["Anna", "Ben"].map(str::to_owned).to_vec();
    let setup = Setup {
        rules,
        players,
        pairs: false,
        best_of: 3,
        start: Vec::new(),
        practice: true,
        claim_seconds: 0,
        utc_offset: None,
    };
    let mut game = Match::start(setup).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    state.table = Some(TableScreen::new(game));
    state.screen = Screen::Table;
    state
}

fn figures(asked: &[Action]) -> BTreeSet<Pip> {
    asked
        .iter()
        .filter_map(
            |action| if let Action::Table(TableWish::Entry(EntryWish::Type(pip))) = action { Some(*pip) } else { None },
        )
        .collect()
}

/// The action that is on a sign or a Latin letter.
fn labelled(state: &State, label: &str) -> Vec<Action> {
    asked(state, None, label, false)
}

/// Returns the faults of a layout, and its line of the table.
fn judge(state: &State, layout: &str, levels: &Levels) -> (Vec<String>, String) {
    let (mut wrong, mut line, mut typed) = (Vec::new(), layout.to_owned(), BTreeSet::new());
    for (row, keys) in ROWS {
        for (i, key) in keys.chars().enumerate() {
            let place = Key::from_name(&key.to_string()).unwrap();
            let Some([plain, shifted]) = levels.get(&format!("{row}{:02}", i + 1)) else { continue };
            let [one, other] =
                [(plain, false), (shifted, true)].map(|(name, shift)| asked(state, Some(place), name, shift));
            typed.extend(figures(&one).into_iter().chain(figures(&other)));
            let written = text(plain);
            let latin = written.as_deref().filter(|text| text.is_ascii());
            if row == "AE" && i < 10 {
                let _ = write!(line, "\t{}:{:?}/{:?}", written.as_deref().unwrap_or("dead"), told(&one), told(&other));
                if figures(&one).len() != 1 {
                    wrong.push(format!("{layout} {key} ({plain}) is no figure: {one:?}"));
                }
                if !(figures(&other).len() == 1 || matches!(text(shifted).as_deref(), Some("*" | "/" | "?"))) {
                    wrong.push(format!("{layout} Shift {key} ({shifted}) is no figure: {other:?}"));
                }
                continue;
            }
            // Nothing but what stands on the key, or on the key of another script.
            let on_it = match latin {
                Some(label) => labelled(state, label),
                None if key.is_ascii_alphabetic() => labelled(state, &key.to_string()),
                None => Vec::new(),
            };
            if !one.is_empty() && one != on_it && figures(&one).is_empty() {
                wrong.push(format!("{layout} {key} ({plain}) asks for {one:?}"));
            }
        }
    }
    for figure in '0'..='9' {
        let place = Key::from_name(&figure.to_string());
        // Where the top row writes other figures with Shift (one Czech layout), the keypad has ten more.
        typed.extend(figures(&asked(state, place, &levels[&format!("KP{figure}")][0], true)));
        for (level, name) in levels[&format!("KP{figure}")].iter().enumerate() {
            let asked = asked(state, place, name, false);
            if figures(&asked) != Pip::new(figure as u8 - b'0').into_iter().collect() {
                wrong.push(format!("{layout} keypad {figure}, level {level} ({name}): {asked:?}"));
            }
        }
    }
    let missing: Vec<u8> = (0..=12).filter(|n| !typed.contains(&Pip::new(*n).unwrap())).collect();
    if !missing.is_empty() {
        wrong.push(format!("{layout}: nothing types {missing:?}"));
    }
    (wrong, line)
}

fn told(asked: &[Action]) -> String {
    match asked {
        [] => "-".to_owned(),
        [Action::Table(TableWish::Entry(EntryWish::Type(pip)))] => pip.to_string(),
        other => format!("{other:?}"),
    }
}

/// `LAYOUTS=FILE` keeps the table.
#[test]
fn figures_can_be_typed_on_every_layout_and_no_key_surprises() {
    if !Path::new(DATA).exists() || Command::new("xkbcomp").arg("-version").output().is_err() {
        println!("skipped: no xkb-data or no xkbcomp (Debian's x11-xkb-utils) on this machine");
        return;
    }
    let (state, layouts) = (at_a_table(), layouts());
    let (mut wrong, mut table) = (Vec::new(), String::new());
    for four in layouts.chunks(4) {
        for (layout, levels) in four.iter().zip(compiled(four)) {
            let (faults, line) = judge(&state, layout, &levels);
            wrong.extend(faults);
            let _ = writeln!(table, "{line}");
        }
    }
    if let Some(file) = std::env::var_os("LAYOUTS") {
        std::fs::write(file, table).unwrap();
    }
    assert!(layouts.len() > 300, "{}", layouts.len());
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    println!("{} layouts", layouts.len());
}
