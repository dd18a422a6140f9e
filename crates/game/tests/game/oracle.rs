//! The pages of leagues, written down a second time from their words alone, against the engine on random matches.
//!
//! The model here knows a line as two ends and a hand as a list of what was done. It reads no axis of a rule set and calls no
//! function of the engine that scores, ends a hand or names a leader.

use crate::table::{Table, setups};
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::TileSet;
use game::{Act, NextLeader, Offence, Seat, Setup};

/// An end of the line: the number of the tile it belongs to, its pips, and whether that tile is a double.
type End = (usize, u8, bool);

#[derive(Default)]
struct Line {
    laid: usize,
    ends: Vec<End>,
}

impl Line {
    /// The pips a tile can be joined to.
    fn open(&self) -> Vec<u8> {
        self.ends.iter().map(|end| end.1).collect()
    }

    fn lay(&mut self, joined: Option<usize>, inner: u8, outer: u8) {
        let double = inner == outer;
        match joined {
            None => self.ends = vec![(0, inner, double), (0, outer, double)],
            Some(tile) => {
                let at = self.ends.iter().position(|end| end.0 == tile && end.1 == inner).expect("an end of that tile");
                self.ends[at] = (self.laid, outer, double);
            }
        }
        self.laid += 1;
    }

    /// Both numbers of a double at an end are exposed; a double alone is one tile.
    fn count(&self) -> u32 {
        let of = |end: &End| u32::from(end.1) * if end.2 { 2 } else { 1 };
        if self.laid == 1 && self.ends[0].2 { of(&self.ends[0]) } else { self.ends.iter().map(of).sum() }
    }
}

/// "One point for each three and each five".
fn threes_and_fives(count: u32) -> i64 {
    let pays = |n: u32| if count > 0 && count.is_multiple_of(n) { i64::from(count / n) } else { 0 };
    pays(3) + pays(5)
}

/// The end of a hand.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    /// Seat of the last tile, whether it fitted both ends, and whether it is a double.
    Out(usize, bool, bool),
    Stuck,
    GivenAway(usize),
}

/// A page's game in progress.
struct Page {
    id: &'static str,
    seats: usize,
    pairs: bool,
    scores: Vec<i64>,
    /// Consecutive hands without a winner.
    undecided: i64,
    /// Leader of the next hand, if the page names one.
    leads: Option<usize>,
    /// Whether a player has passed in this game, and two points are stored below.
    passed: bool,
    below: bool,
}

impl Page {
    fn side(&self, seat: usize) -> usize {
        if self.pairs { seat % 2 } else { seat }
    }

    fn target(&self) -> i64 {
        match self.id {
            "leek" if self.seats == 4 => 121,
            "leek" | "teesdale" | "mind_sports" | "pub_fives_threes" | "harrogate" => 61,
            "domino_pool" => 60,
            "five_up" => 5,
            "brazil_seven" => 7,
            "cuba_oriente" => 20,
            "cuba_nine" => 100,
            "jamaica_partner" | "jamaica_cut_throat" => 6,
            "new_york" => 10,
            "spain_300" => 300,
            "brasilia_150" => 150,
            other => panic!("{other}"),
        }
    }

    fn is_threes_and_fives(&self) -> bool {
        ["leek", "teesdale", "mind_sports", "pub_fives_threes", "harrogate"].contains(&self.id)
    }

    /// A tile was dropped: what it is worth at once.
    fn laid(&mut self, seat: usize, count: u32, first: bool, last: bool) {
        if !self.is_threes_and_fives() {
            return;
        }
        // "One point for chipping out" is scored with the play.
        let chip = i64::from(last && self.id == "pub_fives_threes");
        let (side, target) = (self.side(seat), self.target());
        let after = self.scores[side] + threes_and_fives(count) + chip;
        // "No player to go out on down", "cannot be scored on a players down".
        let down = first && after >= target && ["leek", "teesdale"].contains(&self.id);
        if self.id == "harrogate" || after <= target && !down {
            self.scores[side] = after;
        }
    }

    /// "Cuando es un doble y el que juega a continuación no lleva, .. 20 tantos para la pareja que salió."
    fn knocked_at_lead(&mut self, leader: usize, double: bool) {
        if self.id == "cuba_nine" && double {
            let side = self.side(leader);
            self.scores[side] += 20;
        }
    }

    /// "El primer pase de todo el partido vale 2 puntos", to who made the other pass; without points of their own they stay below.
    fn passed_after(&mut self, seat: usize) {
        if self.id != "cuba_oriente" || std::mem::replace(&mut self.passed, true) {
            return;
        }
        let side = self.side(seat);
        if self.scores[side] > 0 {
            self.scores[side] += 2;
        } else {
            self.below = true;
        }
    }

    /// "That player must peg back 8 holes. If the player has not got at least 8pts, then his opponent pegs 8 holes on."
    fn offended(&mut self, seat: usize) {
        assert_eq!(self.id, "leek");
        let (side, target) = (self.side(seat), self.target());
        if self.scores[side] >= 8 {
            self.scores[side] -= 8;
        } else if self.scores[1 - side] + 8 <= target {
            self.scores[1 - side] += 8;
        }
    }

    /// The seats with the fewest pips.
    fn fewest(left: &[i64]) -> Vec<usize> {
        let least = left.iter().min().copied().expect("hands");
        (0..left.len()).filter(|&seat| left[seat] == least).collect()
    }

    /// A hand is over.
    fn over(&mut self, over: Over, leader: usize, left: &[i64]) {
        let seats = self.seats;
        let lowest = Self::fewest(left);
        let mut sides: Vec<usize> = lowest.iter().map(|&seat| self.side(seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        let alone = (sides.len() == 1).then(|| sides[0]);
        let next = Some((leader + 1) % seats);
        let winner_seat = if let Over::Out(seat, ..) = over { Some(seat) } else { None };
        match self.id {
            "leek" | "teesdale" | "mind_sports" | "pub_fives_threes" | "harrogate" => self.leads = next,
            "domino_pool" => {
                match over {
                    Over::Out(seat, ..) => self.scores[seat] += 12,
                    // "Ties divide."
                    _ => lowest.iter().for_each(|&seat| self.scores[seat] += 12 / lowest.len() as i64),
                }
                self.leads = None;
            }
            "five_up" => {
                let won = match over {
                    Over::Out(seat, ..) => Some(self.side(seat)),
                    Over::GivenAway(seat) => Some(1 - self.side(seat)),
                    Over::Stuck => alone,
                };
                self.leads = if won.is_some() { next } else { Some(leader) };
                won.into_iter().for_each(|side| self.scores[side] += 1);
            }
            "brazil_seven" => match over {
                Over::Out(seat, both, double) => {
                    let tile = match (both, double) {
                        (false, false) => 1,
                        (false, true) => 2,
                        (true, false) => 3,
                        (true, true) => 4,
                    };
                    let side = self.side(seat);
                    self.scores[side] += tile + self.undecided;
                    (self.undecided, self.leads) = (0, Some(seat));
                }
                _ => (self.undecided, self.leads) = (self.undecided + 1, None),
            },
            "cuba_oriente" | "cuba_nine" => {
                let all: i64 = left.iter().sum();
                let bands = |pips: i64| match pips {
                    0..=2 => 0,
                    3..=20 => 2,
                    more => 2 + (more - 11) / 10,
                };
                let paid = if self.id == "cuba_oriente" { bands(all) } else { all };
                let (side, times) = match over {
                    Over::Out(seat, both, double) => (self.side(seat), if both && !double { 2 } else { 1 }),
                    // A tie goes to the side that led.
                    _ => (alone.unwrap_or(self.side(leader)), 1),
                };
                self.scores[side] += times * paid;
                // "Para poder tomarlos .. se deben de coger en una data 3 o más puntos."
                if self.below && times * paid >= 3 {
                    self.scores[side] += 2;
                    self.below = false;
                }
                let ours: Vec<usize> = lowest.into_iter().filter(|&seat| self.side(seat) == side).collect();
                // Either of a pair, if both are equally light.
                self.leads = winner_seat.or_else(|| ours.first().copied().filter(|_| ours.len() == 1));
            }
            "jamaica_partner" | "jamaica_cut_throat" => {
                let won = winner_seat.map(|seat| self.side(seat)).or(alone);
                self.leads = winner_seat.or_else(|| lowest.first().copied().filter(|_| lowest.len() == 1));
                let Some(won) = won else {
                    self.leads = None;
                    return;
                };
                let one_all = self.scores.iter().all(|&score| score == 1);
                self.scores[won] += 1;
                let everybody = self.scores.iter().all(|&score| score > 0);
                if self.id == "jamaica_cut_throat" && one_all {
                    (0..self.scores.len()).filter(|&side| side != won).for_each(|side| self.scores[side] = 0);
                } else if self.scores[won] < 6 && everybody {
                    let now_one_all = self.scores.iter().all(|&score| score == 1);
                    if self.id == "jamaica_partner" || !now_one_all {
                        self.scores.fill(0);
                        self.leads = None;
                    }
                }
            }
            // "Todas las fichas que resten por colocar", "dos adversários e do seu parceiro": to who went out, or to the pair
            // that has fewer; "en caso de empate .. no se anotan los tantos y se corre la mano".
            "spain_300" | "brasilia_150" => {
                let pair = |side: usize| left[side] + left[side + 2];
                let fewer = (pair(0) != pair(1)).then(|| usize::from(pair(1) < pair(0)));
                if let Some(won) = winner_seat.map(|seat| self.side(seat)).or(fewer) {
                    self.scores[won] += pair(0) + pair(1);
                }
                self.leads = next;
            }
            "new_york" => {
                self.leads = None;
                match winner_seat.map(|seat| self.side(seat)).or(alone) {
                    Some(won) => {
                        self.scores[won] += 1 + self.undecided;
                        self.undecided = 0;
                    }
                    None => self.undecided += 1,
                }
            }
            other => panic!("{other}"),
        }
    }

    /// Reports whether the game is won.
    fn is_won(&self) -> bool {
        self.scores.iter().any(|&score| score >= self.target())
    }
}

/// Follows a random match act by act; the number of hands that were compared.
fn follow(id: &'static str, setup: Setup, hands: usize, rng: &mut Rng) -> usize {
    let (seats, pairs) = (setup.seats(), setup.pairs);
    let fresh = |sides: usize| Page {
        id,
        seats,
        pairs,
        scores: vec![0; sides],
        undecided: 0,
        leads: None,
        passed: false,
        below: false,
    };
    let mut done = 0;
    while done < hands {
        let mut table = Table::new(Setup { best_of: 1, ..setup.clone() }, rng.chance(0.5));
        let mut page = fresh(table.game.state().leg.scores.len());
        while !page.is_won() && done < hands {
            done += 1;
            play_hand(&mut table, &mut page, rng);
            let told: Vec<i64> = table.game.state().leg.scores.iter().map(|score| i64::from(score.whole())).collect();
            assert_eq!(told, page.scores, "{id}: {:?}", table.game.events().last());
            let over = table.game.state().is_over();
            // Of several at the target with the same score none has won yet; such games are left here.
            let best = page.scores.iter().max().copied().unwrap_or(0);
            let level = page.scores.iter().filter(|&&score| score == best).count() > 1;
            assert_eq!(over, page.is_won() && !level, "{id}: {told:?}");
            if let (false, Some(lead)) = (over || page.is_won(), page.leads) {
                let (NextLeader::Seat(seat) | NextLeader::Ask(seat)) = table.game.state().next_leader();
                assert_eq!(seat.index(), lead, "{id}");
            }
        }
    }
    done
}

/// One hand, passed to the page as it happens.
fn play_hand(table: &mut Table, page: &mut Page, rng: &mut Rng) {
    let mut line = Line::default();
    let (mut over, mut knocks, mut laid_by) = (None, 0, 0);
    // The deal.
    table.step(rng);
    let leader = table.game.state().round.as_ref().expect("a hand").leader.index();
    while table.game.state().running().is_some() {
        let seat = table.game.state().running().expect("it runs").turn;
        if rng.chance(0.02) && !line.ends.is_empty() {
            let offender = Seat::new(rng.below(page.seats)).expect("a seat");
            if page.id == "leek" {
                table.act(Act::Penalty { seat: offender, offence: Offence::WrongKnock }).expect("a penalty");
                page.offended(offender.index());
            } else if page.id == "five_up" {
                table.act(Act::Penalty { seat: offender, offence: Offence::Misplay }).expect("a penalty");
                over = Some(Over::GivenAway(offender.index()));
            }
            continue;
        }
        let legal = table.legal();
        let act = rng.pick(&legal).expect("a turn").clone();
        table.act(act.clone()).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
        match act {
            Act::Play { play, .. } => {
                let (inner, outer) = (play.halves[0].get(), play.halves[1].get());
                let open = line.open();
                let both = !open.is_empty() && open.iter().all(|&pip| pip == inner || pip == outer);
                line.lay(play.on.map(|on| on.tile), inner, outer);
                (knocks, laid_by) = (0, seat.index());
                let empty = table.hands[seat.index()].is_empty();
                let partner = (seat.index() + 2) % 4;
                // "Both members chip out": in the games of fives and threes a pair is out when both are.
                let waits = page.pairs && page.is_threes_and_fives() && !table.hands[partner].is_empty();
                if empty && !waits {
                    over = Some(Over::Out(seat.index(), both, inner == outer));
                }
                page.laid(seat.index(), line.count(), line.laid == 1, empty && !waits);
            }
            Act::Knock { .. } => {
                knocks += 1;
                page.passed_after(laid_by);
                if line.laid == 1 && knocks == 1 {
                    page.knocked_at_lead(leader, line.ends[0].2);
                }
            }
            _ => {}
        }
    }
    if table.game.state().round.as_ref().is_some_and(game::Round::needs_tally) {
        table.step(rng);
    }
    let pips = |hand: &TileSet| i64::from(hand.pips());
    let left: Vec<i64> = table.hands.iter().map(pips).collect();
    // In a game that is won at once the rest of the hand is void.
    if !(page.is_threes_and_fives() && page.id != "harrogate" && page.is_won()) {
        page.over(over.unwrap_or(Over::Stuck), leader, &left);
    }
}

const PAGES: [&str; 15] = [
    "leek",
    "teesdale",
    "pub_fives_threes",
    "mind_sports",
    "harrogate",
    "domino_pool",
    "five_up",
    "brazil_seven",
    "cuba_oriente",
    "cuba_nine",
    "jamaica_partner",
    "jamaica_cut_throat",
    "new_york",
    "spain_300",
    "brasilia_150",
];

/// A thousand random hands of every page at every table it allows.
#[test]
fn the_engine_agrees_with_the_pages() {
    let mut rng = Rng::new(1961);
    let mut compared = 0;
    for id in PAGES {
        let rules = RuleSet::preset(id).unwrap();
        for setup in setups(&rules) {
            compared += follow(id, setup, 1_000, &mut rng);
        }
    }
    println!("{compared} hands compared");
    assert!(compared >= 15_000);
}
