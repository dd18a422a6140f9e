//! The command line in Spanish on a Spanish system; output for programs stays the same.
#![cfg(all(unix, not(target_os = "macos")))]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::program;

/// Returns the program's output and its errors for this system language.
fn said(language: &str, arguments: &[&str]) -> (String, String) {
    let done = program().env("LC_ALL", language).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr))
}

#[test]
fn answers_errors_and_help_are_in_spanish() {
    let (answer, _) = said("es_MX.UTF-8", &["score", "--score", "50", "6-6", "6-3"]);
    for line in
        ["línea     6-6 6-3", "suma      15", "puntos    8   tres cincos y cinco treses", "puntaje   50 + 8 = 58"]
    {
        assert!(answer.contains(line), "{line} is not in {answer}");
    }
    let (_, error) = said("es", &["score", "6-6", "3-1"]);
    assert!(error.starts_with("sixty-one: la línea `6-6 3-1` es imposible: "), "{error}");
    for deep in [&[][..], &["sessions"], &["serve", "league", "save"]] {
        let (help, _) = said("es_ES", &[deep, &["--help"]].concat());
        for words in ["\nUso: sixty-one", "\nOpciones:", "Muestra esta ayuda", "\nEjemplo: sixty-one"] {
            assert!(help.contains(words), "{words:?} is not in {help}");
        }
        assert!(!help.contains("Usage") && !help.contains("OPTIONS"), "{help}");
    }
}

#[test]
fn what_programs_read_is_the_same_in_every_language() {
    for arguments in [
        &["score", "--json", "6-6", "6-3"][..],
        &["rules", "show", "muggins", "--json"],
        &["cameras", "--json"],
        &["advise", "--json", "--hand", "6-5"],
    ] {
        assert_eq!(said("es_MX.UTF-8", arguments), said("C", arguments), "{arguments:?}");
    }
}
