//! Hostile input: files, names, pictures, addresses, folders. Each is tried with the real command line in a separate
//! process, whose time and peak memory are measured.

use super::evening::{Folder, NOW};
use anyhow::{Context as _, ensure};
use clap::Parser as _;
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use std::ffi::OsString;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use store::{Journal, MatchId, Store, Timestamp};

/// Longer than this nothing may take.
const MOST_SECONDS: u64 = 15;

/// More memory than this nothing may take.
const MOST_MIB: u64 = 200;

/// Result of an attempt.
#[derive(Debug)]
pub(super) struct Tried {
    pub what: &'static str,
    pub outcome: String,
    pub seconds: f64,
    pub peak_mib: u64,
}

/// Result of a child process.
struct Done {
    out: String,
    said: String,
    status: Option<i32>,
    seconds: f64,
    peak_mib: u64,
}

/// The child: one command of the program, and at the end how much memory it ever had.
#[expect(clippy::print_stderr, reason = "read by the parent")]
pub(super) fn child(line: &[String]) -> anyhow::Result<()> {
    let line = std::iter::once("sixty-one").chain(line.iter().map(String::as_str));
    let done = sixty_one::cli::Cli::try_parse_from(line).map_err(Into::into).and_then(|cli| sixty_one::cli::run(&cli));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    eprintln!("\npeak {}", peak.trim().trim_end_matches(" kB"));
    done
}

/// Runs a command of the program; one that does not end in time is ended.
fn run(args: &[&str]) -> anyhow::Result<Done> {
    run_as(Command::new(std::env::current_exe()?), args)
}

fn run_as(mut command: Command, args: &[&str]) -> anyhow::Result<Done> {
    let begin = Instant::now();
    command.args(["damage", "--"]).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut ends = [child.stdout.take().map(|end| Box::new(end) as Box<dyn std::io::Read + Send>), None];
    ends[1] = child.stderr.take().map(|end| Box::new(end) as _);
    let texts = ends.map(|end| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            drop(end.map(|mut end| end.read_to_end(&mut text)));
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(MOST_SECONDS * 6) {
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = begin.elapsed().as_secs_f64();
    let [out, said] = texts.map(|text| text.join().unwrap_or_default());
    let peak = said.lines().find_map(|line| line.strip_prefix("peak ")).and_then(|kib| kib.parse::<u64>().ok());
    let peak_mib = peak.unwrap_or(0).div_ceil(1024);
    Ok(Done { out, said, status: status.code(), seconds, peak_mib })
}

/// A command that must be refused with these words, soon and with little memory.
fn refused(what: &'static str, args: &[&str], words: &str) -> anyhow::Result<Tried> {
    bounded(what, args, |done| {
        ensure!(done.status == Some(2) && done.said.contains(words), "status {:?}: {}", done.status, done.said);
        Ok(format!("refused: \"{words}\""))
    })
}

/// Runs a command that must succeed, soon and with little memory.
fn bounded(
    what: &'static str,
    args: &[&str],
    judge: impl Fn(&Done) -> anyhow::Result<String>,
) -> anyhow::Result<Tried> {
    let done = run(args).context(what)?;
    let outcome = judge(&done).context(what)?;
    let Done { seconds, peak_mib, .. } = done;
    ensure!((1..=MOST_MIB).contains(&peak_mib), "{what}: {peak_mib} MiB");
    ensure!(seconds < MOST_SECONDS as f64, "{what}: {seconds:.1} s");
    Ok(Tried { what, outcome, seconds, peak_mib })
}

/// Tries every known danger.
///
/// # Errors
/// Something was not refused, or took too long or too much memory.
pub(super) fn all() -> anyhow::Result<Vec<Tried>> {
    let folder = Folder::new()?;
    let inside = |name: &str| folder.path().join(name).display().to_string();
    let data = inside("data");
    let mut tried = Vec::new();
    files(&inside, &data, &mut tried)?;
    names(&inside, &data, &mut tried)?;
    pictures(&inside, &mut tried)?;
    tried.push(redirect()?);
    let none = ["watch", "http://127.0.0.1:9/x", "--seconds", "1", "--players", "Anna,Ben", "--data", &data];
    tried.push(refused("a camera that is not there, watched", &none, "no picture arrived")?);
    tried.push(kept_private(folder.path())?);
    Ok(tried)
}

type Inside<'a> = dyn Fn(&str) -> String + 'a;

fn files(inside: &Inside<'_>, data: &str, tried: &mut Vec<Tried>) -> anyhow::Result<()> {
    if cfg!(unix) {
        let pipe = inside("pipe");
        ensure!(Command::new("mkfifo").arg(&pipe).status()?.success(), "no pipe could be made");
        tried.push(refused("a pipe as a picture", &["read", &pipe], "not a file")?);
        tried.push(refused("a pipe imported", &["sessions", "import", &pipe, "--data", data], "not a file")?);
        let piped = inside("piped");
        fs::create_dir_all(&piped)?;
        fs::rename(&pipe, Path::new(&piped).join("sessions.db"))?;
        tried.push(refused("a pipe as the database", &["sessions", "list", "--data", &piped], "not a file")?);
        let zero = ["sessions", "import", "/dev/zero", "--data", data];
        tried.push(refused("/dev/zero imported", &zero, "not a file")?);
    }
    let endless = inside("endless.json");
    let mut file = std::io::BufWriter::new(fs::File::create(&endless)?);
    file.write_all(b"{\"format\":\"sixty-one games\",\"version\":1,\"games\":[{\"id\":[")?;
    let many = "0,".repeat(1 << 20);
    (0..64).try_for_each(|_| file.write_all(many.as_bytes()))?;
    file.flush()?;
    let import = ["sessions", "import", &endless, "--data", data];
    tried.push(refused("a game of 128 MiB imported", &import, "longer than")?);
    fs::write(&endless, "[".repeat(1 << 24))?;
    tried.push(refused("16 million brackets imported", &import, "not a file of Sixty-One matches")?);
    fs::remove_file(endless)?;
    Ok(())
}

/// Returns the first events of a match between people with these names, as a journal writes unsaved acts: without a
/// checksum.
fn unsaved(folder: &Path, name: &str) -> anyhow::Result<String> {
    let events = begun(&["Anna", "Ben"])?;
    fs::write(folder, "in the way")?;
    let Err(why) = Store::open(folder) else { anyhow::bail!("a file was taken for a folder") };
    let mut journal = Journal::without_store(folder, &why);
    journal.record(MatchId::from_seed(7), &events, Timestamp(NOW));
    fs::remove_file(folder)?;
    Ok(journal.unsaved_json().replace("Anna", name))
}

fn begun(names: &[&str]) -> anyhow::Result<Vec<Event>> {
    let played = play_match(Setup::new(RuleSet::preset("pafos")?, names), &[0.9, 0.2], false, 1)?;
    Ok(played.events().to_vec())
}

fn names(inside: &Inside<'_>, data: &str, tried: &mut Vec<Tried>) -> anyhow::Result<()> {
    let file = inside("names.json");
    let import = ["sessions", "import", &file, "--data", data];
    let nowhere = inside("nowhere");
    fs::write(&file, unsaved(Path::new(&nowhere), &"x".repeat(2_000_000))?)?;
    tried.push(refused("a name of 2,000,000 letters imported", &import, "more than 100 letters")?);
    fs::write(&file, unsaved(Path::new(&nowhere), "\\u001b]0;owned\\u0007\\u001b[31mAnna")?)?;
    tried.push(refused("a name with control characters, imported", &import, "control characters")?);
    // The same in a store that an older program wrote.
    let mut store = Store::open(Path::new(data))?.store;
    for (seed, name) in (1..).zip(["\u{1b}[31mAnna\u{7}", "=1+1", "Anna;=1+1", "＝1+1"]) {
        store.append(MatchId::from_seed(seed), &begun(&[name, "Ben"])?, Timestamp(NOW))?;
    }
    drop(store);
    tried.push(bounded("the same name listed", &["sessions", "list", "--data", data], |done| {
        let obeyed = done.out.chars().any(|c| c.is_control() && c != '\n');
        ensure!(done.status == Some(0) && done.out.contains("Anna") && !obeyed, "{}", done.out);
        Ok("shown without them".to_owned())
    })?);
    let export = ["sessions", "export", "--format", "csv-matches", "--data", data];
    tried.push(bounded("names that a spreadsheet would run, exported", &export, |done| {
        let cells = done.out.split([',', ';', '\n']).map(|cell| cell.trim_start_matches('"'));
        let runs = cells.filter(|cell| cell.starts_with(['=', '+', '@', '＝'])).count();
        ensure!(done.status == Some(0) && runs == 0 && done.out.contains("'=1+1"), "{}", done.out);
        Ok("written as text".to_owned())
    })?);
    Ok(())
}

fn pictures(inside: &Inside<'_>, tried: &mut Vec<Tried>) -> anyhow::Result<()> {
    let picture = inside("wide.png");
    fs::write(&picture, wide_png())?;
    tried.push(refused("a PNG of 99,999,999 x 1", &["read", &picture], "wide.png")?);
    let picture = inside("large.jpg");
    fs::write(&picture, large_jpeg())?;
    tried.push(refused("a progressive JPEG of 10,000 x 9,990", &["read", &picture], "10000 x 9990 pixels")?);
    let models = inside("models");
    fs::create_dir_all(&models)?;
    for name in ["tiles.onnx", "pips.onnx"] {
        fs::write(Path::new(&models).join(name), b"anything")?;
    }
    let read = ["read", "--models", &models, &picture];
    tried.push(refused("networks without their checksums", &read, "SHA256SUMS")?);
    Ok(())
}

/// Makes a picture whose head claims a width of 99,999,999, without the pixels.
fn wide_png() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], content: &[u8]| {
        png.extend((content.len() as u32).to_be_bytes());
        let from = png.len();
        png.extend(kind);
        png.extend(content);
        png.extend(crc32fast::hash(&png[from..]).to_be_bytes());
    };
    let head = [&99_999_999u32.to_be_bytes()[..], &1u32.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    chunk(b"IHDR", &head);
    chunk(b"IDAT", &[0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]);
    chunk(b"IEND", &[]);
    png
}

/// Makes a picture whose head claims 10,000 x 9,990 pixels, in three components and several scans.
fn large_jpeg() -> Vec<u8> {
    let [height, width] = [9_990u16, 10_000].map(u16::to_be_bytes);
    let frame = [&[0xff, 0xc2, 0, 17, 8][..], &height, &width, &[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]].concat();
    let scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0];
    [&[0xff, 0xd8][..], &frame, &scan, &[0; 600], &[0xff, 0xd9]].concat()
}

/// A camera that asks for the password and then redirects to another port: the password stays with the first.
fn redirect() -> anyhow::Result<Tried> {
    let [first, second] = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    let (here, there) = (first.local_addr()?, second.local_addr()?);
    let (tell, told) = mpsc::channel();
    // Both ask for a login: a program that sends it only where it was asked for must see who asks.
    let asks = "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"".to_owned();
    for (listener, known) in
        [(first, format!("302 Found\r\nLocation: http://{there}/")), (second, "404 Not Found".to_owned())]
    {
        let (tell, port, asks) = (tell.clone(), listener.local_addr()?.port(), asks.clone());
        std::thread::spawn(move || {
            for mut visitor in listener.incoming().flatten() {
                let mut asked = [0; 4096];
                let length = visitor.read(&mut asked).unwrap_or(0);
                let asked = String::from_utf8_lossy(&asked[..length]).to_lowercase();
                let knows = asked.contains("authorization");
                _ = tell.send((port, knows));
                let answer = if knows { &known } else { &asks };
                let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                drop(visitor.write_all(answer.as_bytes()));
            }
        });
    }
    let source = format!("http://anna:secret@{here}/");
    let tried = bounded("a camera that redirects to another host", &["cameras", "test", &source], |done| {
        ensure!(done.status == Some(2), "{}", done.out);
        Ok("the password is not sent on".to_owned())
    })?;
    let asked: Vec<(u16, bool)> = told.try_iter().collect();
    ensure!(asked.contains(&(here.port(), true)), "nobody asked the camera: {asked:?}");
    ensure!(!asked.contains(&(there.port(), true)), "the password went to another port");
    Ok(tried)
}

/// Files with secrets are for their owner alone, and a planted link is not followed.
fn kept_private(folder: &Path) -> anyhow::Result<Tried> {
    let begin = Instant::now();
    let outcome = "readable by their owner only; a link is not followed".to_owned();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let settings = folder.join("settings.json");
        store::keep_json(&settings, &serde_json::json!({ "camera": "http://anna:secret@10.0.0.5/" }))?;
        let [mode, copy] = [settings, folder.join("settings.copy.json")]
            .map(|path| fs::metadata(path).map_or(0, |meta| meta.permissions().mode() & 0o777));
        ensure!((mode, copy) == (0o600, 0o600), "the settings have the rights {mode:o} and {copy:o}");
        let (victim, link) = (folder.join("victim"), folder.join("prepared.json"));
        fs::write(&victim, "mine")?;
        std::os::unix::fs::symlink(&victim, &link)?;
        ensure!(store::write_private(&link, b"drops").is_err(), "a link was written through");
        ensure!(fs::read(victim)? == b"mine", "a link was followed");
    }
    Ok(Tried {
        what: "settings and unsaved drops on disk",
        outcome,
        seconds: begin.elapsed().as_secs_f64(),
        peak_mib: 0,
    })
}

/// Disturbs the folder while it is used, and moves the clock. Returns lines of words.
///
/// # Errors
/// Events were lost, or a loss was not reported.
pub(super) fn beside() -> anyhow::Result<Vec<String>> {
    Ok(vec![two_programs()?, read_only_folder()?, gone_folder()?, clock_jumps()?])
}

fn two_programs() -> anyhow::Result<String> {
    let folder = Folder::new()?;
    let data = folder.path().display().to_string();
    let mut store = Store::open(folder.path())?.store;
    let events = begun(&["Anna", "Ben"])?;
    let id = MatchId::from_seed(1);
    let mut read = 0;
    for (n, event) in events.iter().enumerate() {
        store.append(id, std::slice::from_ref(event), Timestamp(NOW))?;
        if n % 20 == 0 {
            let writer = run(&["sessions", "delete", "last", "--data", &data])?;
            ensure!(writer.said.contains("already running"), "a second writer was let in: {}", writer.said);
            let reader = run(&["sessions", "list", "--data", &data])?;
            ensure!(reader.status == Some(0) && reader.out.ends_with("1 match\n"), "{}{}", reader.out, reader.said);
            read += 1;
        }
    }
    ensure!(store.load(id)?.len() == events.len() && store.check()?.is_good(), "events are missing");
    Ok(format!("two programs on one folder: {read} second writers refused, {read} readers served, 0 events lost"))
}

#[cfg(unix)]
fn read_only_folder() -> anyhow::Result<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, program) = (Folder::new()?, Folder::new()?);
    let events = begun(&["Anna", "Ben"])?;
    let mut store = Store::open(folder.path())?.store;
    store.append(MatchId::from_seed(1), &events, Timestamp(NOW))?;
    let taken: Vec<(OsString, Vec<u8>)> = fs::read_dir(folder.path())?
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().ends_with("-shm"))
        .map(|entry| Ok((entry.file_name(), fs::read(entry.path())?)))
        .collect::<std::io::Result<_>>()?;
    drop(store);
    let rights = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let copy = program.path().join("lab");
    fs::copy(std::env::current_exe()?, &copy)?;
    rights(program.path(), 0o755)?;
    let killed = program.path().join("killed");
    fs::create_dir(&killed)?;
    for (name, bytes) in &taken {
        fs::write(killed.join(name), bytes)?;
        rights(&killed.join(name), 0o444)?;
    }
    rights(&killed, 0o555)?;
    let mut command = Command::new(&copy);
    command.current_dir("/");
    if fs::File::create(killed.join("probe")).is_ok() {
        // Root may write everywhere; another user reads then.
        std::os::unix::process::CommandExt::uid(&mut command, 65534);
        fs::remove_file(killed.join("probe"))?;
    }
    let done = run_as(command, &["sessions", "list", "--data", &killed.display().to_string()])?;
    rights(&killed, 0o755)?;
    ensure!(done.status == Some(0) && done.out.ends_with("1 match\n"), "{}{}", done.out, done.said);
    Ok("a read-only folder, its log beside the database: read, 0 games missing".to_owned())
}

#[cfg(not(unix))]
fn read_only_folder() -> anyhow::Result<String> {
    Ok("a read-only folder: not tried on this system".to_owned())
}

/// The folder is deleted, or another database is put into the place of the open one, after every fifth event of a match.
fn gone_folder() -> anyhow::Result<String> {
    if !cfg!(unix) {
        return Ok("a folder that goes while it is open: this system does not allow it".to_owned());
    }
    let events = begun(&["Anna", "Ben"])?;
    let id = MatchId::from_seed(1);
    let mut times = 0;
    for at in (1..events.len()).step_by(5) {
        let (old, new) = (Folder::new()?, Folder::new()?);
        let mut journal = Journal::new(Store::open(old.path())?.store);
        for (n, event) in events.iter().enumerate() {
            journal.record(id, std::slice::from_ref(event), Timestamp(NOW));
            ensure!((journal.unsaved() > 0) == (n >= at), "event {n}: {} unsaved, gone at {at}", journal.unsaved());
            if n + 1 == at && at % 2 == 0 {
                fs::remove_dir_all(old.path())?;
            } else if n + 1 == at {
                let other = old.path().join("other.db");
                fs::write(&other, b"another file")?;
                fs::rename(other, old.path().join("sessions.db"))?;
            }
        }
        journal.retry();
        ensure!(journal.unsaved() == events.len() - at && journal.trouble().is_some(), "gone at {at} unnoticed");
        journal.move_to(new.path()).map_err(|why| anyhow::anyhow!(why))?;
        ensure!(journal.unsaved() == 0, "not saved in the new folder");
        drop(journal);
        let opened = store::open_or_recover(new.path(), Timestamp(NOW))?;
        let there = opened.store.load(id)?;
        ensure!(there.iter().map(|stored| &stored.event).eq(&events) && opened.notices.is_empty(), "gone at {at}");
        times += 1;
    }
    Ok(format!(
        "folder deleted or database replaced during a match, after every fifth event: {times} times; noticed at the \
         next drop, moved to a new folder, 0 events lost"
    ))
}

/// The clock goes back and on by years with every event, and backups are made meanwhile.
fn clock_jumps() -> anyhow::Result<String> {
    let folder = Folder::new()?;
    let events = begun(&["Anna", "Ben"])?;
    let id = MatchId::from_seed(1);
    let mut rng = game::rng::Rng::new(61);
    let mut opened = store::open_or_recover(folder.path(), Timestamp(NOW))?;
    let year = 31_557_600_000_i64;
    for (n, event) in events.iter().enumerate() {
        let now = Timestamp(NOW + year * (rng.below(400) as i64 - 200));
        opened.store.append(id, std::slice::from_ref(event), now)?;
        if n % 4 == 0 {
            let made = opened.store.backup(store::BackupReason::Asked, now)?;
            ensure!(opened.store.backups().first() == Some(&made), "the newest backup is not the one just made");
        }
        if n % 10 == 0 {
            drop(opened);
            opened = store::open_or_recover(folder.path(), now)?;
            ensure!(opened.notices.is_empty(), "told: {:?}", opened.notices);
        }
    }
    let there = opened.store.load(id)?;
    ensure!(there.iter().map(|stored| &stored.event).eq(&events), "the order is another one");
    ensure!(opened.store.check()?.is_good(), "the check finds something");
    Ok(format!(
        "clock moved by up to 200 years before every event: {} events in order, backups in the order they were made, \
         0 lost",
        events.len()
    ))
}
