//! A piece of work in a history: when it was scheduled, ready, started and ended.

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{Ending, Timestamp, Work};
use posttask::scheduling::TaskPriority;

/// A time, and how many pieces of work had started before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::testing) struct Moment {
    pub(super) at: Timestamp,
    pub(super) started: u64,
}

/// How long work was ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wait {
    pub(super) time: Duration,
    /// The number of other pieces of work that ran in the meantime.
    pub(super) overtaken: u64,
}

/// A piece of work.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) work: Work,
    /// Its priority at the call, and later the one when it started, ended, or was read.
    pub(super) priority: Option<TaskPriority>,
    pub(super) label: Option<Rc<str>>,
    pub(super) scheduled: Timestamp,
    pub(super) ready: Option<Moment>,
    pub(super) started: Option<Moment>,
    pub(super) ended: Option<(Moment, Ending)>,
}

impl Task {
    /// Creates work that has just been scheduled.
    pub(super) fn new(now: Timestamp, work: Work, label: Option<Rc<str>>) -> Self {
        Self { work, priority: work.priority, label, scheduled: now, ready: None, started: None, ended: None }
    }

    /// How long it was ready until it started or was aborted, or until now. `None` if it never was.
    pub(super) fn wait(&self, now: Moment) -> Option<Wait> {
        let ready = self.ready?;
        let end = self.started.or(self.ended.map(|(end, _)| end)).unwrap_or(now);
        let overtaken = end.started.saturating_sub(ready.started);
        Some(Wait { time: end.at.duration_since(ready.at), overtaken })
    }

    /// Whether it ran. Work that was cleared after it had been queued starts, but does nothing.
    pub(super) fn has_run(&self) -> bool {
        self.started.is_some() && !self.ended.is_some_and(|(_, how)| how == Ending::Removed)
    }

    /// What has become of it.
    pub(super) fn state(&self) -> &'static str {
        match self.ended {
            Some((_, how)) => how.as_str(),
            None if self.started.is_some() => "running",
            None if self.ready.is_some() => "ready",
            None => "scheduled",
        }
    }
}
