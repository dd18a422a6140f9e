//! Questions, hands and answers as bytes, because another Web Worker thinks and reads.

use super::{Advised, HandIn, HandRead};
use crate::worker::message;
use adviser::{Advice, Question, ToldTurn};
use eye::frame::Frame;
use game::Before;
use game::rules::RuleSet;
use game::tile::TileSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::disk;

/// A picture on its way; its bytes are behind it.
#[derive(Debug, Serialize, Deserialize)]
enum PackedPicture {
    /// A file of this name.
    File(String),
    /// A picture with these sides.
    Pixels((u32, u32)),
    /// There is none, for this reason.
    Missing(String),
}

/// Unpacked request to read.
#[derive(Debug)]
pub enum Unpacked {
    /// A picture file: its name and its bytes.
    File(String, Vec<u8>),
    /// A picture.
    Frame(Arc<Frame>),
}

/// A picture as bytes.
#[must_use]
pub fn pack(picture: HandIn) -> Vec<u8> {
    match picture {
        HandIn::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match disk::read(&path) {
                Ok(bytes) => message::pack(&PackedPicture::File(name), &[&bytes]),
                Err(why) => message::pack(&PackedPicture::Missing(format!("{name}: {why}")), &[]),
            }
        }
        HandIn::Frame(frame) => message::pack(&PackedPicture::Pixels(message::sides(&frame)), &[frame.rgb()]),
    }
}

/// Unpacks a picture.
///
/// # Errors
/// No picture, in words.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, String> {
    const BROKEN: &str = "the picture is not whole";
    let (head, parts) = message::open(bytes).ok_or(BROKEN)?;
    match (head, parts.as_slice()) {
        (PackedPicture::File(name), [bytes]) => Ok(Unpacked::File(name, bytes.to_vec())),
        (PackedPicture::Pixels(sides), [pixels]) => {
            Ok(Unpacked::Frame(Arc::new(message::frame(sides, pixels).ok_or(BROKEN)?)))
        }
        (PackedPicture::Missing(why), _) => Err(why),
        _ => Err(BROKEN.to_owned()),
    }
}

/// Packs a reading.
#[must_use]
pub fn pack_read(read: &HandRead) -> Vec<u8> {
    message::pack(read, &[])
}

/// Unpacks a reading.
#[must_use]
pub fn unpack_read(bytes: &[u8]) -> Option<HandRead> {
    message::open(bytes).map(|(read, _)| read)
}

/// A question with its rules as text.
#[derive(Debug, Serialize, Deserialize)]
struct PackedQuestion {
    rules: String,
    seats: usize,
    pairs: Option<bool>,
    seat: usize,
    hand: TileSet,
    scores: Vec<i16>,
    before: Option<Before>,
    leader: Option<usize>,
    turns: Vec<ToldTurn>,
}

/// A question as bytes.
#[must_use]
pub fn pack_question(question: &Question) -> Vec<u8> {
    let Question { rules, seats, pairs, seat, hand, scores, before, leader, turns } = question.clone();
    let rules = rules.to_string();
    message::pack(&PackedQuestion { rules, seats, pairs, seat, hand, scores, before, leader, turns }, &[])
}

/// The question again.
#[must_use]
pub fn unpack_question(bytes: &[u8]) -> Option<Question> {
    let (PackedQuestion { rules, seats, pairs, seat, hand, scores, before, leader, turns }, _) = message::open(bytes)?;
    let rules = RuleSet::parse(&rules).ok()?;
    Some(Question { rules, seats, pairs, seat, hand, scores, before, leader, turns })
}

/// An answer as bytes; a refusal only says that there is one.
#[must_use]
pub fn pack_advice(advised: &Advised) -> Vec<u8> {
    message::pack(&advised.as_ref().ok(), &[])
}

/// Unpacks the answer to a question. A reason for no answer is found here, without a search.
#[must_use]
pub fn unpack_advice(bytes: &[u8], question: &Question) -> Option<Advised> {
    match message::open::<Option<Advice>>(bytes)?.0 {
        Some(advice) => Some(Ok(advice)),
        None => adviser::Desk::new().check(question).err().map(Err),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adviser::{Desk, Settings};

    fn question(hand: &str) -> Question {
        Question {
            rules: RuleSet::parse("pafos target=121").unwrap(),
            seats: 2,
            pairs: None,
            seat: 0,
            hand: hand.split(' ').map(|tile| tile.parse().unwrap()).collect(),
            scores: vec![45, 45],
            before: Some(Before::after(2)),
            leader: Some(0),
            turns: Vec::new(),
        }
    }

    #[test]
    fn questions_and_answers_come_through_whole() {
        let asked = question("6-5 3-3 4-1 2-0 1-1 5-0 5-4");
        assert_eq!(unpack_question(&pack_question(&asked)).as_ref(), Some(&asked));
        let settings = Settings { iterations: 300, ..Settings::default() };
        let advised = Desk::new().advise(&asked, &settings, 1, || false);
        assert_eq!(unpack_advice(&pack_advice(&advised), &asked), Some(advised));
        // A hand of two tiles at the beginning is impossible, and the reason is given.
        let few = question("6-5 3-3");
        let refused = Desk::new().advise(&few, &settings, 1, || false);
        assert!(refused.is_err());
        assert_eq!(unpack_advice(&pack_advice(&refused), &few), Some(refused));
        assert_eq!(unpack_question(&[1, 2, 3]), None);
    }

    #[test]
    fn pictures_come_through_whole() {
        let frame = Arc::new(Frame::new(2, 1, (0..6).collect()).unwrap());
        let Ok(Unpacked::Frame(back)) = unpack(&pack(HandIn::Frame(Arc::clone(&frame)))) else { panic!("a picture") };
        assert_eq!(back, frame);
        assert!(unpack(&pack(HandIn::File("no/such/file.jpg".into()))).unwrap_err().starts_with("file.jpg: "));
        assert!(unpack(&[7]).is_err());
    }
}
