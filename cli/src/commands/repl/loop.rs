//! The event loop of a prompt between inputs: running, paused, or stepped by commands.

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{DefaultPolicy, EventLoop, Outcome, Policy, Timestamp, Turn, VirtualTime, WorkId};
use posttask::exploration::Stepping;
use posttask::html::ConsoleOutput;
use posttask::trace::Recorder;

use super::breakpoints::Breakpoint;
use super::session::Session;
use super::tracing::Tracing;
use super::watcher::Watcher;
use posttask_reports::statistics::Statistics;

/// The event loop of a prompt.
pub(super) struct Loop {
    pub(super) session: Session,
    /// Virtual time, which only moves when a command advances it; `None` for real time.
    pub(super) time: Option<Rc<VirtualTime>>,
    pub(super) paused: bool,
    pub(super) watcher: Rc<Watcher>,
    pub(super) stepping: Stepping,
    pub(super) breakpoints: Vec<Breakpoint>,
    /// The work before which the loop was held last. It runs when the loop goes on.
    pub(super) held: Option<WorkId>,
    /// Counts and times of everything that has run.
    pub(super) statistics: Rc<Recorder<Statistics>>,
    pub(super) tracing: Rc<Tracing>,
}

impl Loop {
    pub(super) fn event_loop(&self) -> &Rc<EventLoop> {
        self.session.runtime.event_loop()
    }

    /// Runs one turn of the loop.
    pub(super) fn turn(&mut self) -> Turn {
        self.session.runtime.turn()
    }

    /// Runs turns until this work has run. Returns whether it has: it may have to wait for other work, or it may never
    /// be allowed to run now.
    pub(super) fn run_next(&mut self, work: WorkId) -> bool {
        self.stepping.want(Some(work));
        let mut has_run = false;
        while !has_run && self.is_candidate(work) {
            has_run = self.turn() == Turn::Ran(work);
        }
        self.stepping.want(None);
        has_run
    }

    fn is_candidate(&self, work: WorkId) -> bool {
        let candidates = self.event_loop().candidates();
        candidates.is_some_and(|candidates| candidates.all().iter().any(|candidate| candidate.id() == Some(work)))
    }

    /// Runs what is ready now. Returns whether a breakpoint has held the loop.
    pub(super) fn run_until_idle(&mut self) -> bool {
        while !self.is_held() {
            let errors = self.watcher.errors();
            let turn = self.turn();
            if self.is_held_after_errors(errors) {
                return true;
            }
            if turn == Turn::Idle {
                return false;
            }
        }
        true
    }

    /// Pauses the loop if a breakpoint holds it before the next task, and says so. Returns whether it does.
    pub(super) fn is_held(&mut self) -> bool {
        if self.breakpoints.is_empty() {
            return false;
        }
        let event_loop = Rc::clone(self.event_loop());
        let Some(candidates) = event_loop.candidates() else { return false };
        let next = DefaultPolicy.choose(&candidates);
        if next.id() == self.held || !self.breakpoints.iter().any(|breakpoint| breakpoint.holds(&next)) {
            return false;
        }
        self.held = next.id();
        let place = next.location().map(|place| format!(", from {place}")).unwrap_or_default();
        self.hold(&format!("before {next}{place}"));
        true
    }

    /// Pauses the loop if errors have been reported since there were this many, and a breakpoint is set on them.
    /// Returns whether it does.
    pub(super) fn is_held_after_errors(&mut self, before: usize) -> bool {
        let is_held = self.watcher.errors() > before && self.breakpoints.contains(&Breakpoint::Error);
        if is_held {
            self.hold("after an error");
        }
        is_held
    }

    fn hold(&mut self, place: &str) {
        self.paused = true;
        self.session.output.out(&format!("paused {place}; .step runs one task, .resume continues"));
    }

    /// Sleeps until the next request or timer. If the loop is paused or time is virtual, timers do not wake it.
    pub(super) fn sleep(&self) {
        let free = !self.paused && self.time.is_none();
        let until = if free { self.session.runtime.event_loop().next_due() } else { None };
        self.event_loop().sleep(until);
    }

    /// Runs the loop for this long. Virtual time advances from timer to timer.
    pub(super) fn run_for(&mut self, duration: Duration) {
        let end = self.event_loop().now().after(duration);
        loop {
            let is_held = self.run_until_idle();
            let now = self.event_loop().now();
            if now >= end || is_held {
                return;
            }
            let next = self.session.runtime.event_loop().next_due().map_or(end, |deadline| deadline.min(end));
            match &self.time {
                Some(time) => time.advance(next.duration_since(now)),
                None => self.event_loop().sleep(Some(next)),
            }
        }
    }

    /// Runs the remaining work after the last input of a pipe, as at the end of a program. With virtual time, runs only
    /// what is ready.
    pub(super) fn finish(&mut self) {
        if self.time.is_some() {
            self.run_until_idle();
        } else {
            let _: Outcome = self.session.runtime.run();
        }
    }

    /// Returns the current time, relative to the time origin.
    pub(super) fn now(&self) -> Timestamp {
        self.event_loop().now()
    }
}
