//! Memory management: collects garbage after a burst of tasks, and returns freed memory to the operating system then
//! and before a long sleep.
//!
//! Boa's collector runs when memory has grown by a share of what was alive after the last collection. After a burst
//! of a million tasks, this threshold is high, so gigabytes of garbage would stay until some later work, perhaps
//! little, has to wait for its collection.

use std::cell::Cell;
use std::time::Duration;

/// Garbage is collected only after a burst of at least this many tasks. Small in tests, so that collections run.
const WAVE: usize = if cfg!(test) { 1_000 } else { 250_000 };

/// A burst has passed when fewer than one in this many of its tasks are still waiting.
const LEFT: usize = 16;

/// The shortest sleep before which memory is returned to the operating system. Shorter ones end too soon.
const LONG_SLEEP: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(super) struct Waves {
    /// The highest number of waiting tasks since the last burst passed.
    peak: Cell<usize>,
    /// Whether tasks of a burst that has passed are still waiting.
    ebbs: Cell<bool>,
    give_memory_back: Cell<Option<fn()>>,
}

impl Waves {
    fn give_memory_back(&self) {
        if let Some(give_memory_back) = self.give_memory_back.get() {
            give_memory_back();
        }
    }

    /// Records the number of waiting tasks.
    pub(super) fn rise(&self, waiting: usize) {
        self.peak.set(self.peak.get().max(waiting));
    }

    /// Sets the function that returns freed memory to the operating system.
    pub(super) fn set_give_memory_back(&self, give_memory_back: fn()) {
        self.give_memory_back.set(Some(give_memory_back));
    }

    /// Returns freed memory to the operating system before a long sleep. `None` means a sleep without a time limit.
    pub(super) fn before_a_sleep(&self, length: Option<Duration>) {
        if length.is_none_or(|length| length >= LONG_SLEEP) {
            self.give_memory_back();
        }
    }

    /// Collects garbage if a burst of tasks has just passed, and again when its last task has run. When the burst has
    /// passed, `shrink` is called first, to free the unused capacity of the queues. O(1) otherwise.
    pub(super) fn collect_after_a_wave(&self, waiting: usize, shrink: impl FnOnce()) {
        self.rise(waiting);
        let peak = self.peak.get();
        let passes = peak >= WAVE && waiting < peak / LEFT;
        let is_over = waiting == 0 && (passes || self.ebbs.get());
        if passes {
            self.peak.set(waiting);
            shrink();
            // Return the memory of the tasks now: the collector is about to allocate lists as long as the garbage.
            self.give_memory_back();
        }
        if passes || is_over {
            self.ebbs.set(!is_over);
            boa_gc::force_collect();
        }
        if is_over {
            // Objects that the first collection dropped may have held roots.
            boa_gc::force_collect();
        }
    }
}
