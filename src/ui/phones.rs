//! The window's side of the phones: opens the listener on request, shows the table's state, takes phones' requests.

use crate::camera::phone;
use crate::platform::IS_PAGE;
use crate::platform::links::LinkBook;
use crate::widgets::qr::Qr;
use game::Match;
use language::say;
use server::{Guest, HandAsk, LONELY, LinkKind, ListenerOptions, NextGame, PhoneAsk, Server};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use web_time::Instant;

/// Pause before the disk is asked again.
const AGAIN: Duration = Duration::from_secs(1);

/// A wish of the phones' panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhonesWish {
    /// Show or hide the panel.
    Panel(bool),
    /// Open the listener, with a link for watching.
    Open,
    /// Close it: everybody goes.
    Close,
    /// Show this link; it is opened if it is not.
    Look(LinkKind),
    /// Show the links at this address of the machine.
    Address(usize),
    /// Close this link: who came by it goes.
    Withdraw(LinkKind),
    /// Put a new link in its place: who came by the old one goes.
    Renew(LinkKind),
}

/// Link for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneLink {
    /// The rights it gives.
    pub kind: LinkKind,
    /// The whole address, and as a picture for a phone's camera.
    pub address: String,
    /// QR code of the link.
    pub qr: Option<Qr>,
    /// Code to type.
    pub code: String,
}

/// State of the phones for the views.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhonesState {
    /// Whether the panel is shown.
    pub shown: bool,
    /// Address of the listener while it is open: "192.168.1.20:6161".
    pub at: Option<String>,
    /// Every address of the machine, the one that phones most likely reach first.
    pub addresses: Vec<String>,
    /// Number of the address whose links are shown.
    pub address: usize,
    /// Whether no phone can reach any address of the machine: it is in no network.
    pub alone: bool,
    /// Whether the listener has been open for a while without a guest.
    pub lonely: bool,
    /// The links that are open.
    pub links: Vec<PhoneLink>,
    /// The one that is shown.
    pub look: Option<LinkKind>,
    /// Connected guests, in words.
    pub guests: Vec<(LinkKind, String)>,
    /// Reason why the listener is not open.
    pub problem: Option<String>,
}

impl PhonesState {
    /// The link that is shown.
    #[must_use]
    pub fn link(&self) -> Option<&PhoneLink> {
        self.links.iter().find(|link| Some(link.kind) == self.look)
    }
}

/// Listener for phones, while it is open.
#[derive(Debug, Default)]
pub struct Phones {
    server: Option<Server>,
    /// Rises with every match on the table.
    game: usize,
    /// Match, number of events and of those not on the disk that were shown last.
    told: Option<[usize; 3]>,
    /// The window, once it is known: the listener's thread wakes it.
    ctx: Arc<OnceLock<egui::Context>>,
    options: ListenerOptions,
    /// Keeps the links of the match, where there is a folder.
    book: Option<LinkBook>,
    /// The match they are of.
    of: String,
    /// When the disk last did not take that they are of the next match.
    unmoved: Option<Instant>,
    /// Time at which the listener was opened, until the first guest came.
    opened: Option<Instant>,
}

impl Phones {
    /// With a listener of the caller's, for tests.
    #[must_use]
    pub fn with(options: ListenerOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Adds https from the next opening on, with the certificate of this data folder; returns a notice if there is one.
    pub fn certify(&mut self, folder: &std::path::Path) -> Option<String> {
        if IS_PAGE {
            return None;
        }
        self.book = Some(LinkBook::of_folder(folder));
        crate::platform::certificate::certify(&mut self.options, folder, std::time::SystemTime::now())
    }

    /// Another match is on the table.
    pub const fn new_match(&mut self) {
        self.game += 1;
    }

    /// The window is known now.
    pub fn meet(&self, ctx: &egui::Context) {
        let _known = self.ctx.get_or_init(|| ctx.clone());
    }

    /// Sets the recorded match on the table: links made for it stay valid. Returns the notice that the disk does not take
    /// them, once; it is asked again until it does.
    pub fn is_match(&mut self, id: Option<String>) -> Option<String> {
        let id = id.unwrap_or_default();
        let moves = self.server.is_some() && self.of != id && !id.is_empty();
        if let Some(book) = self.book.as_mut().filter(|_| moves) {
            if self.unmoved.is_some_and(|tried| tried.elapsed() < AGAIN) {
                return None;
            }
            if let Err(why) = book.go_on(&id) {
                let first = self.unmoved.replace(Instant::now()).is_none();
                return first.then(|| why.to_string());
            }
        }
        (self.of, self.unmoved) = (id, None);
        None
    }

    /// Shows the state of the table if it has changed, with the number of acts that the disk has not taken. Never waits.
    pub fn show(&mut self, game: Option<&Match>, unsaved: usize) {
        let Some(server) = &self.server else { return };
        let now = Some([self.game, game.map_or(0, |game| game.events().len()), unsaved]);
        if self.told != now {
            self.told = now;
            server.show_unsaved(game.cloned(), unsaved);
        }
    }

    /// Offers phones these games to begin.
    pub fn offer(&self, next: Vec<NextGame>) {
        if let Some(server) = &self.server {
            server.offer(next);
        }
    }

    /// The next thing that a phone asks for.
    #[must_use]
    pub fn take_ask(&self) -> Option<PhoneAsk> {
        self.server.as_ref().and_then(Server::take_ask)
    }

    /// The next question of a phone about its holder's hand.
    #[must_use]
    pub fn take_hand(&self) -> Option<HandAsk> {
        self.server.as_ref().and_then(Server::take_hand)
    }

    /// Takes news of the listener for the views and returns refusals.
    pub fn look(&mut self, state: &mut PhonesState) -> Vec<String> {
        let Some(server) = &self.server else { return Vec::new() };
        if !server.guests().is_empty() {
            self.opened = None;
        }
        state.lonely = self.opened.is_some_and(|opened| opened.elapsed() > LONELY);
        state.guests = server.guests().iter().map(|guest| (guest.kind, words(guest))).collect();
        std::iter::from_fn(|| server.take_notice()).collect()
    }

    /// Does what the panel asked for.
    pub fn perform(&mut self, wish: PhonesWish, state: &mut PhonesState) {
        state.problem = None;
        match wish {
            PhonesWish::Panel(shown) => state.shown = shown,
            PhonesWish::Open => self.open(state),
            PhonesWish::Close => {
                self.server = None;
                self.told = None;
                *state = PhonesState { shown: state.shown, ..PhonesState::default() };
            }
            PhonesWish::Look(kind) => {
                let open = state.links.iter().any(|link| link.kind == kind);
                if !open {
                    self.open_link(kind, state);
                }
                state.look = Some(kind);
            }
            PhonesWish::Renew(kind) => self.renew(kind, state),
            PhonesWish::Address(n) => {
                state.address = n;
                state.at = state.addresses.get(n).cloned();
                for kind in state.links.iter().map(|link| link.kind).collect::<Vec<_>>() {
                    self.show_link(kind, state);
                }
            }
            PhonesWish::Withdraw(kind) => {
                if let Some(Err(why)) = self.book.as_mut().map(|book| book.withdraw(kind)) {
                    state.problem = Some(why.to_string());
                }
                if let Some(server) = &self.server {
                    server.close_link(kind);
                }
                state.links.retain(|link| link.kind != kind);
            }
        }
    }

    fn open(&mut self, state: &mut PhonesState) {
        let ctx = Arc::clone(&self.ctx);
        let wake = move || {
            if let Some(ctx) = ctx.get() {
                ctx.request_repaint();
            }
        };
        let options = ListenerOptions { pictures: phone::pictures(), ..self.options.clone() };
        match Server::open(&options, wake) {
            Ok(server) => {
                // Phones reach the loopback on no machine but this.
                let outside = server.addresses().iter().filter(|at| !at.ip().is_loopback()).count();
                state.alone = outside == 0 && self.options.addresses.is_empty();
                let outside = outside.max(1);
                state.addresses = server.addresses().iter().take(outside).map(ToString::to_string).collect();
                state.at = state.addresses.first().cloned();
                self.server = Some(server);
                self.opened = Some(Instant::now());
                let of = self.of.clone();
                let begun = self.book.as_mut().map_or(Ok(()), |book| book.begin(&of));
                state.problem = begun.err().map(|why| why.to_string());
                self.open_link(LinkKind::Watch, state);
                state.look = Some(LinkKind::Watch);
            }
            Err(why) => state.problem = Some(why.to_string()),
        }
    }

    /// A new link takes the place of all of its kind. One that cannot be kept is open all the same.
    fn renew(&mut self, kind: LinkKind, state: &mut PhonesState) {
        let (Some(server), Some(book)) = (&self.server, &mut self.book) else { return self.open_link(kind, state) };
        if let Err(why) = book.renew_at(server, kind) {
            state.problem = Some(why.to_string());
            if let Err(why) = server.open_link(kind) {
                state.problem = Some(why.to_string());
            }
        }
        self.show_link(kind, state);
    }

    fn open_link(&mut self, kind: LinkKind, state: &mut PhonesState) {
        let Some(server) = &self.server else { return };
        // Those that were given out for this match before the window was closed open too.
        let opened = match &mut self.book {
            Some(book) => book.open(server, kind).map_err(|why| why.to_string()),
            None => server.open_link(kind).map_err(|why| why.to_string()),
        };
        if let Err(why) = opened {
            state.problem = Some(why);
        }
        self.show_link(kind, state);
    }

    fn show_link(&self, kind: LinkKind, state: &mut PhonesState) {
        let Some(server) = &self.server else { return };
        state.links.retain(|link| link.kind != kind);
        let Some((address, code)) = server.link_at(kind, state.address).zip(server.code(kind)) else { return };
        let qr = Qr::of(&address);
        state.links.push(PhoneLink { kind, address, qr, code });
    }
}

/// A guest in words: "iPhone at 192.168.1.7".
fn words(guest: &Guest) -> String {
    say!("{device} at {from}", device = guest.device, from = guest.from)
}
