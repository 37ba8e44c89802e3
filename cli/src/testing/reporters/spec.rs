//! The reporter `spec`: a tree of the tests, and then the tests that failed.

use super::closing::closing;
use super::failing_tests::{FailingTests, is_listed};
use super::summary::Summary;
use super::test_line::test_line;
use super::test_tree::{Entry, TestTree, title};
use super::wording::{indented, one_line, printed};
use super::{Options, Reporter};
use crate::testing::report::{Ending, FileReport};

/// Writes a tree of the tests.
pub(super) struct Spec {
    options: Options,
    failing: FailingTests,
}

impl Spec {
    pub(super) fn new(options: Options) -> Self {
        Self { options, failing: FailingTests::default() }
    }

    /// Returns the tree of a file, without the name of the file. The tests that failed are listed at the end.
    pub(super) fn tree(&mut self, file: &FileReport) -> String {
        let palette = self.options.palette;
        let tree = TestTree::new(file);
        self.failing.add(&tree, &self.options);
        let diagnostics = file.diagnostics.iter().map(|text| palette.faint(&diagnostic(text)));
        // If the file has failures, the list of failing tests has the output.
        let shows_console = self.options.is_verbose && file.failures.is_empty();
        let console = shows_console.then(|| printed(&file.console));
        let is_empty = tree.roots().next().is_none();
        let no_tests = is_empty.then(|| palette.faint("(no tests)"));
        let lines = diagnostics.chain(console).chain(no_tests).map(|text| indented(&text, 2));
        lines.chain(tree.entries().iter().map(|entry| self.entry(entry))).collect()
    }

    /// Returns the line of a test, and what belongs to it.
    fn entry(&self, entry: &Entry) -> String {
        let palette = self.options.palette;
        let indentation = 2 * (entry.parents.len() + 1);
        let mut text = indented(&test_line(entry.test, &one_line(&entry.test.name), palette), indentation);
        for it in &entry.test.diagnostics {
            text += &indented(&palette.faint(&diagnostic(it)), indentation + 2);
        }
        if self.shows_console(entry) {
            text += &indented(&printed(&entry.test.console), indentation + 2);
        }
        text
    }

    /// Whether the tree shows what a test printed: not if the list of failing tests does.
    fn shows_console(&self, entry: &Entry) -> bool {
        !is_listed(entry, &self.options) && (self.options.is_verbose || entry.test.ending != Ending::Passed)
    }
}

impl Reporter for Spec {
    fn file(&mut self, file: &FileReport) -> String {
        let heading = self.options.palette.bold(&one_line(&title(&file.file, file.project.as_deref())));
        format!("{heading}\n{}", self.tree(file))
    }

    fn end(&mut self, summary: &Summary) -> String {
        self.failing.list(&self.options) + &closing(summary, self.options.palette)
    }
}

/// Marks the first line of a diagnostic.
fn diagnostic(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    format!("ℹ {}", lines.join("\n  "))
}
