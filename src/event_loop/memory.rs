//! What is done about memory: garbage is collected when much work is done, and freed memory given back then and before a long sleep.
//!
//! Boa's collector runs when memory has grown by a share of what was alive the last time. After a wave of a million tasks that is a long way, so
//! gigabytes of garbage lie around until some later work, perhaps little, pays for it all at once.

use std::cell::Cell;
use std::time::Duration;

/// Collect only after a burst of at least this many tasks; small in tests, so that collections run.
const WAVE: usize = if cfg!(test) { 1_000 } else { 250_000 };

/// A wave has passed when one in so many of its tasks is left.
const LEFT: usize = 16;

/// Before a sleep of such a length memory is given back; a shorter one is over too soon.
const LONG_SLEEP: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(super) struct Waves {
    /// The most tasks that have waited at once since the last wave passed.
    peak: Cell<usize>,
    /// Whether what a wave has left still waits.
    ebbs: Cell<bool>,
    give_memory_back: Cell<Option<fn()>>,
}

impl Waves {
    fn give_memory_back(&self) {
        if let Some(give_memory_back) = self.give_memory_back.get() {
            give_memory_back();
        }
    }

    /// So many tasks wait now.
    pub(super) fn rise(&self, waiting: usize) {
        self.peak.set(self.peak.get().max(waiting));
    }

    /// What returns freed memory to the operating system where the allocator keeps it.
    pub(super) fn set_give_memory_back(&self, give_memory_back: fn()) {
        self.give_memory_back.set(Some(give_memory_back));
    }

    /// Gives memory back before a sleep of this length, or one without end, if it is worth the trouble.
    pub(super) fn before_a_sleep(&self, length: Option<Duration>) {
        if length.is_none_or(|length| length >= LONG_SLEEP) {
            self.give_memory_back();
        }
    }

    /// Collects garbage if a wave of tasks has just passed, and again when its last task has. `shrink` gives back the
    /// room of queues first. O(1) otherwise.
    pub(super) fn collect_after_a_wave(&self, waiting: usize, shrink: impl FnOnce()) {
        self.rise(waiting);
        let peak = self.peak.get();
        let passes = peak >= WAVE && waiting < peak / LEFT;
        let is_over = waiting == 0 && (passes || self.ebbs.get());
        if passes {
            self.peak.set(waiting);
            shrink();
            // The tasks are gone, and the collector is about to make lists as long as the garbage.
            self.give_memory_back();
        }
        if passes || is_over {
            self.ebbs.set(!is_over);
            boa_gc::force_collect();
        }
        if is_over {
            // What the last collection dropped may have held roots.
            boa_gc::force_collect();
        }
    }
}
