//! Queue between phones and the table. A request has a number, so that one sent twice is done once and gets its first
//! answer again.

use crate::ask::{PhoneAnswer, PhoneAsk};
use crate::pad::PhoneAct;
use language::say;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// Most requests that wait for the table.
const MOST_WAITING: usize = 16;
/// Most phones remembered with their last number.
const MOST_PHONES: usize = 256;
/// Time in which the table must answer before the phone gets an error.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The number of an ask: which phone, and its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskNumber {
    pub(crate) phone: String,
    pub(crate) seq: u64,
}

impl AskNumber {
    /// `k3j9x.12`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (phone, seq) = text.split_once('.')?;
        let fair = (1..=32).contains(&phone.len()) && phone.bytes().all(|b| b.is_ascii_alphanumeric());
        Some(Self { phone: phone.to_owned(), seq: seq.parse().ok()? }).filter(|_| fair)
    }
}

/// An ask of a phone that was sent already, or is being answered.
struct Remembered {
    number: AskNumber,
    answer: watch::Receiver<Option<PhoneAnswer>>,
}

/// The request queue; every clone is the same.
#[derive(Clone)]
pub(crate) struct RequestQueue {
    to_table: SyncSender<PhoneAsk>,
    wake: Arc<dyn Fn() + Send + Sync>,
    remembered: Arc<Mutex<VecDeque<Remembered>>>,
}

impl RequestQueue {
    pub(crate) fn new(wake: Arc<dyn Fn() + Send + Sync>) -> (Self, Receiver<PhoneAsk>) {
        let (to_table, asks) = sync_channel(MOST_WAITING);
        (Self { to_table, wake, remembered: Arc::default() }, asks)
    }

    /// The answer of the first time, if this was asked before.
    pub(crate) async fn again(&self, number: &AskNumber) -> Option<PhoneAnswer> {
        let answer = {
            let remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
            remembered.iter().find(|known| known.number == *number)?.answer.clone()
        };
        Some(waited_for(answer).await)
    }

    /// Asks the table, or waits for the answer of the first time that this was asked.
    pub(crate) async fn ask(&self, number: AskNumber, act: PhoneAct, by: String, snapshot: u64) -> PhoneAnswer {
        let answer = match self.known(&number) {
            KnownAsk::Answer(answer) => answer,
            KnownAsk::Older => {
                return Err(say!("outdated request ignored").to_owned());
            }
            KnownAsk::New(tell) => {
                let answer = tell.subscribe();
                match self.send(act, by, snapshot) {
                    Ok(reply) => drop(tokio::spawn(pass_on(reply, tell))),
                    Err(why) => {
                        // It was not asked, so the same number may be used again.
                        self.forget(&number);
                        return Err(why);
                    }
                }
                answer
            }
        };
        waited_for(answer).await
    }

    fn send(&self, act: PhoneAct, by: String, snapshot: u64) -> Result<oneshot::Receiver<PhoneAnswer>, String> {
        let (answer, reply) = oneshot::channel();
        self.to_table.try_send(PhoneAsk { act, by, snapshot, answer }).map_err(|unsent| match unsent {
            TrySendError::Full(_) => say!("the table is busy: try again").to_owned(),
            TrySendError::Disconnected(_) => say!("the table has closed").to_owned(),
        })?;
        (self.wake)();
        Ok(reply)
    }

    fn known(&self, number: &AskNumber) -> KnownAsk {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = remembered.iter().position(|known| known.number.phone == number.phone) {
            let known = &remembered[at];
            if known.number.seq == number.seq {
                return KnownAsk::Answer(known.answer.clone());
            }
            if number.seq < known.number.seq {
                return KnownAsk::Older;
            }
            remembered.remove(at);
        }
        let (tell, answer) = watch::channel(None);
        remembered.push_back(Remembered { number: number.clone(), answer });
        while remembered.len() > MOST_PHONES {
            remembered.pop_front();
        }
        KnownAsk::New(tell)
    }

    fn forget(&self, number: &AskNumber) {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known.number != *number);
    }
}

enum KnownAsk {
    Answer(watch::Receiver<Option<PhoneAnswer>>),
    Older,
    New(watch::Sender<Option<PhoneAnswer>>),
}

async fn waited_for(mut answer: watch::Receiver<Option<PhoneAnswer>>) -> PhoneAnswer {
    let late = || Err(say!("the table has not answered; check the score before you enter it again").to_owned());
    match tokio::time::timeout(PATIENCE, answer.wait_for(Option::is_some)).await {
        Ok(Ok(answer)) => answer.clone().unwrap_or_else(late),
        Ok(Err(_)) | Err(_) => late(),
    }
}

/// Keeps the table's answer for everybody who asks again.
async fn pass_on(reply: oneshot::Receiver<PhoneAnswer>, tell: watch::Sender<Option<PhoneAnswer>>) {
    let answer = reply.await.unwrap_or_else(|_closed| Err(say!("the table has closed").to_owned()));
    let _nobody = tell.send_replace(Some(answer));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_phones_are_remembered_with_their_number() {
        let (queue, _asks) = RequestQueue::new(Arc::new(|| {}));
        let known = |phone: usize, seq| queue.known(&AskNumber { phone: format!("p{phone}"), seq });
        for phone in 0..MOST_PHONES {
            assert!(matches!(known(phone, 7), KnownAsk::New(_)), "{phone}");
        }
        assert!(matches!((known(0, 7), known(0, 6)), (KnownAsk::Answer(_), KnownAsk::Older)), "all are remembered");
        assert!(matches!(known(MOST_PHONES, 7), KnownAsk::New(_)));
        assert!(matches!((known(0, 7), known(2, 7)), (KnownAsk::New(_), KnownAsk::Answer(_))), "but for the first");
        assert!(matches!((known(2, 8), known(2, 7)), (KnownAsk::New(_), KnownAsk::Older)));
        queue.forget(&AskNumber { phone: "p2".to_owned(), seq: 8 });
        assert!(matches!((known(2, 8), known(3, 7)), (KnownAsk::New(_), KnownAsk::Answer(_))), "it was not asked");
    }

    #[test]
    fn a_number_names_a_phone_and_a_count() {
        let number = AskNumber { phone: "k3j9x".to_owned(), seq: 12 };
        assert_eq!(AskNumber::parse("k3j9x.12"), Some(number));
        for wrong in ["", "12", ".12", "k3j9x.", "k3j9x.x", "k3 9x.12", "k.3.12", &format!("{}.12", "k".repeat(33))] {
            assert_eq!(AskNumber::parse(wrong), None, "{wrong}");
        }
    }
}
