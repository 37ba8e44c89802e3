//! When much work is done, there is much garbage: the collector is told.
//!
//! Boa's collector runs when memory has grown by a share of what was alive the last time. After a wave of a million tasks that is a long way, so
//! gigabytes of garbage lie around until some later work, perhaps little, pays for it all at once.

use std::cell::Cell;

use super::EventLoop;

/// Only a wave of so many tasks is worth a collection of its own.
const WAVE: usize = 250_000;

/// A wave has passed when one in so many of its tasks is left.
const LEFT: usize = 16;

/// The most tasks that have waited at once since the last wave passed.
#[derive(Default)]
pub(super) struct Waves {
    peak: Cell<usize>,
}

impl EventLoop {
    /// Collects garbage if a wave of tasks has just passed. O(1) otherwise.
    pub(super) fn collect_after_a_wave(&self) {
        let waiting = self.scheduler_tasks.borrow().len() + self.sources.borrow().len();
        let peak = self.waves.peak.get();
        if waiting > peak {
            self.waves.peak.set(waiting);
        } else if peak >= WAVE && waiting < peak / LEFT {
            self.waves.peak.set(waiting);
            boa_gc::force_collect();
        }
    }
}
