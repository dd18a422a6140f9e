//! Round the table: phones and screens of the local network see how it stands, and may enter what happened. The table's program
//! alone decides; this crate knows the game, the network and pages, and neither the window nor the disk.
//!
//! # The map
//!
//! | module | what it knows |
//! | --- | --- |
//! | `bulletin` | what is told of a table, as plain data |
//! | `pad` | what can be entered now, and what a phone's words mean |
//! | `svg`, `page` | drawings and pages, plain HTML that reads without a script |
//! | `rights` | links and their secrets, which machine may ask, how often |
//! | [`site`] | a season as a static site |
//! | `edition` | what is sent, made once for each change however many watch |
//! | `desk` | asks on their way to the table and answers on their way back; what is sent twice is done once |
//! | `club`, `boards` | tables that send their games here; the boards of all of them, and what each watcher looks at |
//! | `secretary` | leagues, fixtures and tables as their secretary sees them, and what that one may ask |
//! | `hand` | advice for one phone on its holder's tiles, in practice |
//! | `pictures` | the newest picture of each phone that is a camera |
//! | `guests`, `limits`, `shared` | who is connected, what bounds them, what requests share |
//! | `routes`, `watching`, `door` | which address answers what; streams of news; connections, by http and https on one port |
//! | `tongue` | in which language a guest is answered |
//! | `certificate` | what the door shows over https: made here, kept by whoever keeps things |
//! | [`Server`] | all of it, as the table's program has it |
//!
//! # A table and a phone
//!
//! ```
//! use game::{Act, Match, Seat, Setup, rules::RuleSet};
//! use server::{DoorOptions, LinkKind, PhoneAct, Server};
//!
//! let options = DoorOptions { port: 0, addresses: vec![[127, 0, 0, 1].into()], ..DoorOptions::default() };
//! let server = Server::open(&options, || {})?;
//! server.open_link(LinkKind::Watch)?;
//! let mut game = Match::start(Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]))?;
//! game.act(Act::Deal { leader: Seat::FIRST, hands: vec![] })?;
//! server.show(Some(game.clone()));
//!
//! // From time to time, and when it is woken:
//! while let Some(ask) = server.take_ask() {
//!     let answer = match &ask.act {
//!         PhoneAct::Act(act) => game.act(act.clone()).map(drop).map_err(|why| why.to_string()),
//!         PhoneAct::SameAgain => Err("not now".to_owned()),
//!     };
//!     server.show(Some(game.clone()));
//!     ask.answer(answer);
//! }
//! assert!(server.link(LinkKind::Watch).is_some_and(|link| link.starts_with("http://127.0.0.1:")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The feed
//!
//! `GET /w/SECRET/feed` is a stream of server-sent events, one line of JSON for each change: `edition` (rises with every change)
//! and `table`, a [`Bulletin`] or null. The first line comes at once. With curl:
//!
//! ```text
//! $ curl -N http://192.168.1.20:6161/w/abcd-efgh-jkmn/feed
//! data: {"edition":12,"table":{"rules":"Fives-and-threes","target":61,"course":"hand 1","sides":[{"name":"Anna","score":"4",..
//! ```
//!
//! # Invariants
//!
//! - Nothing listens before [`Server::open`], and then on local addresses only; every page lies behind a secret.
//! - A link for watching never enters: what a link may do is its kind, and each kind has a secret of its own.
//! - Nobody waits for a phone: news are the newest only, queues are short, what is slow is dropped.
//! - Text from people is text on every page; no page runs a script but its own.

#![warn(missing_docs)]
#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unreachable_pub, unused_imports, reason = "what only an open door needs")
)]

#[cfg(not(target_arch = "wasm32"))]
mod boards;
mod bulletin;
#[cfg(not(target_arch = "wasm32"))]
mod certificate;
#[cfg(target_arch = "wasm32")]
mod closed;
#[cfg(not(target_arch = "wasm32"))]
mod club;
#[cfg(not(target_arch = "wasm32"))]
mod desk;
#[cfg(not(target_arch = "wasm32"))]
mod door;
#[cfg(not(target_arch = "wasm32"))]
mod edition;
#[cfg(not(target_arch = "wasm32"))]
mod guests;
mod hand;
#[cfg(not(target_arch = "wasm32"))]
mod limits;
mod name;
mod pad;
#[cfg(not(target_arch = "wasm32"))]
mod page;
mod pictures;
mod qr;
mod rights;
#[cfg(not(target_arch = "wasm32"))]
mod routes;
#[cfg(not(target_arch = "wasm32"))]
mod secretary;
#[cfg(not(target_arch = "wasm32"))]
mod server;
#[cfg(not(target_arch = "wasm32"))]
mod shared;
#[cfg(not(target_arch = "wasm32"))]
pub mod site;
pub mod svg;
#[cfg(not(target_arch = "wasm32"))]
mod tongue;
#[cfg(not(target_arch = "wasm32"))]
mod watching;

#[cfg(not(target_arch = "wasm32"))]
pub use boards::Boards;
pub use bulletin::{Bulletin, SideNews, TurnNews};
#[cfg(not(target_arch = "wasm32"))]
pub use certificate::{CertificateError, DoorCertificate};
#[cfg(target_arch = "wasm32")]
pub use closed::{DoorError, DoorOptions, Guest, HandAsk, PhoneAnswer, PhoneAsk, Server};
#[cfg(not(target_arch = "wasm32"))]
pub use club::{ParcelAnswer, ParcelContent, ParcelRefusal, TableParcel};
#[cfg(not(target_arch = "wasm32"))]
pub use desk::{PhoneAnswer, PhoneAsk};
#[cfg(not(target_arch = "wasm32"))]
pub use door::local_addresses;
#[cfg(not(target_arch = "wasm32"))]
pub use edition::{feed_line, table_line};
#[cfg(not(target_arch = "wasm32"))]
pub use guests::Guest;
#[cfg(not(target_arch = "wasm32"))]
pub use hand::HandAsk;
pub use hand::{HandAnswer, HandSaid, HandWish, NO_PRACTICE};
#[cfg(not(target_arch = "wasm32"))]
pub use limits::Limits;
pub use name::TableName;
pub use pad::{AT_A_PHONE, Entered, PhoneAct};
pub use pictures::{PhonePicture, PhonePictures, PhoneShot};
pub use qr::qr_text;
#[cfg(not(target_arch = "wasm32"))]
pub use rights::{BadPublicAddress, PublicAddress, Rate, fresh_key};
pub use rights::{LinkKind, SELF_MADE};
#[cfg(not(target_arch = "wasm32"))]
pub use secretary::{
    EveningSheet, FixtureLine, FixtureState, LeagueSheet, SecretaryAnswer, SecretaryAsk, SecretarySaid, SecretaryWish,
    TableLine,
};
#[cfg(not(target_arch = "wasm32"))]
pub use server::{DoorError, DoorOptions, PORT, Server};
