//! What all test files together gave.

use std::time::Duration;

use super::test_tree::TestTree;
use crate::testing::report::{Counts, Durations, FileReport, Kind, TestReport};

/// What all test files together gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) counts: Counts,
    /// The number of suites that failed themselves, and not only because of their tests.
    pub(crate) failed_suites: usize,
    /// The sum over the files, unless [`Summary::set_elapsed`] was called.
    pub(crate) durations: Durations,
    /// The tests that took the longest real time, from the slowest: their paths and durations.
    pub(crate) slowest: Vec<(String, Durations)>,
    /// The seed of the run, if it had one.
    pub(crate) seed: Option<u64>,
    /// Why not all tests ran.
    pub(crate) stop: Option<Stop>,
    slowest_kept: usize,
    has_failed: bool,
}

/// Why a run ended before all tests had run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// By a signal, such as that of Ctrl-C.
    Interrupted,
    /// A test failed, and the run was to stop then.
    Bailed,
    /// JavaScript did not return, and could not be interrupted.
    Stuck,
}

impl Stop {
    /// A sentence for people, without a full stop.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Interrupted => "Interrupted: not all tests ran",
            Self::Bailed => "Stopped after a failure: not all tests ran",
            Self::Stuck => "JavaScript did not return: not all tests ran",
        }
    }
}

impl Summary {
    /// Returns an empty summary that will list this many of the slowest tests.
    pub(crate) fn new(slowest_kept: usize) -> Self {
        Self { slowest_kept, ..Self::default() }
    }

    /// Adds the results of a file.
    pub(crate) fn add_file(&mut self, file: &FileReport) {
        self.files += 1;
        self.counts.add_file(file);
        self.durations.on_clock += file.durations.on_clock;
        self.durations.real += file.durations.real;
        let tree = TestTree::new(file);
        let entries = tree.entries();
        self.has_failed |= entries.iter().any(|entry| entry.test.is_failure());
        let is_failed_suite = |test: &TestReport| test.kind == Kind::Suite && test.is_failure() && test.failed_itself();
        self.failed_suites += entries.iter().filter(|entry| is_failed_suite(entry.test)).count();
        let tests = entries.iter().filter(|entry| entry.test.kind == Kind::Test);
        self.slowest.extend(tests.map(|entry| (entry.full_path(), entry.test.durations)));
        self.slowest.sort_by_key(|(_, durations)| std::cmp::Reverse(durations.real));
        self.slowest.truncate(self.slowest_kept);
    }

    /// Sets the real duration of the run, which is less than the sum over the files if they ran at the same time.
    pub(crate) fn set_elapsed(&mut self, elapsed: Duration) {
        if self.durations.is_real() {
            self.durations.on_clock = elapsed;
        }
        self.durations.real = elapsed;
    }

    /// Whether a test or suite failed, or not all ran. A suite that failed is not part of the counts.
    pub(crate) fn is_failure(&self) -> bool {
        self.has_failed || self.stop.is_some()
    }
}
