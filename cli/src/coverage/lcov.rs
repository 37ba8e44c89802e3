//! The format of lcov: what `geninfo` writes, as its manual page describes it.

use std::fmt::Write;

use posttask_front_end::coverage::CountedFile;

use super::hits::Hits;
use super::measure::{Part, lines, parts};

/// Returns the report. Paths are relative to the current folder, as Istanbul's are.
pub(super) fn report(files: &[&CountedFile], hits: &Hits, path: impl Fn(&CountedFile) -> String) -> String {
    files.iter().map(|file| record(file, &path(file), hits)).collect()
}

fn record(file: &CountedFile, path: &str, hits: &Hits) -> String {
    let mut text = format!("TN:\nSF:{path}\n");
    // Writing to a string cannot fail.
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{arguments}");
    };
    let names: Vec<String> = file
        .functions
        .iter()
        .enumerate()
        .map(|(number, it)| it.name.clone().unwrap_or_else(|| format!("(anonymous_{number})")))
        .collect();
    for (function, name) in file.functions.iter().zip(&names) {
        line(format_args!("FN:{},{name}", function.declaration.start.line));
    }
    let [_, branches, functions, all_lines] = parts(file, hits);
    let totals = |name: &str, Part { covered, total }: Part| format!("{name}F:{total}\n{name}H:{covered}");
    line(format_args!("{}", totals("FN", functions)));
    for (function, name) in file.functions.iter().zip(&names) {
        line(format_args!("FNDA:{},{name}", hits.get(function.counter)));
    }
    for (number, count) in lines(file, hits) {
        line(format_args!("DA:{number},{count}"));
    }
    line(format_args!("{}", totals("L", all_lines)));
    for (block, branch) in file.branches.iter().enumerate() {
        for (number, arm) in branch.arms.iter().enumerate() {
            line(format_args!("BRDA:{},{block},{number},{}", branch.range.start.line, hits.get(arm.counter)));
        }
    }
    line(format_args!("{}", totals("BR", branches)));
    text + "end_of_record\n"
}
