//! The reporter `dot`: a character per test, and then the tests that failed.

use super::closing::closing;
use super::failing_tests::FailingTests;
use super::summary::Summary;
use super::test_line::Mark;
use super::test_tree::TestTree;
use super::{Options, Reporter};
use crate::testing::report::{FileReport, Kind};

/// The number of characters of a line.
const WIDTH: usize = 60;

/// Writes a character per test: `.` if it passed, `X` if it failed, `,` if it was skipped or may fail and did.
pub(super) struct Dot {
    options: Options,
    failing: FailingTests,
    column: usize,
}

impl Dot {
    pub(super) fn new(options: Options) -> Self {
        Self { options, failing: FailingTests::default(), column: 0 }
    }

    fn character(&mut self, mark: Mark) -> String {
        let palette = self.options.palette;
        let character = match mark {
            Mark::Passed => ".".to_owned(),
            Mark::Failed => palette.error("X"),
            Mark::Skipped => palette.faint(","),
            Mark::Todo => palette.highlighted(","),
        };
        self.column = (self.column + 1) % WIDTH;
        if self.column == 0 { character + "\n" } else { character }
    }
}

impl Reporter for Dot {
    fn file(&mut self, file: &FileReport) -> String {
        let tree = TestTree::new(file);
        self.failing.add(&tree, &self.options);
        let tests = tree.entries().into_iter().filter(|entry| entry.test.kind == Kind::Test);
        tests.map(|entry| self.character(Mark::of(entry.test))).collect()
    }

    fn end(&mut self, summary: &Summary) -> String {
        let line_break = if self.column == 0 { "" } else { "\n" };
        format!("{line_break}{}{}", self.failing.list(&self.options), closing(summary, self.options.palette))
    }
}
