//! The report as a page: the table, and each file with how often its lines ran.

use std::fmt::Write;

use posttask::internal::engine::lines_in;
use posttask_front_end::coverage::CountedFile;

use super::hits::Hits;
use super::measure::{lines, parts, sum};
use super::table::arm_in_words;
use crate::coverage_options::Measure;
use crate::testing::reporters::escaped;

const STYLE: &str = include_str!("page.css");

/// Returns the page.
pub(super) fn page(files: &[&CountedFile], hits: &Hits, path: impl Fn(&CountedFile) -> String) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Coverage</title>\n\
         <style>\n{STYLE}</style>\n<h1>Coverage</h1>\n<table>\n<tr><th>File"
    );
    for measure in Measure::ALL {
        let _ = write!(html, "<th>{}", measure.as_str());
    }
    html += "\n<tr><td>All files";
    html += &cells(sum(files.iter().map(|file| parts(file, hits))));
    for (number, file) in files.iter().enumerate() {
        let _ = write!(html, "<tr><td><a href=\"#file{number}\">{}</a>", escaped(&path(file)));
        html += &cells(parts(file, hits));
    }
    html += "</table>\n";
    for (number, file) in files.iter().enumerate() {
        let _ =
            writeln!(html, "<h2 id=\"file{number}\">{}</h2>\n<pre>{}</pre>", escaped(&path(file)), text(file, hits));
    }
    html + "</html>\n"
}

fn cells(parts: [super::measure::Part; 4]) -> String {
    let cells = parts.iter().map(|part| {
        format!("<td class=\"number\">{} % <small>{}/{}</small>", part.percent(), part.covered, part.total)
    });
    cells.collect::<String>() + "\n"
}

/// The lines of a file, each with its number, and with how often it ran.
fn text(file: &CountedFile, hits: &Hits) -> String {
    let counts = lines(file, hits);
    let mut html = String::new();
    for number in 1..=lines_in(&file.text) + 1 {
        let Some(line) = posttask::internal::engine::line_of(&file.text, number) else { break };
        let missing = missing(file, number, hits);
        let count = counts.get(&number);
        let class = match count {
            Some(0) => "missed",
            _ if !missing.is_empty() => "partial",
            Some(_) => "covered",
            None => "plain",
        };
        let count = count.map(|count| format!("{count}\u{d7}")).unwrap_or_default();
        let title =
            if missing.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(&missing.join("\n"))) };
        let _ = writeln!(html, "<span class=\"{class}\"{title}>{number:>5} {count:>7} {}</span>", escaped(line));
    }
    html
}

/// What of a line has not run: its functions, and ways of its branches.
fn missing(file: &CountedFile, line: u32, hits: &Hits) -> Vec<String> {
    let functions = file.functions.iter().filter(|it| it.declaration.start.line == line && hits.get(it.counter) == 0);
    let functions = functions.map(|it| format!("never called: {}", it.name.as_deref().unwrap_or("this function")));
    let branches = file.branches.iter().filter(|branch| branch.range.start.line == line);
    let arms = branches.flat_map(|branch| {
        let arms = branch.arms.iter().filter(|arm| hits.get(arm.counter) == 0);
        arms.map(move |arm| format!("never: {}", arm_in_words(branch, arm, &file.text)))
    });
    functions.chain(arms).collect()
}
