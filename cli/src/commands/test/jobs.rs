//! The jobs that are waiting. Threads take them by themselves, so that none waits for the main thread.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::testing::{Explorable, Explore};

/// What a thread does next.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Run a file.
    Run { file: usize },
    /// Run a test of a file in many orders: how many, and which.
    Explore { file: usize, test: Explorable, how: Box<Explore> },
}

impl Job {
    pub(super) const fn file(&self) -> usize {
        match self {
            Self::Run { file } | Self::Explore { file, .. } => *file,
        }
    }
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The number of jobs that were taken and have not ended.
    running: usize,
    is_closed: bool,
}

/// The jobs that are waiting.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    state: Mutex<State>,
    changed: Condvar,
}

impl Jobs {
    pub(super) fn new(jobs: impl IntoIterator<Item = Job>) -> Self {
        let state = State { waiting: jobs.into_iter().collect(), ..State::default() };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No thread panics while it changes the state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next job, and returns whether no other job runs or waits. Waits for one. `None` if there will be none.
    pub(super) fn take(&self) -> Option<(Job, bool)> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.running += 1;
                let is_alone = state.running == 1 && state.waiting.is_empty();
                return Some((job, is_alone));
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has ended, or is given up. These jobs come before the others, so that its file ends early.
    pub(super) fn end(&self, next: Vec<Job>) {
        let mut state = self.state();
        state.running = state.running.saturating_sub(1);
        next.into_iter().rev().for_each(|job| state.waiting.push_front(job));
        self.changed.notify_all();
    }

    /// Whether no job runs or waits.
    pub(super) fn is_done(&self) -> bool {
        let state = self.state();
        state.running == 0 && state.waiting.is_empty()
    }

    /// Lets the threads end that wait for a job.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }
}
