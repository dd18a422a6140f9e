//! The simulated table: a real game, played tile by tile with hands passing over, shadows, bumps and noise.
//!
//! The players follow the record: they play by its rules, wait until their drop is in it, and announce what a camera
//! cannot see ([`Announcement`]). While nothing is recorded they play a separate match. The tiles on the table are
//! known here and go only into the pictures; tests may ask for them ([`Show::truth`]).

#![warn(missing_docs)]

mod flaws;
mod furniture;
mod players;
mod stage;

use eye::frame::Frame;
use flaws::FlawedCamera;
pub use flaws::Flaws;
use game::layout::{Layout, Play};
use game::rng::Rng;
use game::rules::RuleSet;
use game::{Act, Change, Deed, Match, Setup};
use language::{say, say_count};
use players::{Intent, Players};
use scene::Standpoint;
use stage::{Doing, Stage};

/// Seconds that a wrong tile may stay in the record before its player corrects it.
const PROTEST: f64 = 4.0;

/// Reason why no table was set up: the rules cannot be played by any number of players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("can't set up the simulated table: {why}", why = .0))]
pub struct SetupError(pub String);

/// Announcement of the simulated players: everything that a camera can't see (a deal, a knock, a draw, a claim, the
/// pips left).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Rises with every new thing said; the same number is the same words.
    pub number: u64,
    /// In words: "Ben knocks".
    pub words: String,
    /// Act that a person would enter.
    pub act: Act,
}

/// Other events at the table: chances for each drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trouble {
    /// A hand passes over the table.
    pub pass: f64,
    /// A hand rests on the layout for a while.
    pub rest: f64,
    /// Tiles are bumped.
    pub bump: f64,
    /// A tile is put down, then taken back at once for another.
    pub take_back: f64,
    /// The next player does not wait for the score.
    pub quick: f64,
    /// The light is switched.
    pub light: f64,
    /// Something beside the game is moved, or a phone lights up.
    pub things: f64,
    /// The whole line is pushed.
    pub nudge: f64,
    /// Furniture is placed round the game, different for each seed.
    pub furniture: bool,
    /// Kind of camera.
    pub camera: CameraKind,
}

/// Kind of camera at the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraKind {
    /// One without flaws.
    Perfect,
    /// One with these.
    Flawed(Flaws),
    /// One with flaws as the seed has them.
    Any,
}

impl Trouble {
    /// A quiet table.
    pub const NONE: Self = Self {
        pass: 0.0,
        rest: 0.0,
        bump: 0.0,
        take_back: 0.0,
        quick: 0.0,
        light: 0.0,
        things: 0.0,
        nudge: 0.0,
        furniture: false,
        camera: CameraKind::Perfect,
    };
    /// A pleasant evening.
    pub const SOME: Self =
        Self { pass: 0.08, rest: 0.02, bump: 0.03, take_back: 0.02, quick: 0.02, light: 0.01, ..Self::NONE };
    /// Everything that can go wrong does so often.
    pub const MUCH: Self =
        Self { pass: 0.2, rest: 0.1, bump: 0.12, take_back: 0.1, quick: 0.1, light: 0.05, ..Self::NONE };
    /// A real evening: a camera with flaws over a table with furniture.
    pub const REAL: Self = Self {
        pass: 0.1,
        rest: 0.03,
        bump: 0.03,
        take_back: 0.03,
        quick: 0.03,
        light: 0.01,
        things: 0.15,
        nudge: 0.03,
        furniture: true,
        camera: CameraKind::Any,
    };
}

/// Speed of play, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// From the moment the score is called to the next hand over the table.
    pub think: f64,
    /// Seconds for which an announcement waits to be entered.
    pub speak: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { think: 0.7, speak: 0.6 }
    }
}

/// The play of the table over time. Time comes in, in seconds, and only rises; the same seed, record and times give the
/// same pictures.
#[derive(Debug)]
pub struct Show {
    seed: u64,
    players: Players,
    stage: Stage,
    rng: Rng,
    trouble: Trouble,
    pace: Pace,
    from: Standpoint,
    /// `None` for a perfect one.
    camera: Option<FlawedCamera>,
    rules: RuleSet,
    /// The tiles on the table, with the one being dropped.
    lain: Layout,
    /// The announcement, until the record has it.
    told: Option<(Announcement, usize)>,
    number: u64,
    /// Time before which nothing begins.
    ready: f64,
    /// Played while nothing is recorded.
    own: Match,
    /// Hands played so far; each has its own table top.
    hands: u64,
    /// Time at which the hand that dropped the last tile is gone.
    last_laid: f64,
    /// Time from which the record has had another tile than the table.
    differs: Option<f64>,
}

impl Show {
    /// An empty table, and players who wait for a record.
    ///
    /// # Errors
    /// Rules that cannot be played by any number of players.
    pub fn new(rules: &RuleSet, seed: u64, trouble: Trouble, pace: Pace) -> Result<Self, SetupError> {
        Self::seen_from(Standpoint::USUAL, rules, seed, trouble, pace)
    }

    /// Makes the table seen from this position.
    ///
    /// # Errors
    /// Like [`Self::new`], with the camera's position.
    pub fn seen_from(
        from: Standpoint,
        rules: &RuleSet,
        seed: u64,
        trouble: Trouble,
        pace: Pace,
    ) -> Result<Self, SetupError> {
        let own = Match::start(setup(rules)).map_err(|error| SetupError(error.to_string()))?;
        let mut stage = Stage::new(seed, rules, from);
        if trouble.furniture {
            stage.furnish(seed);
        }
        let flaws = match trouble.camera {
            CameraKind::Perfect => None,
            CameraKind::Flawed(flaws) => Some(flaws),
            CameraKind::Any => Some(Flaws::random(seed)),
        };
        Ok(Self {
            seed,
            players: Players::new(seed),
            stage,
            camera: flaws.map(|flaws| FlawedCamera::new(flaws, seed)),
            rng: Rng::new(seed ^ 0x5403),
            trouble,
            pace,
            from,
            rules: rules.clone(),
            lain: Layout::new(),
            told: None,
            number: 0,
            ready: 0.5,
            own,
            hands: 0,
            last_laid: 0.0,
            differs: None,
        })
    }

    /// The picture at this time while this is recorded, and the announcement at that moment.
    pub fn at(&mut self, now: f64, recorded: Option<&Match>) -> Option<(Frame, Option<Announcement>)> {
        match recorded {
            Some(game) => self.play(now, game),
            None => self.play_for_themselves(now),
        }
        let frame = self.picture(now)?;
        Some((frame, self.told.as_ref().filter(|_| recorded.is_some()).map(|told| told.0.clone())))
    }

    /// Returns the camera's picture of the table at this time.
    fn picture(&mut self, now: f64) -> Option<Frame> {
        let Some(camera) = &mut self.camera else { return self.stage.frame(now) };
        let seen = self.stage.clean_frame(now)?;
        camera.take(&seen, now, self.stage.is_hand_over(now))
    }

    /// Reports whether the camera sends no picture at this time. Asked once for each time, before [`Self::at`].
    pub fn is_late(&mut self, now: f64) -> bool {
        self.camera.as_mut().is_some_and(|camera| camera.is_late(now))
    }

    /// Returns the announcement at this time; the table continues without being drawn.
    pub fn without_pictures(&mut self, now: f64, recorded: &Match) -> Option<Announcement> {
        self.play(now, recorded);
        self.stage.advance(now);
        self.told.as_ref().map(|told| told.0.clone())
    }

    /// The tiles on the table, with the one being dropped. For tests.
    #[must_use]
    pub const fn truth(&self) -> &Layout {
        &self.lain
    }

    /// Time in seconds at which the hand that dropped the last tile is gone.
    #[must_use]
    pub const fn last_laid(&self) -> f64 {
        self.last_laid
    }

    /// Reports whether a hand is over the table at this time.
    #[must_use]
    pub fn is_hand_over(&self, now: f64) -> bool {
        self.stage.is_hand_over(now)
    }

    /// The picture at this time while the game rests: now and then a hand passes, the light is switched.
    pub fn pass_time(&mut self, now: f64) -> Option<Frame> {
        if now >= self.ready && !self.stage.is_busy() {
            // Eight things a minute may happen.
            self.ready = now + 7.5;
            let _happened = self.interrupted(now, 2);
        }
        self.picture(now)
    }

    /// Their own record, kept as people would.
    fn play_for_themselves(&mut self, now: f64) {
        let game = self.own.clone();
        self.play(now, &game);
        if let Some((told, _)) = &self.told {
            // A refusal would be a bug of the players; the show then stops.
            let _refused = self.own.act(told.act.clone());
        }
        let waits = now < self.ready + 2.0 || self.stage.is_busy();
        if let (false, Some(round)) = (waits, self.own.state().running()) {
            let (seat, known) = (round.turn, round.layout.len());
            if let Some(play) = self.lain.play(known).copied() {
                let _refused = self.own.act(Act::Play { seat, play, stands: false });
            }
        }
        if self.own.state().is_over()
            && let Ok(next) = Match::start(setup(&self.rules))
        {
            self.own = next;
        }
    }

    fn play(&mut self, now: f64, game: &Match) {
        if game.setup().rules != self.rules {
            self.rules = game.setup().rules.clone();
            self.players.throw_in();
        }
        let said = self.told.as_ref().is_some_and(|told| told.1 != heard(game));
        if said {
            self.told = None;
            self.ready = self.ready.max(now + self.pace.speak);
        }
        if self.players.follow(game) {
            self.begin_hand(now, game);
        }
        if now < self.ready || self.stage.is_busy() || self.told.is_some() {
            return;
        }
        let recorded = game.state().running().map(|round| round.layout.clone()).unwrap_or_default();
        if game.state().running().is_some() && recorded != self.lain {
            self.catch_up(now, game, &recorded);
            return;
        }
        self.differs = None;
        self.act(now, game);
    }

    /// A new hand in the record: the table is cleared, and recorded drops are made.
    fn begin_hand(&mut self, now: f64, game: &Match) {
        self.hands += 1;
        self.told = None;
        self.lain = Layout::new();
        let recorded = game.state().running().map(|round| round.layout.clone()).unwrap_or_default();
        let mut table = stage::empty(self.seed, &self.rules, self.from);
        table.reseed(self.seed ^ self.hands);
        for play in recorded.plays() {
            // Without room the table stays behind the record, which the watcher reports.
            if !stage::lay(&mut table, &self.lain, play) || self.lain.lay_as_it_lies(*play).is_err() {
                break;
            }
        }
        let seats = game.setup().seats();
        let at = self.stage.somewhere();
        self.stage.reach(now, (0, seats), at, 0.5, Doing::Put(Box::new(table)));
        self.ready = now + 2.2;
    }

    /// Follows the record: drops a tile that was entered by hand, waits if the table is ahead, and announces a
    /// different tile.
    fn catch_up(&mut self, now: f64, game: &Match, recorded: &Layout) {
        let wrong = self.lain.plays().zip(recorded.plays()).position(|(laid, recorded)| laid != recorded);
        if let Some(wrong) = wrong {
            let since = *self.differs.get_or_insert(now);
            if now >= since + PROTEST
                && let Some(act) = self.protest(game, wrong)
            {
                self.say(act, game);
            }
            return;
        }
        self.differs = None;
        let ahead = recorded.len() > self.lain.len() && self.lain.plays().zip(recorded.plays()).all(|(a, b)| a == b);
        if let (true, Some(play)) = (ahead, recorded.play(self.lain.len()).copied()) {
            self.lay(now, (0, game.setup().seats()), &[play], 0.0);
        }
    }

    /// Returns the act that corrects drop number `wrong` of the record.
    fn protest(&self, game: &Match, wrong: usize) -> Option<Act> {
        let mut drops = game.state().running()?.turns.iter().filter(|turn| matches!(turn.deed, Deed::Played { .. }));
        let (turn, play) = (drops.nth(wrong)?, *self.lain.play(wrong)?);
        let change = Change::Replace(Box::new(Act::Play { seat: turn.seat, play, stands: false }));
        Some(game.correction(turn.event, change))
    }

    /// Lets the player whose turn it is act.
    fn act(&mut self, now: f64, game: &Match) {
        match self.players.wish(game) {
            Intent::Nothing => {}
            Intent::Say(act) => self.say(act, game),
            Intent::Lay(seat, plays) => {
                let seats = game.setup().seats();
                if self.interrupted(now, seats) {
                    return;
                }
                if self.rng.chance(self.trouble.take_back) && plays.len() > 1 {
                    self.hesitate(now, (seat.index(), seats), &plays[plays.len() - 1]);
                    return;
                }
                if !self.lay(now, (seat.index(), seats), &plays, 0.0) {
                    // No room for any of them on this table.
                    self.say(Act::Redeal, game);
                    return;
                }
                if self.rng.chance(self.trouble.quick) {
                    self.lay_at_once(now, game, seats);
                }
            }
        }
    }

    /// Plays an interruption unrelated to the game; the drop comes after it.
    fn interrupted(&mut self, now: f64, seats: usize) -> bool {
        let Trouble { pass, rest, bump, light, things, nudge, .. } = self.trouble;
        if self.rng.chance(light) {
            self.stage.switch_light();
            self.ready = now + 1.5;
            return true;
        }
        // Drawn only where it may happen, so that games of tables without it do not change.
        if things > 0.0 && self.rng.chance(things * 0.3) {
            self.stage.blink();
            return false;
        }
        let (longer, doing) = if things > 0.0 && self.rng.chance(things * 0.7) {
            (0.0, Doing::MoveThing)
        } else if nudge > 0.0 && self.rng.chance(nudge) {
            (0.3, Doing::Nudge)
        } else if self.rng.chance(pass) {
            (0.0, Doing::Nothing)
        } else if self.rng.chance(rest) {
            (2.5, Doing::Nothing)
        } else if self.rng.chance(bump) {
            (0.0, Doing::Bump)
        } else {
            return false;
        };
        let seat = self.rng.below(seats);
        let at = self.stage.somewhere();
        self.stage.reach(now, (seat, seats), at, longer, doing);
        self.ready = now + self.pace.think + longer;
        true
    }

    /// Drops the first of these plays for which there is room.
    fn lay(&mut self, now: f64, seat: (usize, usize), plays: &[Play], wait: f64) -> bool {
        for play in plays {
            let mut table = self.stage.table().clone();
            let mut lain = self.lain.clone();
            if stage::lay(&mut table, &lain, play) && lain.lay_as_it_lies(*play).is_ok() {
                let at = Stage::place_of(&table, lain.len() - 1);
                self.last_laid = self.stage.reach(now + wait, seat, at, 0.0, Doing::Put(Box::new(table)));
                self.players.laid(play.tile());
                self.lain = lain;
                self.ready = now + wait + self.pace.think;
                return true;
            }
        }
        false
    }

    /// The next player drops a tile before the score of the last is called, if possible.
    fn lay_at_once(&mut self, now: f64, game: &Match, seats: usize) {
        let mut ahead = game.clone();
        let Some(play) = self.lain.plays().last().copied() else { return };
        let Some(seat) = game.state().running().map(|round| round.turn) else { return };
        if ahead.act(Act::Play { seat, play, stands: false }).is_err() || ahead.state().running().is_none() {
            return;
        }
        let Intent::Lay(next, plays) = self.players.wish(&ahead) else { return };
        // The first hand must have put its tile down, because both build on that table.
        let Some(before) = self.stage.coming() else { return };
        for play in &plays {
            let (mut table, mut lain) = (before.clone(), self.lain.clone());
            if stage::lay(&mut table, &lain, play) && lain.lay_as_it_lies(*play).is_ok() {
                let at = Stage::place_of(&table, lain.len() - 1);
                let wait = 1.3 + self.rng.range(0.1, 0.5);
                let next = (next.index(), seats);
                self.last_laid = self.stage.reach(now + wait, next, at, 0.0, Doing::Put(Box::new(table)));
                self.players.laid(play.tile());
                self.lain = lain;
                self.ready = now + wait + self.pace.think;
                return;
            }
        }
    }

    /// A tile is put down and taken back while the hand is still there.
    fn hesitate(&mut self, now: f64, seat: (usize, usize), play: &Play) {
        let before = self.stage.table().clone();
        let mut table = before.clone();
        if stage::lay(&mut table, &self.lain, play) {
            let at = Stage::place_of(&table, self.lain.len());
            self.stage.reach(now, seat, at, 0.1, Doing::Put(Box::new(table)));
            self.stage.reach(now + 0.75, seat, at, 0.0, Doing::Put(Box::new(before)));
            self.ready = now + 2.0 + self.pace.think;
        }
    }

    fn say(&mut self, act: Act, game: &Match) {
        self.number += 1;
        let words = in_words(&act, game);
        self.told = Some((Announcement { number: self.number, words, act }, heard(game)));
    }
}

/// Returns a number that changes when an announcement has been entered.
fn heard(game: &Match) -> usize {
    game.events().len()
}

fn in_words(act: &Act, game: &Match) -> String {
    let name = |seat| game.setup().player(seat).to_owned();
    match act {
        Act::Deal { leader, .. } => say!("the tiles are dealt; {player} leads", player = name(*leader)),
        Act::Knock { seat, .. } => say!("{player} knocks", player = name(*seat)),
        Act::Draw { seat, tiles, .. } => {
            say_count!(*tiles, "{player} draws a tile", "{player} draws {n} tiles", player = name(*seat))
        }
        Act::Claim { seat } => say!("{player} takes the score", player = name(*seat)),
        Act::Tally { left } => {
            let pips: Vec<String> = left.iter().flatten().map(u16::to_string).collect();
            say!("left in hand: {pips} pips", pips = pips.join(", "))
        }
        Act::Redeal => say!("the tiles are dealt again").to_owned(),
        Act::Correct { change, .. } => match change.act() {
            Some(Act::Play { seat, play, .. }) => {
                say!("{player} dropped {tile}", player = name(*seat), tile = play.tile())
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// A match of two, or of as few as the rules allow.
fn setup(rules: &RuleSet) -> Setup {
    Setup::of_fewest(rules, &["Anna", "Ben", "Cleo", "Dan"])
}
