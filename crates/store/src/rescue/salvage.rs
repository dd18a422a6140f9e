//! Finds events in damaged files without SQLite's help.
//!
//! The log is only added to and every event vouches for itself through its hash, so it does not matter where a row is
//! found: every byte of every page, of the database and of its write-ahead log, is tried as the start of a row of the
//! table `event` (record format: <https://www.sqlite.org/fileformat2.html>). What parses is a candidate; what fits the
//! chain of its game is real. A lost header, a broken page pointer or a torn index therefore cost nothing, and a
//! damaged row costs only later events of its game.

use crate::files::disk::File;
use crate::id::MatchId;
use crate::log::chain::{Row, Walker};
use crate::log::schema::PAGE_SIZE;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

const WAL_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The columns of a row; the first (`seq`) is stored as the row id and a NULL.
const COLUMNS: usize = 10;

/// A payload is never longer than this (the importer and the app stay far below).
const MAX_RECORD: usize = 16 << 20;

/// Bytes at the start of a cell in which its lengths and numbers stand.
const MEND_HEADER: usize = 40;

/// Most pages tried for each event.
const MEND_TRIES: usize = 24;

/// Flipped bits are looked for in the first pages of a file only (64 MiB).
const MEND_PAGES: usize = 16 << 10;

/// Rows that may be real, by game and place. More than one may claim the same place.
#[derive(Debug, Default)]
pub(crate) struct Candidates(BTreeMap<(MatchId, u32), Vec<Row>>);

impl Candidates {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, row: Row) {
        let rivals = self.0.entry((row.game, row.n)).or_default();
        // A row is written again with every change of its page; once is enough.
        if !rivals.iter().any(|rival| Row { seq: row.seq, ..rival.clone() } == row) {
            rivals.push(row);
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for row in other.0.into_values().flatten() {
            self.add(row);
        }
    }

    /// The games that have candidates.
    pub(crate) fn games(&self) -> BTreeSet<MatchId> {
        self.0.keys().map(|&(game, _)| game).collect()
    }

    /// The highest place that any candidate of the game claims.
    pub(crate) fn last_seen(&self, id: MatchId) -> u32 {
        self.0.range((id, 0)..=(id, u32::MAX)).next_back().map_or(0, |((_, n), _)| *n)
    }

    /// The places of the game that candidates claim.
    pub(crate) fn count(&self, id: MatchId) -> usize {
        self.0.range((id, 0)..=(id, u32::MAX)).count()
    }

    /// Returns the candidate for the first event of a match.
    pub(crate) fn first(&self, id: MatchId) -> Option<&Row> {
        self.at(id, 1).first()
    }

    fn at(&self, id: MatchId, n: u32) -> &[Row] {
        self.0.get(&(id, n)).map_or(&[], Vec::as_slice)
    }
}

/// Follows the chain as far as candidates go, whole acts or not.
pub(crate) fn walk(walker: &mut Walker, candidates: &Candidates) {
    let game = walker.game();
    while candidates.at(game, walker.n + 1).iter().any(|row| walker.step(row).is_ok()) {}
}

/// Returns the rows that continue the chain at `walker`, up to the end of the last whole act.
pub(crate) fn extend(mut walker: Walker, candidates: &Candidates) -> Vec<Row> {
    let start = walker.whole;
    let game = walker.game();
    let mut rows = Vec::new();
    while let Some(row) = candidates.at(game, walker.n + 1).iter().find(|row| walker.step(row).is_ok()) {
        rows.push(row.clone());
    }
    rows.truncate((walker.whole - start) as usize);
    rows
}

/// Corrects rows one bit of which was flipped: a row that the chain of a game confirms after the flip is undone is
/// real. It is searched for near rows of the same game, since trying every bit of a large file takes hours.
pub(crate) fn mended(database: &Path, walker: &Walker) -> Option<Row> {
    let [wal, ..] = crate::files::names::Files::companions(database);
    let mut pages = Vec::new();
    let mut file = Pages::open(database).ok()?;
    while let Some(page) = file.next_page().ok()? {
        pages.push(page);
        if pages.len() > MEND_PAGES {
            break;
        }
    }
    let log = crate::files::disk::read(wal).unwrap_or_default();
    pages.extend(frames(&log).into_iter().map(|(_, page)| page.to_vec()));
    let near: Vec<bool> = pages.iter().map(|page| is_near(page, walker)).collect();
    let beside = |i: usize| near[i.saturating_sub(1)..(i + 2).min(near.len())].contains(&true);
    // The log holds a page many times over, the newest last.
    let mut tried = BTreeSet::new();
    let fresh = (0..pages.len()).rev().filter(|&i| beside(i)).filter(|&i| tried.insert(&pages[i]));
    fresh.take(MEND_TRIES).find_map(|i| mend_page(&mut pages[i].clone(), walker))
}

/// Reports whether the page has rows of the game not far from where its chain ends.
fn is_near(page: &[u8], walker: &Walker) -> bool {
    let mut found = Candidates::default();
    scan_page(page, &mut |_| None, &mut found);
    found.0.keys().any(|&(game, n)| game == walker.game() && n.abs_diff(walker.n + 1) <= 13)
}

/// Tries every bit of every cell of the page.
fn mend_page(page: &mut [u8], walker: &Walker) -> Option<Row> {
    for start in 0..page.len() {
        // A cell that still reads as one may be wrong anywhere, one that does not is wrong in its first bytes.
        let end = match parse_numbers(&page[start..]) {
            Some((length, game, n)) => {
                let wrong = (game ^ walker.game().bits()).count_ones() + (n ^ i64::from(walker.n + 1)).count_ones();
                if wrong > 1 {
                    continue;
                }
                start + length
            }
            None => start + MEND_HEADER,
        };
        for bit in 0..(end.min(page.len()) - start) * 8 {
            page[start + bit / 8] ^= 1 << (bit % 8);
            let row = parse_cell(&page[start..], &mut |_| None);
            page[start + bit / 8] ^= 1 << (bit % 8);
            if let Some(row) = row.filter(|row| walker.clone().step(row).is_ok()) {
                return Some(row);
            }
        }
    }
    None
}

/// Parses a cell with consistent lengths, regardless of its texts, and returns its match and place.
fn parse_numbers(bytes: &[u8]) -> Option<(usize, i64, i64)> {
    let (length, a) = varint(bytes)?;
    let length = usize::try_from(length).ok().filter(|n| (40..PAGE_SIZE).contains(n))?;
    let (_, b) = varint(bytes.get(a..)?)?;
    let body = bytes.get(a + b..a + b + length)?;
    if !(11..=20).contains(body.first()?) || *body.get(1)? != 0 {
        return None;
    }
    let values = columns(body)?;
    Some((a + b + length, integer(*values.get(1)?)?, integer(*values.get(2)?)?))
}

/// Candidates that stand elsewhere.
pub(crate) fn of_rows(rows: impl Iterator<Item = Row>) -> Candidates {
    let mut found = Candidates::default();
    rows.for_each(|row| found.add(row));
    found
}

/// All candidates of a database file and of the write-ahead log beside it.
pub(crate) fn rows_of_database(database: &Path) -> io::Result<Candidates> {
    let [wal, ..] = crate::files::names::Files::companions(database);
    let mut found = Candidates::default();
    let mut pages = Pages::open(database)?;
    while let Some(page) = pages.next_page()? {
        scan_page(&page, &mut |spill| page_at(database, spill), &mut found);
    }
    if crate::files::disk::exists(&wal) {
        found.merge(rows_of_wal(&wal)?);
    }
    Ok(found)
}

/// All candidates of a write-ahead log, whether SQLite would still read the frame or not.
pub(crate) fn rows_of_wal(wal: &Path) -> io::Result<Candidates> {
    let bytes = crate::files::disk::read(wal)?;
    let frames = frames(&bytes);
    let mut found = Candidates::default();
    for (i, (_, page)) in frames.iter().enumerate() {
        // The rest of a long row is in pages of the same transaction, thus near this frame.
        let mut overflow = |spill: u32| -> Option<Vec<u8>> {
            let near = |(header, page): &(&[u8], &[u8])| (be32(header, 0) == spill).then(|| page.to_vec());
            frames[i..].iter().find_map(near).or_else(|| frames[..i].iter().rev().find_map(near))
        };
        scan_page(page, &mut overflow, &mut found);
    }
    Ok(found)
}

fn frames(wal: &[u8]) -> Vec<(&[u8], &[u8])> {
    let body = wal.get(WAL_HEADER..).unwrap_or_default();
    body.chunks_exact(FRAME_HEADER + PAGE_SIZE).map(|frame| frame.split_at(FRAME_HEADER)).collect()
}

/// State of a write-ahead log by its checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalState {
    /// Every frame of the present round is intact, or there is none.
    Sound,
    /// The last transaction is not whole: what a crash or a power cut leaves. A flipped bit in it looks the same.
    TornEnd,
    /// Committed frames come after one that SQLite refuses: they were stored and are cut off.
    Cut,
}

/// Looks at the checksums of a write-ahead log as SQLite does.
pub(crate) fn wal_state(wal: &Path) -> io::Result<WalState> {
    let bytes = match crate::files::disk::read(wal) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(WalState::Sound),
        other => other?,
    };
    if bytes.len() < WAL_HEADER + FRAME_HEADER + PAGE_SIZE {
        return Ok(WalState::Sound);
    }
    let header = &bytes[..WAL_HEADER];
    let big_endian = be32(header, 0) & 1 == 1;
    let mut sum = checksum((0, 0), &header[..24], big_endian);
    let mut sound = sum == (be32(header, 24), be32(header, 28));
    // Every frame repeats the random numbers of its round; those of a lost header are taken from the first frame.
    let round = if sound { &header[16..24] } else { &bytes[WAL_HEADER + 8..WAL_HEADER + 16] };
    let mut committed = true;
    let mut commits_behind = 0;
    for (head, page) in frames(&bytes) {
        let same_round = &head[8..16] == round;
        let commits = be32(head, 4) != 0;
        if sound {
            sum = checksum(checksum(sum, &head[..8], big_endian), page, big_endian);
            sound = same_round && sum == (be32(head, 16), be32(head, 20));
        }
        if sound {
            committed = commits;
        } else {
            commits_behind += usize::from(same_round && commits);
        }
    }
    // Each commit is synced before the next begins, so a power cut tears one transaction at most, in any part of it.
    Ok(match commits_behind {
        0 if sound && committed => WalState::Sound,
        0 | 1 => WalState::TornEnd,
        _ => WalState::Cut,
    })
}

/// The running checksum of a write-ahead log over whole 8-byte groups.
fn checksum((mut s0, mut s1): (u32, u32), bytes: &[u8], big_endian: bool) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| if big_endian { be32(pair, at) } else { be32(pair, at).swap_bytes() };
        s0 = s0.wrapping_add(word(0)).wrapping_add(s1);
        s1 = s1.wrapping_add(word(4)).wrapping_add(s0);
    }
    (s0, s1)
}

fn be32(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_be_bytes)
}

/// The pages of a database file one after another; the last one may be short.
struct Pages(File);

impl Pages {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(File::open(path)?))
    }

    fn next_page(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut page = Vec::with_capacity(PAGE_SIZE);
        (&mut self.0).take(PAGE_SIZE as u64).read_to_end(&mut page)?;
        Ok((!page.is_empty()).then_some(page))
    }
}

fn page_at(database: &Path, number: u32) -> Option<Vec<u8>> {
    let mut file = File::open(database).ok()?;
    let mut page = vec![0; PAGE_SIZE];
    file.seek(SeekFrom::Start(u64::from(number.checked_sub(1)?) * PAGE_SIZE as u64)).ok()?;
    file.read_exact(&mut page).ok()?;
    Some(page)
}

type Overflow<'a> = dyn FnMut(u32) -> Option<Vec<u8>> + 'a;

/// Tries every byte of the page as the start of a row.
fn scan_page(page: &[u8], overflow: &mut Overflow<'_>, found: &mut Candidates) {
    for start in 0..page.len() {
        if let Some(row) = parse_cell(&page[start..], overflow) {
            found.add(row);
        }
    }
}

/// One cell of a table leaf: length, row id, record; `None` for anything else.
fn parse_cell(bytes: &[u8], overflow: &mut Overflow<'_>) -> Option<Row> {
    let (length, a) = varint(bytes)?;
    let length = usize::try_from(length).ok().filter(|n| (40..MAX_RECORD).contains(n))?;
    let (seq, b) = varint(bytes.get(a..)?)?;
    let body = bytes.get(a + b..)?;
    // Rejects nearly every wrong start: a header of 11..=20 bytes with NULL in the first column.
    if !(11..=20).contains(body.first()?) || *body.get(1)? != 0 {
        return None;
    }
    let record = gather(body, length, overflow)?;
    parse_record(&record, seq)
}

/// The record, with what spilled to overflow pages.
fn gather(body: &[u8], length: usize, overflow: &mut Overflow<'_>) -> Option<Vec<u8>> {
    // "U-35" and the formula of the file format, section 1.6.
    let most = PAGE_SIZE - 35;
    if length <= most {
        return body.get(..length).map(<[u8]>::to_vec);
    }
    let least = (PAGE_SIZE - 12) * 32 / 255 - 23;
    let k = least + (length - least) % (PAGE_SIZE - 4);
    let local = if k <= most { k } else { least };
    let mut record = body.get(..local)?.to_vec();
    let mut next = be32(body.get(local..local + 4)?, 0);
    while record.len() < length {
        let page = overflow(next)?;
        next = be32(&page, 0);
        let take = (length - record.len()).min(PAGE_SIZE - 4);
        record.extend_from_slice(page.get(4..4 + take)?);
    }
    Some(record)
}

/// The columns of a record: kind and bytes of each.
fn columns(record: &[u8]) -> Option<Vec<(i64, &[u8])>> {
    let (header_length, mut at) = varint(record)?;
    let header_length = usize::try_from(header_length).ok()?;
    let mut values = Vec::with_capacity(COLUMNS);
    let mut data = header_length;
    while at < header_length {
        let (serial, n) = varint(record.get(at..header_length)?)?;
        at += n;
        let size = serial_size(serial)?;
        values.push((serial, record.get(data..data.checked_add(size)?)?));
        data += size;
    }
    (values.len() == COLUMNS && data == record.len()).then_some(values)
}

/// The row that a record holds.
fn parse_record(record: &[u8], seq: i64) -> Option<Row> {
    let values = columns(record)?;
    let number = |i: usize| integer(values[i]);
    let text = |i: usize| match values[i] {
        (serial, bytes) if serial >= 13 && serial % 2 == 1 => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    };
    let (12.., hash) = values[9] else { return None };
    Some(Row {
        seq,
        game: MatchId(number(1)?),
        n: u32::try_from(number(2)?).ok()?,
        act: u32::try_from(number(3)?).ok()?,
        more: match number(4)? {
            0 => false,
            1 => true,
            _ => return None,
        },
        at_ms: number(5)?,
        version: u32::try_from(number(6)?).ok()?,
        kind: text(7)?,
        payload: text(8)?,
        hash: hash.try_into().ok()?,
    })
}

fn serial_size(serial: i64) -> Option<usize> {
    match serial {
        0 | 8 | 9 => Some(0),
        1..=4 => usize::try_from(serial).ok(),
        5 => Some(6),
        6 => Some(8),
        12.. => usize::try_from((serial - 12) / 2).ok(),
        _ => None,
    }
}

fn integer((serial, bytes): (i64, &[u8])) -> Option<i64> {
    match serial {
        8 => Some(0),
        9 => Some(1),
        1..=6 => {
            let negative = bytes.first()? & 0x80 != 0;
            let start = if negative { -1 } else { 0 };
            Some(bytes.iter().fold(start, |value, &byte| (value << 8) | i64::from(byte)))
        }
        _ => None,
    }
}

/// SQLite's variable-length integer: value and bytes used.
fn varint(bytes: &[u8]) -> Option<(i64, usize)> {
    let mut value: u64 = 0;
    for (i, &byte) in bytes.iter().take(9).enumerate() {
        if i == 8 {
            return Some((((value << 8) | u64::from(byte)).cast_signed(), 9));
        }
        value = (value << 7) | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((value.cast_signed(), i + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use game::rules::{Points, RuleSet};
    use game::{Act, Match, Setup, Side};

    /// SQLite keeps 489 bytes or more of a record in its page, depending on the length.
    #[test]
    fn a_record_that_spills_is_found_whatever_its_length() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
        game.act(Act::Deal { leader: game::Seat::FIRST, hands: Vec::new() }).unwrap();
        for length in (3800..9000).step_by(130) {
            let why = "p".repeat(length);
            game.act(Act::Adjust { side: Side::new(0).unwrap(), points: Points::ZERO, why }).unwrap();
        }
        let id = MatchId::from_seed(1);
        let mut store = Store::open(folder.path()).unwrap().store;
        store.append(id, game.events(), crate::Timestamp(1_700_000_000_000)).unwrap();
        drop(store);
        let found = rows_of_database(&folder.path().join("sessions.db")).unwrap();
        assert_eq!(found.0.keys().filter(|(game, _)| *game == id).count(), game.events().len());
    }
}
