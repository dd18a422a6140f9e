//! Acts of every front end over a data folder that is gone: each says that the act is not on the disk, and it is not there;
//! when the folder is back, it is. (Every kind of act at the table itself: disk.rs.)

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::disk::{Folder, opened_to_phones, until};
use super::served::{Served, enter};
use super::watch::{asking, pictures};
use game::layout::Play;
use game::record::Record;
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::tile::Pip;
use game::{Act, Match, Offence, Seat, Setup, Side};
use server::ListenerOptions;
use sixty_one::camera::SourceSpec;
use sixty_one::live::{Sighting, TableState};
use sixty_one::table;
use sixty_one::ui::action::{Action, TableWish};
use sixty_one::ui::camera::CameraWish;
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::phones::Phones;
use sixty_one::ui::score_sheet::ScoreWish;
use sixty_one::ui::shell::Shell;
use sixty_one::ui::state::BeginWish;
use sixty_one::ui::table::{ActWish, FormWish};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::IpAddr;
use std::sync::Arc;

/// What is on the table when the folder goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A hand is dealt, and nothing is dropped.
    Dealt,
    /// Three drops of a hand.
    Drops,
    /// The last of them is taken back.
    Undone,
    /// A hand is over.
    Between,
    /// The match is over.
    Over,
    /// A drop has scored, and the points are not claimed yet.
    Scored,
    /// The player to drop may draw.
    Boneyard,
    /// The hand is blocked, and the pips left are not counted yet.
    Tally,
    /// A game of points, written down hand by hand.
    Sheet,
}

/// The match at this stage.
fn at(stage: Stage) -> Match {
    let (rules, drops) = match stage {
        Stage::Dealt => ("pafos", ""),
        Stage::Scored => ("pafos claim=muggins", "A 6-6\n"),
        Stage::Boneyard => ("draw_six", "A 6-6\n"),
        Stage::Tally => ("block_six", "A 6-6\n"),
        _ => ("pafos", "A 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\n"),
    };
    let text = format!("[Rules \"{rules}\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\n{drops}end\n");
    let mut game = Record::parse(&text).unwrap().game;
    match stage {
        Stage::Dealt | Stage::Drops | Stage::Scored | Stage::Boneyard => {}
        Stage::Undone => drop(game.act(Act::Undo).unwrap()),
        Stage::Tally => drop(game.act(Act::Block).unwrap()),
        Stage::Sheet => {
            let setup = Setup::new(RuleSet::preset("any_sheet").unwrap(), &["Anna", "Ben"]);
            game = table::opening(setup, Seat::FIRST).unwrap();
        }
        Stage::Between | Stage::Over => {
            let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
            game = play_match(setup, &[0.8, 0.2], false, 1).unwrap();
            let second_deal = |n: &usize| game.up_to(*n).state().running().is_none();
            let end = (3..game.events().len()).find(second_deal).unwrap();
            if stage == Stage::Between {
                game = game.up_to(end);
            }
        }
    }
    game
}

/// A folder with the match at this stage.
fn folder(stage: Stage) -> Folder {
    let folder = Folder::new();
    drop(table::open(&folder.here).unwrap().begin(at(stage)));
    folder
}

fn seat(letter: &str) -> Seat {
    letter.parse().unwrap()
}

/// The event of the second drop, and of the last one.
fn drop_events(game: &Match) -> (usize, usize) {
    let plays = game.standing().filter(|(_, act)| matches!(act, Act::Play { .. })).map(|(event, _)| event);
    let plays: Vec<usize> = plays.collect();
    (plays[1], plays[2])
}

/// How this tile can be dropped on the first tiles of the line.
fn play(game: &Match, tiles: usize, tile: &str) -> Play {
    let layout = game.state().running().unwrap().layout.prefix(tiles);
    layout.ways(tile.parse().unwrap(), &game.setup().rules)[0]
}

/// An act of the window: its name, the stage before it, and its taps.
type InTheWindow = (&'static str, Stage, fn(&Match) -> Vec<Action>);

const IN_THE_WINDOW: [InTheWindow; 26] = [
    ("play", Stage::Drops, |game| vec![EntryWish::Choose(play(game, 3, "3-3")).into()]),
    ("undo", Stage::Drops, |_| vec![ActWish::Undo.into()]),
    ("redo", Stage::Undone, |_| vec![ActWish::Redo.into()]),
    ("knock", Stage::Drops, |_| vec![ActWish::KnockAnyway.into()]),
    ("draw", Stage::Boneyard, |_| vec![ActWish::Draw.into()]),
    ("claim", Stage::Scored, |_| vec![ActWish::Claim.into()]),
    ("muggins", Stage::Scored, |_| vec![ActWish::Muggins(seat("B")).into()]),
    ("false claim", Stage::Scored, |_| vec![ActWish::FalseClaim(seat("A"), 8).into()]),
    ("block", Stage::Drops, |_| vec![ActWish::Block.into(), EntryWish::Yes.into()]),
    ("tally", Stage::Tally, |game| {
        let pips = |seat: Seat| {
            let digits = if seat.index() == 0 { [4, 0] } else { [3, 1] };
            let digits = digits.map(|pip| EntryWish::Figure(Pip::new(pip).unwrap()).into());
            std::iter::once(FormWish::TallySeat(seat).into()).chain(digits)
        };
        game.setup().all_seats().flat_map(pips).chain([FormWish::Tally.into()]).collect()
    }),
    ("hand of points", Stage::Sheet, |_| {
        let out: Action = TableWish::Score(ScoreWish::Out(0)).into();
        let pip = |pip| EntryWish::Figure(Pip::new(pip).unwrap()).into();
        vec![out, pip(1), pip(2), TableWish::Score(ScoreWish::Write).into()]
    }),
    ("penalty", Stage::Drops, |_| vec![ActWish::Penalty(seat("A"), Offence::Misplay).into()]),
    ("redeal", Stage::Drops, |_| vec![ActWish::Redeal.into(), EntryWish::Yes.into()]),
    ("deal", Stage::Between, |_| vec![ActWish::Deal(seat("B")).into()]),
    ("remove", Stage::Drops, |game| vec![ActWish::Remove(drop_events(game).1).into()]),
    ("replace", Stage::Drops, |game| {
        let event = drop_events(game).1;
        vec![EntryWish::Rewrite(event).into(), EntryWish::Choose(play(game, 2, "6-5")).into()]
    }),
    ("give_to", Stage::Drops, |game| vec![ActWish::Give(drop_events(game).1, seat("B")).into()]),
    ("insert_knock", Stage::Drops, |game| vec![EntryWish::Insert(drop_events(game).1).into(), ActWish::Knock.into()]),
    ("insert_drop", Stage::Drops, |game| {
        vec![EntryWish::Insert(drop_events(game).1).into(), EntryWish::Choose(play(game, 2, "3-3")).into()]
    }),
    ("rename", Stage::Drops, |_| {
        vec![FormWish::Naming(seat("B"), "Zoë".to_owned()).into(), ActWish::Rename(seat("B")).into()]
    }),
    ("substitute", Stage::Between, |_| {
        vec![FormWish::Naming(seat("B"), "Tom".to_owned()).into(), ActWish::Substitute(seat("B")).into()]
    }),
    ("adjust", Stage::Drops, |_| {
        vec![ActWish::Adjust(Side::new(0).unwrap(), Points::new(7), "a slip".to_owned()).into()]
    }),
    ("abandon", Stage::Drops, |_| vec![ActWish::Abandon.into(), EntryWish::Yes.into()]),
    ("start_from", Stage::Dealt, |_| vec![Action::Camera(CameraWish::TakeOver(seat("B")))]),
    ("again", Stage::Over, |_| vec![BeginWish::SameAgain.into()]),
    ("begin", Stage::Over, |_| vec![BeginWish::Start.into()]),
];

/// An act of a phone: its name, the stage before it, and what it sends.
type AtAPhone = (&'static str, Stage, &'static str);

const AT_A_PHONE: [AtAPhone; 10] = [
    ("play", Stage::Drops, "tile 5-3"),
    ("undo", Stage::Drops, "undo"),
    ("redo", Stage::Undone, "redo"),
    ("knock", Stage::Drops, "knock"),
    ("draw", Stage::Boneyard, "draw"),
    ("claim", Stage::Scored, "claim A"),
    ("muggins", Stage::Scored, "muggins B"),
    ("deal", Stage::Between, "deal B"),
    ("again", Stage::Over, "again"),
    ("begin", Stage::Over, "begin 0 1&p00=Una&p10=Vic"),
];

/// A front end with its match, and what it says to an act.
enum FrontEnd {
    Window(Box<Shell>),
    Phone(Box<Shell>, egui::Context, String),
    Server(Served),
}

impl FrontEnd {
    fn window(folder: &Folder) -> Self {
        let mut shell = Shell::new(Keeper::open(&folder.here).unwrap());
        // The camera sees three tiles, of which none is in the record.
        shell.state.camera.source = Some(SourceSpec::Folder("pictures".into()));
        let line: game::layout::Layout = "6-6 6-3 3-0".parse().unwrap();
        let new: Vec<_> = line.tiles().iter().collect();
        let state = TableState::Lost { after: vec![None; new.len()], new, gone: Vec::new(), table: Some(line) };
        shell.state.camera.sighting = Some(Arc::new(Sighting { number: 1, ..Sighting::of_nothing(state) }));
        Self::Window(Box::new(shell))
    }

    fn phone(folder: &Folder) -> Self {
        let addresses = vec![IpAddr::from([127, 0, 0, 1])];
        let options = ListenerOptions { port: 0, addresses, ..ListenerOptions::default() };
        let mut shell = Shell::new(Keeper::open(&folder.here).unwrap()).with_phones(Phones::with(options));
        let ctx = egui::Context::default();
        let link = opened_to_phones(&mut shell, &ctx);
        Self::Phone(Box::new(shell), ctx, link)
    }

    /// What it says to the act of this number of its list; nothing where the act is on the disk.
    fn says(&mut self, number: usize) -> Option<String> {
        let phones = |answer: String| {
            let unsaved = answer.contains("Entered, but not saved yet: ");
            let saved = ["Entered.", "Undone.", "The next match is on the table."]
                .iter()
                .any(|words| answer.contains(&format!("\"said\":\"{words}\"")));
            assert!(unsaved != saved, "{answer}");
            unsaved.then_some(answer)
        };
        match self {
            Self::Window(shell) => {
                let game = shell.state.table.as_ref().unwrap().game.clone();
                IN_THE_WINDOW[number].2(&game).into_iter().for_each(|action| shell.perform(action));
                let (table, unsaved) = (shell.state.table.as_ref().unwrap(), shell.state.unsaved.as_ref());
                assert!(table.game.events() != game.events(), "{}: {:?}", IN_THE_WINDOW[number].0, table.hint);
                unsaved.map(ToString::to_string)
            }
            Self::Phone(shell, ctx, link) => {
                let link = link.clone();
                let sent = std::thread::spawn(move || enter(&link, AT_A_PHONE[number].2, 1));
                until("the phone is answered", || {
                    shell.logic(ctx);
                    sent.is_finished()
                });
                phones(sent.join().unwrap())
            }
            Self::Server(served) => phones(enter(&served.links[1], AT_A_PHONE[number].2, 1)),
        }
    }

    /// Time for it to try again.
    fn tries_again(&mut self) {
        match self {
            Self::Window(shell) | Self::Phone(shell, ..) => {
                let ctx = egui::Context::default();
                ctx.begin_pass(egui::RawInput { time: Some(1000.0), ..Default::default() });
                shell.logic(&ctx);
                drop(ctx.end_pass());
                assert_eq!(shell.state.unsaved, None);
            }
            // It does so every second.
            Self::Server(_) => {}
        }
    }
}

#[test]
fn every_act_of_every_front_end_tells_where_it_is() {
    let window = IN_THE_WINDOW.iter().map(|(act, stage, _)| ("window", *act, *stage));
    let phone = |front: &'static str| AT_A_PHONE.iter().map(move |(act, stage, _)| (front, *act, *stage));
    let trials = window.enumerate().chain(phone("phone").enumerate()).chain(phone("server").enumerate());
    for (number, (front, act, stage)) in trials {
        for gone in [false, true] {
            let folder = folder(stage);
            let mut front_end = match front {
                "window" => FrontEnd::window(&folder),
                "phone" => FrontEnd::phone(&folder),
                _ => FrontEnd::Server(Served::start(&folder.here, &["--enter"], 2)),
            };
            let before = folder.stored();
            if gone {
                folder.goes();
            }
            let said = front_end.says(number);
            assert_eq!(said.is_some(), gone, "{front}: {act}: {said:?}");
            assert_eq!(folder.stored() == before, gone, "{front}: {act}: what it says is not what is there");
            if gone {
                folder.comes_back();
                front_end.tries_again();
                until(&format!("{front}: {act}: it is saved"), || folder.stored() > before);
            }
        }
    }
}

/// An answer at the camera's terminal: its name, the rules, the first picture, the answers before the folder goes, and
/// the one after.
type AtTheCamera = (&'static str, &'static str, usize, &'static [&'static str], &'static str);

const AT_THE_CAMERA: [AtTheCamera; 11] = [
    ("drop", "pafos", 0, &[], "y"),
    ("another tile", "pafos", 0, &["y"], "6-5"),
    ("undo", "pafos", 0, &["y"], "u"),
    ("start_from", "pafos", 2, &[], "Ben"),
    ("knock", "pafos", 0, &["y"], "k"),
    ("draw", "draw_six", 0, &["y"], "d"),
    ("block", "pafos", 0, &["y"], "b"),
    ("pips", "block_six", 0, &["y", "b", "40"], "31"),
    ("deal", "pafos", 0, &["y", "b"], "Anna"),
    ("correct", "pafos", 0, &["y", "4-3"], "y"),
    ("mend", "pafos", 0, &["6-5"], "y"),
];

#[test]
fn every_answer_at_the_camera_tells_where_it_is() {
    for (act, rules, first, before, answer) in AT_THE_CAMERA {
        let (table, folder) = (pictures(first), Folder::new());
        let data = folder.here.to_str().unwrap();
        let mut child =
            asking(table.path(), &["--data", data, "--players", "Anna,Ben", "--rules", rules]).spawn().unwrap();
        let mut keyboard = child.stdin.take();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut asked = || lines.by_ref().find(|line| line.starts_with("  ?   ")).is_some();
        for answer in before {
            assert!(asked(), "{act}");
            writeln!(keyboard.as_mut().unwrap(), "{answer}").unwrap();
        }
        assert!(asked(), "{act}");
        let there = folder.stored();
        folder.goes();
        writeln!(keyboard.as_mut().unwrap(), "{answer}").unwrap();
        let told = lines.by_ref().find(|line| line.contains("not saved") || line.contains("can't be"));
        assert!(told.as_ref().is_some_and(|line| line.contains("1 action is not saved: ")), "{act}: {told:?}");
        assert_eq!(folder.stored(), there, "{act}");
        folder.comes_back();
        assert!(lines.any(|line| line.contains("everything is saved again")), "{act}");
        assert!(folder.stored() > there, "{act}");
        drop(keyboard.take());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_match_that_cannot_be_opened_again_stays_away_and_says_so() {
    let folder = folder(Stage::Over);
    let FrontEnd::Window(mut shell) = FrontEnd::window(&folder) else { unreachable!() };
    let over = shell.state.table.as_ref().unwrap().game.clone();
    shell.perform(BeginWish::SameAgain.into());
    let begun = shell.state.table.as_ref().unwrap().game.clone();
    folder.goes();
    shell.perform(ActWish::Undo.into());
    assert_eq!(shell.state.table.as_ref().unwrap().game.events(), begun.events());
    assert_eq!(shell.state.notices.len(), 1, "{:?}", shell.state.notices);
    folder.comes_back();
    shell.perform(ActWish::Undo.into());
    assert_eq!(shell.state.table.as_ref().unwrap().game.events(), over.events());
}
