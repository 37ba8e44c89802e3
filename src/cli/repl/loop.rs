//! The event loop between inputs: it runs freely, is held, or is moved by hand.

use std::rc::Rc;
use std::time::Duration;

use super::session::Session;
use super::watcher::Watcher;
use crate::event_loop::{EventLoop, Outcome, Timestamp, Turn, VirtualTime};

/// The loop of a prompt.
pub(super) struct Loop {
    pub(super) session: Session,
    /// Time that only moves when it is told to.
    pub(super) time: Option<Rc<VirtualTime>>,
    pub(super) held: bool,
    pub(super) watcher: Rc<Watcher>,
}

impl Loop {
    pub(super) fn event_loop(&self) -> &Rc<EventLoop> {
        self.session.runtime.event_loop()
    }

    /// One turn of the loop.
    pub(super) fn turn(&mut self) -> Turn {
        self.session.runtime.turn()
    }

    /// Runs what is ready now.
    pub(super) fn run_until_idle(&mut self) {
        while self.turn() != Turn::Idle {}
    }

    /// Waits for a request, or for the next timer if the loop and time are free.
    pub(super) fn sleep(&self) {
        let free = !self.held && self.time.is_none();
        let until = if free { self.session.runtime.next_deadline() } else { None };
        self.event_loop().sleep(until);
    }

    /// Runs for this long. Virtual time moves on from timer to timer.
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

    /// After the last input of a pipe: what is left to do is done, as at the end of a program.
    pub(super) fn finish(&mut self) {
        if self.time.is_some() {
            self.run_until_idle();
        } else {
            let _: Outcome = self.session.runtime.run();
        }
    }

    /// The time since the time origin.
    pub(super) fn now(&self) -> Timestamp {
        self.event_loop().now()
    }
}
