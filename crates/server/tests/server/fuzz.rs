//! Requests that are broken anywhere, by http and https. `SIXTY_ONE_FUZZ` says how many; a few hundred without it.

use crate::attacks::generous;
use crate::client::{FORM, Speech, Table};
use game::rng::Rng;
use server::Limits;
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

/// Returns a request of each kind that a phone makes, to be broken.
fn requests(table: &Table) -> Vec<Vec<u8>> {
    let [watch, enter, camera, join, hand, secretary, _captain] = &table.links;
    let host = format!("Host: {}\r\nConnection: close\r\n", table.address);
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\n{host}\r\n").into_bytes();
    let post = |path: &str, body: &[u8]| {
        let mut bytes =
            format!("POST {path} HTTP/1.1\r\n{host}Content-Length: {}\r\n{FORM}\r\n", body.len()).into_bytes();
        bytes.extend(body);
        bytes
    };
    vec![
        get(watch),
        get(&format!("{watch}now?page=score")),
        get(&format!("{enter}page.js")),
        get("/"),
        post("/", b"code=abcd-efgh-jkmn"),
        // A number that is too old for the table: a request that comes through whole enters nothing either.
        post(&format!("{enter}act"), b"act=dance&number=a.1&edition=99999"),
        post(&format!("{camera}photo?name=anna&live"), b"\xff\xd8\xff\xe0nothing"),
        post(&format!("{camera}alive?name=anna"), b""),
        post(&format!("{hand}hand"), b"seat=A&tile=6-6&tile=5-0"),
        post(&format!("{join}have?table=One"), b"1"),
        post(&format!("{secretary}secretary"), b"act=round&league=Winter&round=1"),
    ]
}

/// Breaks it in up to six places.
fn broken(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..=rng.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        match rng.below(6) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, rng.below(256) as u8),
            3 => bytes.truncate(at.max(1)),
            4 => {
                let piece: Vec<u8> = bytes[at..(at + 1 + rng.below(40)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece.repeat(1 + rng.below(30)));
            }
            _ => bytes.swap(at, 0),
        }
    }
    bytes
}

/// The memory of the process in KiB; 0 if unknown.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

#[test]
fn broken_requests_leave_the_table_as_it_was() {
    let count = std::env::var("SIXTY_ONE_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(600);
    for speech in Speech::ALL {
        fuzz(speech, count);
    }
}

#[expect(clippy::print_stdout, reason = "the figures of the report")]
fn fuzz(speech: Speech, count: usize) {
    let table = Table::for_speech(speech, Limits { head: Duration::from_millis(200), ..generous() });
    let (phone, requests) = (table.phone(), requests(&table));
    let mut rng = Rng::new(61);
    let mut answers: BTreeMap<String, u32> = BTreeMap::new();
    let begun = Instant::now();
    let mut early = 0;
    for n in 0..count {
        if n == count / 10 {
            early = resident();
        }
        let bytes = broken(requests[n % requests.len()].clone(), &mut rng);
        let mut stream = phone.connect();
        let _closed = stream.write_all(&bytes);
        stream.end();
        let mut answer = [0; 12];
        let read = stream.read(&mut answer).unwrap_or(0);
        let status = answer[..read].strip_prefix(b"HTTP/1.1 ").map(String::from_utf8_lossy);
        *answers.entry(status.unwrap_or("none".into()).into_owned()).or_default() += 1;
    }
    let (late, seconds) = (resident(), begun.elapsed().as_secs_f64());
    println!("{count} broken requests by {} in {seconds:.1} s: {answers:?}", speech.scheme());
    println!("resident {early} KiB after a tenth of them, {late} KiB after all");
    assert_eq!(answers.keys().find(|status| status.starts_with("500")), None, "nothing panics");
    assert!(late < early + 32 * 1024, "{early} KiB grew to {late} KiB");
    assert_eq!(phone.get(&table.links[0]).status, 200, "the table is still there");
    let told: Vec<String> = table.notices.try_iter().collect();
    let mut once = told.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), told.len(), "each thing is told once: {told:?}");
    println!("told: {told:?}");
    assert_eq!(table.clear().events().len(), 2, "nothing was entered");
}
