//! Acts that can be entered now, and the meaning of a phone's text. Only the table decides whether an act is allowed.

use crate::next::NextMatch;
use game::layout::Play;
use game::rules::{Claim, Drawing};
use game::tile::{Tile, TileSet};
use game::{Act, Match, NextLeader, Round, Seat, State, words};
use language::{say, sentence};

/// Name of a phone in the record, before its address; screens show a translation.
pub const AT_A_PHONE: &str = "the phone at ";

/// Said when the table is not as the phone saw it.
pub(crate) const MOVED_ON: &str = sentence!("the table has moved on: look again");

/// A phone asks for this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhoneAct {
    /// An act in the match on the table.
    Act(Act),
    /// Begin a rematch.
    SameAgain,
    /// Begin a game of other players.
    Begin(NextMatch),
}

/// Outcome of a phone's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The act is recorded on disk.
    Saved,
    /// The act is recorded but not on disk yet, for this reason.
    Unsaved(String),
}

impl Entered {
    /// The words for the phone.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Saved => say!("Entered.").to_owned(),
            Self::Unsaved(why) => say!("Entered, but not saved yet: {why}", why),
        }
    }
}

/// Meaning of a phone's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// A request to the table.
    Ask(PhoneAct),
    /// The tile fits at more than one place, or the act ends a hand: the player chooses, or confirms the only choice.
    Choose(Vec<PadChoice>),
    /// Not a valid request; the reason in players' words.
    No(String),
}

/// Something to tap: its label and the text that the phone sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PadChoice {
    /// "on the 6".
    pub words: String,
    /// `play 6-3@6-6.s1`.
    pub say: String,
}

/// A tile of the pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PadTile {
    /// The tile.
    pub tile: Tile,
    /// Whether it is on the table.
    pub laid: bool,
    /// Whether it can be dropped now.
    pub fits: bool,
}

/// Everything that can be tapped now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TapPad {
    /// Rows of the triangle: a row a higher half, empty when no drop is waited for.
    pub rows: Vec<Vec<PadTile>>,
    /// The buttons beside it.
    pub buttons: Vec<PadChoice>,
    /// The players whose leftover pips are asked for: seat and name.
    pub tally: Vec<(Seat, String)>,
}

impl TapPad {
    /// Returns what can be entered in this match.
    #[must_use]
    pub(crate) fn of(game: &Match) -> Self {
        let state = game.state();
        let mut pad = Self { buttons: buttons(game), ..Self::default() };
        if let Some(round) = state.running() {
            pad.rows = rows(state, round);
        } else if let Some(round) = state.round.as_ref().filter(|round| round.needs_tally()) {
            let unknown = state.setup.all_seats().filter(|&seat| !round.hand(seat).is_known());
            pad.tally = unknown.map(|seat| (seat, state.setup.player(seat).to_owned())).collect();
        }
        pad
    }
}

fn rows(state: &State, round: &Round) -> Vec<Vec<PadTile>> {
    let rules = &state.setup.rules;
    let (laid, could_hold) = (round.layout.tiles(), state.could_hold(round.turn));
    let tile = |tile: Tile| PadTile {
        tile,
        laid: laid.contains(tile),
        fits: !laid.contains(tile) && could_hold.contains(tile) && round.layout.fits(tile, rules),
    };
    let tiles: Vec<PadTile> = rules.tiles().in_rows().into_iter().map(tile).collect();
    tiles.chunk_by(|one, next| one.tile.high() == next.tile.high()).map(<[PadTile]>::to_vec).collect()
}

fn button(words: impl Into<String>, say: impl Into<String>) -> PadChoice {
    PadChoice { words: words.into(), say: say.into() }
}

fn buttons(game: &Match) -> Vec<PadChoice> {
    let state = game.state();
    let setup = &state.setup;
    let mut buttons = Vec::new();
    if let Some(round) = state.running() {
        let led = !round.layout.is_empty();
        if led {
            buttons.push(button(say!("Knock"), "knock"));
        }
        if led && setup.rules.drawing != Drawing::Never && setup.rules.drawable(round.boneyard) > 0 {
            buttons.push(button(say!("Draw"), "draw"));
        }
        if led {
            buttons.push(button(say!("Blocked"), "block"));
        }
    } else if state.is_over() {
        buttons.push(button(say!("The same again"), "again"));
    } else if !state.round.as_ref().is_some_and(Round::needs_tally) {
        let (NextLeader::Seat(first) | NextLeader::Ask(first)) = state.next_leader();
        let mut seats: Vec<Seat> = setup.all_seats().collect();
        seats.sort_by_key(|&seat| seat != first);
        buttons.extend(
            seats
                .iter()
                .map(|seat| button(say!("{player} leads", player = setup.player(*seat)), format!("deal {seat}"))),
        );
    }
    if let Some(dropped) = state.round.as_ref().and_then(|round| round.claim_open(&setup.rules)) {
        buttons.push(button(say!("{player} claims", player = setup.player(dropped)), format!("claim {dropped}")));
        if setup.rules.claim == Claim::Muggins {
            let others = setup.all_seats().filter(|&seat| setup.side_of(seat) != setup.side_of(dropped));
            buttons.extend(
                others.map(|seat| {
                    button(say!("Muggins! {player}", player = setup.player(seat)), format!("muggins {seat}"))
                }),
            );
        }
    }
    if game.can_undo() {
        buttons.push(button(say!("Undo"), "undo"));
    }
    buttons
}

/// Interprets a phone's text in this match. `left` are the leftover pips sent with it, by seat.
#[must_use]
pub(crate) fn understand(game: &Match, said: &str, left: &[(Seat, String)]) -> Meant {
    let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
    let state = game.state();
    let turn = state.running().map(|round| round.turn);
    let act = match (verb, turn) {
        ("tile", Some(seat)) => return tile(state, seat, rest),
        ("play", Some(seat)) => play(state, rest).map(|play| Act::Play { seat, play, stands: false }),
        ("knock", Some(seat)) => Some(Act::Knock { seat, stands: false }),
        ("draw", Some(seat)) => Some(Act::Draw { seat, tiles: 1, seen: TileSet::EMPTY }),
        ("tile" | "play" | "knock" | "draw", None) => {
            return Meant::No(game::Refusal::NoHand.to_string());
        }
        ("block", Some(_)) if rest.is_empty() => {
            return Meant::Choose(vec![button(say!("Blocked: no player can go"), "block now")]);
        }
        ("block", _) => Some(Act::Block),
        ("undo", _) => Some(Act::Undo),
        ("redo", _) => Some(Act::Redo),
        ("claim", _) => rest.parse().ok().map(|seat| Act::Claim { seat }),
        ("muggins", _) => rest.parse().ok().map(|seat| Act::Muggins { seat }),
        ("deal", _) => rest.parse().ok().map(|leader| Act::Deal { leader, hands: Vec::new() }),
        ("tally", _) => return tally(state, left),
        ("again", _) if state.is_over() => return Meant::Ask(PhoneAct::SameAgain),
        _ => None,
    };
    act.map_or_else(
        || Meant::No(say!("the table did not understand the request").to_owned()),
        |act| Meant::Ask(PhoneAct::Act(act)),
    )
}

fn play(state: &State, text: &str) -> Option<Play> {
    state.running().and_then(|round| round.layout.parse_play(text).ok())
}

/// A tile was tapped: dropped where it fits, if that is one place.
fn tile(state: &State, seat: Seat, text: &str) -> Meant {
    let Some(round) = state.running() else { return Meant::No(game::Refusal::NoHand.to_string()) };
    let Ok(tile) = text.parse::<Tile>() else { return Meant::No(say!("there is no tile {text}", text)) };
    let layout = &round.layout;
    if layout.tiles().contains(tile) {
        return Meant::No(say!("{tile} is already on the table", tile));
    }
    match layout.ways(tile, &state.setup.rules).as_slice() {
        [] => Meant::No(say!("{tile} fits nowhere", tile)),
        [play] => Meant::Ask(PhoneAct::Act(Act::Play { seat, play: *play, stands: false })),
        ways => {
            let choice = |play: &Play| button(words::play(layout, play), format!("play {}", layout.play_text(play)));
            Meant::Choose(ways.iter().map(choice).collect())
        }
    }
}

fn tally(state: &State, left: &[(Seat, String)]) -> Meant {
    let mut pips = vec![None; state.setup.seats()];
    for (seat, typed) in left {
        let typed = typed.trim();
        let Ok(number) = typed.parse::<u16>() else {
            let name = state.setup.player(*seat);
            return Meant::No(if typed.is_empty() {
                say!("enter the pips left in {name}'s hand", name)
            } else {
                say!("{name}: the pips left must be a number", name)
            });
        };
        if let Some(pips) = pips.get_mut(seat.index()) {
            *pips = Some(number);
        }
    }
    Meant::Ask(PhoneAct::Act(Act::Tally { left: pips }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    fn game(text: &str) -> Match {
        Record::parse(text).unwrap().game
    }

    const LINE: &str = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";

    #[test]
    fn a_tap_is_a_drop_a_choice_or_a_reason() {
        let game = game(LINE);
        let ask = |said: &str| understand(&game, said, &[]);
        assert!(matches!(ask("tile 3-1"), Meant::Ask(PhoneAct::Act(Act::Play { stands: false, .. }))));
        let Meant::Choose(ways) = ask("tile 6-6") else {
            assert_eq!(ask("tile 6-6"), Meant::No("6-6 is already on the table".to_owned()));
            return;
        };
        panic!("{ways:?}");
    }

    #[test]
    fn where_a_tile_fits_twice_the_phone_is_asked() {
        let mut game = game("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-3\nend\n");
        for (tile, ways) in [("tile 6-4", 1), ("tile 4-3", 2)] {
            match understand(&game, tile, &[]) {
                Meant::Ask(PhoneAct::Act(act)) => {
                    assert_eq!(ways, 1, "{tile}");
                    game.act(act).unwrap();
                }
                Meant::Choose(choices) => assert_eq!(choices.len(), ways, "{tile}: {choices:?}"),
                other => panic!("{tile}: {other:?}"),
            }
        }
        assert!(matches!(understand(&game, "play 3-4@6-3.3", &[]), Meant::Ask(_)), "the choice is understood");
    }

    #[test]
    fn a_blocked_hand_is_asked_about() {
        let game = game(LINE);
        let Meant::Choose(only) = understand(&game, "block", &[]) else { panic!("it ends the hand at once") };
        let [only] = only.as_slice() else { panic!("{only:?}") };
        assert!(matches!(understand(&game, &only.say, &[]), Meant::Ask(PhoneAct::Act(Act::Block))));
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        let game = game(LINE);
        for said in ["", "tile", "tile 9-9", "play", "play 1-1@9-9.z", "deal Z", "claim", "again", "dance", "tile 6-3"]
        {
            assert!(matches!(understand(&game, said, &[]), Meant::No(why) if !why.is_empty()), "{said}");
        }
        assert_eq!(understand(&game, "tile 5-5", &[]), Meant::No("5-5 fits nowhere".to_owned()));
    }

    #[test]
    fn the_pad_knows_what_fits() {
        let pad = TapPad::of(&game(LINE));
        let tiles: Vec<&PadTile> = pad.rows.iter().flatten().collect();
        assert_eq!((tiles.len(), tiles.iter().filter(|tile| tile.laid).count()), (28, 2));
        let order: Vec<Tile> = tiles.iter().map(|tile| tile.tile).collect();
        assert_eq!(order, TileSet::full(game::tile::Pip::new(6).unwrap()).in_rows(), "as on the window's pad");
        assert_eq!(tiles.iter().filter(|tile| tile.fits).count(), 11, "those with a 6 or a 3");
        let says: Vec<&str> = pad.buttons.iter().map(|button| button.say.as_str()).collect();
        assert_eq!(says, ["knock", "block", "undo"]);
    }
}
