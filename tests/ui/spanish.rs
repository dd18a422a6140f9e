//! The window in Spanish: nothing is left in English, nothing is cut, and every letter can be drawn.

use crate::gallery::{Walk, walk_and};
use crate::table::App;
use egui::accesskit::Role;
use egui::epaint::TextShape;
use egui::{Rect, Sense, Shape, Vec2, vec2};
use egui_kittest::kittest::NodeT as _;
use game::rules::PRESETS;
use language::{Language, Translation, sentences, within};
use sixty_one::ui::action::Action;
use sixty_one::ui::screen::Screen;
use sixty_one::ui::settings::{Settings, ThemeChoice};
use sixty_one::widgets::theme::Weight;
use std::cell::Cell;
use std::collections::BTreeSet;
use tempfile::tempdir;

/// The pieces of a sentence between its arguments; of a brace of JSON the rest is one too.
fn pieces(words: &str) -> Vec<&str> {
    words.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

/// Reports whether this text is that sentence with something in its places.
fn is_said(text: &str, words: &str) -> bool {
    let pieces = pieces(words);
    let [first, rest @ ..] = pieces.as_slice() else { return false };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let Some((last, middle)) = rest.split_last() else { return left.is_empty() };
    for piece in middle {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

/// English sentences that differ from the Spanish ones and are long enough to recognise; short ones without a capital
/// are also values of rules.
fn english() -> Vec<&'static str> {
    let differs = |sentence: &Translation<'static>| sentence.english != sentence.words;
    let all: Vec<Translation<'static>> = sentences(Language::Spanish).filter(differs).collect();
    let spanish: BTreeSet<&str> = all.iter().map(|sentence| sentence.words).collect();
    let letters =
        |words: &str| pieces(words).iter().flat_map(|piece| piece.chars()).filter(|c| c.is_alphabetic()).count();
    let long = |words: &str| letters(words) > 7 || !words.contains('{') && words.starts_with(char::is_uppercase);
    let known = |words: &&str| !spanish.contains(*words) && long(words);
    all.iter().flat_map(|sentence| [Some(sentence.english), sentence.english_many]).flatten().filter(known).collect()
}

/// Everything that is written on the window.
fn written(walk: &Walk) -> Vec<TextShape> {
    fn take(shape: &Shape, all: &mut Vec<TextShape>) {
        match shape {
            Shape::Text(text) => all.push(text.clone()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| take(shape, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk.app.harness.output().shapes.iter().for_each(|clipped| take(&clipped.shape, &mut all));
    all
}

/// Correct although in English: axes of rules and their values, as typed in house rules; texts of the camera thread,
/// which follows the whole program's language, here English; and keys, two of which are also heads of a season's table.
const AS_IT_IS: [&str; 6] =
    ["double blank", "undone", "Simulated table", "a game that Sixty-One plays against itself", "L", "W"];

/// Returns the English texts that have Spanish words.
fn left_in_english(walk: &Walk, english: &[&str]) -> Vec<String> {
    let mut texts: BTreeSet<String> = written(walk).iter().map(|text| text.galley.text().to_owned()).collect();
    // What a person types is not a sentence of the program.
    let typed = |role| matches!(role, Role::TextInput | Role::MultilineTextInput | Role::TextRun);
    for node in walk.app.harness.root().children_recursive() {
        let node = node.accesskit_node();
        texts.extend(node.label());
        texts.extend(node.value().filter(|_| !typed(node.role())));
    }
    let is_english = |text: &&String| english.iter().any(|words| is_said(text.trim(), words.trim()));
    texts
        .iter()
        .filter(is_english)
        .filter(|text| !AS_IT_IS.contains(&text.as_str()))
        .map(|text| format!("`{text}` is English"))
        .collect()
}

/// Letters that are read in the hand, in points.
const READABLE: f32 = 12.0;

/// Returns the sentences that are cut, and the labels of controls in letters that are too small.
fn cut(walk: &Walk) -> Vec<String> {
    let buttons: Vec<Rect> = walk.app.harness.ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets.iter());
        widgets.filter(|widget| widget.sense.contains(Sense::CLICK)).map(|widget| widget.rect).collect()
    });
    let on_a_button = |text: &&TextShape| {
        let middle = text.galley.rect.translate(text.pos.to_vec2()).center();
        buttons.iter().any(|button| button.contains(middle))
    };
    // Long names and titles are cut in every language.
    let titles: BTreeSet<String> = PRESETS.iter().map(|preset| preset.rules.title()).collect();
    let is_sentence = |text: &&TextShape| {
        let text = text.galley.text();
        !titles.contains(text) && sentences(Language::Spanish).any(|one| text == one.words)
    };
    let size =
        |text: &TextShape| text.galley.job.sections.iter().map(|part| part.format.font_id.size).fold(99.0, f32::min);
    let texts = written(walk);
    let cut = texts.iter().filter(|text| text.galley.elided).filter(is_sentence);
    let small = texts.iter().filter(|text| size(text) < READABLE).filter(on_a_button).filter(is_sentence);
    let cut = cut.map(|text| format!("`{}` is cut", text.galley.text()));
    cut.chain(small.map(|text| format!("`{}` is {} points large", text.galley.text(), size(text)))).collect()
}

#[track_caller]
fn check(window: Vec2) {
    let english = english();
    assert!(english.len() > 500, "{} sentences", english.len());
    let looks = |walk: &Walk| {
        let mut faults = left_in_english(walk, &english);
        faults.extend(cut(walk));
        faults
    };
    let faults = within(Language::Spanish, || walk_and(window, 100, ThemeChoice::Dark, looks));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn on_a_phone_nothing_is_english_or_cut() {
    check(vec2(390.0, 844.0));
}

#[test]
fn on_a_small_phone_neither() {
    check(vec2(360.0, 640.0));
}

#[test]
fn on_a_laptop_neither() {
    check(vec2(1280.0, 800.0));
}

#[test]
fn english_is_known_again_with_anything_in_its_places() {
    assert!(is_said("Anna made a false claim", "{name} made a false claim"));
    assert!(is_said("Undo", "Undo") && !is_said("Undone", "Undo") && !is_said("Deshacer", "Undo"));
    assert!(is_said("Game 2 of 3 · hand 4", "Game {leg} of {games} · hand {hand}"));
    assert!(!is_said("Partida 2 de 3 · mano 4", "Game {leg} of {games} · hand {hand}"));
}

#[test]
fn every_letter_of_every_sentence_is_in_the_fonts() {
    let folder = tempdir().unwrap();
    let app = App::open(folder.path());
    let letters: BTreeSet<char> = sentences(Language::Spanish)
        .flat_map(|sentence| [Some(sentence.words), sentence.words_many])
        .flatten()
        .flat_map(str::chars)
        .filter(|letter| !letter.is_control())
        .collect();
    assert!("ñáéíóú¿¡".chars().all(|letter| letters.contains(&letter)), "{letters:?}");
    for weight in [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Bold] {
        let missing =
            |letter: &&char| !app.harness.ctx.fonts_mut(|fonts| fonts.has_glyph(&weight.font(16.0), **letter));
        let missing: Vec<&char> = letters.iter().filter(missing).collect();
        assert!(missing.is_empty(), "{weight:?} lacks {missing:?}");
    }
}

thread_local! {
    static SPOKEN: Cell<Option<Language>> = const { Cell::new(None) };
}

#[test]
fn the_language_is_chosen_in_the_settings_kept_and_spoken_at_once() {
    let folder = tempdir().unwrap();
    let size = vec2(1280.0, 720.0);
    let open = |system: Language| {
        App::open_as(folder.path(), size, |shell| shell.with_language(system, |now| SPOKEN.set(Some(now))))
    };
    let mut app = open(Language::English);
    assert_eq!(SPOKEN.get(), Some(Language::English));
    app.harness.state_mut().perform(Action::Go(Screen::Settings));
    app.harness.run();
    app.click("Español");
    assert_eq!(SPOKEN.get(), Some(Language::Spanish));
    drop(app);
    let mut app = open(Language::English);
    assert_eq!(SPOKEN.get(), Some(Language::Spanish), "it is kept");
    app.harness.state_mut().perform(Action::Go(Screen::Settings));
    app.harness.run();
    app.click("System");
    assert_eq!(SPOKEN.get(), Some(Language::English));
    drop(app);
    let _app = open(Language::Spanish);
    assert_eq!(SPOKEN.get(), Some(Language::Spanish), "the system's");
}

/// The last message appears in the new language.
#[test]
fn the_last_message_follows_the_language() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    assert!(app.says("Anna leads 6-6"));
    within(Language::Spanish, || {
        let settings = &app.harness.state().state.settings;
        let settings = Settings { language: Some("es".to_owned()), ..settings.clone() };
        app.harness.state_mut().perform(Action::Set(settings));
        app.harness.run();
        assert!(!app.says("leads") && app.says("Anna sale con la 6-6"));
    });
}
