//! `sixty-one serve`: a table without a window, for a machine on a shelf: phones enter, screens watch.

use crate::headless::HeadlessTable;
use crate::store;
use anyhow::Context as _;
use game::Setup;
use game::rules::RuleSet;
use server::{DoorOptions, LinkKind, QrModules, Server};
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// What the disk did not take is tried again so often.
const RETRY: Duration = Duration::from_secs(1);

/// Serves a table to phones and screens of the local network, without a window: the record is kept in the data folder.
///
/// It goes on with the match that is not over, or begins one. The score's link is always open, the one for entering with
/// --enter. Whoever has a link has its right until the program ends.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port; one of the next nine where it is taken.
    #[arg(long, default_value_t = server::PORT)]
    port: u16,
    /// Open a link for entering too.
    #[arg(long)]
    enter: bool,
    /// Only this address of the machine, which must be one of the local network.
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// What is played, such as `pafos` or "pafos target=31".
    #[arg(long, value_name = "RULES", default_value = "pafos")]
    rules: String,
    /// Who plays, in the order of the seats.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "Anna,Ben")]
    players: Vec<String>,
    /// Games of the match.
    #[arg(long, value_name = "N", default_value_t = 3)]
    best_of: u8,
    /// Begin a new match although one is not over.
    #[arg(long)]
    new: bool,
}

/// Serves until the program is ended.
///
/// # Errors
/// No folder, no port, rules or players that cannot be.
pub(super) fn run(args: &Args, data: Option<&Path>) -> anyhow::Result<()> {
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => store::default_folder().context("no home folder is set; name a data folder with --data")?,
    };
    let names: Vec<&str> = args.players.iter().map(String::as_str).collect();
    let setup = Setup { best_of: args.best_of, ..Setup::new(RuleSet::parse(&args.rules)?, &names) };
    let mut table = HeadlessTable::open(&folder, &setup, args.new)?;
    let (wake, woken) = sync_channel(1);
    let options = DoorOptions { port: args.port, addresses: args.address.into_iter().collect(), ..DoorOptions::default() };
    // One call that waits is enough: whoever is woken looks at everything.
    let server = Server::open(&options, move || {
        let _waits_already = wake.try_send(());
    })?;
    let mut out = io::stdout();
    for notice in table.take_notices() {
        writeln!(out, "{notice}")?;
    }
    writeln!(out, "{} · {}", table.game().setup().rules.title(), table.game().setup().players.join(", "))?;
    write_link(&mut out, &server, LinkKind::Watch)?;
    if args.enter {
        write_link(&mut out, &server, LinkKind::Enter)?;
    }
    server.show(Some(table.game().clone()));
    loop {
        let _timeout = woken.recv_timeout(RETRY);
        while let Some(ask) = server.take_ask() {
            let answer = table.asked(&ask.act);
            server.show(Some(table.game().clone()));
            ask.answer(answer);
        }
        if let Some((acts, why)) = table.retry() {
            writeln!(out, "{acts} acts are not saved: {why}")?;
        }
        while let Some(notice) = server.take_notice() {
            writeln!(out, "{notice}")?;
        }
    }
}

/// Opens a link and writes it, as a picture and in words.
fn write_link(out: &mut impl io::Write, server: &Server, kind: LinkKind) -> anyhow::Result<()> {
    server.open_link(kind)?;
    let (Some(link), Some(code)) = (server.link(kind), server.code(kind)) else { return Ok(()) };
    writeln!(out, "\nTo {}:", kind.words())?;
    if let Some(qr) = QrModules::of(&link) {
        write!(out, "{}", qr.text())?;
    }
    writeln!(out, "{link}")?;
    for address in server.addresses() {
        writeln!(out, "or open http://{address} and type {code}")?;
    }
    out.flush()?;
    Ok(())
}
