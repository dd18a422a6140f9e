//! Cameras that fail in every way: a network camera against a real server on the loopback interface, and a scripted source
//! that is unplugged, plugged in and stalls a thousand times.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use eye::frame::Frame;
use eye_jobs::Talk;
use game::rng::Rng;
use sixty_one::camera::capture::{OpenSource, Times};
use sixty_one::camera::{Camera, Condition, Next, Shot, Source, SourceError, SourceSpec};
use sixty_one::table::picture::jpeg;

/// A test that waits longer than this hangs.
const HANGS: Duration = Duration::from_secs(90);

pub(crate) fn picture(shade: u8) -> Vec<u8> {
    jpeg(&Frame::new(96, 64, vec![shade; 96 * 64 * 3]).unwrap(), 80).unwrap()
}

/// A server that misbehaves as the path says. One thread for each connection.
pub(crate) struct Server {
    pub(crate) host: String,
    pub(crate) asked: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (asked, over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (count, end) = (Arc::clone(&asked), Arc::clone(&over));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if end.load(Ordering::Relaxed) {
                    return;
                }
                let (count, end) = (Arc::clone(&count), Arc::clone(&end));
                // A client that goes away is not the server's fault.
                std::thread::spawn(move || drop(serve(stream.unwrap(), &count, &end)));
            }
        });
        Self { host, asked, over }
    }

    fn camera(&self, path: &str) -> Camera {
        self.camera_at(&format!("http://{}{path}", self.host))
    }

    pub(crate) fn camera_at(&self, address: &str) -> Camera {
        let spec: SourceSpec = address.parse().unwrap();
        let opener: OpenSource = Arc::new(move || spec.open(&Talk::default()));
        let times = Times {
            first_pause: Duration::from_millis(20),
            last_pause: Duration::from_millis(100),
            ..Times::default()
        };
        Camera::start(opener, times)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        let _wake = TcpStream::connect(&self.host);
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each way to misbehave")]
fn serve(mut stream: TcpStream, asked: &AtomicUsize, over: &AtomicBool) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
    let mut login = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("authorization:") {
            login = Some(value.trim().to_owned());
        }
    }
    asked.fetch_add(1, Ordering::Relaxed);
    let n = asked.load(Ordering::Relaxed);
    let ok = |stream: &mut TcpStream, kind: &str| {
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n")
    };
    let multi = "multipart/x-mixed-replace; boundary=--frame";
    let part = |stream: &mut TcpStream, bytes: &[u8]| -> std::io::Result<()> {
        write!(stream, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n", bytes.len())?;
        stream.write_all(bytes)?;
        stream.write_all(b"\r\n")
    };
    let on = || !over.load(Ordering::Relaxed);
    let pause = |ms| std::thread::sleep(Duration::from_millis(ms));
    let mut rng = Rng::new(n as u64);
    let mut noise = |length: usize| -> Vec<u8> { (0..length).map(|_| rng.next_u64() as u8).collect() };
    match path.as_str() {
        "/video" => {
            ok(&mut stream, multi)?;
            while on() {
                part(&mut stream, &picture(100))?;
                pause(30);
            }
        }
        "/bare" => {
            ok(&mut stream, "multipart/x-mixed-replace; boundary=\"frame\"")?;
            while on() {
                stream.write_all(b"--frame\r\n\r\n")?;
                stream.write_all(&picture(100))?;
                pause(30);
            }
        }
        "/stall" => {
            ok(&mut stream, multi)?;
            part(&mut stream, &picture(100))?;
            part(&mut stream, &picture(100))?;
            while on() {
                pause(50);
            }
        }
        "/drop" => {
            ok(&mut stream, multi)?;
            for _ in 0..3 {
                part(&mut stream, &picture(100))?;
            }
        }
        "/half" => {
            ok(&mut stream, multi)?;
            part(&mut stream, &picture(100))?;
            write!(stream, "--frame\r\nContent-Length: 5000\r\n\r\nonly this")?;
        }
        "/garbage" => {
            ok(&mut stream, multi)?;
            while on() {
                stream.write_all(&noise(700))?;
                part(&mut stream, &noise(900))?;
                part(&mut stream, &picture(100)[..200])?;
                part(&mut stream, b"")?;
                part(&mut stream, &picture(100))?;
                pause(200);
            }
        }
        "/noise" => {
            ok(&mut stream, multi)?;
            let noise = noise(1 << 16);
            while on() {
                stream.write_all(&noise)?;
            }
        }
        "/huge" => {
            ok(&mut stream, multi)?;
            write!(stream, "--frame\r\nContent-Length: 4000000000\r\n\r\n")?;
            let noise = noise(1 << 16);
            while on() {
                stream.write_all(&noise)?;
            }
        }
        "/endless.jpg" => {
            ok(&mut stream, "image/jpeg")?;
            let noise = noise(1 << 16);
            while on() {
                stream.write_all(&noise)?;
            }
        }
        "/slow" => {
            ok(&mut stream, multi)?;
            while on() {
                let mut whole = Vec::new();
                write!(whole, "--frame\r\nContent-Length: {}\r\n\r\n", picture(100).len())?;
                whole.extend(picture(100));
                for piece in whole.chunks(40) {
                    stream.write_all(piece)?;
                    stream.flush()?;
                    pause(5);
                }
            }
        }
        // Neither says that the connection ends; the second keeps it and answers nothing more on it.
        "/shot.jpg" | "/shot_once.jpg" => {
            let bytes = picture(100);
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n", bytes.len())?;
            stream.write_all(&bytes)?;
            while path == "/shot_once.jpg" && on() {
                pause(50);
            }
        }
        "/shot_sometimes.jpg" => {
            let bytes = picture(100);
            let sent = if n.is_multiple_of(2) { &bytes[..100] } else { &bytes[..] };
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nConnection: close\r\n\r\n")?;
            stream.write_all(sent)?;
        }
        "/page" => {
            ok(&mut stream, "text/html; charset=utf-8")?;
            stream.write_all(b"<html>this is a camera</html>")?;
        }
        "/moved" => write!(stream, "HTTP/1.1 302 Found\r\nLocation: /video\r\nContent-Length: 0\r\n\r\n")?,
        "/moved_secret" => write!(stream, "HTTP/1.1 302 Found\r\nLocation: /secret\r\nContent-Length: 0\r\n\r\n")?,
        "/round" => write!(stream, "HTTP/1.1 302 Found\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n")?,
        // anna:s3cret
        "/secret" if login.as_deref() == Some("basic yw5uytpzm2nyzxq=") => {
            ok(&mut stream, multi)?;
            while on() {
                part(&mut stream, &picture(100))?;
                pause(30);
            }
        }
        "/secret" => write!(
            stream,
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"cam\"\r\nContent-Length: 0\r\n\r\n"
        )?,
        "/silent" => {
            while on() {
                pause(50);
            }
        }
        _ => write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")?,
    }
    // Let the client read what was sent before the connection goes.
    let _rest = stream.shutdown(std::net::Shutdown::Write);
    let mut rest = [0; 64];
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    while stream.read(&mut rest)? > 0 {}
    Ok(())
}

/// Waits for `wanted` pictures.
pub(crate) fn pictures(camera: &mut Camera, wanted: usize) -> usize {
    let begin = Instant::now();
    let mut n = 0;
    while n < wanted && begin.elapsed() < HANGS {
        if let Some(shot) = camera.wait(Duration::from_millis(100)) {
            assert_eq!((shot.frame.width(), shot.frame.height()), (96, 64));
            n += 1;
        }
    }
    n
}

/// Waits until the camera is lost, and says why.
pub(crate) fn lost(camera: &mut Camera) -> String {
    let begin = Instant::now();
    while begin.elapsed() < HANGS {
        let _shot = camera.wait(Duration::from_millis(50));
        if let Condition::Lost { why, .. } = camera.condition() {
            return why.clone();
        }
    }
    panic!("never lost: {:?}", camera.condition());
}

#[test]
fn streams_and_single_pictures_are_shown() {
    let server = Server::start();
    for path in ["/video", "/bare", "/shot.jpg", "/shot_sometimes.jpg", "/moved", "/slow", "/garbage"] {
        let mut camera = server.camera(path);
        assert_eq!(pictures(&mut camera, 3), 3, "{path}");
        assert_eq!(camera.condition(), &Condition::Live, "{path}");
    }
    for path in ["/secret", "/moved_secret"] {
        let mut camera = server.camera_at(&format!("http://anna:s3cret@{}{path}", server.host));
        assert_eq!(pictures(&mut camera, 2), 2, "{path}");
    }
}

#[test]
fn a_camera_that_answers_once_on_a_connection_is_never_lost() {
    let server = Server::start();
    let mut camera = server.camera("/shot_once.jpg");
    for _ in 0..4 {
        assert_eq!(pictures(&mut camera, 1), 1);
        assert_eq!(camera.condition(), &Condition::Live);
    }
    assert_eq!(server.asked.load(Ordering::Relaxed), 4, "asked again after an answer that never came");
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let server = Server::start();
    for (path, words) in [
        ("/page", "sends a web page instead of pictures"),
        ("/nothing", "answered 404: there is nothing at this address; phone cameras often use `/video`"),
        ("/secret", "it needs a user name and a password"),
        ("/round", ": it redirects too often"),
        ("/silent", ": no answer"),
        ("/noise", "it doesn't send a stream of pictures"),
        ("/huge", "sent a picture of more than 16 MB"),
        ("/endless.jpg", "sent a picture of more than 16 MB"),
    ] {
        let mut camera = server.camera(path);
        let why = lost(&mut camera);
        assert!(why.contains(words), "{path}: {why}");
        assert!(why.contains("127.0.0.1"), "{path}: {why}");
    }
    let mut wrong = server.camera_at(&format!("http://anna:guess@{}/secret", server.host));
    assert!(lost(&mut wrong).ends_with("does not accept this user name and password"));
    let mut refused = server.camera_at("http://127.0.0.1:1/video");
    assert!(lost(&mut refused).contains("can't reach"), "{:?}", refused.condition());
}

#[test]
fn a_stream_that_breaks_off_or_stalls_is_opened_again() {
    let server = Server::start();
    for path in ["/drop", "/half", "/stall"] {
        let before = server.asked.load(Ordering::Relaxed);
        let mut camera = server.camera(path);
        let mut rounds = 0;
        while rounds < 2 {
            assert!(pictures(&mut camera, 1) == 1, "{path}");
            let why = lost(&mut camera);
            let known = ["the connection was closed", "nothing arrived for two seconds", "the pictures have stopped"];
            assert!(known.iter().any(|words| why.contains(words)), "{path}: {why}");
            rounds += 1;
        }
        assert_eq!(pictures(&mut camera, 1), 1, "{path}");
        assert!(server.asked.load(Ordering::Relaxed) >= before + 3, "{path}");
    }
}

#[test]
fn a_camera_that_goes_away_while_it_hangs_is_not_waited_for() {
    let server = Server::start();
    for _ in 0..3 {
        let mut camera = server.camera("/silent");
        let _none = camera.wait(Duration::from_millis(50));
        drop(camera);
    }
}

/// A source that follows a script: what it does depends on how often it was opened.
struct Scripted {
    rng: Rng,
    left: usize,
    /// A file, so that a leak shows as a handle.
    _handle: std::fs::File,
}

impl Source for Scripted {
    fn next(&mut self) -> Result<Next, SourceError> {
        if self.left == 0 {
            return Err(SourceError::Unplugged("Scripted".to_owned()));
        }
        self.left -= 1;
        match self.rng.below(12) {
            // Longer than the watchdog allows.
            0 => std::thread::sleep(Duration::from_millis(25)),
            1 => return Ok(Next::Missed("damaged".to_owned())),
            2 => return Ok(Next::Nothing),
            _ => {}
        }
        let size = if self.rng.chance(0.2) { (32, 20) } else { (16, 10) };
        let bytes = vec![if self.rng.chance(0.1) { 0 } else { 90 }; (size.0 * size.1 * 3) as usize];
        Ok(Next::Shot(Shot::now(Frame::new(size.0, size.1, bytes).unwrap())))
    }
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

fn handles() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

#[test]
fn a_thousand_times_unplugged_and_stalled() {
    let opened = Arc::new(AtomicUsize::new(0));
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_owned();
    let count = Arc::clone(&opened);
    let opener: OpenSource = Arc::new(move || {
        let n = count.fetch_add(1, Ordering::Relaxed);
        let mut rng = Rng::new(n as u64);
        match rng.below(5) {
            0 => Err(SourceError::NoSuchCamera("Scripted".to_owned())),
            1 => {
                // Hangs while it is opened.
                std::thread::sleep(Duration::from_millis(15));
                Err(SourceError::Busy("Scripted".to_owned()))
            }
            _ => {
                let left = rng.below(6);
                Ok(Box::new(Scripted { rng, left, _handle: std::fs::File::open(&path).unwrap() }))
            }
        }
    });
    let ms = Duration::from_millis;
    let times = Times { open: ms(10), read: ms(10), stale: ms(8), first_pause: ms(1), last_pause: ms(2) };
    let mut camera = Camera::start(opener, times);
    let (mut shots, mut losses, mut was_lost, begin) = (0, 0, false, Instant::now());
    let (mut most_threads, mut most_handles) = (0, 0);
    let (threads_before, handles_before) = (threads(), handles());
    while opened.load(Ordering::Relaxed) < 1000 {
        assert!(begin.elapsed() < HANGS * 3, "hangs after {} openings", opened.load(Ordering::Relaxed));
        shots += usize::from(camera.wait(ms(5)).is_some());
        let is_lost = matches!(camera.condition(), Condition::Lost { .. });
        losses += usize::from(is_lost && !was_lost);
        was_lost = is_lost;
        (most_threads, most_handles) = (most_threads.max(threads()), most_handles.max(handles()));
    }
    println!(
        "1000 openings: {shots} pictures, lost {losses} times, at most {most_threads} threads, {most_handles} handles"
    );
    assert!(shots > 10 && losses > 10, "{shots} {losses}");
    // One thread that captures and one that is left behind; other tests run beside this one.
    assert!(most_threads <= threads_before + 40, "{threads_before} {most_threads}");
    drop(camera);
    std::thread::sleep(ms(100));
    assert!(handles() <= handles_before + 20, "{handles_before} {}", handles());
}

#[test]
fn a_driver_that_never_comes_back_is_left_behind_once() {
    let (tx, rx) = std::sync::mpsc::channel::<()>();
    let rx = Arc::new(std::sync::Mutex::new(rx));
    let opened = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&opened);
    let opener: OpenSource = Arc::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        // Until the test lets go.
        let _never = rx.lock().unwrap().recv();
        Err(SourceError::Busy("Stuck".to_owned()))
    });
    let ms = Duration::from_millis;
    let times = Times { open: ms(20), read: ms(20), stale: ms(20), first_pause: ms(1), last_pause: ms(5) };
    let mut camera = Camera::start(opener, times);
    assert!(lost(&mut camera).contains("can't open it"));
    for _ in 0..40 {
        let _none = camera.wait(ms(5));
    }
    // Only one hangs; another is not tried before that one has come back.
    assert_eq!(opened.load(Ordering::Relaxed), 1);
    drop(tx);
    let begin = Instant::now();
    while opened.load(Ordering::Relaxed) < 3 && begin.elapsed() < HANGS {
        let _none = camera.wait(ms(5));
    }
    assert!(opened.load(Ordering::Relaxed) >= 3);
}

#[test]
fn a_folder_is_shown_in_order_and_a_bad_picture_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in
        [("b.jpg", picture(60)), ("a.jpg", picture(120)), ("c.jpg", b"nothing".to_vec()), ("d.jpg", picture(200))]
    {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    std::fs::write(folder.path().join("notes.txt"), "no picture").unwrap();
    let spec: SourceSpec = folder.path().to_str().unwrap().parse().unwrap();
    let opener: OpenSource = Arc::new(move || spec.open(&Talk::default()));
    let mut camera = Camera::start(opener, Times::default());
    let (mut names, mut missed, begin) = (Vec::new(), Vec::new(), Instant::now());
    while camera.condition() != &Condition::Ended && begin.elapsed() < HANGS {
        names.extend(camera.wait(Duration::from_millis(100)).and_then(|shot| shot.name));
        missed.extend(camera.take_missed());
    }
    assert_eq!(names, ["a.jpg", "b.jpg", "d.jpg"]);
    assert!(missed.len() == 1 && missed[0].contains("c.jpg is not a picture"), "{missed:?}");
}
