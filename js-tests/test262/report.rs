//! What a run prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use crate::case::Case;
use crate::expectations::Expectations;
use crate::worker::Outcome;

/// Prints a line.
pub(crate) fn say(line: &str) {
    // Nobody may be reading.
    let _ = writeln!(stdout(), "{line}");
}

#[derive(Default)]
struct Totals {
    passed: usize,
    failed: usize,
    skipped: usize,
}

/// Returns a table of the totals by folder, in tests: one passes if it passes in each of its modes.
pub(crate) fn report(
    results: &BTreeMap<Case, Outcome>,
    skipped: &[(String, &'static str)],
    expectations: &Expectations,
) -> String {
    let failed: BTreeSet<&str> =
        results.iter().filter(|(_, outcome)| outcome.is_err()).map(|(case, _)| case.path.as_str()).collect();
    let ran: BTreeSet<&str> = results.keys().map(|case| case.path.as_str()).collect();
    let mut folders: BTreeMap<&str, Totals> = BTreeMap::new();
    for path in &ran {
        let totals = folders.entry(folder(path)).or_default();
        if failed.contains(path) { totals.failed += 1 } else { totals.passed += 1 }
    }
    for (path, _) in skipped {
        folders.entry(folder(path)).or_default().skipped += 1;
    }
    let mut text = String::from("| folder | passed | failed | skipped |\n| --- | ---: | ---: | ---: |\n");
    for (name, Totals { passed, failed, skipped }) in &folders {
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {name} | {passed} | {failed} | {skipped} |");
    }
    let unexpected = results.iter().filter(|(case, outcome)| outcome.is_err() != expectations.contains(case)).count();
    let _ = write!(text, "{} runs of {} tests, {unexpected} not as expected", results.len(), ran.len());
    text
}

fn folder(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}
