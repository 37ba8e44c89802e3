//! The current work of an event loop, and whether JavaScript is on the stack.

use std::cell::Cell;

use super::guard::{Restore, set_while};
use super::origins::Origin;
use super::work::{Work, WorkKind};

/// The state of an event loop that is only set while something runs. Guards restore the previous values.
#[derive(Default)]
pub(super) struct Current {
    running: Cell<RunningWork>,
    /// The kind and the origin of the running tick, or of the task that the running promise job continues, or that the
    /// last promise job of this piece of work continued: a job rejects its promise after its continuation state has
    /// been left.
    job_origin: Cell<Option<(WorkKind, Origin)>>,
    /// The number of calls from the host into JavaScript that are on the stack.
    calls: Cell<usize>,
    /// The number of exceptions that callbacks have thrown, as far as it matters.
    exceptions: Cell<u32>,
    /// Whether the cleanup job of a finalization registry is being polled.
    finalizing: Cell<bool>,
}

/// How deeply timers are nested.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimerNesting {
    /// As browsers count: a microtask belongs to its task.
    pub(crate) level: u32,
    /// By the letter of [HTML][steps], step 3: a microtask is a task of its own.
    ///
    /// [steps]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps
    pub(crate) by_the_letter: u32,
}

/// The running piece of work.
#[derive(Clone, Copy, Default)]
struct RunningWork {
    work: Option<Work>,
    timer_nesting: TimerNesting,
}

impl Current {
    pub(super) fn work(&self) -> Option<Work> {
        self.running.get().work
    }

    /// Makes `work` the current work until the guard is dropped. Nested timers set their nesting level afterwards.
    pub(super) fn enter_work(&self, work: Work) -> impl Drop {
        self.job_origin.set(None);
        set_while(&self.running, RunningWork { work: Some(work), timer_nesting: TimerNesting::default() })
    }

    /// Like `enter_work`, for a microtask checkpoint: it is part of the running task, so the nesting level stays,
    /// but not the one by the letter.
    pub(super) fn enter_checkpoint(&self, work: Work) -> impl Drop {
        let running = self.running.get();
        let timer_nesting = TimerNesting { by_the_letter: 0, ..running.timer_nesting };
        set_while(&self.running, RunningWork { work: Some(work), timer_nesting })
    }

    /// Sets the kind and the origin for a promise job or tick that starts; `None` at the start of each microtask.
    pub(super) fn set_job_origin(&self, origin: Option<(WorkKind, Origin)>) {
        self.job_origin.set(origin);
    }

    /// The kind and the origin of the running work, or of the task whose continuation runs. `state_origin` is that of
    /// the task that the current continuation state comes from.
    pub(super) fn origin(&self, state_origin: Option<Origin>) -> Option<(WorkKind, Origin)> {
        let asked = || self.work().and_then(|work| Some((work.kind, work.origin?)));
        let task = state_origin.map(|origin| (WorkKind::Task, origin));
        task.or(self.job_origin.get()).or_else(asked)
    }

    /// Marks a call from the host into JavaScript until the guard is dropped.
    pub(super) fn enter_javascript(&self) -> Restore<'_, usize> {
        set_while(&self.calls, self.calls.get() + 1)
    }

    pub(super) fn is_in_javascript(&self) -> bool {
        self.calls.get() > 0
    }

    /// How many exceptions have come from callbacks.
    pub(super) fn exceptions(&self) -> u32 {
        self.exceptions.get()
    }

    pub(super) fn count_an_exception(&self) {
        self.exceptions.set(self.exceptions.get().saturating_add(1));
    }

    pub(super) fn enter_finalization(&self) -> Restore<'_, bool> {
        set_while(&self.finalizing, true)
    }

    pub(super) fn is_finalizing(&self) -> bool {
        self.finalizing.get()
    }

    pub(super) fn timer_nesting(&self) -> TimerNesting {
        self.running.get().timer_nesting
    }

    pub(super) fn set_timer_nesting(&self, timer_nesting: TimerNesting) {
        self.running.set(RunningWork { timer_nesting, ..self.running.get() });
    }
}
