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
                _ => (say!("Back to the first page").to_owned(), Screen::Welcome),
            };
            if button::add(ui, theme, TOUCH, Face::new(&label).key("Esc").main(true)).clicked() {
                actions.push(Action::Go(to));
            }
            if to != Screen::Welcome && button::add(ui, theme, TOUCH, Face::new(say!("The first page again"))).clicked()
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
        for words in ALWAYS {
            line_ui(ui, theme, said(words));
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

/// What a screen is for.
struct Topic {
    screen: Screen,
    title: &'static str,
    lines: &'static [&'static str],
}

fn topic(screen: Screen) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.screen == screen)
}

const TOPICS: &[Topic] = &[
    Topic {
        screen: Screen::Table,
        title: sentence!("At the table"),
        lines: &[
            sentence!(
                "A tile was played: tap it, or type the two ends as they lie now: 6, space, 3, Enter. If it fits in two \
             places you are asked which. Points come with their reason, and the pegs move."
            ),
            sentence!("Knock says that a player cannot go. Between hands touch who leads."),
            sentence!(
                "A mistake? Undo takes the last tap back, across hands and games too. An earlier drop is put right under \
             Drops (L); what followed is counted again."
            ),
            sentence!(
                "More (O) has the rarer things: a wrong play that stands, penalties, a blocked hand, a new deal, names, \
             somebody who plays on for another."
            ),
        ],
    },
    Topic {
        screen: Screen::NewGame,
        title: sentence!("A new game"),
        lines: &[
            sentence!(
                "Choose the game, say who plays and who leads, and touch the green button. Names and rules are offered \
             again next time."
            ),
            sentence!(
                "Your house plays otherwise? House rules change any rule of the game. Give them a name, and they are \
             offered like any other game."
            ),
            sentence!(
                "In competition there is no advice. In practice A at the table says which tile to play, and why."
            ),
        ],
    },
    Topic {
        screen: Screen::History,
        title: sentence!("History"),
        lines: &[
            sentence!("Every match that was played, the newest first. Open one to go through it drop by drop."),
            sentence!(
                "Statistics, League and Players have figures, tables and fixtures, and two names of one player put \
             together."
            ),
            sentence!("Export writes what you have to a file; Import takes it over on another machine."),
        ],
    },
    Topic {
        screen: Screen::Rules,
        title: sentence!("Rules"),
        lines: &[sentence!("Every game with each of its rules, and the words of the page it was taken from.")],
    },
    Topic {
        screen: Screen::Count,
        title: sentence!("Counting a heap"),
        lines: &[
            sentence!(
                "For games that end in counting what is left. Lay the tiles face up beside each other and take the \
             camera's picture or one from a file: each tile is shown with its value, and the sum."
            ),
            sentence!(
                "Touch a tile that was misread to put it right. On a score sheet the sum goes to the hand at one touch."
            ),
        ],
    },
    Topic {
        screen: Screen::Camera,
        title: sentence!("The camera"),
        lines: &[
            sentence!(
                "Put it above the table or at a seat, so that the whole line is in view, with light that does not mirror \
             in the tiles. Choose it, then go through the three steps: see the table, read ten tiles, rehearse."
            ),
            sentence!(
                "While you play: lay the tile, take the hand away, and the drop is proposed. Space confirms it, N says \
             that nothing was laid."
            ),
            sentence!("No camera? The simulated table shows what it does. Everything else works the same without one."),
        ],
    },
    Topic {
        screen: Screen::Settings,
        title: sentence!("Settings"),
        lines: &[sentence!(
            "Colours, size, sounds and voice, and how drops are entered. F11 is for reading from two metres."
        )],
    },
];

const ALWAYS: &[&str] = &[
    sentence!(
        "Everything is kept on this machine as it happens. Pull the plug, and the next start opens the same hand."
    ),
    sentence!(
        "Phones and screens (F12) let everybody at the table follow the score or enter drops. Nothing listens before you \
     let them in."
    ),
    sentence!("A button's key stands on it. The handbook, which comes with Sixty-One, tells the rest."),
];

const KEYS: &[(&str, &str)] = &[
    ("6 3 Enter", sentence!("the drop that leaves the ends 6 and 3; with T before it, the tile 6-3")),
    (sentence!("* or X"), sentence!("the end just typed is a double lying across (also the tile: T 6 *)")),
    (sentence!("/ or E, T"), sentence!("what figures mean: the ends, the tile")),
    ("← →", sentence!("the next of several possible drops")),
    ("Enter", sentence!("enter the drop; between hands: deal; at the end: the same again")),
    (sentence!("Backspace, Esc"), sentence!("take back a figure, all of them")),
    (sentence!("K, D or +"), sentence!("knock, draw a tile")),
    ("C, M", sentence!("take the score, call muggins")),
    (sentence!("U or −, R"), sentence!("undo, redo (also Ctrl+Z, Ctrl+Y)")),
    ("W, B, P", sentence!("a wrong play that stands, a blocked hand, the next player's drop")),
    ("A", sentence!("which tile to play, and why (in practice matches)")),
    (sentence!("Space, ← →"), sentence!("confirm what the camera saw, one of its other readings")),
    ("N, G, T", sentence!("nothing was laid; look again; tap the tiles instead")),
    ("L, O", sentence!("the drops of this hand, more")),
    (sentence!("Shift + 0, 1, 2"), sentence!("ten, eleven, twelve in double-twelve sets")),
    (sentence!("F1 to F5, F7, F9; F6, F12"), sentence!("the screens; the spectators' window, the phones")),
    ("F8", sentence!("keep the camera's last minute")),
    ("?", sentence!("help")),
    ("F11", sentence!("large display")),
    ("F10", sentence!("quiet, or voice and sound")),
    (sentence!("Tab, arrows, Enter"), sentence!("every button; on a front peg the arrows move it")),
];

fn title_ui(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(12.0);
    ui.add(Label::new(Ink::new(Weight::SemiBold, 20.0, theme.text).on(words)).wrap());
}

fn line_ui(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(2.0);
    ui.add(Label::new(Ink::new(Weight::Regular, 16.0, theme.text).on(words)).wrap());
}

fn topic_ui(ui: &mut Ui, theme: &Theme, topic: &Topic) {
    title_ui(ui, theme, said(topic.title));
    for words in topic.lines {
        line_ui(ui, theme, said(words));
    }
}

/// A key and what it does: beside each other where there is room.
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
