//! A line of JSON for each change, posted to an address: in their order, again and again until they are taken.

use crate::platform::http;
use crate::worker::{Bench, News, Worker};
use language::say;
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use trust::Fingerprint;
use ureq::Agent;

/// An answer takes no longer.
const ANSWER: Duration = Duration::from_secs(10);
/// After a failure it is tried again after so long, then after twice as long, and so on to the most.
const AGAIN: Duration = Duration::from_millis(500);
const AGAIN_AT_MOST: Duration = Duration::from_secs(60);

/// Reason why there is no webhook.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The address.
    #[error("{}", say!("`{text}` is not a webhook address: start it with http:// or https://", text = .0))]
    Address(String),
    /// What should be the certificate's fingerprint.
    #[error(transparent)]
    Fingerprint(#[from] trust::BadFingerprint),
    /// The system.
    #[error("{}", say!("can't start a task for the webhook: {why}", why = .0))]
    Thread(#[from] io::Error),
}

/// A line on its way.
#[derive(Debug)]
struct Letter {
    /// Key that stays the same when a line is sent again, so that a receiver recognises it.
    key: String,
    line: String,
}

/// Result of a delivery.
#[derive(Debug)]
enum Delivery {
    Taken,
    /// Not delivered yet, for this reason.
    Trouble(String),
    /// Read and rejected for good, for this reason.
    Refused(String),
}

/// Webhook to which changes are posted.
#[derive(Debug)]
pub struct Webhook {
    worker: Worker<Letter, Delivery>,
    waiting: VecDeque<Letter>,
    /// Most changes that wait; then the oldest is dropped, for each line has the full state.
    most: usize,
    /// Prefix of the keys of this run of the program: snapshots restart with each.
    run: String,
    given_up: u32,
    /// Whether the failure was reported.
    troubled: bool,
}

impl Webhook {
    /// A webhook at this address, for which at most `most` lines wait; `wake` is called when the next line may go.
    ///
    /// # Errors
    /// The address is not valid, or no thread can be started.
    pub fn open(url: &str, most: usize, wake: impl Fn() + Send + 'static) -> Result<Self, WebhookError> {
        if !["http://", "https://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(WebhookError::Address(url.to_owned()));
        }
        let (url, named) = trust::split(url)?;
        let url = url.to_owned();
        let worker = Worker::in_order("webhook", 1, wake, move || deliver(url.clone(), named))?;
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let run = format!("{:x}", began.as_millis());
        Ok(Self { worker, waiting: VecDeque::new(), most, run, given_up: 0, troubled: false })
    }

    /// Posts a line, after those that wait.
    pub fn post(&mut self, snapshot: u64, line: String) {
        self.waiting.push_back(Letter { key: format!("{}-{snapshot}", self.run), line: line + "\n" });
        if self.waiting.len() > self.most {
            self.waiting.pop_front();
            self.given_up += 1;
        }
        self.hand_over();
    }

    /// Hands over what waits, as far as the thread takes it; what should be known.
    pub fn go_on(&mut self) -> Option<String> {
        let mut said = None;
        while let Some(news) = self.worker.take() {
            said = self.hear(news).or(said);
        }
        self.hand_over();
        said
    }

    fn hand_over(&mut self) {
        while let Some(letter) = self.waiting.pop_front() {
            if let Err(letter) = self.worker.ask(letter) {
                return self.waiting.push_front(letter);
            }
        }
    }

    fn hear(&mut self, news: News<Delivery>) -> Option<String> {
        let (News::More(delivery) | News::Done(delivery)) = news else {
            return Some(say!("The webhook failed on one line and continues with the next.").to_owned());
        };
        match delivery {
            Delivery::Trouble(why) => {
                let first = !std::mem::replace(&mut self.troubled, true);
                first.then(|| {
                    say!("Can't send to the webhook: {why}. The table continues, and Sixty-One tries again.", why)
                })
            }
            Delivery::Refused(why) => Some(say!("The webhook rejected a line: {why}.", why)),
            Delivery::Taken if std::mem::take(&mut self.troubled) => Some(match std::mem::take(&mut self.given_up) {
                0 => say!("The webhook works again; nothing was lost.").to_owned(),
                n => say!("The webhook works again; {n} changes in between were dropped.", n),
            }),
            Delivery::Taken => None,
        }
    }
}

/// Returns the function that posts one line after the other.
fn deliver(url: String, named: Option<Fingerprint>) -> impl FnMut(Letter, &Bench<Delivery>) -> Delivery {
    let config = http::asking().timeout_global(Some(ANSWER)).http_status_as_error(false).build();
    let agent = http::agent(config, named, http::host_of(&url));
    move |letter, bench| {
        let mut wait = AGAIN;
        loop {
            let why = match post(&agent, &url, &letter) {
                Ok(200..=299) => return Delivery::Taken,
                Ok(status @ (400 | 413 | 415 | 422)) => return Delivery::Refused(say!("it answered {status}", status)),
                Ok(status) => say!("it answered {status}", status),
                Err(why) => http::words(&why),
            };
            // The receiver is gone: the table has closed.
            if !bench.is_wanted() || !bench.tell(Delivery::Trouble(why)) {
                return Delivery::Trouble(String::new());
            }
            std::thread::sleep(wait);
            wait = (wait * 2).min(AGAIN_AT_MOST);
        }
    }
}

fn post(agent: &Agent, url: &str, letter: &Letter) -> Result<u16, ureq::Error> {
    let request = agent.post(url).header("Content-Type", "application/json").header("Idempotency-Key", &letter.key);
    Ok(request.send(&letter.line)?.status().as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::time::Instant;

    #[test]
    fn a_webhook_that_redirects_is_told_and_nothing_is_sent_elsewhere() {
        let (hook, elsewhere) = (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
        elsewhere.set_nonblocking(true).unwrap();
        let (url, to) = (format!("http://{}/hook", hook.local_addr().unwrap()), elsewhere.local_addr().unwrap());
        std::thread::spawn(move || {
            for mut caller in hook.incoming().flatten() {
                let _asked = caller.read(&mut [0; 4096]);
                let _sent = write!(caller, "HTTP/1.1 307 Go\r\nLocation: http://{to}/\r\nContent-Length: 0\r\n\r\n");
            }
        });
        let mut webhook = Webhook::open(&url, 8, || {}).unwrap();
        webhook.post(1, "{}".to_owned());
        let begun = Instant::now();
        let said = std::iter::repeat_with(|| webhook.go_on()).find_map(|said| {
            std::thread::sleep(Duration::from_millis(20));
            said.or_else(|| (begun.elapsed() > Duration::from_secs(20)).then(String::new))
        });
        assert!(said.as_ref().is_some_and(|said| said.contains("it answered 307")), "{said:?}");
        assert!(elsewhere.accept().is_err(), "nothing was sent on");
    }
}
