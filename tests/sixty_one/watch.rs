//! `sixty-one watch` as a person types it, on drawn tables: asked for every drop, stored, kept, and replayed from what was kept.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::frame::Frame;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use scene::{Standpoint, TableScene, render};
use simulator::{Pace, Show, Trouble};
use sixty_one::camera::Shot;
use sixty_one::live::keep::{Decisions, Kind, Made, Minute, is_calm, replay, write};
use sixty_one::live::recording::AutomaticRecording;
use sixty_one::live::{Networks, Tracker, see};
use sixty_one::table::Table;
use tempfile::TempDir;

/// The tiles dropped, one after the other, in pictures of a folder.
const TILES: [(u8, u8); 3] = [(6, 4), (4, 4), (6, 2)];

/// A folder with a picture after each drop, the first `from` tiles lying there already.
pub(crate) fn pictures(from: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
    for (i, tile) in TILES.into_iter().enumerate() {
        let open = table.layer().open_values();
        let end = open.iter().position(|&value| tile.0 == value || tile.1 == value);
        assert!(if i == 0 { table.start(tile) } else { table.lay(end.unwrap(), tile) });
        if i + 1 < from {
            continue;
        }
        let (frame, _) = render(&table.scene(None), 1).unwrap();
        let bytes = sixty_one::table::picture::jpeg(&frame, 90).unwrap();
        fs::write(folder.path().join(format!("{}.jpg", i + 1)), bytes).unwrap();
    }
    folder
}

fn watch(source: &Path, more: &[&str]) -> Command {
    let mut command = crate::program();
    command.arg("watch").arg(source).args(more);
    command
}

/// Returns its output, its errors and its exit status.
fn run(mut command: Command) -> (String, String, Option<i32>) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

fn sessions(data: &Path, args: &[&str]) -> String {
    let mut command = crate::program();
    command.arg("sessions").args(args).arg("--data").arg(data);
    run(command).0
}

/// Checks that other users of the machine may read nothing in the folder.
#[cfg(unix)]
#[track_caller]
fn is_private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let rights = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(rights & 0o077, 0, "{} {rights:o}", entry.path().display());
        if entry.path().is_dir() {
            is_private(&entry.path());
        }
    }
}

/// A person at the terminal: answers each question with the next of these lines. What was asked and said comes back.
fn answered(mut child: Child, answers: &[&str]) -> (Vec<String>, String) {
    let mut keyboard = child.stdin.take();
    let mut answers = answers.iter();
    let (mut asked, mut said) = (Vec::new(), String::new());
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        said.push_str(&line);
        said.push('\n');
        let Some(question) = line.strip_prefix("  ?   ") else { continue };
        asked.push(question.to_owned());
        match (answers.next(), &mut keyboard) {
            (Some(answer), Some(keyboard)) => writeln!(keyboard, "{answer}").unwrap(),
            _ => keyboard = None,
        }
    }
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert!(child.wait().unwrap().success(), "{complaint}");
    (asked, said)
}

fn ask(mut command: Command, answers: &[&str]) -> (Vec<String>, String) {
    let child = command.arg("--ask").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    answered(child.spawn().unwrap(), answers)
}

/// The program, watching this source and asking about everything.
pub(crate) fn asking(source: &Path, more: &[&str]) -> Command {
    let mut command = watch(source, more);
    command.arg("--ask").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

#[test]
fn every_drop_is_asked_for_and_only_what_is_confirmed_is_taken_down() {
    let (table, data) = (pictures(0), tempfile::tempdir().unwrap());
    let data = data.path().join("data");
    let command = watch(table.path(), &["--data", data.to_str().unwrap(), "--players", "Anna,Ben"]);
    let (asked, said) = ask(command, &["?", "y", "6-5", "n"]);
    assert!(asked[0].contains("Anna leads 6-4?") && asked[0].contains("(y, n, or the tile)"), "{asked:#?}");
    assert!(asked[1].contains("Anna leads 6-4?"), "help answers nothing: {asked:#?}");
    assert!(asked[2].contains("Ben drops 4-4"), "{asked:#?}");
    assert!(said.contains("y or Enter: yes"), "{said}");
    assert!(said.contains("the line: "), "{said}");
    let replay = sessions(&data, &["replay", "last"]);
    assert!(replay.contains("6-4") && replay.contains("6-5") && !replay.contains("6-2"), "{replay}\n{said}");
    // How each came to be recorded is kept with its picture.
    let kept: Vec<String> = fs::read_dir(data.join("pictures"))
        .unwrap()
        .flatten()
        .flat_map(|game| {
            let files = fs::read_dir(game.path()).unwrap().flatten().map(|file| file.path());
            files
                .filter(|file| file.extension().is_some_and(|end| end == "json"))
                .map(|file| fs::read_to_string(file).unwrap())
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(kept.len() == 2 && kept.iter().all(|text| text.contains("a player at the terminal")), "{kept:?}");
    assert!(kept.iter().any(|text| text.contains("\"source\":\"hand\"")), "the 6-5 was named, not read: {kept:?}");
    // A match without questions records everything.
    let command = watch(table.path(), &["--trust", "--data", data.to_str().unwrap(), "--players", "Anna,Ben"]);
    let (said, complaint, status) = run(command);
    assert_eq!((complaint.as_str(), status), ("", Some(0)), "{said}");
    assert!(!said.contains("  ?   "), "{said}");
    assert!(said.contains("   3  ") && sessions(&data, &["list"]).contains("2 matches"), "{said}");
    #[cfg(unix)]
    is_private(data.parent().unwrap());
}

#[test]
fn a_program_answers_line_by_line_and_learns_how_often_people_would_be_asked() {
    let folder = pictures(1);
    let mut command = watch(folder.path(), &["--json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The end of the answers does not end the watching.
    child.stdin.take().unwrap().write_all(b"?\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let help = lines.iter().filter_map(|line| line["refused"].as_str()).collect::<Vec<_>>();
    assert!(help.len() == 1 && help[0].contains("2: the second choice"), "{lines:?}");
    let drops: Vec<bool> = lines.iter().filter_map(|line| line["asked"].as_bool()).collect();
    let others = drops.iter().filter(|asked| !**asked).count();
    let share = (100.0 * (drops.len() - others) as f64 / drops.len() as f64).round();
    let last = serde_json::json!({ "asked_of_100": share, "others": others, "others_right": others });
    assert_eq!((drops.len(), lines.last()), (TILES.len(), Some(&last)));
}

#[test]
fn a_simulated_table_is_stored_only_under_names_that_were_given() {
    let data = tempfile::tempdir().unwrap();
    let watch = |more: &[&str]| {
        let mut command = watch(Path::new("simulated:pafos:7"), &["--trust", "--drops", "1", "--data"]);
        command.arg(data.path()).args(more);
        run(command)
    };
    let (said, complaint, status) = watch(&[]);
    assert!(status == Some(2) && complaint.contains("--players"), "{said}{complaint}");
    assert!(!data.path().join("sessions.db").exists(), "nothing was begun");
    assert_eq!(watch(&["--players", "Una,Vic"]).2, Some(0));
    let listed = sessions(data.path(), &["list"]);
    assert!(listed.contains("Una") && !listed.contains("Anna"), "{listed}");
}

#[test]
fn a_table_is_joined_late_and_nothing_is_counted_for_what_lay_there() {
    let table = pictures(2);
    let (asked, said) = ask(watch(table.path(), &[]), &["Ben", "y"]);
    assert!(
        asked[0].contains(" are on the table. Start the record from them?")
            && asked[0].contains("who drops next: Anna, Ben"),
        "{asked:#?}"
    );
    assert!(said.contains("already on the table"), "{said}");
    assert!(asked[1].contains("Ben drops 6-2"), "{asked:#?}");
    assert!(said.contains("Anna 0"), "the 4-4 and the 6 were worth nothing to her: {said}");
}

#[test]
fn what_is_kept_replays_to_the_same_decisions() {
    let (table, folder) = (pictures(0), tempfile::tempdir().unwrap());
    let kept = folder.path().join("minute");
    let (said, complaint, status) = run(watch(table.path(), &["--trust", "--keep", kept.to_str().unwrap()]));
    assert_eq!((complaint.as_str(), status), ("", Some(0)), "{said}");
    assert!(said.contains("seconds are in"), "{said}");
    #[cfg(unix)]
    is_private(folder.path());
    let replayed = || {
        let mut command = crate::program();
        command.args(["watch", "--replay"]).arg(&kept);
        run(command)
    };
    let (said, complaint, status) = replayed();
    assert_eq!((complaint.as_str(), status), ("", Some(0)), "{said}");
    assert!(said.contains("All 3 decisions came out the same, on the same pictures"), "{said}");
    // Another decision than then is noticed.
    let index = kept.join("minute.jsonl");
    let text = fs::read_to_string(&index).unwrap();
    fs::write(&index, text.replace("\"words\":\"6-4\"", "\"words\":\"6-3\"")).unwrap();
    let (said, complaint, status) = replayed();
    assert_eq!(status, Some(2), "{said}");
    assert!(complaint.contains("2 of 3 decisions are unchanged, 1 are new") && said.contains("then"), "{complaint}");
    // Another program's folder is left alone.
    let (_, complaint, status) = run(watch(table.path(), &["--trust", "--keep", table.path().to_str().unwrap()]));
    assert_eq!(status, Some(2));
    assert!(complaint.contains("holds other files"), "{complaint}");
}

/// The next hand begins with the same tile at the same place, and the bare table between them was there for little more
/// than a second: the picture must be compared with the bare table, not the old tile.
#[test]
fn the_next_hand_begins_where_the_last_one_lay() {
    let rules = RuleSet::preset("pafos").unwrap();
    let mut game = Match::start(Setup::new(rules, &["Anna", "Ben"])).unwrap();
    let mut table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
    let drawn = |table: &TableScene| Arc::new(render(&table.scene(None), 1).unwrap().0);
    let bare = drawn(&table);
    let mut watcher = Tracker::new(Eye::new(Networks::BuiltIn.load().unwrap(), Params::default()));
    let (base, mut pictures) = (Instant::now(), 0);
    let mut proposed = |watcher: &mut Tracker<_>, frame: &Arc<Frame>, most: u32| {
        (0..most).find_map(|_| {
            pictures += 1;
            let taken = base + Duration::from_millis(200) * pictures;
            see(watcher, &Shot { frame: Arc::clone(frame), taken, still: false, name: None, jpeg: None }).unwrap();
            watcher.sighting(0, "", None).proposal.map(|proposal| proposal.play)
        })
    };
    let deal = || Act::Deal { leader: Seat::FIRST, hands: Vec::new() };
    game.act(deal()).unwrap();
    watcher.record(Some(Arc::new(game.clone())));
    assert_eq!(proposed(&mut watcher, &bare, 10), None);
    for tile in TILES.into_iter().chain([(5, 2)]) {
        let open = table.layer().open_values();
        let end = open.iter().position(|&value| tile.0 == value || tile.1 == value);
        assert!(if open.is_empty() { table.start(tile) } else { table.lay(end.unwrap(), tile) });
        let play = proposed(&mut watcher, &drawn(&table), 6).expect("the next tile");
        assert_eq!(play.tile().to_string(), format!("{}-{}", tile.0, tile.1));
        game.act(Act::Play { seat: game.state().running().unwrap().turn, play, stands: false }).unwrap();
        watcher.record(Some(Arc::new(game.clone())));
    }
    assert_eq!(proposed(&mut watcher, &drawn(&table), 10), None, "all is recorded");
    // Misdealt: the hand is thrown in.
    game.act(Act::Redeal).unwrap();
    game.act(deal()).unwrap();
    watcher.record(Some(Arc::new(game.clone())));
    assert_eq!(proposed(&mut watcher, &bare, 6), None, "nothing lies there");
    let mut table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
    assert!(table.start(TILES[0]));
    let play = proposed(&mut watcher, &drawn(&table), 6).unwrap_or_else(|| panic!("{}", watcher.story()));
    assert_eq!(play.tile().to_string(), "6-4");
}

/// Every word of what was decided, with the picture it was decided on.
fn shown(made: &[Made]) -> Vec<String> {
    let words = |(_, picture, decision): &Made| {
        format!("{picture:?} {:?} {} {:?}", decision.kind, decision.words, decision.sure)
    };
    made.iter().map(words).collect()
}

/// A camera that never stops, in counted time, for longer than is kept.
#[test]
fn a_moving_camera_replays_exactly_from_its_beginning_and_mostly_from_a_calm_moment() {
    let rules = RuleSet::preset("pafos").unwrap();
    let mut show = Show::new(&rules, 3, Trouble::NONE, Pace::default()).unwrap();
    let mut recording =
        AutomaticRecording::new(Table::in_memory(Match::start(Setup::new(rules, &["Anna", "Ben"])).unwrap()), "");
    let eyes = || Tracker::new(Eye::new(Networks::BuiltIn.load().unwrap(), Params::default()));
    let (mut watcher, mut other) = (eyes(), eyes());
    let (mut minute, mut decisions, base) = (Minute::default(), Decisions::default(), Instant::now());
    let folder = tempfile::tempdir().unwrap();
    minute.recorded(base, Some(recording.game()));
    watcher.record(Some(Arc::new(recording.game().clone())));
    for i in 0..200 {
        let now = f64::from(i) * 0.35;
        let Some((frame, said)) = show.at(now, Some(recording.game())) else { break };
        let taken = base + Duration::from_secs_f64(now);
        let shot = minute.see(&Shot { taken, ..Shot::now(frame) });
        see(&mut watcher, &shot).unwrap();
        let sighting = watcher.sighting(0, "", None);
        let decision = decisions.new_in(&sighting, || watcher.story());
        minute.came_of_it(is_calm(&sighting), decision);
        if !recording.hear(&sighting, said.as_ref(), taken).is_empty() {
            minute.recorded(taken, Some(recording.game()));
            watcher.record(Some(Arc::new(recording.game().clone())));
            minute.came_of_it(false, decisions.new_in(&watcher.sighting(0, "", None), || watcher.story()));
        }
        if i == 70 {
            let kept = folder.path().join("whole");
            write(&minute, &kept, false).unwrap();
            let replayed = replay(&kept, &mut other).unwrap();
            assert!(replayed.whole && replayed.then.len() >= 3, "{:#?}", replayed.then);
            assert_eq!(shown(&replayed.then), shown(&replayed.now), "exactly");
            assert!(replayed.is_exact() && replayed.then.iter().all(|made| !made.2.why.is_empty()), "and why");
        }
    }
    assert!(minute.lasts() > Duration::from_secs(60), "{:?}", minute.lasts());
    let kept = folder.path().join("part");
    let wrote = write(&minute, &kept, false).unwrap();
    let replayed = replay(&kept, &mut other).unwrap();
    assert!(!replayed.whole && replayed.pictures == wrote.pictures && wrote.pictures < 200, "what is older has gone");
    let drops = |made: Option<&Made>| made.is_some_and(|made| made.2.kind == Kind::Drop);
    let compared = replayed.compared();
    let then = compared.iter().filter(|pair| drops(pair.then)).count();
    let both = compared.iter().filter(|pair| drops(pair.then) && drops(pair.now)).count();
    assert!(
        then >= 5 && both * 10 >= then * 8,
        "{both} of {then}: {:#?} {:#?}",
        shown(&replayed.then),
        shown(&replayed.now)
    );
}
