//! The list of the tests that failed, at the end of reports for people.

use super::Options;
use super::test_line::test_line;
use super::test_tree::{Entry, TestTree};
use super::wording::{indented, printed, visible};
use crate::testing::report::Failure;

/// Collects the tests that failed.
#[derive(Default)]
pub(super) struct FailingTests {
    text: String,
}

impl FailingTests {
    pub(super) fn add(&mut self, tree: &TestTree, options: &Options) {
        for entry in tree.entries().iter().filter(|entry| is_listed(entry, options)) {
            self.text += "\n";
            self.text += &section(entry, options);
        }
    }

    /// Returns the list with its heading, or nothing if there are none.
    pub(super) fn list(&self, options: &Options) -> String {
        let heading = options.palette.bold("Failing tests:");
        if self.text.is_empty() { String::new() } else { format!("\n{heading}\n{}", self.text) }
    }
}

/// Whether a test is in the list. Tests that may fail are only if the report is verbose.
pub(super) fn is_listed(entry: &Entry, options: &Options) -> bool {
    entry.test.failed_itself() && (options.is_verbose || entry.test.is_failure())
}

fn section(entry: &Entry, options: &Options) -> String {
    let palette = options.palette;
    let test = entry.test;
    let mut section = test_line(test, &entry.full_path(), palette) + "\n";
    if let Some(location) = &test.location {
        section += &indented(&palette.faint(&visible(&location.to_string())), 2);
    }
    let describe = |failure: &Failure| {
        let order = failure.order.join("\n");
        indented(&options.describe.describe(failure), 2) + &indented(&order, 2)
    };
    section += &test.shown_failures().into_iter().map(describe).collect::<Vec<_>>().join("\n");
    if !test.console.is_empty() {
        section += &indented(&palette.faint("printed:"), 2);
        section += &indented(&printed(&test.console), 4);
    }
    section
}
