//! Idle periods: when nothing is ready, steps that were asked for run until the period's deadline.
//!
//! Follows [cooperative scheduling of background tasks](https://w3c.github.io/requestidlecallback/): steps asked for
//! during a period wait for the next one, so that a callback that asks again cannot run for ever in one period.

use std::collections::BTreeMap;
use std::time::Duration;

use boa_engine::Context;

use super::Timestamp;

/// The longest idle period: 50 milliseconds.
pub const IDLE_PERIOD: Duration = Duration::from_millis(50);

/// Names steps that wait for an idle period. Harmless when stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdleId(u64);

pub(super) type IdleSteps = Box<dyn FnOnce(Timestamp, &mut Context)>;

#[derive(Default)]
pub(super) struct IdlePeriods {
    requested: BTreeMap<IdleId, IdleSteps>,
    runnable: BTreeMap<IdleId, IdleSteps>,
    deadline: Timestamp,
    next_id: u64,
}

impl IdlePeriods {
    pub(super) fn is_empty(&self) -> bool {
        self.requested.is_empty() && self.runnable.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.requested.len() + self.runnable.len()
    }

    pub(super) fn request(&mut self, steps: IdleSteps) -> IdleId {
        let id = IdleId(self.next_id);
        self.next_id += 1;
        self.requested.insert(id, steps);
        id
    }

    pub(super) fn cancel(&mut self, id: IdleId) -> Option<IdleSteps> {
        self.requested.remove(&id).or_else(|| self.runnable.remove(&id))
    }

    /// The next steps and the deadline of their period. Starts a period that ends at `end` if none goes on.
    pub(super) fn next(&mut self, now: Timestamp, end: Timestamp) -> Option<(IdleSteps, Timestamp)> {
        if self.runnable.is_empty() || now >= self.deadline {
            self.deadline = end;
            self.runnable.append(&mut self.requested);
        }
        let (_, steps) = self.runnable.pop_first()?;
        Some((steps, self.deadline))
    }
}
