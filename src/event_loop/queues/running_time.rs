//! How long work has run, by the clock of the machine: the loop's own clock may be virtual.

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use crate::event_loop::guard::{Restore, set_while};
use crate::event_loop::time::{Clock, RealTime, Timestamp};

/// How long the work of an event loop has run.
#[derive(Default)]
pub(crate) struct RunningTime {
    clock: OnceCell<RealTime>,
    /// When what runs has started; `None` if nothing runs.
    start: Cell<Option<Timestamp>>,
    /// How long everything took that has ended.
    ended: Cell<Duration>,
    /// When the running call of the host must end.
    call_end: Cell<Option<Timestamp>>,
}

/// Measures until it is dropped.
#[must_use = "the measurement ends as soon as it is dropped"]
pub(crate) struct Measurement<'a>(&'a RunningTime);

impl Drop for Measurement<'_> {
    fn drop(&mut self) {
        let took = self.0.running();
        self.0.start.set(None);
        self.0.ended.set(self.0.ended.get().saturating_add(took));
    }
}

impl RunningTime {
    fn now(&self) -> Timestamp {
        self.clock.get_or_init(RealTime::new).now()
    }

    /// Starts to measure. `None` if something is measured already: this is a part of it.
    pub(super) fn measure(&self) -> Option<Measurement<'_>> {
        if self.start.get().is_some() {
            return None;
        }
        self.start.set(Some(self.now()));
        Some(Measurement(self))
    }

    /// Takes steps during which nothing runs.
    pub(super) fn pause<R>(&self, steps: impl FnOnce() -> R) -> R {
        let running = self.start.get().map(|start| (start, self.now()));
        let result = steps();
        if let Some((start, paused)) = running {
            self.start.set(Some(start.after(self.now().duration_since(paused))));
        }
        result
    }

    /// How long what runs has taken so far.
    pub(super) fn running(&self) -> Duration {
        self.start.get().map(|start| self.now().duration_since(start)).unwrap_or_default()
    }

    /// How long everything has taken so far.
    pub(super) fn total(&self) -> Duration {
        self.ended.get().saturating_add(self.running())
    }

    /// Starts a call of the host that may take this time. A call inside another one ends no later than that.
    pub(super) fn enter_call(&self, time: Duration) -> Restore<'_, Option<Timestamp>> {
        let end = self.now().after(time);
        set_while(&self.call_end, Some(self.call_end.get().map_or(end, |outer| outer.min(end))))
    }

    /// How long the running call of the host may still take. `None` if there is no such call.
    pub(super) fn left_of_call(&self) -> Option<Duration> {
        self.call_end.get().map(|end| end.duration_since(self.now()))
    }
}
