//! Translates the command line's help. Clap takes its words from the source when it is built, so they are translated
//! here, when they are shown. Clap's own errors stay English, as do manual pages and completions.

use super::{Cli, commands};
use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command, FromArgMatches as _};
use language::{Language, foreign};

/// Returns a sentence in the other language; `None` if it lacks it.
type Translate<'a> = &'a mut dyn FnMut(&str) -> Option<&'static str>;

/// Parses the command line. Ends the program for help or a wrong flag.
#[must_use]
pub fn parse() -> Cli {
    let command = match language::current() {
        Language::English => commands(),
        _ => told(commands(), &mut foreign),
    };
    let matches = command.get_matches();
    if for_programs(&matches) {
        language::set(Language::English);
    }
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Reports whether programs read the answer: they get the same in every language.
fn for_programs(matches: &ArgMatches) -> bool {
    let is_set = |flag| matches!(matches.try_get_one::<bool>(flag), Ok(Some(true)));
    is_set("json") || is_set("stdin") || matches.subcommand().is_some_and(|(_, inner)| for_programs(inner))
}

/// Returns every sentence of the help, as it is looked up.
#[must_use]
pub fn help_sentences() -> Vec<String> {
    let mut all = Vec::new();
    let _untold = told(commands(), &mut |sentence| {
        all.extend((!sentence.is_empty()).then(|| sentence.to_owned()));
        None
    });
    all
}

fn told(mut command: Command, say: Translate<'_>) -> Command {
    // Help flags and help commands are added here, and every command gets its full name.
    command.build();
    told_command(command, say)
}

fn told_command(mut command: Command, say: Translate<'_>) -> Command {
    let [about, long, after] = [command.get_about(), command.get_long_about(), command.get_after_help()]
        .map(|words| words.map(|words| text(words, say)));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command = command.mut_args(|arg| told_argument(arg, say)).subcommand_value_name(word("COMMAND", say));
    let template = template(&command, say);
    command = command.help_template(template);
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches(USAGE).trim_start().replace("OPTIONS", word("OPTIONS", say));
    // Other ways to call it stand below the first one.
    let [was, is] = [USAGE, word(USAGE, say)].map(|title| format!("\n{:1$}", "", title.chars().count() + 1));
    let usage = usage.replace(&was, &is);
    command.override_usage(usage).mut_subcommands(|inner| told_command(inner, say))
}

/// Clap's own layout of the help.
fn template(command: &Command, say: Translate<'_>) -> String {
    let styles = command.get_styles();
    let (usage, header) = (styles.get_usage(), styles.get_header());
    let parts = [
        (command.has_subcommands(), "Commands:", "{subcommands}"),
        (command.get_positionals().next().is_some(), "Arguments:", "{positionals}"),
        (true, "Options:", "{options}"),
    ];
    let mut template = format!("{{before-help}}{{about-with-newline}}\n{usage}{}{usage:#} {{usage}}", word(USAGE, say));
    for (_, title, list) in parts.into_iter().filter(|(is_there, ..)| *is_there) {
        template += &format!("\n\n{header}{}{header:#}\n{list}", word(title, say));
    }
    template + "{after-help}"
}

fn told_argument(arg: Arg, say: Translate<'_>) -> Arg {
    let [mut help, long] = [arg.get_help(), arg.get_long_help()].map(|words| words.map(|words| text(words, say)));
    let (mut names, mut remarks) = (Vec::new(), Vec::new());
    if arg.get_action().takes_values() {
        let english = arg.get_value_names().unwrap_or_default();
        names.extend(english.iter().map(|name| say(name).map_or_else(|| name.clone(), Into::into)));
        let values = arg.get_possible_values();
        let values =
            values.iter().filter_map(|value| Some(format!("{} ({})", value.get_name(), text(value.get_help()?, say))));
        let values: Vec<_> = values.collect();
        if !values.is_empty() {
            remarks.push(format!("{}: {}", word("possible values", say), values.join(", ")));
        }
        let defaults = arg.get_default_values().iter().map(|value| value.to_string_lossy());
        let defaults = defaults.filter(|value| !value.is_empty()).collect::<Vec<_>>().join(" ");
        if !defaults.is_empty() {
            remarks.push(format!("{}: {defaults}", word("default", say)));
        }
    }
    for remark in remarks {
        help = help.map(|help| format!("{help} [{remark}]").into());
    }
    let mut arg = arg.help(help.unwrap_or_default()).hide_default_value(true).hide_possible_values(true);
    if let Some(long) = long {
        arg = arg.long_help(long);
    }
    if names.is_empty() { arg } else { arg.value_names(names) }
}

const USAGE: &str = "Usage:";

/// Label before text that is typed, the same in every language up to a comment.
const EXAMPLE: &str = "Example:";
const REMARK: &str = "   (";

/// Translates by paragraphs, without the full stop at their ends, because clap drops that of a single paragraph.
fn text(words: &StyledStr, say: Translate<'_>) -> StyledStr {
    let words = words.to_string();
    let paragraphs = words.split("\n\n").map(|paragraph| {
        if let Some(typed) = paragraph.strip_prefix(EXAMPLE) {
            let (typed, remark) = typed.split_at(typed.find(REMARK).unwrap_or(typed.len()));
            return format!("{}{typed}{}", word(EXAMPLE, say), say(remark).unwrap_or(remark));
        }
        let (sentence, stop) = paragraph.strip_suffix('.').map_or((paragraph, ""), |sentence| (sentence, "."));
        format!("{}{stop}", say(sentence).unwrap_or(sentence))
    });
    paragraphs.collect::<Vec<_>>().join("\n\n").into()
}

fn word(english: &'static str, say: Translate<'_>) -> &'static str {
    say(english).unwrap_or(english)
}
