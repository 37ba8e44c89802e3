//! How time passes in a test file, and which tests wait for it.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use posttask::event_loop::Timestamp;
use posttask::internal::webidl::PendingPromise;

use super::tree::NodeId;

/// What a test waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// This time has come, and everything that is ready then has run.
    Until(Timestamp),
    /// The next timer has fired, and everything that is ready then has run.
    Next,
    /// Everything that is ready has run.
    Idle,
}

/// A test that waits, and the promise to resolve with the time since its start.
pub(super) struct Waiter {
    pub(super) test: NodeId,
    pub(super) wait: Wait,
    pub(super) since: Timestamp,
    pub(super) promise: PendingPromise,
}

/// How time passes, and who waits for it.
#[derive(Default)]
pub(super) struct ClockState {
    pub(super) is_held: Cell<bool>,
    /// Whether the program has fake timers, which hold time also after the test.
    pub(super) is_faked: Cell<bool>,
    /// How much time tests have moved with fake timers.
    pub(super) moved: Cell<Duration>,
    pub(super) waiting: RefCell<Vec<Waiter>>,
}

impl ClockState {
    /// Whether time only passes when a test says so.
    pub(super) fn is_held(&self) -> bool {
        self.is_held.get() || self.is_faked.get()
    }

    pub(super) fn clear(&self) {
        drop(self.waiting.take());
    }

    /// The number of promises of a test that have not been resolved.
    pub(super) fn open(&self, test: NodeId) -> usize {
        self.waiting.borrow().iter().filter(|waiter| waiter.test == test).count()
    }

    /// Drops what a test that has ended waits for, so that it cannot move the time of another test.
    pub(super) fn end(&self, test: NodeId) {
        self.waiting.borrow_mut().retain(|waiter| waiter.test != test);
    }

    /// Takes the promises to resolve because nothing is ready at this time.
    pub(super) fn take_ready(&self, now: Timestamp) -> Vec<Waiter> {
        let is_ready = |wait: &Wait| match wait {
            Wait::Until(time) => *time <= now,
            Wait::Idle => true,
            Wait::Next => false,
        };
        self.waiting.borrow_mut().extract_if(.., |waiter| is_ready(&waiter.wait)).collect()
    }

    /// The next time at which a test wants to look.
    pub(super) fn next(&self) -> Option<Timestamp> {
        let until = |waiter: &Waiter| match waiter.wait {
            Wait::Until(time) => Some(time),
            _ => None,
        };
        self.waiting.borrow().iter().filter_map(until).min()
    }

    /// Turns the waits for the next timer into waits for the time at which it is due. If there is no timer, they are
    /// over.
    pub(super) fn find_next(&self, due: Timestamp) {
        for waiter in self.waiting.borrow_mut().iter_mut().filter(|waiter| waiter.wait == Wait::Next) {
            waiter.wait = Wait::Until(due);
        }
    }
}
