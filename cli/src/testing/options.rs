//! The options of tests and suites.

use std::time::Duration;

use posttask::exploration::{Level, StrategyKind};

use super::report::Directive;

/// What a test does with the work that it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leftovers {
    /// It fails.
    Error,
    /// The report lists it.
    Warn,
    /// The report of the file counts it.
    #[default]
    Count,
    Ignore,
}

/// The options of a test or suite.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) directive: Option<Directive>,
    pub(super) only: bool,
    /// `None` inherits that of the parent.
    pub(super) timeout: Option<Duration>,
    /// How many children run at the same time. `None` inherits that of the parent.
    pub(super) concurrency: Option<usize>,
    /// The number of assertions and subtests, if it is checked.
    pub(super) plan: Option<usize>,
    /// How long a test waits for the assertions of its plan, after its function has ended. `None` if it does not.
    pub(super) plan_wait: Option<Duration>,
    pub(super) leftovers: Option<Leftovers>,
    pub(super) explore: Option<Explore>,
    /// Whether the test passes if it fails.
    pub(super) fails: bool,
    /// How often the test may run again after a failure.
    pub(super) retries: usize,
    /// How often the test runs again after it has passed.
    pub(super) repeats: usize,
    /// Whether the test runs at the same time as others that are next to it. `None` inherits that of the parent.
    pub(super) is_concurrent: Option<bool>,
}

/// The option `explore` of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Explore {
    pub(crate) runs: Option<u64>,
    pub(crate) duration: Option<Duration>,
    pub(crate) seed: Option<u64>,
    pub(crate) strategy: Option<StrategyKind>,
    pub(crate) orders: Option<Level>,
    pub(crate) lateness: Option<Duration>,
    pub(crate) cost: Option<Duration>,
}
