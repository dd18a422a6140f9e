//! `sixty-one serve`: a table without a window, for a machine on a shelf: phones enter, screens watch. Or a club's server.

mod club;
mod feeds;
mod keys;
mod league;
mod links;
mod season;

use super::seated::seated;
use super::sessions::folder;
use crate::advice::my_hand::MyHand;
use crate::cli::out::Out;
use crate::cli::printable;
use crate::feed::Feeds;
use crate::platform::certificate::certify;
use crate::platform::links::LinkBook;
use crate::table::{self, Table};
use ::club::called::{CallWatch, Called};
use feeds::FeedArgs;
use game::Setup;
use game::rules::RuleSet;
use language::{said, say, sentence};
use server::{
    LONELY, Limits, LinkKind, ListenerOptions, NO_NETWORK, NOBODY_CAME, NextGame, PublicAddress, Server, qr_text,
};
use std::io::{self, IsTerminal as _, Write as _};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant, SystemTime};

/// Pause between attempts to save.
const RETRY: Duration = Duration::from_secs(1);

/// Name of an evening without a title.
const TONIGHT: &str = sentence!("Tonight");

/// Serves a table to phones and screens on the local network, without a window; the record is kept in the data folder.
///
/// Resumes the unfinished match, or begins one for --players. Without names it shows the last match, which phones can
/// play again. The link to the score is always open; --enter opens the one for entering drops. A link lasts as long as
/// its table's match, even while the program is stopped; `serve links` withdraws it.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Example: sixty-one serve --enter --players Anna,Ben")]
pub(super) struct ServeArgs {
    #[command(subcommand)]
    what: Option<ServeCommand>,
    /// The port; if it is taken, one of the next nine.
    #[arg(long, default_value_t = server::PORT)]
    port: u16,
    /// Also opens a link for entering drops.
    #[arg(long)]
    enter: bool,
    /// Only this address of the machine, which must be in the local network.
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// What is played, such as `pafos` or "pafos target=31".
    #[arg(long, value_name = "RULES", default_value = "pafos")]
    rules: String,
    /// Who plays, in seat order, or pairs as `Anna & Ben,Cleo & Dan`; the players of the last match here unless given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Games of the match.
    #[arg(long, value_name = "N", default_value_t = 3)]
    best_of: u8,
    /// Begins the new match as practice: phones can ask for advice on their own hands.
    #[arg(long)]
    practice: bool,
    /// Begins a new match even if one is unfinished.
    #[arg(long)]
    new: bool,
    /// Serves a club evening instead of a table: tables join by link (`sixty-one join`), and one board shows them all.
    #[arg(long, conflicts_with_all = ["enter", "new", "practice"])]
    club: bool,
    /// The name of the evening.
    #[arg(long, default_value = TONIGHT)]
    title: String,
    #[command(flatten)]
    feeds: FeedArgs,
    /// Keeps a club's matches in a PostgreSQL database, which several servers can share. Put the password in the
    /// variable PGPASSWORD.
    #[arg(long, value_name = "ADDRESS", requires = "club")]
    database: Option<String>,
    /// How many people can watch a club's server at once. The system must allow more open files than that (`ulimit -n`).
    #[arg(long, value_name = "N", default_value_t = Limits::of_club().guests, requires = "club")]
    most_watchers: usize,
    /// How many tables may join a club's server at once.
    #[arg(long, value_name = "N", default_value_t = ::club::MOST_TABLES, requires = "club")]
    most_tables: usize,
    /// The public address of this server behind a proxy, such as `https://league.example.org`; links begin with it.
    #[arg(long, value_name = "ADDRESS")]
    public_address: Option<String>,
    /// The proxy's address; X-Forwarded-For is accepted only from it.
    #[arg(long, value_name = "ADDRESS", requires = "public_address")]
    proxy: Option<IpAddr>,
}

impl ServeArgs {
    fn title(&self) -> &str {
        if self.title == TONIGHT { said(TONIGHT) } else { &self.title }
    }
}

#[derive(Debug, clap::Subcommand)]
enum ServeCommand {
    Keys(keys::KeysArgs),
    League(league::LeagueArgs),
    Links(links::LinksArgs),
    Season(season::SeasonArgs),
}

/// Serves until the program is ended.
///
/// # Errors
/// No folder, no port, rules or players that cannot be.
pub(super) fn run(args: &ServeArgs, data: Option<&Path>) -> anyhow::Result<()> {
    match &args.what {
        Some(ServeCommand::Keys(args)) => return keys::run(args, data),
        Some(ServeCommand::League(args)) => return league::run(args, data),
        Some(ServeCommand::Links(args)) => return links::run(args, data),
        Some(ServeCommand::Season(args)) => return season::run(args, data),
        None => {}
    }
    let (wake, woken) = sync_channel(1);
    let feeds = args.feeds.open(args.club, &wake)?;
    let public = args.public_address.as_deref().map(|url| PublicAddress::parse(url, args.proxy)).transpose()?;
    let mut options = ListenerOptions {
        port: args.port,
        addresses: args.address.into_iter().collect(),
        limits: if args.club { Limits::of_club_for(args.most_watchers) } else { Limits::default() },
        public,
        ..ListenerOptions::default()
    };
    // One pending wake-up is enough: the woken thread looks at everything.
    let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(move || {
        let _waits_already = wake.try_send(());
    });
    let (waker, waking) = (Arc::clone(&wake), Arc::clone(&wake));
    let folder = folder(data)?;
    let open = || {
        if let Some(words) = certify(&mut options, &folder, SystemTime::now()) {
            say(&mut Out, &words);
        }
        Server::open(&options, move || waking())
    };
    if args.club {
        return club::serve(args, data, &open()?, feeds, (&woken, wake));
    }
    let seated = seated(RuleSet::parse(&args.rules)?, &args.players)?;
    let named = Setup { best_of: args.best_of, practice: args.practice, ..seated };
    let (table, notices) = table::sit_down(&folder, (!args.players.is_empty()).then_some(named), args.new)?;
    for notice in notices {
        writeln!(Out, "{notice}")?;
    }
    let server = open()?;
    if args.address.is_none() && server.addresses().iter().all(|at| at.ip().is_loopback()) {
        writeln!(Out, "{}", said(NO_NETWORK))?;
    }
    // Without a thread for it, phones play what they choose.
    let calls = CallWatch::start(&folder, move || waker()).ok();
    serve_table((table, calls), (args.enter, LinkBook::of_folder(&folder)), &server, feeds, &woken)
}

/// Returns the name of a table's match in the record.
fn game_name(table: &Table) -> String {
    table.id().map(|id| id.to_string()).unwrap_or_default()
}

/// One table, until the program is ended.
fn serve_table(
    (mut table, calls): (Table, Option<CallWatch>),
    (enter, mut links): (bool, LinkBook),
    server: &Server,
    mut feeds: Feeds,
    woken: &Receiver<()>,
) -> anyhow::Result<()> {
    let mut out = Out;
    writeln!(out, "{} · {}", table.game().setup().rules.title(), table.game().setup().players.join(", "))?;
    let practice = table.game().setup().practice;
    let mut game = table.id();
    let kinds: Vec<LinkKind> = [(LinkKind::Watch, true), (LinkKind::Enter, enter), (LinkKind::Hand, practice)]
        .into_iter()
        .filter_map(|(kind, open)| open.then_some(kind))
        .collect();
    if let Err(why) = links.begin(&game_name(&table)) {
        writeln!(out, "{}", printable(&why.to_string()))?;
    }
    for kind in &kinds {
        // A link that cannot be kept is open all the same.
        if let Err(why) = links.open(server, *kind) {
            writeln!(out, "{}", printable(&why.to_string()))?;
        }
        write_link(&mut out, server, *kind)?;
    }
    let (begun, mut lonely) = (Instant::now(), true);
    let (mut trouble, mut unmoved) = (None, None);
    let mut hands = MyHand::default();
    let mut called = Called::default();
    show(&table, &called, server, &mut feeds);
    loop {
        let _timeout = woken.recv_timeout(RETRY);
        if let Some(news) = calls.as_ref().and_then(CallWatch::take) {
            called = news;
            show(&table, &called, server, &mut feeds);
        }
        while let Some(ask) = server.take_ask() {
            let came = table::asked(&mut table, &ask.act);
            show(&table, &called, server, &mut feeds);
            ask.answer(table::answer(came));
        }
        while let Some(ask) = server.take_hand() {
            hands.ask(Some(table.game()), ask);
        }
        for words in feeds.go_on() {
            say(&mut out, &words);
        }
        if game != table.id() {
            let words = links.go_on(&game_name(&table)).err().map(|why| why.to_string());
            if words.is_none() {
                game = table.id();
            }
            if words != unmoved {
                words.iter().for_each(|words| say(&mut out, words));
                unmoved = words;
            }
        }
        if links.has_changed()
            && let Err(why) = links.follow(server, &kinds)
        {
            say(&mut out, &why.to_string());
        }
        for words in links.take_words() {
            say(&mut out, &words);
        }
        if lonely && !server.guests().is_empty() {
            lonely = false;
        } else if lonely && begun.elapsed() > LONELY {
            lonely = false;
            say(&mut out, said(NOBODY_CAME));
        }
        let before = unsaved(&table);
        let words = table.retry().map(|unsaved| unsaved.to_string());
        if words != trouble {
            words.iter().for_each(|words| say(&mut out, words));
            trouble = words;
        }
        if unsaved(&table) != before {
            show(&table, &called, server, &mut feeds);
        }
        tell(&mut out, server);
    }
}

/// Shows everyone the state of the table, and offers phones the games of tonight's meetings and one like the last.
fn show(table: &Table, called: &Called, server: &Server, feeds: &mut Feeds) {
    let like = NextGame::like(table.game().setup());
    server.offer(called.next_games().into_iter().chain([like]).collect());
    let unsaved = unsaved(table);
    let snapshot = server.show_unsaved(Some(table.game().clone()), unsaved);
    feeds.show(snapshot, table.game(), unsaved);
}

/// Counts the acts that the disk has not taken.
fn unsaved(table: &Table) -> usize {
    table.unsaved().map_or(0, |unsaved| unsaved.acts)
}

/// Prints rejections.
fn tell(out: &mut impl io::Write, server: &Server) {
    while let Some(notice) = server.take_notice() {
        say(out, &notice);
    }
}

/// Says something while it serves. A terminal that was closed does not end the evening.
fn say(out: &mut impl io::Write, words: &str) {
    let _closed = writeln!(out, "{}", printable(words)).and_then(|()| out.flush());
}

/// Writes a link, as a picture and in words.
fn write_link(out: &mut impl io::Write, server: &Server, kind: LinkKind) -> anyhow::Result<()> {
    let (Some(link), Some(code)) = (server.link(kind), server.code(kind)) else { return Ok(()) };
    writeln!(out, "\n{}", say!("To {wish}:", wish = kind.words()))?;
    if let Some(code) = qr_text(&link, io::stdout().is_terminal()) {
        write!(out, "{code}")?;
    }
    writeln!(out, "{link}")?;
    for address in server.addresses() {
        writeln!(out, "{}", say!("or open http://{address} and type {code}", address, code))?;
    }
    out.flush()?;
    Ok(())
}
