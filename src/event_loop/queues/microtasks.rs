//! The microtask queue.

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
}

/// The microtask queue, oldest first, and whether a checkpoint is being performed.
pub(crate) struct Microtasks<S> {
    queue: RefCell<VecDeque<Microtask<S>>>,
    pub(crate) performing_checkpoint: Cell<bool>,
    /// The maximum number of microtasks of one checkpoint.
    pub(crate) limit: Cell<usize>,
    /// Whether a checkpoint was ended because of the limit.
    pub(crate) is_limit_exceeded: Cell<bool>,
}

impl<S> Default for Microtasks<S> {
    fn default() -> Self {
        Self {
            queue: RefCell::default(),
            performing_checkpoint: Cell::new(false),
            limit: Cell::new(usize::MAX),
            is_limit_exceeded: Cell::new(false),
        }
    }
}

impl<S> Microtasks<S> {
    pub(crate) fn push(&self, microtask: Microtask<S>) {
        self.queue.borrow_mut().push_back(microtask);
    }

    pub(crate) fn pop(&self) -> Option<Microtask<S>> {
        self.queue.borrow_mut().pop_front()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.queue.borrow().len()
    }

    /// Drops all microtasks. The queue is not borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        drop(self.queue.take());
    }

    /// Frees the unused capacity of the queue.
    pub(crate) fn shrink(&self) {
        self.queue.borrow_mut().shrink_to_fit();
    }
}
