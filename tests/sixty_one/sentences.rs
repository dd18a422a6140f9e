//! Every sentence that people read is there in every language, with the same things in it.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::tidy::code;
use language::{Language, sentences};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Macros that hold sentences, and the number of strings that belong to each.
const SAID: [(&str, usize); 3] = [("say!(", 1), ("sentence!(", 1), ("say_count!(", 2)];

/// All sentences of the program in English, its help with them: the words for one, and those for more where it counts.
fn english() -> BTreeMap<String, Option<String>> {
    let mut all = BTreeMap::new();
    for (path, text) in ["src", "crates"].into_iter().flat_map(code) {
        if path.starts_with("crates/language") {
            continue;
        }
        for (word, strings) in SAID {
            for (at, _) in text.match_indices(word) {
                let before = text[..at].chars().next_back();
                if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                    continue;
                }
                let mut found = strings_of(&text[at + word.len()..]).take(strings);
                let one = found.next().unwrap_or_else(|| panic!("{}: no sentence after {word}", path.display()));
                let many = found.next();
                if let Some(others) = all.insert(one.clone(), many.clone()) {
                    assert_eq!(others, many, "{}: {one} counts differently elsewhere", path.display());
                }
            }
        }
    }
    all.extend(sixty_one::cli::help_sentences().into_iter().map(|sentence| (sentence, None)));
    all
}

/// The string literals of Rust's source, with what their strokes mean.
fn strings_of(source: &str) -> impl Iterator<Item = String> {
    let mut letters = source.chars().peekable();
    std::iter::from_fn(move || {
        letters.find(|letter| *letter == '"')?;
        let mut text = String::new();
        loop {
            match letters.next()? {
                '"' => return Some(text),
                '\\' => match letters.next()? {
                    'n' => text.push('\n'),
                    'u' => {
                        let code: String = letters.by_ref().skip(1).take_while(|letter| *letter != '}').collect();
                        text.push(char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap());
                    }
                    // A line that continues in the next one.
                    '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                    letter => text.push(letter),
                },
                letter => text.push(letter),
            }
        }
    })
}

/// The names in braces; JSON in a sentence has none.
fn arguments(words: &str) -> BTreeSet<&str> {
    words
        .split('{')
        .skip(1)
        .filter(|rest| !rest.starts_with('"'))
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}

#[test]
fn no_sentence_is_missing_or_left_over_in_spanish() {
    let english = english();
    let spanish: BTreeSet<&str> = sentences(Language::Spanish).map(|sentence| sentence.english).collect();
    let missing: Vec<_> = english.keys().filter(|key| !spanish.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "{} are missing: {missing:#?}", missing.len());
    let left_over: Vec<_> = spanish.iter().filter(|key| !english.contains_key(**key)).collect();
    assert!(left_over.is_empty(), "nobody says {left_over:#?}");
}

/// Returns the strings of a script in single quotes after these words.
fn quoted<'a>(script: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    script.split(after).skip(1).filter_map(|rest| Some(rest.split_once('\'')?.0))
}

#[test]
fn no_phrase_of_the_page_is_missing_or_left_over_in_spanish() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/web/www");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let scripts = ["page.js", "camera.js", "crew.js", "worker.js"].map(read);
    let page = read("index.html");
    let mut english: BTreeSet<&str> = scripts.iter().flat_map(|script| quoted(script, "phrase('")).collect();
    english.extend(page.split("data-english=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)));
    let phrases = read("phrases.js");
    let pairs = phrases.lines().filter_map(|line| line.trim().strip_prefix('\'')?.split_once("': '"));
    let spanish: BTreeMap<&str, &str> = pairs.collect();
    assert_eq!(spanish.keys().copied().collect::<BTreeSet<_>>(), english);
    for (english, words) in spanish {
        assert_eq!(arguments(words), arguments(english), "{english}");
    }
}

/// A page of the site runs and shows nothing that is not its own, whatever a name in it says.
#[test]
fn every_page_of_the_site_says_what_it_may_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/web/www");
    let pages = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let pages: Vec<_> = pages.filter(|path| path.extension().is_some_and(|ending| ending == "html")).collect();
    assert_eq!(pages.len(), 2, "{pages:?}");
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        let head = page.split("</head>").next().unwrap();
        let rules = head.split("<meta http-equiv=\"Content-Security-Policy\" content=\"").nth(1);
        let rules = rules.unwrap_or_else(|| panic!("{} has none", path.display())).split('"').next().unwrap();
        for rule in
            ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'none'"]
        {
            assert!(rules.split("; ").any(|own| own.starts_with(rule)), "{}: no {rule} in {rules}", path.display());
        }
        assert!(!rules.contains("unsafe-inline") && !rules.contains("'unsafe-eval'"), "{}: {rules}", path.display());
        // What stands in the page itself would not run.
        let inline = page.contains("<script>") || page.contains("<style") || page.contains(" style=\"");
        assert!(!inline && !page.contains(" onclick="), "{}", path.display());
    }
}

#[test]
fn the_same_things_stand_in_both_languages() {
    let english = english();
    for sentence in sentences(Language::Spanish) {
        let wanted = arguments(sentence.english);
        assert!(
            wanted.iter().all(|name| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')),
            "{sentence:?}"
        );
        assert_eq!(arguments(sentence.words), wanted, "{sentence:?}");
        assert_eq!(sentence.english_many.is_some(), sentence.words_many.is_some(), "{sentence:?}");
        if let Some(many) = english.get(sentence.english) {
            assert_eq!(sentence.english_many, many.as_deref(), "{sentence:?}");
        }
        if let (Some(many), Some(words)) = (sentence.english_many, sentence.words_many) {
            assert_eq!(arguments(words), arguments(many), "{sentence:?}");
        }
    }
}

#[test]
fn strings_are_read_as_the_compiler_reads_them() {
    let source = "\n    \"a \\\"b\\\" \\u{2192} \\\n        c\", n, \"d\")";
    assert_eq!(strings_of(source).collect::<Vec<_>>(), ["a \"b\" \u{2192} c", "d"]);
}
