//! Cards: known facts about each move beside its chance to win, over the deals of the search.

use crate::belief::Deal;
use crate::reasons::{Grade, Reason};
use crate::rollout::Rules;
use crate::search::{Judged, Key, Search};
use crate::spec::{Pay, SEATS};
use crate::table::{Layouts, Move, bits};
use crate::view::View;
use game::layout::Play;
use game::rng::Rng;
use game::tile::{Pip, Tile};

/// Reply of the next player to a move. Chances are over the deals of the belief.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reply {
    /// Chance that they score.
    pub scores: f32,
    /// Their expected best score.
    pub mean: f32,
    /// Chance that they can't play (where there is a boneyard: before drawing).
    pub knocks: f32,
    /// Chance that they win the game at once.
    pub wins: f32,
    /// The tile that hurts most by its points times its chance, with both.
    pub worst: Option<(Tile, u8, f32)>,
}

/// A tile of the likeliest continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LineStep {
    /// A tile is played.
    Play(Tile),
    /// The player cannot go.
    Knock,
    /// Tiles that a player draws.
    Draw(u8),
}

/// A move and everything that is known about it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Card {
    /// The play.
    pub play: Play,
    /// The tile it joins and the name of the port, `None` for the first tile.
    pub joins: Option<(Tile, String)>,
    /// Sum of the counting ends after it.
    pub count: u16,
    /// Points it would make, the point for going out included.
    pub points: i16,
    /// Points that count: none when they would pass an exact target.
    pub credited: i16,
    /// Chance to win the game.
    pub win: f32,
    /// Standard error of that chance.
    pub win_se: f32,
    /// Loss against the best move.
    pub loss: f32,
    /// The loss as a grade.
    pub mark: Grade,
    /// Times the search tried it.
    pub visits: u32,
    /// The next player's reply.
    pub reply: Reply,
    /// Own tiles that fit the layout right after it.
    pub own_fits: u8,
    /// Chance that we have nothing to play next turn, if the others play for points.
    pub own_knock: f32,
    /// Values that are open after it and were not before.
    pub opens: Vec<Pip>,
    /// Values that were open before it and are not after.
    pub closes: Vec<Pip>,
    /// Unseen tiles of each open value after it.
    pub left: Vec<(Pip, u8)>,
    /// Share of the deals in which it is best when all tiles are known; `None` where that was not worked out.
    pub double_dummy: Option<f32>,
    /// The likeliest continuation, the move itself first.
    pub line: Vec<LineStep>,
    /// Reasons, the most important first.
    pub reasons: Vec<Reason>,
}

/// Deals looked at for the cards.
const DEALS: usize = 512;
/// Deals in which the hand is played on to the own next turn.
const PLAYED: usize = 96;

/// The numbers of a card that come from deals.
#[derive(Clone, Debug)]
struct Numbers {
    reply: Reply,
    own_knock: f32,
}

/// The tile a play joins and the name of the port, `None` for the first tile.
pub(crate) type Joins = Option<(Tile, String)>;

/// A judged move with the play it is on the table.
pub(crate) type Ranked<P> = (Judged<P>, Play, Joins);

/// Fills the cards of the judged moves.
pub(crate) fn cards<T: Layouts>(
    rules: &Rules<T>,
    view: &View<T::Pos>,
    search: &Search<T::Pos>,
    judged: &[Ranked<T::Pos>],
    double_dummy: &[f32],
    rng: &mut Rng,
) -> Vec<Card> {
    let best = judged.first().map_or(0.0, |j| j.0.win);
    let deals = thin(&search.deals);
    let numbers: Vec<Numbers> = judged.iter().map(|(j, ..)| numbers(rules, view, &deals, &j.play, rng)).collect();
    let mut cards: Vec<Card> = Vec::with_capacity(judged.len());
    for (i, (j, play, joins)) in judged.iter().enumerate() {
        let (points, credited) = awards(rules, view, &j.play);
        let loss = (best - j.win).max(0.0);
        let open = |pos| if pos == rules.table.start() { 0 } else { rules.table.open(pos) };
        let (before, after) = (open(view.pos), open(j.play.next));
        let unseen = view.unseen(rules.spec.full());
        let rest = view.hand & !(1 << j.play.tile);
        cards.push(Card {
            play: *play,
            joins: joins.clone(),
            count: rules.table.count(j.play.next),
            points,
            credited,
            win: j.win,
            win_se: j.error,
            loss,
            mark: Grade::of(loss),
            visits: j.visits,
            reply: numbers[i].reply,
            own_fits: small((rest & rules.table.playable(j.play.next)).count_ones()),
            own_knock: numbers[i].own_knock,
            opens: pips(after & !before),
            closes: pips(before & !after),
            left: pips(after)
                .into_iter()
                .map(|pip| (pip, small((unseen & rules.tiles.with[usize::from(pip.get())]).count_ones())))
                .collect(),
            double_dummy: double_dummy.get(i).copied(),
            line: search.line(j.play.key).into_iter().filter_map(step).collect(),
            reasons: Vec::new(),
        });
    }
    let elsewhere: Vec<Reply> = (0..cards.len()).map(|i| others(&cards, i)).collect();
    for (i, other) in elsewhere.into_iter().enumerate() {
        cards[i].reasons = reasons(rules, view, &cards[i], &other, judged.len());
    }
    cards
}

fn small(n: u32) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

fn pips(set: u16) -> Vec<Pip> {
    bits(u64::from(set)).filter_map(|pip| Pip::new(small(u32::try_from(pip).ok()?))).collect()
}

fn step(key: Key) -> Option<LineStep> {
    Some(match key {
        Key::Play(tile) => LineStep::Play(Tile::from_index(usize::from(tile))?),
        Key::Knock => LineStep::Knock,
        Key::Draw(n) => LineStep::Draw(n),
    })
}

/// Points of a move and what of them counts.
pub(crate) fn awards<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, m: &Move<T::Pos>) -> (i16, i16) {
    let spec = &rules.spec;
    let out = view.hand.count_ones() == 1
        && spec.out_ends
        && (!spec.pairs || spec.pair_out_one || view.counts[(view.me + 2) & 3] == 0);
    let halves = rules.tiles.halves.get(usize::from(m.tile)).copied().unwrap_or((0, 1));
    let first = view.pos == rules.table.start();
    let open = if first { 0 } else { rules.table.open(view.pos) };
    let points = i16::from(m.points) + if out { spec.last_tile(halves, open) } else { 0 };
    (points, spec.credit_play(view.score[spec.side(view.me)], points, first))
}

/// At most [`DEALS`] of the deals: the first of them, which stand in random order unless they are all deals; of those
/// evenly spaced ones.
fn thin(deals: &[Deal]) -> Vec<Deal> {
    let stride = deals.len().div_ceil(DEALS).max(1);
    let mut thin: Vec<Deal> = deals.iter().step_by(stride).copied().collect();
    let sum: f64 = thin.iter().map(|deal| deal.weight).sum();
    for deal in &mut thin {
        deal.weight /= sum.max(f64::MIN_POSITIVE);
    }
    thin
}

fn numbers<T: Layouts>(
    rules: &Rules<T>,
    view: &View<T::Pos>,
    deals: &[Deal],
    m: &Move<T::Pos>,
    rng: &mut Rng,
) -> Numbers {
    let spec = &rules.spec;
    let mut next = (view.me + 1) % spec.seats;
    while view.counts[next] == 0 && next != view.me {
        next = (next + 1) % spec.seats;
    }
    let score = view.score[spec.side(next)];
    let mut reply = Reply::default();
    let mut hurt = [(0.0f32, 0u8); 64];
    let mut moves = Vec::new();
    let (mut knock, mut played) = (0.0, 0.0);
    for (d, deal) in deals.iter().enumerate() {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let w = deal.weight as f32;
        moves.clear();
        rules.table.moves(deal.hands[next], m.next, &mut moves);
        let mut best = 0;
        for reply in &moves {
            let credit = u8::try_from(spec.credit(score, i16::from(reply.points))).unwrap_or(0);
            let slot = &mut hurt[usize::from(reply.tile)];
            slot.1 = slot.1.max(credit);
            best = best.max(credit);
        }
        for tile in bits(deal.hands[next]) {
            hurt[tile].0 += w;
        }
        reply.mean += w * f32::from(best);
        reply.scores += if best > 0 { w } else { 0.0 };
        reply.knocks += if moves.is_empty() { w } else { 0.0 };
        reply.wins += if best > 0 && spec.wins_now(score + i16::from(best)) { w } else { 0.0 };
        if d < PLAYED && deals.len() <= PLAYED || d % (deals.len() / PLAYED).max(1) == 0 {
            played += w;
            knock += if must_knock(rules, view, deal, m, &mut moves, rng) { w } else { 0.0 };
        }
    }
    let worst = hurt.iter().enumerate().filter(|(_, (p, points))| *p > 0.0 && *points > 0);
    let worst = worst.max_by(|a, b| (a.1.0 * f32::from(a.1.1)).total_cmp(&(b.1.0 * f32::from(b.1.1))));
    reply.worst = worst.and_then(|(tile, &(p, points))| Some((Tile::from_index(tile)?, points, p.min(1.0))));
    Numbers { reply, own_knock: if played > 0.0 { knock / played } else { 0.0 } }
}

/// Reports whether we have nothing to play next turn in this deal if the others take the most points.
fn must_knock<T: Layouts>(
    rules: &Rules<T>,
    view: &View<T::Pos>,
    deal: &Deal,
    m: &Move<T::Pos>,
    moves: &mut Vec<Move<T::Pos>>,
    rng: &mut Rng,
) -> bool {
    let mut rollout = rules.begin(deal.hands, view.me, [0; SEATS]);
    rollout.leader = view.leader;
    rollout.pos = view.pos;
    rules.play(&mut rollout, m);
    while rollout.ended.is_none() && rollout.turn != view.me {
        match rules.ready(&mut rollout, rng) {
            crate::rollout::Ready::Pass { .. } => rules.knock(&mut rollout),
            crate::rollout::Ready::Choose { .. } => {
                rules.choices(&rollout, moves);
                let Some(best) = moves.iter().max_by_key(|m| m.points).copied() else { return false };
                rules.play(&mut rollout, &best);
            }
        }
    }
    rollout.ended.is_none() && rollout.hands[view.me] & rules.table.playable(rollout.pos) == 0
}

/// The mean of the replies to all other moves (to this one if it is the only one).
fn others(cards: &[Card], i: usize) -> Reply {
    if cards.len() < 2 {
        return cards.get(i).map_or(Reply::default(), |card| card.reply);
    }
    let mut mean = Reply::default();
    #[expect(clippy::cast_precision_loss, reason = "a few moves")]
    let share = 1.0 / (cards.len() - 1) as f32;
    for card in cards.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, card)| card) {
        mean.mean += share * card.reply.mean;
        mean.wins += share * card.reply.wins;
        mean.knocks += share * card.reply.knocks;
    }
    mean
}

/// Ranks the reasons of a card by their weight in points.
fn reasons<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, card: &Card, other: &Reply, moves: usize) -> Vec<Reason> {
    let spec = &rules.spec;
    let mut found: Vec<(f32, Reason)> = Vec::new();
    let mut add = |weight: f32, reason| found.push((weight, reason));
    let score = view.score[spec.side(view.me)] + card.credited;
    let unit = f32::from(spec.target) / 61.0;
    if card.credited > 0 && spec.wins_now(score) {
        add(1000.0, Reason::WinsTheGame);
    }
    if moves == 1 {
        add(500.0, Reason::OnlyMove);
    }
    if card.credited > 0 {
        add(f32::from(card.credited), Reason::ScoresNow { points: card.credited });
    }
    if card.points > card.credited {
        add(f32::from(card.points), Reason::Overshoots { points: card.points, target: spec.target });
    }
    if view.hand.count_ones() == 1 && spec.out_ends && !spec.pairs {
        add(3.0 * unit, Reason::GoesOut);
    }
    let to_make = spec.target - score;
    if spec.exact && card.credited > 0 && to_make > 0 && to_make <= 10 {
        add(1.5, Reason::LeavesToMake { points: to_make });
    }
    if other.wins - card.reply.wins > 0.02 {
        add(30.0 * unit * (other.wins - card.reply.wins), Reason::StopsHisWin { elsewhere: other.wins });
    }
    if card.reply.wins > 0.02 {
        add(30.0 * unit * card.reply.wins, Reason::AllowsHisWin { chance: card.reply.wins });
    }
    if other.mean - card.reply.mean > 0.2 * unit {
        let reason = Reason::DeniesReply { mean: card.reply.mean, elsewhere: other.mean };
        add(other.mean - card.reply.mean, reason);
    }
    if let Some((tile, points, chance)) = card.reply.worst
        && f32::from(points) * chance > 0.6 * unit
    {
        add(f32::from(points) * chance, Reason::OpensReply { tile, points, chance });
    }
    if card.reply.knocks > 0.3 {
        add(2.0 * unit * card.reply.knocks, Reason::ForcesKnock { chance: card.reply.knocks });
    }
    if card.own_knock > 0.25 && card.own_fits == 0 {
        add(1.5 * unit * card.own_knock, Reason::RisksKnock { chance: card.own_knock });
    }
    let rest = view.hand & !(1 << card.play.tile().index());
    for &(pip, unseen) in &card.left {
        let own = small((rest & rules.tiles.with[usize::from(pip.get())]).count_ones());
        if own >= 2 && own >= unseen {
            add(0.4 * unit * f32::from(own), Reason::KeepsControl { pip, own, unseen });
        }
    }
    let pips = card.play.tile().pips();
    if spec.pay == Pay::Nothing && pips >= 8 {
        add(0.2 * f32::from(pips), Reason::ShedsPips { pips });
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, reason)| reason).take(5).collect()
}
