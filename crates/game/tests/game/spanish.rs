//! Every sentence of the game in Spanish: no English word is left in it, and English is unchanged.

use game::layout::Layout;
use game::record::Record;
use game::replay::walk;
use game::rules::{PRESETS, Preset, RuleSet, SHEETS, sets};
use game::self_play::play_match;
use game::words::{
    Told, aloud, call, changed, hand_end, latest, outlook, plain, questions, reason, result, score_table, tell,
};
use game::{Act, Change, Match, Seat, Setup};
use language::{Language, within};
use std::collections::BTreeSet;

const NAMES: [&str; 4] = ["Ana", "Beto", "Clara", "Diego"];

/// Words that no Spanish sentence has.
const ENGLISH: [&str; 48] = [
    "the", "and", "of", "with", "for", "to", "is", "it", "not", "nothing", "no one", "play", "plays", "played",
    "point", "points", "pips", "hand", "hands", "game", "match", "score", "scores", "tile", "tiles", "double", "ends",
    "end", "leads", "dropped", "drop", "knocks", "knock", "draws", "draw", "wins", "out", "bust", "count", "counts",
    "fives", "threes", "first", "next", "left", "wrong", "claimed", "blocked",
];

/// The English words in a text, names of the games apart.
fn english_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    words.filter(|word| ENGLISH.contains(&word.as_str())).collect()
}

fn told(all: &mut Vec<String>, told: Told) {
    all.extend([told.title, told.detail, told.points]);
}

/// Every sentence about a match, during play and in a replay.
fn said_of(game: &Match) -> Vec<String> {
    let mut all = vec![result(game)];
    for moment in walk(game) {
        told(&mut all, moment.told);
        moment.also.into_iter().for_each(|also| told(&mut all, also));
    }
    let mut before = game.up_to(0);
    for n in 1..game.standing().len() {
        let after = game.up_to(n);
        called(&mut all, &before, &after);
        told(&mut all, latest(&after));
        if let Some(round) = &after.state().round {
            all.push(reason(&round.layout, &after.setup().rules));
            hand_end(after.setup(), round).into_iter().for_each(|end| told(&mut all, end));
            (0..round.turns.len()).for_each(|turn| told(&mut all, tell(after.setup(), round, turn, true)));
        }
        before = after;
    }
    let mut undone = before.clone();
    for act in [Act::Undo, Act::Redo, Act::Correct { event: before.events().len() - 1, change: Change::Remove }] {
        let was = undone.clone();
        if let Err(refusal) = undone.act(act) {
            all.push(refusal.to_string());
        }
        called(&mut all, &was, &undone);
    }
    all
}

fn called(all: &mut Vec<String>, before: &Match, after: &Match) {
    let Some(call) = call(before, after) else { return };
    all.push(aloud(&call, after.state()));
    told(all, call.told);
    call.also.into_iter().for_each(|also| told(all, also));
}

/// Every sentence about a rule set.
fn said_of_rules(preset: &Preset) -> Vec<String> {
    let rules = &preset.rules;
    let mut all = vec![language::said(preset.title).to_owned(), language::said(preset.about).to_owned()];
    for chapter in plain(rules) {
        all.push(chapter.title.to_owned());
        all.extend(chapter.sentences);
    }
    all.extend(score_table(rules).into_iter().flat_map(|(name, value)| [name, value]));
    for to_go in [1, 4, 17] {
        all.extend(outlook(rules, to_go).into_iter().flat_map(|(name, value)| [name, value]));
    }
    let english = within(Language::English, || questions(rules));
    for (question, english) in questions(rules).into_iter().zip(english) {
        all.push(question.asked.to_owned());
        // Values beside the usual answers are written as in rule texts.
        let usual = question.answers.into_iter().zip(english.answers);
        let usual = usual.filter(|(_, english)| english.words != english.value.replace('_', " "));
        all.extend(usual.map(|(answer, _)| answer.words));
    }
    all
}

/// Every preset, with each number of players it allows.
fn setups() -> impl Iterator<Item = Setup> {
    PRESETS.iter().flat_map(|preset| {
        let numbers = [2, 3, 4].into_iter().filter(|&n| preset.rules.hand_size(n).is_some());
        numbers.map(|n| Setup::new(preset.rules.clone(), &NAMES[..n]))
    })
}

/// The beginning of a match: some hands are enough to hear what there is to say.
fn some_hands(setup: Setup, seed: u64) -> Match {
    let whole = play_match(setup, &[0.7, 0.3], false, seed).unwrap();
    let acts = whole.standing().len().min(120);
    whole.up_to(acts)
}

#[test]
fn games_are_told_in_spanish_without_an_english_word() {
    let (mut sentences, mut games) = (0, 0);
    for (seed, setup) in (61..).zip(setups()) {
        let game = some_hands(setup, seed);
        let english = said_of(&game);
        let spanish = within(Language::Spanish, || said_of(&game));
        assert_eq!(english.len(), spanish.len());
        for (spanish, english) in spanish.iter().zip(&english) {
            assert_eq!(english_in(spanish), BTreeSet::new(), "{spanish} / {english}");
            // Either says nothing where the other does not, and keeps its figures.
            assert_eq!(spanish.is_empty(), english.is_empty(), "{spanish} / {english}");
        }
        assert!(english.iter().any(|words| !english_in(words).is_empty()), "the words are those that are looked for");
        assert_eq!(said_of(&game), english, "English is as it was before");
        sentences += spanish.len();
        games += 1;
    }
    assert!(games > 30 && sentences > 50_000, "{games} games, {sentences} sentences");
}

#[test]
fn rules_are_told_in_spanish_without_an_english_word() {
    for preset in sets::all() {
        let english = said_of_rules(preset);
        let spanish = within(Language::Spanish, || said_of_rules(preset));
        assert_eq!(english.len(), spanish.len(), "{}", preset.rules.id);
        for (spanish, english) in spanish.iter().zip(&english) {
            assert_eq!(english_in(spanish), BTreeSet::new(), "{spanish} / {english}");
            assert!(!spanish.contains("  ") && !spanish.contains(['{', '}', '_']), "{spanish}");
            assert_eq!(spanish.ends_with('.'), english.ends_with('.'), "{spanish} / {english}");
        }
        assert_eq!(said_of_rules(preset), english, "English is as it was before");
    }
    let house = RuleSet::parse("pafos target=121 claim=muggins out_bonus=2").unwrap();
    let changes = within(Language::Spanish, || changed(&house));
    assert_eq!(
        changes,
        ["Los puntos en juego: los puede cobrar otro (muggins)", "Premio por dominar: 2 puntos", "Meta: 121"]
    );
}

/// Checks that the cards are no wider than the English ones may be.
#[test]
fn cards_of_the_games_have_room_for_spanish() {
    within(Language::Spanish, || {
        let titles: BTreeSet<&str> = sets::all().map(|preset| language::said(preset.title)).collect();
        assert_eq!(titles.len(), PRESETS.len() + SHEETS.len(), "two games of one name");
        for preset in sets::all() {
            let about = language::said(preset.about);
            assert!(about.chars().count() <= 130 && about.matches(". ").count() == 0, "{about}");
            for (name, value) in score_table(&preset.rules) {
                assert!(value.chars().count() <= 100, "{name}: {value}");
            }
            for sentence in plain(&preset.rules).iter().flat_map(|chapter| &chapter.sentences) {
                assert!(sentence.split_whitespace().count() <= 55, "{sentence}");
            }
        }
    });
}

#[track_caller]
fn check_hand(record: &str, expected: &[(&str, &str, &str, &str)]) {
    let game = Record::parse(record).unwrap().game;
    let said = within(Language::Spanish, || {
        (1..=expected.len())
            .map(|n| {
                let (before, after) = (game.up_to(n), game.up_to(n + 1));
                let call = call(&before, &after).unwrap();
                (aloud(&call, after.state()), call.told)
            })
            .collect::<Vec<_>>()
    });
    let said: Vec<(&str, &str, &str, &str)> = said
        .iter()
        .map(|(aloud, told)| (told.title.as_str(), told.detail.as_str(), told.points.as_str(), aloud.as_str()))
        .collect();
    assert_eq!(said, expected);
}

#[test]
fn a_hand_is_told_as_at_a_spanish_table() {
    check_hand(
        "[Rules \"pafos\"]\n[Players \"Ana\" \"Beto\"]\n[Start \"0\" \"50\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nB 3-3@6-3.3\nend\n",
        &[
            ("Ana sale con la 6-6", "6-6 → 12 → cuatro treses → 4", "+4", "doce, cuatro; Ana cuatro"),
            (
                "Beto puso la 6-3 en la 6-6",
                "6-6 y 3 → 15 → tres cincos y cinco treses → 8",
                "+8",
                "quince, ocho; Beto cincuenta y ocho; a Beto le faltan tres",
            ),
            ("Ana pasa", "sin 3 ni 6", "", "Ana pasa"),
            (
                "Se pasó: Beto puso la 3-3 en el 3",
                "6-6 y 3-3 → 18 → seis treses → 6 · se pasa de 61: no cuenta nada",
                "se pasó",
                "se pasó; a Beto le faltan tres",
            ),
        ],
    );
}

/// Two are spoken of in the plural, and "y" gives way before its own sound.
#[test]
fn pairs_are_told_as_two() {
    check_hand(
        "[Rules \"pafos\"]\n[Players \"Ana\" \"Beto\" \"Inés\" \"Diego\"]\n[Pairs \"yes\"]\n[Start \"50\" \"53\"]\n\
         deal A\nA 6-6\nB 6-3@6-6.s1\nend\n",
        &[
            (
                "Ana sale con la 6-6",
                "6-6 → 12 → cuatro treses → 4",
                "+4",
                "doce, cuatro; Ana e Inés cincuenta y cuatro; a Ana e Inés les faltan siete",
            ),
            (
                "Beto & Diego ganan la partida",
                "Beto puso la 6-3 en la 6-6 · 6-6 y 3 → 15 → tres cincos y cinco treses → 8",
                "+8",
                "quince, ocho; Beto y Diego ganan el encuentro",
            ),
        ],
    );
}

#[test]
fn mistakes_are_named_in_spanish() {
    let rules = |text: &str| within(Language::Spanish, || RuleSet::parse(text).unwrap_err().to_string());
    assert_eq!(rules("pafos targt=5"), "no hay una regla `targt`; ¿quisiste decir `target`?");
    assert_eq!(rules("pafos skunk=-5"), "la regla `skunk` no puede ser `-5`: elige 0 a 10000");
    let layout = |text: &str| within(Language::Spanish, || text.parse::<Layout>().unwrap_err().to_string());
    assert_eq!(layout("6-6(6-1"), "en el carácter 8: los paréntesis no cuadran");
    let record = |acts: &str| {
        let text = format!("[Rules \"pafos\"]\n[Players \"Ana\" \"Beto\"]\ndeal A\n{acts}");
        within(Language::Spanish, || Record::parse(&text).unwrap_err().to_string())
    };
    assert_eq!(record("A 6-6\n"), "línea 5: el registro está cortado: su última línea debe ser `end`");
    assert_eq!(record("A 6-6\nA 6-5@6-6.s1\nend\n"), "línea 5: le toca a B, no a A");
    assert_eq!(record("A draw x\nend\n"), "línea 4: `x` no es un número de fichas");
    let game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["Ana", "Beto"])).unwrap();
    let refusal = game.decide(Act::Knock { seat: Seat::FIRST, stands: false }).unwrap_err();
    assert_eq!(within(Language::Spanish, || refusal.to_string()), "no hay mano en juego: primero hay que repartir");
    assert_eq!(refusal.to_string(), "no hand in play: deal first");
}
