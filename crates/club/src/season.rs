//! Records entries of seasons: forms become facts, each checked against the current season.

use super::decided::Decided;
use game::league::entry::{About, EntryForm, Typed};
use game::league::{
    Author, GameScore, MeetingId, Season, SeasonEntry, SeasonFact, TeamId, by_words, fact_words, is_of_meeting,
    is_of_team,
};
use language::say;
use server::{LinkHash, LooseGame, SeasonRecord, SeasonSheet};
use std::collections::BTreeMap;
use store::{Book, BookNote, Timestamp};

/// Returns every season for display, newest first.
pub(crate) fn sheets(book: &Book, loose: &BTreeMap<String, Vec<LooseGame>>) -> Vec<SeasonSheet> {
    let sheet = |(id, entries): (&String, &Vec<SeasonEntry>)| SeasonSheet {
        id: id.clone(),
        season: Season::of(entries),
        entries: entries.clone(),
        when: entries.iter().map(|entry| Timestamp(entry.at_ms).minute_text()).collect(),
        loose: loose.get(id).cloned().unwrap_or_default(),
    };
    let mut sheets: Vec<SeasonSheet> = book.seasons.iter().map(sheet).filter(|sheet| sheet.season.begun).collect();
    sheets.sort_by_key(|sheet| std::cmp::Reverse(sheet.entries.first().map(|entry| entry.at_ms)));
    sheets
}

/// The facts that a form comes to, and the words for the secretary.
pub(crate) fn record(book: &Book, wish: &SeasonRecord) -> Decided {
    let form = EntryForm::of(&wish.form).ok_or(say!("the form can't be understood"))?;
    let mut entries = book.seasons.get(&wish.season).cloned().unwrap_or_default();
    let season = Season::of(&entries);
    let facts =
        form.facts(&season, &Typed { about: wish.about, fields: &wish.fields }).map_err(|why| why.to_string())?;
    let again = |fact: &SeasonFact| {
        let since = entries.iter().skip(wish.seen);
        since.into_iter().any(|entry| entry.by == wish.by && entry.fact == *fact)
    };
    if let Some(begun) = facts.iter().find(|fact| matches!(fact, SeasonFact::Begun { .. })) {
        return begin(book, wish, begun);
    }
    if !season.begun {
        return Err(say!("this season no longer exists").to_owned());
    }
    if !facts.is_empty() && facts.iter().all(again) {
        return Ok((Vec::new(), say!("That is recorded already.").to_owned()));
    }
    let newer = newer(wish, form.about, &facts, &entries);
    let before = entries.len();
    let (mut notes, mut asked) = (Vec::new(), Vec::new());
    for fact in facts {
        asked.extend(Season::of(&entries).questions(&fact).iter().map(ToString::to_string));
        notes.push(note(&wish.season, &mut entries, &wish.by, fact)?);
    }
    if !newer.is_empty() {
        return Err(say!(
            "recorded meanwhile: {list}. Compare it with what you typed; press the button again to record yours",
            list = newer.join("; ")
        ));
    }
    let asked = asked.join("; ");
    let question = say!("{asked}. Press the button again to record it", asked);
    if !asked.is_empty() && wish.sure != question {
        return Err(question);
    }
    let stands = Season::of(&entries);
    let words = entries[before..].iter().map(|entry| fact_words(&stands, &entries, &entry.fact));
    Ok((notes, say!("Recorded. {what}", what = words.collect::<Vec<_>>().join("; "))))
}

/// What was recorded about the form's meeting or team since the form was opened, so that it is not recorded over
/// unseen. A table that says the same as a card brings no news.
fn newer(wish: &SeasonRecord, about: About, facts: &[SeasonFact], entries: &[SeasonEntry]) -> Vec<String> {
    let number = u32::try_from(wish.about).unwrap_or(u32::MAX);
    let agrees = |told: &GameScore| {
        let cards = facts.iter().filter_map(|fact| match fact {
            SeasonFact::Card { scores, .. } => Some(scores),
            _ => None,
        });
        let mut cards = cards.peekable();
        let otherwise = |typed: &GameScore| typed.slot == told.slot && typed.home_won != told.home_won;
        cards.peek().is_some() && !cards.flatten().any(otherwise)
    };
    let is_news = |entry: &&SeasonEntry| match &entry.fact {
        SeasonFact::Played { score, .. } if agrees(score) => false,
        fact => match about {
            About::Meeting => is_of_meeting(entries, fact, MeetingId(number)),
            About::Team => is_of_team(entries, fact, TeamId(number)),
            About::Beginning | About::Season | About::Fact => false,
        },
    };
    let stands = Season::of(entries);
    let words = |entry: &SeasonEntry| {
        say!("{what}, by {who}", what = fact_words(&stands, entries, &entry.fact), who = by_words(&stands, &entry.by))
    };
    entries.iter().skip(wish.seen).filter(is_news).map(words).collect()
}

/// A fact at the end of a season, if the season takes it.
fn note(season: &str, entries: &mut Vec<SeasonEntry>, by: &Author, fact: SeasonFact) -> Result<BookNote, String> {
    Season::of(entries).check(by, &fact).map_err(|why| why.to_string())?;
    let number = entries.last().map_or(0, |last| last.number + 1);
    // When is what the record says.
    entries.push(SeasonEntry { number, at_ms: 0, by: by.clone(), fact: fact.clone() });
    Ok(BookNote::Season { season: season.to_owned(), number, by: by.clone(), fact })
}

/// A new season. Sent twice it begins once, also if the copy arrives when more is recorded.
fn begin(book: &Book, wish: &SeasonRecord, begun: &SeasonFact) -> Decided {
    if wish.by != Author::Secretary {
        return Err(say!("only the secretary can do this").to_owned());
    }
    let same = |(_, entries): &(&String, &Vec<SeasonEntry>)| {
        entries.first().is_some_and(|first| first.fact == *begun) && !Season::of(entries).closed
    };
    if let Some((id, _)) = book.seasons.iter().find(same) {
        return Ok((Vec::new(), id.clone()));
    }
    let id = store::fresh_id();
    let fact = note(&id, &mut Vec::new(), &wish.by, begun.clone())?;
    Ok((vec![fact], id))
}

/// Stores a captain's link as its hash.
pub(crate) fn name_captain(book: &Book, season: &str, team: TeamId, link: Option<LinkHash>) -> Decided {
    let mut entries = book.seasons.get(season).cloned().unwrap_or_default();
    let fact = SeasonFact::CaptainNamed { team, link: link.map_or_else(String::new, |link| link.to_string()) };
    Ok((vec![note(season, &mut entries, &Author::Secretary, fact)?], String::new()))
}
