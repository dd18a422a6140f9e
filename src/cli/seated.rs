//! Players as they are typed on the command line.

use game::Setup;
use game::rules::RuleSet;
use game::stats::same_name;
use language::say;

/// Seats the typed players. A pair is written "Alf & Bert"; partners sit across.
///
/// # Errors
/// Two players have one name.
pub(super) fn seated(rules: RuleSet, typed: &[String]) -> anyhow::Result<Setup> {
    let sides: Vec<Vec<&str>> = typed.iter().map(|side| side.split('&').map(str::trim).collect()).collect();
    let most = sides.iter().map(Vec::len).max().unwrap_or(0);
    let players: Vec<&str> =
        (0..most).flat_map(|at| sides.iter().filter_map(move |side| side.get(at).copied())).collect();
    for (at, name) in players.iter().enumerate() {
        if players[..at].iter().any(|other| same_name(other, name)) {
            anyhow::bail!(say!("two players are called {name}: change one of the names", name));
        }
    }
    let setup = Setup::new(rules, &players);
    Ok(Setup { pairs: setup.pairs || most > 1, ..setup })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_seated_across_and_nobody_twice() {
        let seat = |typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(|&name| name.to_owned()).collect();
            seated(RuleSet::preset("pafos").unwrap(), &typed)
        };
        let setup = seat(&["Alf & Bert", "Una & Vic"]).unwrap();
        assert_eq!((setup.players.join(" "), setup.pairs), ("Alf Una Bert Vic".to_owned(), true));
        assert_eq!(seat(&["Anna", "Ben"]).unwrap().players, ["Anna", "Ben"]);
        assert!(seat(&["Alf & Bert", "Una"]).unwrap().check().is_err());
        assert!(seat(&["Alf", "alf"]).unwrap_err().to_string().contains("two players are called alf"));
    }
}
