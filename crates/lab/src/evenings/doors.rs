//! The links of a table: another program renews and withdraws them while the table's server runs, and their file is damaged.

use super::disk::EveningDisk;
use anyhow::{Context as _, ensure};
use game::rng::Rng;
use server::{LinkHash, LinkKind, Server, Wire};
use sixty_one::platform::links::{LinkBook, LinkBookError};
use std::path::Path;

/// Kinds of links that people have.
const KINDS: [LinkKind; 2] = [LinkKind::Enter, LinkKind::Watch];

/// The file, and its copy.
const FILES: [&str; 2] = ["links.json", "links.copy.json"];

type Code = (LinkKind, String);

/// What people know of a table's links.
#[derive(Default)]
pub(super) struct Doors {
    /// The match that the links are of.
    game: String,
    /// Codes that were given out, the newest last.
    given: Vec<Code>,
    /// Codes that were withdrawn, as a program has answered.
    withdrawn: Vec<Code>,
    /// Those that opened at the last look, while the same server runs.
    open: Vec<Code>,
    /// Whether a file is damaged or lost.
    harmed: bool,
}

impl Doors {
    /// Opens the links of a server that begins.
    pub(super) fn begin(&mut self, server: &Server, disk: &EveningDisk, game: &str) -> anyhow::Result<LinkBook> {
        let mut links = LinkBook::of_folder(&disk.path());
        self.open.clear();
        game.clone_into(&mut self.game);
        self.stored(links.begin(game), disk)?;
        for kind in KINDS {
            self.stored(links.open(server, kind), disk)?;
            self.given.push((kind, server.code(kind).context("no link")?));
        }
        Ok(links)
    }

    /// What is stored mends the files; what is not needs a reason.
    fn stored(&mut self, answer: Result<(), LinkBookError>, disk: &EveningDisk) -> anyhow::Result<()> {
        match answer {
            Ok(()) => self.harmed = false,
            Err(why) => ensure!(self.harmed || disk.is_full() || disk.is_away(), "the links are not stored: {why}"),
        }
        Ok(())
    }

    /// What the program of a table does each second.
    pub(super) fn follow(
        &mut self,
        links: &mut LinkBook,
        server: &Server,
        disk: &EveningDisk,
        game: &str,
    ) -> anyhow::Result<()> {
        if self.game != game {
            let moved = links.go_on(game);
            if moved.is_ok() {
                game.clone_into(&mut self.game);
            }
            self.stored(moved, disk)?;
        }
        if links.has_changed()
            && let Err(why) = links.follow(server, &KINDS)
        {
            ensure!(self.harmed || disk.is_away(), "the links are not read: {why}");
        }
        Ok(())
    }

    /// Another program renews or withdraws the links of a kind.
    pub(super) fn change(&mut self, disk: &EveningDisk, rng: &mut Rng) -> anyhow::Result<()> {
        let kind = KINDS[rng.below(KINDS.len())];
        self.change_kind(disk, kind, rng.chance(0.6))
    }

    fn change_kind(&mut self, disk: &EveningDisk, kind: LinkKind, renew: bool) -> anyhow::Result<()> {
        let mut links = LinkBook::of_folder(&disk.path());
        let (before, others) = std::mem::take(&mut self.given).into_iter().partition(|(of, _)| *of == kind);
        self.given = others;
        self.open.retain(|(of, _)| *of != kind);
        let answer = if renew { links.renew(kind).map(Some) } else { links.withdraw(kind).map(|_links| None) };
        let answer = answer.map(|code| {
            self.withdrawn.extend::<Vec<Code>>(before);
            self.given.extend(code.map(|code| (kind, code)));
        });
        self.stored(answer, disk)
    }

    /// Damages or deletes a file, or both.
    pub(super) fn harm(&mut self, disk: &EveningDisk, rng: &mut Rng) {
        self.harmed |= disk.harm(FILES, rng);
    }

    pub(super) const fn is_harmed(&self) -> bool {
        self.harmed
    }

    /// Someone deletes the damaged files, before the server begins again.
    pub(super) fn mend(&mut self, disk: &EveningDisk) {
        for file in FILES {
            let _gone = std::fs::remove_file(disk.path().join(file));
        }
        self.harmed = false;
    }

    /// At the end people get new links.
    pub(super) fn renew(&mut self, disk: &EveningDisk) -> anyhow::Result<()> {
        KINDS.into_iter().try_for_each(|kind| self.change_kind(disk, kind, true))
    }

    /// A code by which people come in: the one on the server's screen, or the newest that they were given.
    pub(super) fn code(&self, server: &Server, kind: LinkKind) -> Option<String> {
        let open = server.link_hashes(kind);
        let opens =
            |(of, code): &&Code| *of == kind && LinkHash::of_code(code).is_some_and(|hash| open.contains(&hash));
        server.code(kind).or_else(|| self.given.iter().rev().find(opens).map(|(_, code)| code.clone()))
    }

    /// A link that was withdrawn never opens again, and one that was not still does, whatever became of the file.
    pub(super) fn check(&mut self, wire: &Wire, disk: &EveningDisk, rng: &mut Rng) -> anyhow::Result<()> {
        let stored = if disk.is_away() { None } else { stored(&disk.path(), &self.game) };
        let on_disk = |(_, code): &Code, stored: &[String]| {
            LinkHash::of_code(code).is_some_and(|hash| stored.contains(&hash.to_string()))
        };
        if let Some(stored) = &stored {
            self.open.retain(|code| on_disk(code, stored));
        }
        if let Some(code) = rng.pick(&self.given).cloned() {
            let must = stored.as_ref().map_or_else(|| self.open.contains(&code), |stored| on_disk(&code, stored));
            let opens = opens(wire, &code)?;
            ensure!(opens || !must, "a link to {} does not open, and was not withdrawn", code.0.words());
            if opens && !self.open.contains(&code) {
                self.open.push(code);
            }
        }
        let tried = rng.pick(&self.withdrawn).into_iter().chain(self.withdrawn.last());
        tried.into_iter().try_for_each(|code| closed(wire, code))
    }

    /// The same of every link that was ever withdrawn.
    pub(super) fn check_all(&self, wire: &Wire) -> anyhow::Result<()> {
        self.withdrawn.iter().try_for_each(|code| closed(wire, code))
    }
}

/// Hashes of the links in the file, or its copy; `None` where neither can be read.
fn stored(folder: &Path, game: &str) -> Option<Vec<String>> {
    let kept = store::kept_json(&folder.join(FILES[0])).0?;
    let of_match = kept["game"] == *game;
    let links = kept["links"].as_array().into_iter().flatten();
    Some(links.filter(|_| of_match).filter_map(|link| Some(link["hash"].as_str()?.to_owned())).collect())
}

fn closed(wire: &Wire, code: &Code) -> anyhow::Result<()> {
    ensure!(!opens(wire, code)?, "a link to {} was withdrawn, and opens", code.0.words());
    Ok(())
}

fn opens(wire: &Wire, (kind, code): &Code) -> anyhow::Result<bool> {
    let delivery = wire.send([10, 0, 0, 98].into(), &format!("/{}/{code}/", kind.letter()), None);
    wire.settle();
    let (status, text) = wire.answer(delivery).map_err(|_open| anyhow::anyhow!("a link has no answer"))?;
    ensure!([200, 403].contains(&status), "a link answers {status}: {text}");
    Ok(status == 200)
}
