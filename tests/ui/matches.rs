//! Whole seeded matches of the rule sets, played through the widgets and compared with the core's own fold.

use crate::table::{App, clock};
use egui::Key;
use game::layout::Play;
use game::rng::Rng;
use game::rules::{Claim, Drawing, NoDouble, OutBonus, PRESETS, Reset, RuleSet, Scoring};
use game::tile::{Tile, TileSet};
use game::words;
use game::{Act, Match, NextLeader, Seat, Setup};
use sixty_one::ui::keeper::Keeper;
use tempfile::tempdir;

/// The real tiles: hands and boneyard, which the app never sees.
struct Tiles {
    hands: Vec<Vec<Tile>>,
    boneyard: Vec<Tile>,
}

impl Tiles {
    fn deal(rules: &RuleSet, seats: usize, rng: &mut Rng) -> Self {
        let mut all: Vec<Tile> = rules.tiles().iter().collect();
        rng.shuffle(&mut all);
        let size = usize::from(rules.hand_size(seats).unwrap());
        let hands = (0..seats).map(|_| all.split_off(all.len() - size)).collect();
        Self { hands, boneyard: all }
    }
}

/// Random players: they tap the widgets, and the core gets the same acts.
pub(crate) struct Robot {
    pub(crate) app: App,
    pub(crate) core: Match,
    tiles: Tiles,
    rng: Rng,
}

impl Robot {
    pub(crate) fn new(app: App, rules: &str, names: &[&str], seed: u64) -> Self {
        let rules = RuleSet::parse(rules).unwrap();
        let mut rng = Rng::new(seed);
        let tiles = Tiles::deal(&rules, names.len(), &mut rng);
        let mut core = Match::start(sixty_one::table::here(Setup::new(rules, names))).unwrap();
        core.act(Act::Deal { leader: Seat::new(0).unwrap(), hands: Vec::new() }).unwrap();
        Self { app, core, tiles, rng }
    }

    fn act(&mut self, act: Act) {
        self.core.act(act).unwrap();
    }

    /// One deed of a player.
    pub(crate) fn step(&mut self) {
        let state = self.core.state();
        match state.running() {
            Some(round) => {
                let seat = round.turn;
                self.turn(seat);
            }
            None if state.round.as_ref().is_some_and(|round| round.needs_tally()) => self.tally(),
            None => self.next_hand(),
        }
    }

    fn turn(&mut self, seat: Seat) {
        let rules = self.core.setup().rules.clone();
        let layout = self.core.state().running().unwrap().layout.clone();
        let hand = &self.tiles.hands[seat.index()];
        let leads = layout.is_empty();
        let fits = |tile: &&Tile| layout.fits(**tile, &rules);
        let legal: Vec<Tile> =
            hand.iter().filter(fits).filter(|tile| !leads || may_lead(&rules, **tile)).copied().collect();
        if leads && legal.is_empty() {
            self.app.click("More");
            self.app.scroll_and_click("Deal again");
            self.app.key(Key::Enter);
            self.act(Act::Redeal);
            return;
        }
        if let Some(&tile) = self.rng.pick(&legal) {
            let ways = layout.ways(tile, &rules);
            let play = *self.rng.pick(&ways).unwrap();
            self.play(seat, play, &ways);
            return;
        }
        let drawable = rules.drawable(self.core.state().running().unwrap().boneyard);
        if rules.drawing != Drawing::Never && drawable > 0 {
            let tile = self.tiles.boneyard.pop().unwrap();
            self.tiles.hands[seat.index()].push(tile);
            self.app.key(Key::D);
            self.act(Act::Draw { seat, tiles: 1, seen: TileSet::EMPTY });
        } else {
            self.app.key(Key::K);
            self.act(Act::Knock { seat, stands: false });
        }
    }

    fn play(&mut self, seat: Seat, play: Play, ways: &[Play]) {
        let layout = self.core.state().running().unwrap().layout.clone();
        let name = words::play(&layout, &play);
        let same_name = ways.iter().filter(|way| words::play(&layout, way) == name).count();
        self.app.click(&format!("tile {}", play.tile()));
        if ways.len() > 1 {
            if same_name == 1 && self.app.has(&name) {
                self.app.click(&name);
            } else {
                // Two ends of the same value: the arrows and Enter.
                let table = self.app.harness.state().state.table.as_ref().unwrap();
                let (offered, at) = table.with_board(|entry, board| (entry.plays(board), entry.at(board).unwrap()));
                let to = offered.iter().position(|way| *way == play).unwrap();
                for _ in 0..(to + offered.len() - at) % offered.len() {
                    self.app.key(Key::ArrowRight);
                }
                self.app.key(Key::Enter);
            }
        }
        self.tiles.hands[seat.index()].retain(|tile| *tile != play.tile());
        self.act(Act::Play { seat, play, stands: false });
        let Some(pending) = self.core.state().round.as_ref().and_then(|round| round.pending) else { return };
        let muggins = self.core.setup().rules.claim == Claim::Muggins;
        match self.rng.below(4) {
            0 => {}
            1 if muggins => {
                let caller = seat.left(self.core.setup().seats());
                self.app.key(Key::M);
                self.act(Act::Muggins { seat: caller });
            }
            _ => {
                self.app.key(Key::C);
                self.act(Act::Claim { seat: pending.seat });
            }
        }
    }

    fn tally(&mut self) {
        let asked = self.app.harness.state().state.table.as_ref().unwrap().seats_to_tally();
        let rules = self.core.setup().rules.clone();
        let mut left = vec![None; self.core.setup().seats()];
        for seat in &asked {
            let hand = &self.tiles.hands[seat.index()];
            let pips: u16 = hand.iter().map(|tile| game::left_pips(*tile, &rules)).sum();
            left[seat.index()] = Some(pips);
            let label = format!("pips left with {}: ?", self.core.setup().player(*seat));
            self.app.click(&label);
            self.app.keys(&pips.to_string());
        }
        self.app.key(Key::Enter);
        self.act(Act::Tally { left });
    }

    fn next_hand(&mut self) {
        let (NextLeader::Seat(leader) | NextLeader::Ask(leader)) = self.core.state().next_leader();
        self.app.key(Key::Enter);
        self.act(Act::Deal { leader, hands: Vec::new() });
        let rules = self.core.setup().rules.clone();
        self.tiles = Tiles::deal(&rules, self.core.setup().seats(), &mut self.rng);
    }
}

fn may_lead(rules: &RuleSet, tile: Tile) -> bool {
    rules.no_double != NoDouble::Redeal || tile.is_double()
}

fn check(preset: &str, players: usize, seed: u64) {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin(preset, players, 1);
    let names = ["Anna", "Ben", "Chris", "Dot", "Player 5", "Player 6"];
    let mut table = Robot::new(app, preset, &names[..players], seed);
    let mut steps = 0;
    while !table.core.state().is_over() {
        table.step();
        let hint = table.app.hint();
        assert_eq!(table.app.game().events().len(), table.core.events().len(), "{preset} step {steps}: {hint}");
        assert_eq!(table.app.state().leg.scores, table.core.state().leg.scores, "{preset} step {steps}: {hint}");
        steps += 1;
        assert!(steps < 5000, "{preset} does not end");
    }
    assert_eq!(table.app.state(), table.core.state());
    assert_eq!(table.app.game(), &table.core);
    println!("{preset} with {players}: {steps} steps, {}", table.app.scores());
    drop(table.app);
    // What is on disk folds to the same.
    let mut keeper = Keeper::open_at(folder.path(), clock).unwrap();
    assert_eq!(keeper.unfinished().unwrap(), Some(&table.core));
}

/// The rules, with a target that chance reaches where a side must win without an answer, or a hand is a point.
fn shortened(rules: &RuleSet) -> String {
    let hands = rules.reset != Reset::Never || rules.out_bonus == OutBonus::Points(1) && rules.scoring == Scoring::None;
    if hands { format!("{} target=2", rules.id) } else { rules.id.to_owned() }
}

/// Every preset with the fewest or, for every second one, the most players that it knows; the seeds are their numbers.
#[test]
fn every_preset() {
    for (seed, preset) in (1..).zip(PRESETS) {
        let mut tables = (2..=RuleSet::SEATS).filter(|players| preset.rules.hand_size(*players).is_some());
        let players = if seed % 2 == 0 { tables.next_back() } else { tables.next() };
        check(&shortened(&preset.rules), players.unwrap(), seed);
    }
}
