//! The microtask queue, and Node's queue of ticks.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use boa_engine::job::PromiseJob;

use crate::event_loop::quirks::Enqueued;

/// A microtask: a promise job, or steps of type `S`.
pub(crate) enum Microtask<S> {
    Promise(PromiseJob),
    /// A promise job that was enqueued directly after its callbacks had been made, in hosts that care.
    OfSettledPromise(PromiseJob, Box<Enqueued>),
    Steps(S),
    /// The steps of a tick.
    Tick(S),
}

/// The microtask queue, oldest first, and whether a checkpoint is being performed.
///
/// The callbacks of Node's [`process.nextTick`][tick] have a queue of their own. A checkpoint empties both in turns:
/// all ticks, then all microtasks, and again, until there are neither.
///
/// [tick]: https://nodejs.org/docs/latest-v20.x/api/process.html#processnexttickcallback-args
pub(crate) struct Microtasks<S> {
    queue: RefCell<VecDeque<Microtask<S>>>,
    ticks: RefCell<VecDeque<S>>,
    /// Whether ticks wait until there are no microtasks.
    ticks_wait: Cell<bool>,
    pub(crate) performing_checkpoint: Cell<bool>,
    /// Whether a tick is running.
    pub(crate) runs_tick: Cell<bool>,
    /// Whether no checkpoint is performed until other work runs.
    pub(crate) is_postponed: Cell<bool>,
    /// Whether the loop was stopped during a checkpoint, which goes on when the loop does.
    pub(crate) is_interrupted: Cell<bool>,
}

impl<S> Default for Microtasks<S> {
    fn default() -> Self {
        Self {
            queue: RefCell::default(),
            ticks: RefCell::default(),
            ticks_wait: Cell::new(false),
            performing_checkpoint: Cell::new(false),
            runs_tick: Cell::new(false),
            is_postponed: Cell::new(false),
            is_interrupted: Cell::new(false),
        }
    }
}

impl<S> Microtasks<S> {
    pub(crate) fn push(&self, microtask: Microtask<S>) {
        self.queue.borrow_mut().push_back(microtask);
    }

    pub(crate) fn push_tick(&self, steps: S) {
        self.ticks.borrow_mut().push_back(steps);
    }

    pub(crate) fn let_ticks_wait(&self) {
        self.ticks_wait.set(true);
    }

    /// Takes what a checkpoint runs next. `None` if there is nothing left.
    pub(crate) fn pop(&self) -> Option<Microtask<S>> {
        if !self.ticks_wait.get()
            && let Some(tick) = self.pop_tick()
        {
            return Some(tick);
        }
        let microtask = self.queue.borrow_mut().pop_front();
        self.ticks_wait.set(microtask.is_some());
        microtask.or_else(|| self.pop_tick())
    }

    fn pop_tick(&self) -> Option<Microtask<S>> {
        self.ticks.borrow_mut().pop_front().map(Microtask::Tick)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty() && self.ticks.borrow().is_empty()
    }

    /// The number of microtasks.
    pub(crate) fn len(&self) -> usize {
        self.queue.borrow().len()
    }

    /// The number of ticks.
    pub(crate) fn tick_count(&self) -> usize {
        self.ticks.borrow().len()
    }

    /// Drops all microtasks and ticks. The queues are not borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        self.ticks_wait.set(false);
        drop((self.queue.take(), self.ticks.take()));
    }

    /// Frees the unused capacity of the queues.
    pub(crate) fn shrink(&self) {
        self.queue.borrow_mut().shrink_to_fit();
        self.ticks.borrow_mut().shrink_to_fit();
    }
}
