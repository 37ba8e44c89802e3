//! Orders that are known before an exploration starts, such as those that failed in an earlier one.

use super::run::Run;
use super::schedule::{Deviation, Schedule};

/// What an order did that [`Explorer::known_orders`](super::Explorer::known_orders) ran.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KnownOrder {
    /// The order.
    pub schedule: Schedule,
    /// The deviations that were not possible. If there are any, the order does not fit the program, which has run in
    /// another order.
    pub skipped: Vec<Deviation>,
    /// Whether the program failed.
    pub is_failure: bool,
}

impl KnownOrder {
    pub(super) fn new(schedule: &Schedule, run: &Run, is_failure: bool) -> Self {
        Self {
            schedule: schedule.clone(),
            skipped: run.skipped.iter().map(|skipped| skipped.deviation.clone()).collect(),
            is_failure,
        }
    }

    /// Whether the program has what the order is about.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.skipped.is_empty()
    }
}
