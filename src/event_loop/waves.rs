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

#[derive(Default)]
pub(super) struct Waves {
    /// The most tasks that have waited at once since the last wave passed.
    peak: Cell<usize>,
    /// Whether what a wave has left still waits.
    ebbs: Cell<bool>,
}

impl Waves {
    /// So many tasks wait now.
    pub(super) fn rise(&self, waiting: usize) {
        self.peak.set(self.peak.get().max(waiting));
    }
}

impl EventLoop {
    /// Collects garbage if a wave of tasks has just passed, and again when its last task has. O(1) otherwise.
    pub(super) fn collect_after_a_wave(&self) {
        let waiting = self.scheduler_tasks.borrow().len() + self.sources.borrow().len();
        self.waves.rise(waiting);
        let peak = self.waves.peak.get();
        let has_passed = peak >= WAVE && waiting < peak / LEFT;
        if has_passed || (waiting == 0 && self.waves.ebbs.get()) {
            self.waves.peak.set(waiting);
            self.waves.ebbs.set(waiting > 0);
            self.microtasks.shrink();
            self.sources.borrow_mut().shrink();
            boa_gc::force_collect();
        }
    }
}
