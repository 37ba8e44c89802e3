//! The reporter `github-actions`: the tree of `spec`, with an annotation for each failure.

use std::fmt::Write;

use console::strip_ansi_codes;
use posttask::event_loop::Location;

use super::spec::Spec;
use super::summary::Summary;
use super::test_tree::{Entry, TestTree, title};
use super::wording::{plain, printed, visible};
use super::xml::escaped;
use super::{Options, Reporter};
use crate::testing::report::{Failure, FileReport};

/// The length in bytes up to which failures are added to the summary. GitHub accepts one mebibyte.
const LONGEST_SUMMARY: usize = 900_000;

/// Writes [workflow commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
pub(super) struct GithubActions {
    spec: Spec,
    /// The tests that failed, as HTML.
    failing: String,
    /// The number of tests that failed and are not in `failing`, because it would be too long.
    omitted: usize,
}

impl GithubActions {
    pub(super) fn new(options: Options) -> Self {
        Self { spec: Spec::new(options), failing: String::new(), omitted: 0 }
    }

    fn summarize(&mut self, entry: &Entry) {
        let mut text = plain(entry.test.shown_failures());
        if !entry.test.console.is_empty() {
            let _ = write!(text, "\n\nprinted:\n{}", printed(&entry.test.console));
        }
        let (path, text) = (escaped(&entry.full_path()), escaped(&text));
        let section = format!("<details><summary>❌ {path}</summary>\n\n<pre>{text}</pre>\n\n</details>\n\n");
        if self.failing.len() + section.len() > LONGEST_SUMMARY {
            self.omitted += 1;
        } else {
            self.failing += &section;
        }
    }
}

impl Reporter for GithubActions {
    fn file(&mut self, file: &FileReport) -> String {
        let title = title(&file.file, file.project.as_deref());
        let mut text = format!("::group::{}\n{}::endgroup::\n", data(&title), inert(&self.spec.tree(file)));
        let tree = TestTree::new(file);
        for entry in tree.entries().iter().filter(|entry| entry.test.is_failure() && entry.test.failed_itself()) {
            text.extend(entry.test.shown_failures().into_iter().map(|failure| annotation(entry, failure)));
            self.summarize(entry);
        }
        text
    }

    fn end(&mut self, summary: &Summary) -> String {
        inert(&self.spec.end(summary))
    }

    fn step_summary(&self, summary: &Summary) -> Option<String> {
        let counts = summary.counts;
        let table = format!(
            "| tests | passed | failed | cancelled | skipped | todo |\n| --: | --: | --: | --: | --: | --: |\n\
             | {} | {} | {} | {} | {} | {} |\n\n",
            counts.tests, counts.passed, counts.failed, counts.cancelled, counts.skipped, counts.todo
        );
        let stop = summary.stop.map(|stop| format!("{}.\n\n", stop.sentence())).unwrap_or_default();
        let omitted = if self.omitted == 0 { String::new() } else { format!("... and {} more\n", self.omitted) };
        Some(format!("### Tests\n\n{table}{stop}{}{omitted}", self.failing))
    }
}

/// Returns the command that marks the place of a failure.
fn annotation(entry: &Entry, failure: &Failure) -> String {
    let place = match failure.location.as_ref().or(entry.test.location.as_ref()) {
        Some(Location { file, line, column, .. }) => format!("file={},line={line},col={column}", property(file)),
        None => format!("file={}", property(entry.file)),
    };
    format!("::error {place},title={}::{}\n", property(&entry.full_path()), data(&plain([failure])))
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    visible(&strip_ansi_codes(text)).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes the value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Makes sure that nothing in a text is a command: the runner looks for `::` at the start of lines, and for `##[`
/// anywhere. A space without width separates the characters.
fn inert(text: &str) -> String {
    let text = text.replace("##[", "##\u{200b}[");
    let line =
        |line: &str| if line.trim_start().starts_with("::") { format!("\u{200b}{line}") } else { line.to_owned() };
    text.split_inclusive('\n').map(line).collect()
}
