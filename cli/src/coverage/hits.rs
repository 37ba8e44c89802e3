//! How often the counters of all runs have counted.

use posttask_front_end::coverage::CounterId;

/// The sums of the counters of several runtimes.
#[derive(Debug, Default)]
pub(crate) struct Hits(Vec<u64>);

impl Hits {
    pub(super) fn get(&self, counter: CounterId) -> u64 {
        self.0.get(counter as usize).copied().unwrap_or_default()
    }

    /// Adds numbers to the sums.
    pub(super) fn add(&mut self, counts: impl ExactSizeIterator<Item = u64>) {
        if self.0.len() < counts.len() {
            self.0.resize(counts.len(), 0);
        }
        for (sum, count) in self.0.iter_mut().zip(counts) {
            *sum = sum.saturating_add(count);
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.add(other.0.iter().copied());
    }

    pub(super) fn add_counters(&mut self, counters: &[u32]) {
        self.add(counters.iter().map(|&count| u64::from(count)));
    }
}

/// In how many runs of a test each counter has counted.
#[derive(Debug, Default)]
pub(super) struct Reached {
    pub(super) runs: u64,
    pub(super) hits: Hits,
}

impl Reached {
    pub(super) fn add_run(&mut self, counters: &[u32]) {
        self.runs += 1;
        self.hits.add(counters.iter().map(|&count| u64::from(count > 0)));
    }

    /// Returns the number of runs in which a counter has counted, if it is not the same in all of them.
    pub(super) fn in_some(&self, counter: CounterId) -> Option<u64> {
        Some(self.hits.get(counter)).filter(|&count| count > 0 && count < self.runs)
    }
}
