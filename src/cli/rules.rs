//! `sixty-one rules`: the rule sets, and every axis of one with the words of its source.

use super::out::print;
use anyhow::Context as _;
use game::rules::{Preset, RuleSet, sets};
use language::{said, say};
use serde_json::{Value, json};

/// Lists the rule sets, or shows one with the clauses of its source.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one rules muggins", subcommand_precedence_over_arg = true)]
pub(super) struct RulesArgs {
    #[command(subcommand)]
    what: Option<RulesCommand>,
    /// The id of a rule set, then any house rules: the same as `show`.
    #[arg(value_name = "ID")]
    rules: Vec<String>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum RulesCommand {
    /// Lists the rule sets (the default).
    #[command(after_help = "Example: sixty-one rules list")]
    List,
    /// Shows every rule of a rule set.
    #[command(after_help = "Example: sixty-one rules show pafos target=121")]
    Show {
        /// The id of a rule set, then any house rules, like `target=121`.
        #[arg(required = true, value_name = "ID")]
        rules: Vec<String>,
    },
}

/// # Errors
/// No such rule set or rule.
pub(super) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    match (&args.what, args.json) {
        (None, json) if !args.rules.is_empty() => show(&RuleSet::parse(&args.rules.join(" "))?, json)?,
        (None | Some(RulesCommand::List), false) => list(),
        (None | Some(RulesCommand::List), true) => {
            print(&json!(sets::all().map(about_json).collect::<Vec<_>>()).to_string());
        }
        (Some(RulesCommand::Show { rules }), json) => show(&RuleSet::parse(&rules.join(" "))?, json)?,
    }
    Ok(())
}

fn list() {
    for preset in sets::all() {
        print(&format!("{:20} {}", preset.rules.id, said(preset.title)));
        print(&format!("{:20} {}", "", said(preset.about)));
    }
    print(say!("\n`sixty-one rules show ID` shows one with the words of its source."));
}

fn about_json(preset: &Preset) -> Value {
    json!({ "id": preset.rules.id, "title": preset.title, "about": preset.about, "source": preset.source.name() })
}

fn show(rules: &RuleSet, as_json: bool) -> anyhow::Result<()> {
    let preset = sets::all().find(|preset| preset.rules.id == rules.id).context("a rule set without a preset")?;
    let clause = |key: &str| preset.clauses.iter().find(|clause| clause.axis == key).map(|clause| clause.words);
    if as_json {
        let axes: Vec<Value> = RuleSet::AXES
            .iter()
            .map(|axis| {
                json!({ "rule": axis.key, "value": rules.get(axis.key), "what": axis.what,
                    "choices": RuleSet::choices(axis.key).map(|choices| choices.to_string()), "clause": clause(axis.key) })
            })
            .collect();
        let mut about = about_json(preset);
        about["text"] = rules.to_string().into();
        about["rules"] = axes.into();
        print(&about.to_string());
        return Ok(());
    }
    print(&format!("{} ({rules})\n{}", rules.title(), game::words::about(rules)));
    print(&say!("Source: {source}\n", source = preset.source));
    for chapter in game::words::plain(rules) {
        print(&format!("{}\n  {}\n", chapter.title, chapter.sentences.join("\n  ")));
    }
    print(say!("Every rule that a house may set:\n"));
    let changes = rules.changes();
    for axis in RuleSet::AXES {
        let value = rules.get(axis.key).unwrap_or_default();
        let changed = changes.iter().any(|(key, _)| *key == axis.key);
        print(&format!("{:18} {value}{}", axis.key, if changed { say!("   (house rule)") } else { "" }));
        print(&format!("{:18}   {}", "", said(axis.what)));
        if let Some(words) = clause(axis.key).filter(|_| !changed) {
            print(&format!("{:18}   «{words}»", ""));
        }
    }
    Ok(())
}
