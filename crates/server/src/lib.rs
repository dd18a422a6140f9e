//! Serves a table to phones and screens on the local network: they see its state and may enter acts. Only the table's
//! program decides; this crate uses the game, the network and pages, but neither the window nor the disk.
//!
//! # The map
//!
//! | module | what it knows |
//! | --- | --- |
//! | `name` | the names of a club's tables |
//! | `bulletin` | a table as plain data |
//! | `pad` | what can be entered now, and what a phone's words mean |
//! | `svg`, `page` | drawings and pages, plain HTML that reads without a script |
//! | `rights` | links and their secrets, which machine may ask, how often |
//! | [`site`] | a season as a static site |
//! | `snapshot` | what is sent, made once for each change however many watch |
//! | `ask`, `hand`, `pictures` | what phones ask, advice on one hand, the newest picture of each phone that is a camera |
//! | `club` | what tables send, the boards of all tables, the secretary's leagues and fixtures, and their pages |
//! | `guests`, `limits` | who is connected, and what bounds them |
//! | `network` | the listener, requests and streams: everything behind the feature of that name |
//! | [`Server`] | all of it, as the table's program has it |
//!
//! # A table and a phone
//!
//! ```
//! use game::{Act, Match, Seat, Setup, rules::RuleSet};
//! use server::{Entered, LinkKind, ListenerOptions, PhoneAct, Server};
//!
//! let options = ListenerOptions { port: 0, addresses: vec![[127, 0, 0, 1].into()], ..ListenerOptions::default() };
//! let server = Server::open(&options, || {})?;
//! server.open_link(LinkKind::Watch)?;
//! let mut game = Match::start(Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]))?;
//! game.act(Act::Deal { leader: Seat::FIRST, hands: vec![] })?;
//! server.show(Some(game.clone()));
//!
//! // From time to time, and when it is woken:
//! while let Some(ask) = server.take_ask() {
//!     let answer = match &ask.act {
//!         PhoneAct::Act(act) => game.act(act.clone()).map(|_| Entered::Saved).map_err(|why| why.to_string()),
//!         PhoneAct::SameAgain | PhoneAct::Begin(_) => Err("not now".to_owned()),
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
//! - Nothing listens before [`Server::open`], and then on local addresses only; every page is behind a secret.
//! - A link for watching never enters: what a link may do is its kind, and each kind has a secret of its own.
//! - The table never waits for a phone: only the newest news are kept, queues are short, and slow connections are
//!   dropped.
//! - Text from people is text on every page; no page runs a script but its own.

#![warn(missing_docs)]
#![cfg_attr(
    not(feature = "network"),
    allow(dead_code, unreachable_pub, unused_imports, reason = "what only the network needs")
)]

mod ask;
mod bulletin;
mod club;
mod guests;
mod hand;
mod limits;
mod name;
#[cfg(feature = "network")]
mod network;
mod next;
mod pad;
mod page;
mod per_language;
mod pictures;
mod qr;
mod rights;
mod server;
mod shown;
pub mod site;
mod snapshot;
pub mod svg;

pub use ask::{PhoneAnswer, PhoneAsk};
pub use bulletin::{Bulletin, SideNews, TurnNews};
pub use club::{
    Boards, EveningSheet, FixtureLine, FixtureState, LeagueSheet, LooseGame, LooseWhy, MessageAnswer, MessageContent,
    MessageRefusal, SeasonRecord, SeasonSheet, SecretaryAnswer, SecretaryAsk, SecretarySaid, SecretaryWish, TableLine,
    TableMessage, fixture_words, place_of,
};
pub use guests::{Guest, LONELY, NO_NETWORK, NOBODY_CAME};
pub use hand::{HandAnswer, HandAsk, HandSaid, HandWish, NO_PRACTICE};
pub use limits::Limits;
pub use name::TableName;
#[cfg(feature = "network")]
pub use network::{CertificateError, Delivery, ListenerCertificate, Wire, local_addresses};
pub use next::{NextGame, NextMatch, NextSide, may_begin};
pub use pad::{AT_A_PHONE, Entered, PhoneAct};
pub use pictures::{PhonePicture, PhonePictures, PhoneShot};
pub use qr::qr_text;
pub use rights::{
    BadLinkHash, BadPublicAddress, LinkHash, LinkKind, PublicAddress, Rate, SELF_MADE, fresh_code, fresh_key,
};
pub use server::{ListenerError, ListenerOptions, PORT, Server};
pub use snapshot::{feed_line, table_line};
