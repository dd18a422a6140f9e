//! Combines camera and record at one moment: one state and one sentence, derived once. The banner, the pill in the
//! picture and the set-up all show it, so they can't contradict each other.

use super::CameraState;
use super::guide::Guide;
use crate::live::{Asked, Correction, Hint, Proposal, TableState};
use crate::table::{self, Mend};
use crate::ui::table::TableScreen;
use game::layout::Layout;
use game::rules::Claim;
use game::tile::Tile;
use game::words::{self, Told, signed};
use game::{Act, Change, Match};
use language::{say, say_count};
use simulator::Announcement;

/// The message about the table.
#[derive(Clone, Copy, Debug)]
pub enum Moment<'a> {
    /// A person enters something by hand: the camera waits.
    ByHand,
    /// Nothing is read: no picture, no networks, or not yet.
    Blind(&'a TableState),
    /// A rehearsal begins, and earlier tiles are still there.
    ClearFirst,
    /// A drop of the rehearsal was seen.
    Tried(&'a Proposal),
    /// Something was said at the table that can be entered.
    Said(&'a Announcement),
    /// An earlier drop was misread.
    Misread(&'a Correction),
    /// A drop was seen.
    Seen(&'a Proposal, EntryWay),
    /// The hand is unrecorded, and a layout is on the table.
    LiesThere(&'a Layout),
    /// Table and record disagree; the tiles form a legal layout, or do not.
    Apart(&'a TableState, bool),
    /// Nothing is asked.
    Quiet(&'a TableState),
}

/// Way in which a seen drop enters the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryWay {
    /// Recorded automatically, after this many seconds.
    ItselfIn(u32),
    /// A person confirms it, and why it does not enter itself.
    Asks(WhyAsked),
}

/// Reason why a drop is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyAsked {
    /// All are: that is the setting.
    Always,
    /// The drop would win the game.
    Wins,
    /// The drop would end the hand.
    EndsTheHand,
    /// The reading is not sure enough.
    NotSure,
    /// Another tile may have come before it.
    Order,
    /// The reading is sure; something else on the table is not.
    Unclear,
    /// The picture is hard to read: what seems sure in it is not.
    HardToRead,
    /// A person stopped it.
    Stopped,
}

/// Mark of a moment, beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// All is well.
    Good,
    /// It continues without asking.
    Waits,
    /// A person is asked.
    Asks,
    /// Something is wrong.
    Bad,
}

impl CameraState {
    /// The message about the table, beside the match on it.
    #[must_use]
    pub fn moment<'a>(&'a self, table: Option<&TableScreen>, by_itself: bool) -> Moment<'a> {
        let state = self.state();
        if let Guide::Rehearse(_, rehearsal) = &self.guide
            && !is_blind(state)
        {
            let seen = self.sighting.as_ref().and_then(|sighting| sighting.proposal.as_ref());
            let none_yet = rehearsal.game.state().running().is_some_and(|round| round.layout.is_empty());
            return match (seen.filter(|proposal| proposal.id > self.guide.judged()), state) {
                (Some(proposal), _) => Moment::Tried(proposal),
                (None, TableState::Lost { .. }) if none_yet => Moment::ClearFirst,
                (None, state) => Moment::Quiet(state),
            };
        }
        let Some(table) = table.filter(|table| self.watches(&table.game)) else {
            return if is_blind(state) { Moment::Blind(state) } else { Moment::Quiet(state) };
        };
        if enters_by_hand(table) {
            return Moment::ByHand;
        }
        if let Some(said) = &self.said {
            return Moment::Said(said);
        }
        if is_blind(state) {
            return Moment::Blind(state);
        }
        if let Some(correction) = self.correction().filter(|correction| correction_act(table, correction).is_some()) {
            return Moment::Misread(correction);
        }
        if let Some(proposal) = self.proposal() {
            return Moment::Seen(proposal, self.entry(table, proposal, by_itself));
        }
        match state {
            state if self.is_left() => Moment::Quiet(state),
            TableState::Lost { new, gone, table: Some(lies), .. }
                if gone.is_empty() && table.layout().is_empty() && !new.is_empty() =>
            {
                Moment::LiesThere(lies)
            }
            // With a tile gone it is not known how the others would lie without it.
            TableState::Lost { gone, table, .. } => Moment::Apart(state, table.is_some() || !gone.is_empty()),
            state => Moment::Quiet(state),
        }
    }

    /// Reports whether the picture has a fault that makes pips hard to read.
    fn is_hard_to_read(&self) -> bool {
        self.sighting.as_ref().is_some_and(|sighting| sighting.hints.iter().any(Hint::doubts_reading))
    }

    /// Returns how the seen drop enters the record.
    fn entry(&self, table: &TableScreen, proposal: &Proposal, by_itself: bool) -> EntryWay {
        if let Some(seconds) = self.countdown.left(proposal.id) {
            return EntryWay::ItselfIn(seconds);
        }
        EntryWay::Asks(match why_asked(table, proposal) {
            _ if !by_itself => WhyAsked::Always,
            Some(WhyAsked::NotSure | WhyAsked::Unclear) if self.is_hard_to_read() => WhyAsked::HardToRead,
            Some(why) => why,
            None if self.countdown.was_stopped(proposal.id) => WhyAsked::Stopped,
            None => WhyAsked::Always,
        })
    }
}

/// Reports whether nothing is read now.
const fn is_blind(state: &TableState) -> bool {
    matches!(
        state,
        TableState::Starting
            | TableState::Frozen
            | TableState::Dark
            | TableState::NoPicture { .. }
            | TableState::NoReading { .. }
            | TableState::Ended
    )
}

/// Reports whether something is being entered by hand, or corrected.
#[must_use]
pub fn enters_by_hand(table: &TableScreen) -> bool {
    let told = !table.entry.is_empty() || table.entry.as_it_lies;
    told || table.rewriting.is_some() || table.whose.is_some() || table.doubt.is_some()
}

/// Returns the reason this drop always needs confirmation; `None` if it does not.
#[must_use]
pub fn why_asked(table: &TableScreen, proposal: &Proposal) -> Option<WhyAsked> {
    let (wins, ends) = match table.act_of(proposal.play) {
        Some(act) => outcome(&table.game, &act),
        None => (false, true),
    };
    match () {
        () if wins || proposal.wins => Some(WhyAsked::Wins),
        () if ends => Some(WhyAsked::EndsTheHand),
        () if proposal.asked == Some(Asked::NotSure) => Some(WhyAsked::NotSure),
        () if proposal.asked == Some(Asked::Order) => Some(WhyAsked::Order),
        () if !proposal.auto_confirm_ok => Some(WhyAsked::Unclear),
        () => None,
    }
}

/// Reports whether this act would win a game, or end the hand.
#[must_use]
pub fn outcome(game: &Match, act: &Act) -> (bool, bool) {
    let mut then = game.clone();
    if then.act(act.clone()).is_err() {
        return (false, false);
    }
    (then.state().legs_won != game.state().legs_won, then.state().running().is_none())
}

/// Describes the effect of an act on the scores: "Anna 12 → 8".
fn change(game: &Match, act: &Act) -> String {
    let mut then = game.clone();
    if let Err(refusal) = then.act(act.clone()) {
        return say!("not allowed: {refusal}", refusal);
    }
    let (setup, now, then) = (game.setup(), game.state(), then.state());
    if then.legs_won != now.legs_won {
        let winner = setup.all_sides().find(|side| then.legs_won.get(side.index()) > now.legs_won.get(side.index()));
        return winner.map_or_else(String::new, |side| words::wins_the_game(setup, &setup.side_name(side)));
    }
    let differs = setup.all_sides().filter(|side| now.score(*side) != then.score(*side));
    let told = |side| format!("{} {} → {}", setup.side_name(side), now.score(side), then.score(side));
    let told: Vec<String> = differs.map(told).collect();
    if told.is_empty() { say!("no score changes").to_owned() } else { told.join(", ") }
}

/// "97 % confident", never quite 100; near the bound of automatic recording with decimals.
#[must_use]
pub fn percent(confidence: f64) -> String {
    say!("{sure} % confident", sure = figure(confidence))
}

/// A probability in per cent; near the bound of automatic recording it is rounded down, so that it stays below it.
fn figure(confidence: f64) -> String {
    let sure = (confidence * 100.0).min(99.99);
    match sure {
        ..98.5 => format!("{sure:.0}"),
        ..99.5 => format!("{sure:.1}"),
        _ => format!("{:.2}", (sure * 100.0 + 1e-9).floor() / 100.0),
    }
}

fn listed(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}

impl Moment<'_> {
    /// Returns the mark.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        match self {
            Self::ByHand
            | Self::ClearFirst
            | Self::Seen(_, EntryWay::ItselfIn(_))
            | Self::Blind(TableState::Starting | TableState::Ended) => Mark::Waits,
            Self::Said(_) | Self::Misread(_) | Self::Seen(..) | Self::LiesThere(_) | Self::Tried(_) => Mark::Asks,
            Self::Apart(..) | Self::Blind(_) | Self::Quiet(TableState::Lost { .. }) => Mark::Bad,
            Self::Quiet(TableState::Settled) => Mark::Good,
            Self::Quiet(_) => Mark::Waits,
        }
    }

    /// The sentence, with its reason and its points. Without a match on the table only what the table itself says.
    #[must_use]
    pub fn told(&self, table: Option<&TableScreen>, marked: usize) -> Told {
        match (self, table) {
            (Self::Said(said), Some(table)) => told_said(table, said),
            (Self::Misread(correction), Some(table)) => told_misread(table, correction),
            (Self::Seen(proposal, entry), Some(table)) => told_seen(table, proposal, *entry, marked),
            (Self::LiesThere(layout), _) => told_lies_there(layout),
            (Self::Apart(state, lies), _) => told_apart(state, *lies),
            (Self::Tried(proposal), _) => {
                let title =
                    say!("I see {drop}, {sure}. Right?", drop = proposal.words, sure = percent(proposal.confidence));
                Told { title, ..Told::default() }
            }
            (Self::ClearFirst, _) => {
                Told { title: say!("clear the table first: there are still tiles on it").to_owned(), ..Told::default() }
            }
            (Self::Blind(state) | Self::Quiet(state), _) => Told { title: state.to_string(), ..Told::default() },
            (Self::ByHand | Self::Said(_) | Self::Misread(_) | Self::Seen(..), _) => {
                Told { title: say!("entering by hand: the camera waits").to_owned(), ..Told::default() }
            }
        }
    }
}

fn told_said(table: &TableScreen, said: &Announcement) -> Told {
    let title = format!("{}?", said.words);
    let event = match &said.act {
        Act::Correct { event, change } if change.replaces() => *event,
        _ => {
            let detail = say!("announced at the table; a camera can't see it").to_owned();
            return Told { title, detail, ..Told::default() };
        }
    };
    let recorded = match table.game.act_at(event) {
        Some(Act::Play { play, .. }) => say!("recorded as {tile}", tile = play.tile()),
        _ => say!("the record differs").to_owned(),
    };
    Told { title, detail: format!("{recorded} · {}", change(&table.game, &said.act)), ..Told::default() }
}

fn told_misread(table: &TableScreen, correction: &Correction) -> Told {
    let (was, lies) = (correction.was, correction.play.tile());
    let scores = correction_act(table, correction).map_or_else(String::new, |act| change(&table.game, &act) + " · ");
    Told {
        title: say!(
            "An earlier drop was misread: recorded as {was}, but the tile looks like {lies}. Correct it?",
            was,
            lies
        ),
        detail: say!(
            "{scores}{sure} · everything after it is counted again",
            scores,
            sure = percent(correction.confidence)
        ),
        ..Told::default()
    }
}

/// The act that puts an earlier drop right; `None` once it is recorded otherwise.
#[must_use]
pub fn correction_act(table: &TableScreen, correction: &Correction) -> Option<Act> {
    let recorded = table.round()?.layout.play(correction.tile)?.tile();
    let event = crate::live::play_event(&table.game, correction.tile).filter(|_| recorded == correction.was)?;
    let seat = table.round()?.turns.iter().find(|turn| turn.event == event)?.seat;
    let act = Act::Play { seat, play: correction.play, stands: false };
    Some(table.game.correction(event, Change::Replace(Box::new(act))))
}

/// Returns the mends of the first difference between table and record that has one, the likeliest first.
#[must_use]
pub fn mends(table: &TableScreen, state: &TableState) -> Vec<Mend> {
    let TableState::Lost { new, after, gone, table: line } = state else { return Vec::new() };
    let new: Vec<_> = new.iter().copied().zip(after.iter().copied()).collect();
    table::mends(&table.game, &new, gone, line.as_ref())
}

/// Returns the mend by which an uncertain proposal was dropped before others, where it can have been.
#[must_use]
pub fn earlier(table: &TableScreen, proposal: &Proposal) -> Option<Mend> {
    let mut places = table::places(&table.game, (proposal.play.tile(), None), None).into_iter();
    places.find(|place| !proposal.auto_confirm_ok && place.before.is_some()).map(Mend::Add)
}

fn told_seen(table: &TableScreen, proposal: &Proposal, entry: EntryWay, marked: usize) -> Told {
    // Confirm enters the marked reading: the words say which.
    if let Some(other) = marked.checked_sub(1).and_then(|i| proposal.alternatives.get(i)) {
        return table.told_of(&other.play);
    }
    let name = table.seat().map_or("", |seat| table.game.setup().player(seat));
    let quiet = table.rules().claim != Claim::Auto;
    let drop = match proposal.play.on {
        None => say!("{name} leads {tile}", name, tile = proposal.words),
        Some(_) => say!("{name} drops {tile}", name, tile = proposal.words),
    };
    let (title, why) = match entry {
        EntryWay::ItselfIn(seconds) => (
            say_count!(seconds, "{drop}: recording in {n} second", "{drop}: recording in {n} seconds", drop),
            say!("any key or tap stops it"),
        ),
        EntryWay::Asks(why) => (say!("{drop}?", drop), why.words()),
    };
    let reason = if quiet { "" } else { &proposal.reason };
    let sure = percent(proposal.confidence);
    // The reason says it too, where it is not kept quiet.
    let wins = if quiet && proposal.wins { say!("wins the game") } else { "" };
    let parts = [why, reason, &sure, wins];
    let detail = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    Told { title, detail, points: if quiet { String::new() } else { signed(proposal.award) }, bad: false }
}

impl WhyAsked {
    /// The reason why this drop is not recorded automatically.
    fn words(self) -> &'static str {
        match self {
            Self::Always => "",
            Self::Wins => say!("a winning drop always needs your confirmation"),
            Self::EndsTheHand => say!("a drop that ends the hand always needs your confirmation"),
            Self::NotSure => say!("a little uncertain: you decide"),
            Self::Order => say!("another tile may have come before it: you decide"),
            Self::Unclear => say!("something else on the table is unclear: you decide"),
            Self::HardToRead => say!("the picture is hard to read: you decide"),
            Self::Stopped => say!("stopped: you decide"),
        }
    }
}

fn told_lies_there(layout: &Layout) -> Told {
    let tiles: Vec<Tile> = layout.plays().map(game::layout::Play::tile).collect();
    let title = match tiles.as_slice() {
        [tile] => say!("{tile} is on the table. Start the record from it?", tile),
        tiles => say!("{tiles} are on the table. Start the record from them?", tiles = listed(tiles)),
    };
    Told {
        title,
        detail: say!("Sixty-One can't tell who dropped which tile, so no score changes. Who drops next?").to_owned(),
        ..Told::default()
    }
}

fn told_apart(state: &TableState, lies: bool) -> Told {
    let detail = if lies {
        say!("which is right? Correct the record or the table")
    } else {
        say!("the tiles on the table don't form a legal line")
    };
    Told { title: state.to_string(), detail: detail.to_owned(), bad: true, ..Told::default() }
}
