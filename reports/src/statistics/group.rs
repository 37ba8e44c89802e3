//! The numbers of one kind of work with one priority.

use std::time::Duration;

use hdrhistogram::Histogram;
use posttask::event_loop::{Ending, WorkKind};
use posttask::scheduling::TaskPriority;

/// A kind of work, and its priority when it ran.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct GroupKey {
    pub(super) kind: WorkKind,
    pub(super) priority: Option<TaskPriority>,
}

impl GroupKey {
    /// The kind in words, with the priority: `background task`.
    pub(super) fn description(self) -> String {
        self.priority
            .map_or_else(|| self.kind.as_str().to_owned(), |priority| format!("{priority} {}", self.kind.as_str()))
    }

    /// Its position in reports: scheduler tasks by priority, highest first, then the other kinds.
    pub(super) fn rank(self) -> (u8, &'static str) {
        let priority = self.priority.map_or(3, |priority| 2 - priority as u8);
        (priority, self.kind.as_str())
    }
}

/// Durations in microseconds, with a precision of three digits. The maximum is exact.
pub(super) struct Durations {
    histogram: Histogram<u64>,
    max: u64,
}

impl Default for Durations {
    fn default() -> Self {
        // Between 1 µs and an hour at first; it grows.
        let histogram = Histogram::new_with_max(3_600_000_000, 3).or_else(|_| Histogram::new(3));
        let mut histogram = histogram.unwrap_or_else(|_| unreachable!("the bounds are valid"));
        histogram.auto(true);
        Self { histogram, max: 0 }
    }
}

impl Durations {
    fn add(&mut self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.histogram.saturating_record(micros);
        self.max = self.max.max(micros);
    }

    /// The value at a quantile: exact if it is short, otherwise with three digits.
    fn at_quantile(&self, quantile: f64) -> u64 {
        let upper = self.histogram.value_at_quantile(quantile);
        if self.histogram.equivalent_range(upper) <= 1 {
            return upper;
        }
        // What the histogram returns is the upper bound of a range.
        let middle = self.histogram.median_equivalent(upper);
        let unit = 10_u64.pow(middle.max(1).ilog10().saturating_sub(2));
        (middle + unit / 2) / unit * unit
    }

    /// The median, the 90th and the 99th percentile, and the maximum, in milliseconds. `None` if there are none.
    pub(super) fn summary(&self) -> Option<[f64; 4]> {
        #[expect(clippy::cast_precision_loss, reason = "a time in microseconds is far below 2^53")]
        let milliseconds = |micros: u64| micros as f64 / 1000.0;
        let at = |quantile| milliseconds(self.at_quantile(quantile).min(self.max));
        (!self.histogram.is_empty()).then(|| [at(0.5), at(0.9), at(0.99), milliseconds(self.max)])
    }
}

/// The numbers.
#[derive(Default)]
pub(super) struct Group {
    pub(super) ran: u64,
    pub(super) threw: u64,
    pub(super) aborted: u64,
    pub(super) removed: u64,
    pub(super) reprioritized: u64,
    pub(super) delayed: u64,
    pub(super) waiting: Durations,
    pub(super) running: Durations,
    queue: usize,
    pub(super) longest_queue: usize,
}

impl Group {
    pub(super) fn enter_queue(&mut self, count: usize) {
        self.queue += count;
        self.longest_queue = self.longest_queue.max(self.queue);
    }

    pub(super) fn leave_queue(&mut self, count: usize) {
        self.queue = self.queue.saturating_sub(count);
    }

    /// The number that is waiting now.
    pub(super) fn queued(&self) -> usize {
        self.queue
    }

    pub(super) fn waited(&mut self, waited: Duration) {
        self.waiting.add(waited);
    }

    pub(super) fn ran(&mut self, took: Duration, how: Ending) {
        if how == Ending::Removed {
            self.removed += 1;
            return;
        }
        self.running.add(took);
        self.ran += 1;
        self.threw += u64::from(how == Ending::Threw);
    }

    /// Work has ended before it ran.
    pub(super) fn ended_early(&mut self, how: Ending) {
        match how {
            Ending::Aborted => self.aborted += 1,
            _ => self.removed += 1,
        }
    }
}
