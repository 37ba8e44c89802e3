//! Memory management: collects garbage after a burst of tasks, and returns freed memory to the operating system then
//! and before a long sleep.
//!
//! Boa's collector runs when memory has grown by a share of what was alive after the last collection. After a burst
//! of a million tasks, this threshold is high, so gigabytes of garbage would stay until some later work, perhaps
//! little, has to wait for its collection.

use std::cell::Cell;
use std::time::Duration;

/// Garbage is collected only after a burst of at least this many tasks. Small in tests, so that collections run.
const BURST: usize = if cfg!(test) { 1_000 } else { 250_000 };

/// A burst has passed when fewer than one in this many of its tasks are still waiting.
const PASSED_DIVISOR: usize = 16;

/// The shortest sleep before which memory is returned to the operating system. Shorter ones end too soon.
const LONG_SLEEP: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(crate) struct BurstMonitor {
    /// The highest number of waiting tasks since the last burst passed.
    peak: Cell<usize>,
    /// Whether tasks of a burst that has passed are still waiting.
    has_leftover_tasks: Cell<bool>,
    release_memory: Cell<Option<fn()>>,
}

impl BurstMonitor {
    fn release_memory(&self) {
        if let Some(release_memory) = self.release_memory.get() {
            release_memory();
        }
    }

    /// Records the number of waiting tasks, whenever it has grown.
    pub(crate) fn record_waiting(&self, waiting: usize) {
        self.peak.set(self.peak.get().max(waiting));
    }

    /// Sets the function that returns freed memory to the operating system.
    pub(crate) fn set_release_memory(&self, release_memory: fn()) {
        self.release_memory.set(Some(release_memory));
    }

    /// Returns freed memory to the operating system before a long sleep. `None` means a sleep without a time limit.
    pub(crate) fn before_a_sleep(&self, length: Option<Duration>) {
        if length.is_none_or(|length| length >= LONG_SLEEP) {
            self.release_memory();
        }
    }

    /// Collects garbage if a burst of tasks has just passed, and again when its last task has run. `waiting` counts the
    /// waiting tasks. When the burst has passed, `shrink` is called first, to free the unused capacity of the queues.
    #[inline]
    pub(crate) fn collect_after_burst(&self, waiting: impl FnOnce() -> usize, shrink: impl FnOnce()) {
        if self.peak.get() >= BURST || self.has_leftover_tasks.get() {
            self.collect_if_over(waiting(), shrink);
        }
    }

    #[cold]
    fn collect_if_over(&self, waiting: usize, shrink: impl FnOnce()) {
        let peak = self.peak.get();
        let has_passed = peak >= BURST && waiting < peak / PASSED_DIVISOR;
        let is_over = waiting == 0 && (has_passed || self.has_leftover_tasks.get());
        if has_passed {
            self.peak.set(waiting);
            shrink();
            // Return the memory of the tasks now: the collector is about to allocate lists as long as the garbage.
            self.release_memory();
        }
        if has_passed || is_over {
            self.has_leftover_tasks.set(!is_over);
            boa_gc::force_collect();
        }
        if is_over {
            // Objects that the first collection dropped may have held roots.
            boa_gc::force_collect();
        }
    }
}

/// Collects all garbage, for tests that observe it.
pub fn collect_garbage(context: &mut boa_engine::Context) {
    context.clear_kept_objects();
    boa_gc::force_collect();
    // Objects that were kept alive only by the state of a dead object are freed by a second collection.
    boa_gc::force_collect();
}
