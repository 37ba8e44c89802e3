//! The requests that wait until others are over.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use posttask::fetch::{NetworkRequest, RemoteResponder, RequestPriority};

/// The number of requests that are under way at the same time. Those whose program does not read what has arrived do
/// not count.
const MOST_AT_ONCE: usize = 256;

#[derive(Debug)]
pub(super) struct Job {
    pub(super) request: NetworkRequest,
    pub(super) responder: RemoteResponder,
}

/// The requests that wait, and the number of those that are under way.
#[derive(Debug, Default)]
pub(super) struct Queue(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    high: VecDeque<Job>,
    normal: VecDeque<Job>,
    low: VecDeque<Job>,
    under_way: usize,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, job: Job) {
        let mut state = self.state();
        let jobs = match job.request.priority {
            RequestPriority::High => &mut state.high,
            RequestPriority::Auto => &mut state.normal,
            RequestPriority::Low => &mut state.low,
        };
        jobs.push_back(job);
    }

    /// Drops all requests that wait.
    pub(super) fn clear(&self) {
        let waiting = {
            let State { high, normal, low, .. } = &mut *self.state();
            [high, normal, low].map(mem::take)
        };
        drop(waiting);
    }

    /// Takes the most important request that waits, if it may start. It counts as under way.
    pub(super) fn pop(&self) -> Option<Job> {
        let mut state = self.state();
        if state.under_way >= MOST_AT_ONCE {
            return None;
        }
        let State { high, normal, low, .. } = &mut *state;
        let job = [high, normal, low].into_iter().find_map(VecDeque::pop_front)?;
        state.under_way += 1;
        Some(job)
    }
}

/// The place of a request that is under way. Others start when it is free.
pub(super) struct Slot {
    queue: Arc<Queue>,
    start_others: Box<dyn Fn() + Send + Sync>,
    is_counted: bool,
}

impl Slot {
    /// `start_others` is called when the slot is free.
    pub(super) fn new(queue: Arc<Queue>, start_others: Box<dyn Fn() + Send + Sync>) -> Self {
        Self { queue, start_others, is_counted: true }
    }

    /// The request does not count until [`Self::take`].
    pub(super) fn free(&mut self) {
        if self.is_counted {
            self.is_counted = false;
            self.queue.state().under_way -= 1;
            (self.start_others)();
        }
    }

    /// The request counts again, also if there are as many others as may be.
    pub(super) fn take(&mut self) {
        if !self.is_counted {
            self.is_counted = true;
            self.queue.state().under_way += 1;
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.free();
    }
}
