//! Tests of the runner.

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::case::Mode;
use crate::checkout::Selection;
use crate::expectations::Expectations;
use crate::metadata::{Metadata, Negative};
use crate::run::Through;
use crate::worker::Worker;
use crate::workspace::workspace;

pub(crate) fn run() -> ExitCode {
    let trials = vec![
        Trial::test("metadata", metadata),
        Trial::test("expectations", expectations),
        Trial::test("results", results),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn equal<T: PartialEq + std::fmt::Debug>(left: &T, right: &T) -> Result<(), Failed> {
    if left == right { Ok(()) } else { Err(format!("{left:?} instead of {right:?}").into()) }
}

fn list(items: &[&str]) -> Vec<String> {
    items.iter().map(|&item| item.to_owned()).collect()
}

fn metadata() -> Result<(), Failed> {
    let text = "/*---\ninfo: |\n  flags: [raw]\nflags: [async, onlyStrict]\nfeatures:\n  - a\n  - b\n\
                includes: [c.js]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/";
    let expected = Metadata {
        flags: list(&["async", "onlyStrict"]),
        includes: list(&["c.js"]),
        features: list(&["a", "b"]),
        negative: Some(Negative { phase: "parse".to_owned(), constructor: "SyntaxError".to_owned() }),
    };
    equal(&Metadata::of(text), &expected)?;
    equal(&Mode::of(&expected), &&[Mode::Strict][..])?;
    equal(&Mode::of(&Metadata::default()), &&[Mode::Sloppy, Mode::Strict][..])
}

fn checkout() -> PathBuf {
    workspace().join("js-tests/test262/checkout")
}

/// Runs the tests of the folder `checkout`: the names of those that must fail contain `fails`, and the first comment of
/// each says how.
fn results() -> Result<(), Failed> {
    let selection = Selection::of(&checkout(), &[])?;
    let skipped: Vec<_> = selection.skipped.iter().map(|(path, _)| path.as_str()).collect();
    equal(&skipped, &vec!["language/skipped.js"])?;
    let mut worker = Worker::start(&checkout(), Through::FrontEnd)?;
    for case in &selection.cases {
        let (outcome, can_continue) = worker.run(case, std::time::Duration::from_mins(1));
        let text = std::fs::read_to_string(checkout().join("test").join(&case.path))?;
        let message = text.lines().next().and_then(|line| line.strip_prefix("// "));
        let answer = outcome.as_ref().map_or_else(String::as_str, |()| "");
        if !can_continue || !answer.contains(message.unwrap_or_default()) || outcome.is_ok() != message.is_none() {
            return Err(format!("{case}: {outcome:?}").into());
        }
    }
    if selection.cases.len() < 20 { Err("too few tests".into()) } else { Ok(()) }
}

fn expectations() -> Result<(), Failed> {
    let text = "# a cause\nlanguage/a.js\nstrict language/b.js\n\n";
    let expectations = Expectations::of(text);
    let outcome = |has_failed: bool| if has_failed { Err("it failed".to_owned()) } else { Ok(()) };
    let case = |path: &str, mode| crate::case::Case { path: path.to_owned(), mode };
    let results = [
        (case("language/a.js", Mode::Sloppy), outcome(true)),
        (case("language/a.js", Mode::Strict), outcome(true)),
        (case("language/b.js", Mode::Sloppy), outcome(false)),
        (case("language/b.js", Mode::Strict), outcome(true)),
    ];
    equal(&expectations.updated(&results.into_iter().collect()), &text.to_owned())?;
    let results = [
        (case("language/a.js", Mode::Sloppy), outcome(false)),
        (case("language/a.js", Mode::Strict), outcome(true)),
        (case("language/c.js", Mode::Module), outcome(true)),
    ];
    let expected = "# a cause\nstrict language/a.js\nstrict language/b.js\n\n# unknown\nlanguage/c.js\n\n";
    equal(&expectations.updated(&results.into_iter().collect()), &expected.to_owned())
}
