//! `sixty-one serve --club`: many tables send their matches, boards show them.

use super::super::sessions::folder;
use super::{RETRY, ServeArgs, say, tell, write_link};
use crate::cli::out::Out;
use crate::feed::Feeds;
use crate::platform::links::LinkBook;
use crate::sheet::{self, Heading};
use club::{ClubAnswer, ClubRoom, ClubSaid, KeyRing};
use server::{LinkHash, LinkKind, SecretaryAnswer, SecretarySaid, SecretaryWish, Server, TableMessage};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Waking of the server's program, and the way for others to wake it.
type Bell<'a> = (&'a Receiver<()>, Arc<dyn Fn() + Send + Sync>);

/// Serves until the program is ended.
pub(super) fn serve(
    args: &ServeArgs,
    data: Option<&Path>,
    server: &Server,
    mut feeds: Feeds,
    bell: Bell<'_>,
) -> anyhow::Result<()> {
    let mut out = Out;
    let (woken, wake) = bell;
    let mut room = match &args.database {
        Some(address) => ClubRoom::connect(address, args.title(), server.boards(), wake)?,
        None => {
            let (room, notices) = ClubRoom::open(&folder(data)?, args.title(), server.boards())?;
            for notice in notices {
                writeln!(out, "{notice}")?;
            }
            room
        }
    };
    room.let_in(args.most_tables);
    let mut links = match &args.database {
        Some(address) => LinkBook::of_database(address)?,
        None => LinkBook::of_folder(&folder(data)?),
    };
    // Codes that an older version kept in clear text.
    links.add(&room.old_codes()?)?;
    for kind in LINKS {
        links.open(server, kind)?;
        write_link(&mut out, server, kind)?;
    }
    let mut captains = Vec::new();
    loop {
        let _timeout = woken.recv_timeout(RETRY);
        let messages: Vec<TableMessage> = std::iter::from_fn(|| server.take_message()).collect();
        // A key that was made or withdrawn before they were sent counts for them.
        room.tick();
        let answers = room.take(&messages);
        // The caller finds the answer on the boards.
        room.tick();
        for (message, answer) in messages.into_iter().zip(answers) {
            if let Err(why @ (server::MessageRefusal::Wrong(_) | server::MessageRefusal::Key(_))) = &answer {
                say(&mut out, &format!("{}: {why}", message.table));
            }
            message.answer(answer);
        }
        while let Some(ask) = server.take_wish() {
            // The answer is shown on the page of the person who asked.
            let answer = language::within(ask.language, || match &ask.wish {
                SecretaryWish::Link { kind, renew } => change_link(&mut links, server, (*kind, *renew)),
                SecretaryWish::MakeKey(_) | SecretaryWish::WithdrawKeys(_) => {
                    let changed = change_keys(args, data, &ask.wish);
                    room.follow_keys();
                    changed
                }
                _ => printed(room.wish(&ask.wish)),
            });
            // A link that was just made opens at once.
            admit_captains(&room, server, &mut captains);
            ask.answer(answer);
        }
        admit_captains(&room, server, &mut captains);
        if (room.take_link_news() || links.has_changed())
            && let Err(why) = links.follow(server, &LINKS)
        {
            say(&mut out, &why.to_string());
        }
        for words in links.take_words() {
            say(&mut out, &words);
        }
        for (name, snapshot, game) in room.take_moved() {
            feeds.show_table(snapshot, &name, game);
        }
        for words in feeds.go_on() {
            say(&mut out, &words);
        }
        for words in room.take_words() {
            say(&mut out, &words);
        }
        tell(&mut out, server);
    }
}

/// Captains' links are facts of their seasons: exactly those open.
fn admit_captains(room: &ClubRoom, server: &Server, known: &mut Vec<LinkHash>) {
    let captains = room.captains();
    if captains != *known {
        server.keep_links(LinkKind::Captain, &captains);
        *known = captains;
    }
}

/// Converts an answer for the secretary's browser, with papers to print as a page.
fn printed(answer: ClubAnswer) -> SecretaryAnswer {
    Ok(match answer? {
        ClubSaid::Words(words) => SecretarySaid::Words(words),
        ClubSaid::Begun(id) => SecretarySaid::Begun(id),
        // The caller knows the address of the server.
        ClubSaid::Captain(code) => SecretarySaid::Link { kind: LinkKind::Captain, address: code },
        ClubSaid::Card { title, date, card } => {
            SecretarySaid::Paper(sheet::of_card(&card, Heading { event: &title, date: &date }))
        }
        ClubSaid::Standings { league, date, table } => {
            SecretarySaid::Paper(sheet::of_standings(&table, Heading { event: &league, date: &date }))
        }
    })
}

/// The links of a club's server.
const LINKS: [LinkKind; 3] = [LinkKind::Watch, LinkKind::Join, LinkKind::Secretary];

/// The secretary makes or withdraws the keys of a club.
fn change_keys(args: &ServeArgs, data: Option<&Path>, wish: &SecretaryWish) -> SecretaryAnswer {
    let ring = || -> anyhow::Result<KeyRing> {
        Ok(match &args.database {
            Some(address) => KeyRing::of_database(address)?,
            None => KeyRing::of_folder(&folder(data)?),
        })
    };
    let mut ring = ring().map_err(|why| why.to_string())?;
    let changed = match wish {
        SecretaryWish::MakeKey(club) => ring.make(club).map(|key| SecretarySaid::Key { club: club.clone(), key }),
        SecretaryWish::WithdrawKeys(club) => ring
            .withdraw(club)
            .map(|_keys| SecretarySaid::Words(language::say!("The tables of {club} can’t send any more.", club))),
        _ => return Err(language::say!("the form can't be understood").to_owned()),
    };
    changed.map_err(|why| why.to_string())
}

/// The secretary puts a new link in the place of all of its kind, or withdraws them.
fn change_link(links: &mut LinkBook, server: &Server, (kind, renew): (LinkKind, bool)) -> SecretaryAnswer {
    if !renew {
        links.withdraw(kind).map_err(|why| why.to_string())?;
        server.close_link(kind);
        return Ok(SecretarySaid::Words(language::say!("No one can {wish} any more.", wish = kind.words())));
    }
    links.renew_at(server, kind).map_err(|why| why.to_string())?;
    Ok(SecretarySaid::Link { kind, address: server.link(kind).unwrap_or_default() })
}
