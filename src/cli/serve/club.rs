//! `sixty-one serve --club`: many tables send what they play, boards show it.

use super::super::sessions::folder;
use super::{Args, RETRY, say, tell, write_link};
use crate::cli::out::Out;
use crate::feed::Feeds;
use crate::sheet::{self, Heading};
use club::{ClubAnswer, ClubRoom, ClubSaid};
use server::{LinkKind, SecretaryAnswer, SecretarySaid, Server, TableParcel};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// What wakes the server's program, and how others wake it.
type Bell<'a> = (&'a Receiver<()>, Arc<dyn Fn() + Send + Sync>);

/// Serves until the program is ended.
pub(super) fn serve(
    args: &Args,
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
    for kind in [LinkKind::Watch, LinkKind::Join, LinkKind::Secretary] {
        open_link(&mut room, server, kind)?;
        write_link(&mut out, server, kind)?;
    }
    loop {
        let _timeout = woken.recv_timeout(RETRY);
        let parcels: Vec<TableParcel> = std::iter::from_fn(|| server.take_parcel()).collect();
        // A key that was made or withdrawn before they were sent counts for them.
        room.tick();
        let answers = room.take(&parcels);
        // Whoever is answered finds it on the boards.
        room.tick();
        for (parcel, answer) in parcels.into_iter().zip(answers) {
            if let Err(why @ (server::ParcelRefusal::Wrong(_) | server::ParcelRefusal::Key(_))) = &answer {
                say(&mut out, &format!("{}: {why}", parcel.table));
            }
            parcel.answer(answer);
        }
        while let Some(ask) = server.take_wish() {
            let answer = room.wish(&ask.wish);
            ask.answer(printed(answer));
        }
        for (name, edition, game) in room.take_moved() {
            feeds.show_table(edition, &name, game);
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

/// What goes to the secretary's browser: what is to be printed as a page of paper.
fn printed(answer: ClubAnswer) -> SecretaryAnswer {
    Ok(match answer? {
        ClubSaid::Words(words) => SecretarySaid::Words(words),
        ClubSaid::Card { title, date, card } => {
            SecretarySaid::Paper(sheet::of_card(&card, Heading { event: &title, date: &date }))
        }
        ClubSaid::Standings { league, date, table } => {
            SecretarySaid::Paper(sheet::of_standings(&table, Heading { event: &league, date: &date }))
        }
    })
}

/// Opens a link under the code that it had the last time, or that another server on the same database has.
fn open_link(room: &mut ClubRoom, server: &Server, kind: LinkKind) -> anyhow::Result<()> {
    if let Some(code) = room.code(kind, None)? {
        return Ok(server.reopen_link(kind, &code)?);
    }
    server.open_link(kind)?;
    let offered = server.code(kind).unwrap_or_default();
    match room.code(kind, Some(&offered))? {
        Some(code) if code != offered => Ok(server.reopen_link(kind, &code)?),
        _ => Ok(()),
    }
}
