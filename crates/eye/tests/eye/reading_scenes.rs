//! The assembler on the truth of the rendered tables: with perfect tiles every end must be right.
//!
//! Only odd scene numbers: the even ones are kept unseen for the final measure. Skips where the scenes are not at hand.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests, outside of the test functions")]

use std::path::Path;

use eye::read::{Family, Part, Point, Reading, SeenTile, Settings, TileKind, assemble, assemble_best};
use game::tile::{Pip, Tile};
use serde_json::Value;

struct Table {
    name: String,
    size: (u32, u32),
    settings: Settings,
    tiles: Vec<SeenTile>,
    truth: Vec<Tile>,
    ends: Vec<(u8, bool)>,
}

fn number(value: &Value) -> u8 {
    u8::try_from(value.as_u64().unwrap()).unwrap()
}

fn pip(value: &Value) -> Pip {
    Pip::new(number(value)).unwrap()
}

fn sure(pip: Pip) -> [f32; 13] {
    std::array::from_fn(|v| if v == usize::from(pip.get()) { -0.01 } else { -7.0 })
}

fn corners(value: &Value) -> [Point; 4] {
    let at = |i: usize, k: usize| value[i][k].as_f64().unwrap();
    std::array::from_fn(|i| Point::new(at(i, 0), at(i, 1)))
}

fn load(path: &Path) -> Table {
    let json: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let side = |key: &str| u32::try_from(json[key].as_u64().unwrap()).unwrap();
    let family = match json["rule_family"].as_str().unwrap() {
        "spinner_first" => Family::SpinnerFirst,
        "spinner_every" => Family::SpinnerEvery,
        _ => Family::Line,
    };
    let truth = json["tiles"].as_array().unwrap();
    let tiles = truth.iter().map(|t| SeenTile {
        corners: corners(&t["corners"]),
        a: sure(pip(&t["a"])),
        b: sure(pip(&t["b"])),
        kind: TileKind::Up,
        logit: 5.0,
    });
    let ends = json["chain"]["open_ends"].as_array().unwrap();
    Table {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        size: (side("width"), side("height")),
        settings: Settings { max_pip: pip(&json["highest_pip"]), family, use_rules: true, inline_doubles: false },
        tiles: tiles.collect(),
        truth: truth.iter().map(|t| Tile::new(pip(&t["a"]), pip(&t["b"]))).collect(),
        ends: ends.iter().map(|e| (number(&e["value"]), e["is_double_crosswise"].as_bool().unwrap())).collect(),
    }
}

/// Returns the tables with odd numbers, `None` if there are none.
fn tables() -> Option<Vec<Table>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/scenes");
    let Ok(list) = std::fs::read_dir(&folder) else {
        println!("left out: no {}", folder.display());
        return None;
    };
    let odd = |name: &str| {
        let digits = name.strip_prefix("scene_").and_then(|n| n.strip_suffix(".json"));
        digits.and_then(|d| d.parse::<u32>().ok()).is_some_and(|n| n % 2 == 1)
    };
    let mut paths: Vec<_> = list.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.file_name().is_some_and(|n| odd(&n.to_string_lossy())));
    paths.sort();
    Some(paths.iter().map(|p| load(p)).collect())
}

fn ends(reading: &Reading) -> Vec<(u8, bool)> {
    let mut ends: Vec<_> = reading.ends.iter().map(|e| (e.pips.get(), e.double)).collect();
    ends.sort_unstable();
    ends
}

fn line(reading: &Reading) -> Vec<Tile> {
    let line = reading.tiles.iter().filter(|t| t.part == Part::Line);
    let mut tiles: Vec<Tile> = line.filter_map(eye::read::ReadTile::tile).collect();
    tiles.sort_unstable();
    tiles
}

/// Prints what is wrong; true when ends and line are right.
fn check(table: &Table, reading: &Reading) -> bool {
    let (mut want_ends, mut want_line) = (table.ends.clone(), table.truth.clone());
    want_ends.sort_unstable();
    want_line.sort_unstable();
    let right = ends(reading) == want_ends && line(reading) == want_line;
    if !right {
        println!("{}: ends {:?}, want {want_ends:?}, margin {:.1}", table.name, ends(reading), reading.margin());
        println!("  {:?}", reading.settings);
        let text = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        println!("  line {}\n  want {}", text(&line(reading)), text(&want_line));
        for doubt in &reading.doubts {
            println!("  {doubt}");
        }
    }
    right
}

#[test]
fn perfect_tiles_give_the_right_layout_under_the_rules_played() {
    let Some(tables) = tables() else { return };
    let right = tables.iter().filter(|t| check(t, &assemble(&t.tiles, t.size.0, t.size.1, &t.settings))).count();
    println!("layout and ends right: {right} of {}", tables.len());
    assert_eq!(right, tables.len());
}

#[test]
fn perfect_tiles_give_the_right_layout_when_nobody_says_what_is_played() {
    let Some(tables) = tables() else { return };
    let right = tables.iter().filter(|t| check(t, &assemble_best(&t.tiles, t.size.0, t.size.1))).count();
    println!("layout and ends right without rules: {right} of {}", tables.len());
    assert_eq!(right, tables.len());
}
