//! A game sent by a table: its state, and the end of its chain of hashes, so that new rows are checked without reading
//! the record again.

use game::stats::Facts;
use game::{Act, Event, Match};
use language::say;
use server::TableName;
use store::{Book, Hash, ImportError, MatchId, Piece, Row, event_of, genesis};

/// The end of an event in the chain.
#[derive(Clone, Copy, Debug)]
struct Mark {
    act: u32,
    hash: Hash,
}

/// Known part of a game.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    id: MatchId,
    /// The table that sent it last.
    pub(crate) name: TableName,
    game: Option<Match>,
    started_ms: i64,
    marks: Vec<Mark>,
}

/// Reports whether a match counts: won, or abandoned.
pub(crate) const fn is_over(facts: &Facts) -> bool {
    facts.is_decided() || facts.abandoned
}

/// The outcome of a piece.
#[derive(Debug)]
pub(crate) enum Taken {
    /// New rows; none if everything was known.
    Rows(Vec<Row>),
    /// Something before it is missing here.
    Gap,
}

impl LiveGame {
    pub(crate) const fn new(id: MatchId, name: TableName) -> Self {
        Self { id, name, game: None, started_ms: 0, marks: Vec::new() }
    }

    pub(crate) const fn id(&self) -> MatchId {
        self.id
    }

    /// Events that are known.
    pub(crate) fn events(&self) -> u32 {
        u32::try_from(self.marks.len()).unwrap_or(u32::MAX)
    }

    pub(crate) const fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Returns the facts for the table of matches, once the match is decided.
    pub(crate) fn facts(&self) -> Option<Facts> {
        let game = self.game.as_ref()?;
        let decided = game.state().is_over();
        let facts = decided.then(|| Facts::of(&self.id.to_string(), self.started_ms, game.state(), |name| name))?;
        is_over(&facts).then_some(facts)
    }

    /// Returns the players by side, under the names that count, until the match is over.
    pub(crate) fn sides(&self, book: &Book) -> Option<Vec<Vec<String>>> {
        let state = self.game.as_ref()?.state();
        let setup = &state.setup;
        let of = |side| setup.all_seats().filter(move |seat| setup.side_of(*seat) == side);
        let names = |side| of(side).map(|seat| book.player_in(self.id, setup.player(seat)).to_owned()).collect();
        (!state.is_over()).then(|| setup.all_sides().map(names).collect())
    }

    /// Returns the mark of the chain after the first `n` events.
    fn mark(&self, n: u32) -> Mark {
        let before = (n as usize).checked_sub(1).and_then(|at| self.marks.get(at));
        before.copied().unwrap_or_else(|| Mark { act: 0, hash: genesis(self.id) })
    }

    /// Continues with rows of the record.
    ///
    /// # Errors
    /// The error in the rows.
    pub(crate) fn follow(&mut self, rows: &[Row]) -> Result<(), String> {
        for row in rows {
            let n = self.events();
            if row.n <= n {
                continue;
            }
            if row.n != n + 1 || row.expected_hash(&self.mark(n).hash) != row.hash {
                return Err(say!("match {game} in the database is damaged at event {n}", game = self.id, n = row.n));
            }
            self.push(row, &event_of(row)?)?;
        }
        Ok(())
    }

    /// Adds a piece sent by a table.
    ///
    /// # Errors
    /// The piece follows another past, or is impossible.
    pub(crate) fn take(&mut self, piece: &Piece) -> Result<Taken, ImportError> {
        let known = self.events();
        if piece.after > known {
            return Ok(Taken::Gap);
        }
        let from = self.mark(piece.after);
        let mut new = Vec::new();
        for (row, event) in piece.rows(from.act, from.hash)? {
            if row.n > known {
                self.push(&row, event)
                    .map_err(|what| ImportError::Bad { place: say!("match {id}", id = self.id), what })?;
                new.push(row);
            } else if self.mark(row.n).hash != row.hash {
                return Err(ImportError::Differs { game: self.id, event: row.n });
            }
        }
        Ok(Taken::Rows(new))
    }

    fn push(&mut self, row: &Row, event: &Event) -> Result<(), String> {
        let refused = |why: String| say!("event {n} is impossible: {why}", n = row.n, why);
        match (&mut self.game, &event.act) {
            (Some(game), act) => drop(game.act(act.clone()).map_err(|why| refused(why.to_string()))?),
            (None, Act::Start(setup)) => {
                self.game = Some(Match::start(setup.clone()).map_err(|why| refused(why.to_string()))?);
                self.started_ms = row.at_ms;
            }
            (None, _) => return Err(refused(say!("the match has no beginning").to_owned())),
        }
        self.marks.push(Mark { act: row.act, hash: row.hash });
        Ok(())
    }
}
