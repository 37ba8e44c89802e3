//! The event loop of a prompt between inputs: running, paused, or stepped by commands.

use std::rc::Rc;
use std::time::Duration;

use super::session::Session;
use super::watcher::Watcher;
use crate::event_loop::{EventLoop, Outcome, Timestamp, Turn, VirtualTime, WorkId};
use crate::exploration::Stepping;

/// The event loop of a prompt.
pub(super) struct Loop {
    pub(super) session: Session,
    /// Virtual time, which only moves when a command advances it; `None` for real time.
    pub(super) time: Option<Rc<VirtualTime>>,
    pub(super) paused: bool,
    pub(super) watcher: Rc<Watcher>,
    pub(super) stepping: Stepping,
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

    /// Runs what is ready now.
    pub(super) fn run_until_idle(&mut self) {
        while self.turn() != Turn::Idle {}
    }

    /// Sleeps until the next request or timer. If the loop is paused or time is virtual, timers do not wake it.
    pub(super) fn sleep(&self) {
        let free = !self.paused && self.time.is_none();
        let until = if free { self.session.runtime.next_deadline() } else { None };
        self.event_loop().sleep(until);
    }

    /// Runs the loop for this long. Virtual time advances from timer to timer.
    pub(super) fn run_for(&mut self, duration: Duration) {
        let end = self.event_loop().now().after(duration);
        loop {
            self.run_until_idle();
            let now = self.event_loop().now();
            if now >= end {
                return;
            }
            let next = self.session.runtime.next_deadline().map_or(end, |deadline| deadline.min(end));
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
