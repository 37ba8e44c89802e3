//! The report for people: a table, and the branches that only some orders reach.

use std::fmt::Write;

use posttask_front_end::coverage::{Arm, CountedBranch, CountedFile, Range};

use super::hits::{Hits, Reached};
use super::measure::{Part, lines, parts, sum};
use crate::terminal::Style;

/// The widest list of lines.
const WIDEST_LIST: usize = 40;

/// From this percentage on, a number is not shown as a problem.
const GOOD: f64 = 80.0;

const HEADINGS: [&str; 6] = ["File", "% Stmts", "% Branch", "% Funcs", "% Lines", "Uncovered lines"];

/// Returns the table. `path` is how a file is shown.
pub(super) fn table(
    files: &[&CountedFile],
    hits: &Hits,
    path: impl Fn(&CountedFile) -> String,
    style: Style,
) -> String {
    let measured: Vec<[Part; 4]> = files.iter().map(|file| parts(file, hits)).collect();
    let names: Vec<String> = files.iter().map(|file| format!(" {}", path(file))).collect();
    let width = names.iter().map(|name| name.chars().count()).chain(["All files".len()]).max().unwrap_or_default();
    let mut text = format!("{:width$}", HEADINGS[0]);
    for heading in &HEADINGS[1..5] {
        let _ = write!(text, " | {heading:>8}");
    }
    let _ = writeln!(text, " | {}", HEADINGS[5]);
    text = style.bold(text.trim_end()) + "\n";
    text += &row("All files", width, sum(measured.iter().copied()), "", style);
    for ((file, name), parts) in files.iter().zip(&names).zip(measured) {
        text += &row(name, width, parts, &uncovered(file, hits), style);
    }
    text
}

fn row(name: &str, width: usize, parts: [Part; 4], lines: &str, style: Style) -> String {
    let mut text = format!("{name:width$}");
    for part in parts {
        let number = format!("{:>8}", part.percent());
        let number = if part.percent() < GOOD { style.error(&number) } else { number };
        let _ = write!(text, " | {number}");
    }
    let _ = write!(text, " | {lines}");
    text.trim_end().to_owned() + "\n"
}

/// Lists the lines that have not run.
fn uncovered(file: &CountedFile, hits: &Hits) -> String {
    let lines = lines(file, hits);
    let mut missing: Vec<u32> = lines.iter().filter(|(_, count)| **count == 0).map(|(line, _)| *line).collect();
    missing.sort_unstable();
    // A single line between two of them that is not counted belongs to their list.
    let is_next = |one: &u32, other: &u32| other - one <= 2 && !lines.contains_key(&(one + 1)) || other - one == 1;
    let runs = missing.chunk_by(is_next).map(|run| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    let mut text = String::new();
    for run in runs {
        if text.len() + run.len() > WIDEST_LIST {
            return text + ",...";
        }
        if !text.is_empty() {
            text.push(',');
        }
        text += &run;
    }
    text
}

/// A way of a branch in words.
pub(super) fn arm_in_words(branch: &CountedBranch, arm: &Arm, text: &str) -> String {
    let number = branch.arms.iter().position(|it| it.counter == arm.counter).unwrap_or_default();
    match (branch.kind, arm.range) {
        ("if", Some(range)) if range == branch.range => "the if condition is true".to_owned(),
        ("if", _) => "the if condition is false".to_owned(),
        ("default-arg", _) => "the default value is used".to_owned(),
        (kind, Some(range)) => {
            let what = match kind {
                "switch" => "the case",
                "cond-expr" => "the result",
                _ => "the operand",
            };
            format!("{what} {}", excerpt(text, range))
        }
        (kind, None) => format!("way {} of {kind}", number + 1),
    }
}

/// The longest text of a branch.
const LONGEST_EXCERPT: usize = 40;

/// Returns the start of a part of a text, on its first line.
fn excerpt(text: &str, range: Range) -> String {
    let line = posttask::internal::engine::line_of(text, range.start.line).unwrap_or_default();
    let units: Vec<u16> = line.encode_utf16().collect();
    let start = (range.start.column as usize).min(units.len());
    let end = if range.end.line == range.start.line { range.end.column as usize } else { units.len() };
    let part = String::from_utf16_lossy(&units[start..end.clamp(start, units.len())]);
    let is_whole = part.chars().count() <= LONGEST_EXCERPT && range.end.line == range.start.line;
    let shown: String = part.chars().take(LONGEST_EXCERPT).collect();
    if is_whole { shown } else { format!("{} ...", shown.trim_end()) }
}

/// Lists the branches that a test reaches in some of its orders only.
pub(super) fn in_some_orders(
    files: &[&CountedFile],
    explored: &[(String, Reached)],
    path: impl Fn(&CountedFile) -> String,
) -> String {
    let mut text = String::new();
    for (test, reached) in explored {
        for file in files {
            for branch in &file.branches {
                for arm in &branch.arms {
                    let Some(count) = reached.in_some(arm.counter) else { continue };
                    let place = arm.range.unwrap_or(branch.range).start;
                    let place = format!("{}:{}:{}", path(file), place.line, place.column + 1);
                    let what = arm_in_words(branch, arm, &file.text);
                    let runs = reached.runs;
                    let _ = writeln!(text, "  {place}  {what}: in {count} of {runs} runs of '{test}'");
                }
            }
        }
    }
    text
}
