//! Keeps the screen on while a game is played, if the desktop allows it.
//!
//! On Linux and the BSDs this is the freedesktop ScreenSaver interface of the session bus, which GNOME, KDE, Xfce,
//! Cinnamon and MATE answer; on macOS and Windows what these have for it. On other systems nothing is requested, and
//! [`Awake::state`] reports it.

use language::say;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// State of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AwakeState {
    /// Nothing is requested: no game is played.
    #[default]
    Free,
    /// It has been requested.
    Asked,
    /// The desktop keeps the screen awake.
    Kept,
    /// The system does not keep the screen on, for this reason.
    Refused(String),
}

/// The request to the desktop; dropping it takes the request back.
#[derive(Debug, Default)]
pub struct Awake {
    state: AwakeState,
    request: Option<Inhibition>,
}

#[derive(Debug)]
struct Inhibition {
    /// Closed when the screen may sleep again.
    end: Option<Sender<()>>,
    answer: Receiver<Result<(), String>>,
    thread: Option<JoinHandle<()>>,
}

impl Awake {
    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> &AwakeState {
        &self.state
    }

    /// Keeps the screen awake, or lets it sleep again. Returns at once; a refused request is not repeated before the
    /// next game.
    pub fn keep(&mut self, wanted: bool, wake: impl FnOnce() + Send + 'static) {
        if !wanted {
            self.request = None;
            self.state = AwakeState::Free;
            return;
        }
        match &self.request {
            None if self.state == AwakeState::Free => {
                (self.request, self.state) = match Inhibition::start(wake) {
                    Ok(request) => (Some(request), AwakeState::Asked),
                    Err(why) => (None, AwakeState::Refused(why)),
                };
            }
            Some(request) if self.state == AwakeState::Asked => {
                if let Ok(answer) = request.answer.try_recv() {
                    self.state = answer.map_or_else(AwakeState::Refused, |()| AwakeState::Kept);
                }
            }
            None | Some(_) => {}
        }
    }
}

impl Inhibition {
    fn start(wake: impl FnOnce() + Send + 'static) -> Result<Self, String> {
        let (end, ended) = channel();
        let (told, answer) = channel();
        let run = move || hold(&ended, &told, wake);
        let thread = Builder::new().name("awake".to_owned()).spawn(run).map_err(|why| why.to_string())?;
        Ok(Self { end: Some(end), answer, thread: Some(thread) })
    }
}

impl Drop for Inhibition {
    fn drop(&mut self) {
        self.end = None;
        // The desktop takes the request back when the connection goes, without a wait.
        drop(self.thread.take());
    }
}

/// Asks, reports the result, and holds the connection until `ended` is closed: the request lives as long as it.
#[cfg(all(unix, not(target_os = "macos")))]
fn hold(ended: &Receiver<()>, told: &Sender<Result<(), String>>, wake: impl FnOnce()) {
    let asked = zbus::block_on(ask());
    let (connection, answer) = match asked {
        Ok(connection) => (Some(connection), Ok(())),
        Err(_) => (None, Err(say!("the desktop offers no way to do this").to_owned())),
    };
    drop(told.send(answer));
    wake();
    // Closed, never sent to.
    let _closed = ended.recv();
    drop(connection);
}

#[cfg(all(unix, not(target_os = "macos")))]
async fn ask() -> zbus::Result<zbus::Connection> {
    let connection = zbus::Connection::session().await?;
    let service = "org.freedesktop.ScreenSaver";
    let path = "/org/freedesktop/ScreenSaver";
    let body = ("Sixty-One", say!("a game is being played"));
    connection.call_method(Some(service), path, Some(service), "Inhibit", &body).await?;
    Ok(connection)
}

/// Keeps the screen on by a direct system call.
#[cfg(any(windows, target_os = "macos"))]
fn hold(ended: &Receiver<()>, told: &Sender<Result<(), String>>, wake: impl FnOnce()) {
    let mut asked = keepawake::Builder::default();
    asked
        .display(true)
        .reason(say!("a game is being played"))
        .app_name("Sixty-One")
        .app_reverse_domain("org.sixty-one");
    let (held, answer) = match asked.create() {
        Ok(held) => (Some(held), Ok(())),
        Err(why) => (None, Err(why.to_string())),
    };
    drop(told.send(answer));
    wake();
    let _closed = ended.recv();
    drop(held);
}

#[cfg(not(any(unix, windows)))]
fn hold(_: &Receiver<()>, told: &Sender<Result<(), String>>, wake: impl FnOnce()) {
    drop(told.send(Err(say!("not supported on this system").to_owned())));
    wake();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn whatever_the_desktop_says_is_told_and_can_be_taken_back() {
        let (woken, wakes) = mpsc::channel();
        let mut awake = Awake::default();
        awake.keep(true, move || {
            let _sent = woken.send(());
        });
        assert_eq!(awake.state(), &AwakeState::Asked);
        // A bus that does not answer must not block the tests.
        let answered = wakes.recv_timeout(Duration::from_secs(30)).is_ok();
        awake.keep(true, || {});
        assert!(!answered || matches!(awake.state(), AwakeState::Kept | AwakeState::Refused(_)), "{:?}", awake.state());
        awake.keep(false, || {});
        assert_eq!(awake.state(), &AwakeState::Free);
    }
}
