//! The examples of `--help`, run as they stand: those that need no camera, no picture and no end by hand.

use tempfile::tempdir;

/// The words of a line as a shell cuts it: apart at spaces, together within quotes.
fn words(line: &str) -> Vec<String> {
    let pieces = line.split('"').enumerate();
    let cut = |(i, piece): (usize, &str)| match i % 2 {
        0 => piece.split_whitespace().map(str::to_owned).collect(),
        _ => vec![piece.to_owned()],
    };
    pieces.flat_map(cut).collect()
}

#[test]
fn examples_that_end_by_themselves_work() {
    let data = tempdir().unwrap();
    for command in [
        "serve keys make",
        "serve keys list",
        "serve keys withdraw",
        "serve league save",
        "serve league list",
        "sessions league list",
        "sessions league fixtures",
        "serve league remove",
        "serve season begin",
        "serve season list",
        "serve season fixtures",
        "serve season table",
        "serve links list",
        "serve links renew",
        "serve links withdraw",
        "sessions list",
        "score",
        "rules",
        "rules list",
        "rules show",
        "advise",
    ] {
        let help = crate::program().args(command.split(' ')).arg("--help").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let example = help.split_once("Example: ").unwrap().1.lines().next().unwrap();
        let typed = words(example.split("   ").next().unwrap());
        let done = crate::program().args(&typed[1..]).arg("--data").arg(data.path()).output().unwrap();
        assert!(done.status.success(), "{example}: {}", String::from_utf8_lossy(&done.stderr));
    }
}
