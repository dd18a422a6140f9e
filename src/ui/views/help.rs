//! Help: what the screen is for from which it was asked, what the others are for, every key.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::screen::Screen;
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::text::Ink;
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Label, RichText, ScrollArea, Ui};
use language::{said, say, sentence};

pub(super) fn help_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // Longer lines are not read.
        ui.set_max_width(ui.available_width().min(860.0));
        let here = topic(state.help_about);
        if let Some(topic) = here {
            topic_ui(ui, theme, topic);
        }
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            let back = Screen::ALL.iter().find(|(screen, ..)| *screen == state.help_about);
            let (label, to) = match back {
                Some((screen, name, _)) if *screen != Screen::Help => {
                    (say!("Back to {name}", name = said(name)), *screen)
                }
                _ => (say!("To the welcome page").to_owned(), Screen::Welcome),
            };
            if button::add(ui, theme, TOUCH, Face::new(&label).key("Esc").main(true)).clicked() {
                actions.push(Action::Go(to));
            }
            if to != Screen::Welcome && button::add(ui, theme, TOUCH, Face::new(say!("See the welcome page"))).clicked()
            {
                actions.push(Action::Go(Screen::Welcome));
            }
            if button::add(ui, theme, TOUCH, Face::new(say!("Show me: simulated table"))).clicked() {
                actions.push(BeginWish::Demonstrate.into());
            }
        });
        for topic in TOPICS.iter().filter(|topic| here.is_none_or(|here| here.screen != topic.screen)) {
            topic_ui(ui, theme, topic);
        }
        title_ui(ui, theme, say!("Always"));
        // A page has no server.
        for line in ALWAYS.iter().filter(|line| !(state.page && **line == PHONES)) {
            line_ui(ui, theme, *line);
        }
        if !theme.keys {
            return;
        }
        title_ui(ui, theme, say!("Keys"));
        for (keys, what) in KEYS {
            key_ui(ui, theme, said(keys), said(what));
        }
    });
}

/// A line of the help, with its wording for devices without a keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
struct HelpLine {
    words: &'static str,
    by_touch: &'static str,
}

/// A line without keys.
const fn plain(words: &'static str) -> HelpLine {
    HelpLine { words, by_touch: words }
}

/// A line that names keys.
const fn keyed(words: &'static str, by_touch: &'static str) -> HelpLine {
    HelpLine { words, by_touch }
}

/// Purpose of a screen.
struct Topic {
    screen: Screen,
    title: &'static str,
    lines: &'static [HelpLine],
}

fn topic(screen: Screen) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.screen == screen)
}

const TOPICS: &[Topic] = &[
    Topic {
        screen: Screen::Table,
        title: sentence!("At the table"),
        lines: &[
            keyed(
                sentence!(
                    "When a tile is dropped, tap it, or type the two open ends: 6, 3, Enter. If it \
                        fits in two places, you choose one. The points appear with their reason, and the pegs \
                        move."
                ),
                sentence!(
                    "When a tile is dropped, tap it. If it fits in two places, you choose one. The points \
                        appear with their reason, and the pegs move."
                ),
            ),
            plain(sentence!("Knock means that a player can't go. Between hands, tap who leads.")),
            keyed(
                sentence!(
                    "A mistake? Undo takes back the last tap, even in an earlier hand or game. Correct an \
                        earlier drop under Drops (L); everything after it is counted again."
                ),
                sentence!(
                    "A mistake? Undo takes back the last tap, even in an earlier hand or game. To correct an \
                        earlier drop, tap More, then Correct a drop; everything after it is counted again."
                ),
            ),
            keyed(
                sentence!(
                    "More (O) has the rest: a wrong play, penalties, a blocked hand, a new deal, names and \
                        substitutes."
                ),
                sentence!(
                    "More has the rest: a wrong play, penalties, a blocked hand, a new deal, names and \
                        substitutes."
                ),
            ),
        ],
    },
    Topic {
        screen: Screen::NewGame,
        title: sentence!("A new game"),
        lines: &[
            plain(sentence!(
                "Choose the game, enter who plays and who leads, and press Begin the match. The same \
                    names and rules are offered next time."
            )),
            plain(sentence!(
                "Different rules at home? House rules change any rule of a game. Give them a name and \
                    they join the list of games."
            )),
            keyed(
                sentence!(
                    "Advice is off in competition. In a practice match, press A at the table to see \
                        which tile to play, and why."
                ),
                sentence!(
                    "Advice is off in competition. In a practice match, tap Advice at the table to see \
                        which tile to play, and why."
                ),
            ),
        ],
    },
    Topic {
        screen: Screen::History,
        title: sentence!("History"),
        lines: &[
            plain(sentence!("All matches, newest first. Open one to replay it drop by drop.")),
            plain(sentence!(
                "Statistics, League and Players show figures, tables and fixtures. Under Players you \
                    can merge two names of one player."
            )),
            plain(sentence!("Export writes your matches to a file. Import reads them on another machine.")),
        ],
    },
    Topic {
        screen: Screen::Rules,
        title: sentence!("Rules"),
        lines: &[plain(sentence!("Every game with all its rules, and the words of the page they come from."))],
    },
    Topic {
        screen: Screen::Count,
        title: sentence!("Counting a heap"),
        lines: &[
            plain(sentence!(
                "For games that end by counting the tiles left in hand. Spread them face up and take \
                    the camera's picture, or choose a file. You see each tile with its value, and the sum."
            )),
            plain(sentence!(
                "Tap a misread tile to correct it. On a score sheet, one tap enters the sum for the hand."
            )),
        ],
    },
    Topic {
        screen: Screen::Camera,
        title: sentence!("The camera"),
        lines: &[
            plain(sentence!(
                "Put the camera above the table or at a seat, with the whole line in view and no lamp \
                    reflected in the tiles. Choose it, then follow the three steps: see the table, read ten \
                    tiles, rehearse a hand."
            )),
            keyed(
                sentence!(
                    "While you play: drop the tile, take your hand away, and Sixty-One proposes the drop. \
                        Space accepts it; N means that no tile was dropped."
                ),
                sentence!(
                    "While you play: drop the tile, take your hand away, and Sixty-One proposes the drop. \
                        Tap Confirm to accept it, or “nothing” if no tile was dropped."
                ),
            ),
            plain(sentence!("No camera? Try the simulated table. Everything else works without one.")),
        ],
    },
    Topic {
        screen: Screen::Settings,
        title: sentence!("Settings"),
        lines: &[keyed(
            sentence!(
                "Colours, size, sound, voice, and how you enter drops. F11 enlarges the scores so you can \
                    read them from across the room."
            ),
            sentence!(
                "Colours, size, sound, voice, and how you enter drops. Large display enlarges the scores so \
                    you can read them from across the room."
            ),
        )],
    },
];

const PHONES: HelpLine = keyed(
    sentence!(
        "Phones and screens (F12) let everyone at the table follow the score or enter drops. The server \
            is off until you start it."
    ),
    sentence!(
        "Phones and screens let everyone at the table follow the score or enter drops. The server is off \
            until you start it."
    ),
);

const ALWAYS: &[HelpLine] = &[
    plain(sentence!(
        "Everything is saved on this machine as it happens. After a power cut, the next start opens the \
            same hand."
    )),
    PHONES,
    keyed(
        sentence!("Most buttons show their key. For everything else, see the handbook."),
        sentence!("For everything else, see the handbook."),
    ),
];

const KEYS: &[(&str, &str)] = &[
    ("6 3 Enter", sentence!("the drop that leaves the ends 6 and 3; with T before it, the tile 6-3")),
    (sentence!("* or X"), sentence!("the end just typed is a crosswise double (also for a tile: T 6 *)")),
    (sentence!("/ or E, T"), sentence!("what numbers mean: the ends, the tile")),
    ("← →", sentence!("the next of several possible drops")),
    ("Enter", sentence!("enter the drop; between hands: deal; at the end: the same again")),
    (sentence!("Backspace, Esc"), sentence!("delete a digit, all digits")),
    (sentence!("K, D or +"), sentence!("knock, draw a tile")),
    ("C, M", sentence!("take the score, call muggins")),
    (sentence!("U or −, R"), sentence!("undo, redo (also Ctrl+Z, Ctrl+Y)")),
    ("W, B, P", sentence!("record a wrong play, a blocked hand, the next player's drop")),
    ("A", sentence!("which tile to play, and why (in practice matches)")),
    (sentence!("Space, ← →"), sentence!("confirm what the camera saw, one of its other readings")),
    ("N, I", sentence!("nothing was dropped; the tile was dropped earlier")),
    ("G, T", sentence!("look again; tap the tiles instead")),
    ("L, O", sentence!("the drops of this hand, more")),
    (sentence!("Shift + 0, 1, 2"), sentence!("ten, eleven, twelve in double-twelve sets")),
    (sentence!("F1 to F5, F7, F9; F6, F12"), sentence!("the screens; the spectators' window, the phones")),
    ("F8", sentence!("save the camera's last minute")),
    ("?", sentence!("help")),
    ("F11", sentence!("large display")),
    ("F10", sentence!("voice and sound on or off")),
    (sentence!("Tab, arrows, Enter"), sentence!("every button; on a front peg the arrows move it")),
];

fn title_ui(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(12.0);
    ui.add(Label::new(Ink::new(Weight::SemiBold, 20.0, theme.text).on(words)).wrap());
}

fn line_ui(ui: &mut Ui, theme: &Theme, line: HelpLine) {
    let words = said(if theme.keys { line.words } else { line.by_touch });
    ui.add_space(2.0);
    ui.add(Label::new(Ink::new(Weight::Regular, 16.0, theme.text).on(words)).wrap());
}

fn topic_ui(ui: &mut Ui, theme: &Theme, topic: &Topic) {
    title_ui(ui, theme, said(topic.title));
    for line in topic.lines {
        line_ui(ui, theme, *line);
    }
}

/// A key and its action, side by side if there is room.
fn key_ui(ui: &mut Ui, theme: &Theme, keys: &str, what: &str) {
    let (keys, what) = (RichText::new(keys).font(Weight::SemiBold.font(15.0)), RichText::new(what).color(theme.quiet));
    if ui.available_width() < 420.0 {
        ui.add_space(4.0);
        ui.add(Label::new(keys).wrap());
        ui.add(Label::new(what).wrap());
        return;
    }
    ui.horizontal(|ui| {
        ui.add_sized([190.0, 24.0], Label::new(keys).truncate());
        ui.add(Label::new(what).wrap());
    });
}
