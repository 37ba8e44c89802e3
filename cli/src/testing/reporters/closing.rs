//! The last lines of reports for people.

use super::Palette;
use super::summary::Summary;
use super::wording::{both, counted};
use crate::testing::report::Counts;

/// Returns the slowest tests, the counts, and the durations.
pub(super) fn closing(summary: &Summary, palette: Palette) -> String {
    let mut lines = vec![String::new()];
    if !summary.slowest.is_empty() {
        lines.push(palette.bold("Slowest tests:"));
        let slowest = summary.slowest.iter();
        lines.extend(slowest.map(|(path, durations)| format!("  {path} {}", palette.faint(&both(*durations)))));
        lines.push(String::new());
    }
    lines.extend(summary.stop.map(|stop| palette.highlighted(stop.sentence())));
    lines.extend(summary.seed.map(|seed| palette.faint(&format!("Seed {seed}"))));
    lines.push(format!("{}: {}", totals(summary), results(summary, palette)));
    lines.push(palette.faint(&both(summary.durations)));
    lines.join("\n") + "\n"
}

/// Returns `3 tests in 1 suite and 2 files`.
fn totals(summary: &Summary) -> String {
    let Counts { tests, suites, .. } = summary.counts;
    let suites = if suites == 0 { String::new() } else { format!("{} and ", counted(suites, "suite")) };
    format!("{} in {suites}{}", counted(tests, "test"), counted(summary.files, "file"))
}

/// Returns `2 passed, 1 failed`. Results that no test has are left out, except the first.
fn results(summary: &Summary, palette: Palette) -> String {
    let counts = summary.counts;
    let suites = format!("suite{} failed", if summary.failed_suites == 1 { "" } else { "s" });
    let passed = palette.success(&format!("{} passed", counts.passed));
    let others = [
        (counts.failed, "failed", Palette::error as fn(Palette, &str) -> String),
        (summary.failed_suites, suites.as_str(), Palette::error),
        (counts.cancelled, "cancelled", Palette::error),
        (counts.skipped, "skipped", Palette::faint),
        (counts.todo, "todo", Palette::highlighted),
    ];
    let others = others.into_iter().filter(|(number, ..)| *number > 0);
    let others = others.map(|(number, what, paint)| paint(palette, &format!("{number} {what}")));
    [passed].into_iter().chain(others).collect::<Vec<_>>().join(", ")
}
