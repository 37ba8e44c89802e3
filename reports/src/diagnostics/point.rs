//! A point in the course of a program: a time, and how much work had started before it. Under virtual time, only the
//! latter changes while work runs.

use std::time::Duration;

use posttask::event_loop::Timestamp;
use posttask::scheduling::EffectivePriority;

/// The number of pieces of work that have started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Starts {
    by_level: [u64; EffectivePriority::COUNT],
    /// Work that has no level, such as idle callbacks.
    others: u64,
}

impl Starts {
    /// Counts work of this level.
    pub(super) fn add(&mut self, level: Option<EffectivePriority>) {
        match level {
            Some(level) => self.by_level[level.index()] += 1,
            None => self.others += 1,
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.by_level.iter().sum::<u64>() + self.others
    }

    /// Only work above this level.
    pub(super) fn above(&self, level: EffectivePriority) -> u64 {
        self.by_level[level.index() + 1..].iter().sum()
    }
}

/// A point in the course of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) at: Timestamp,
    /// What had started before.
    pub(super) starts: Starts,
    /// The time that work of each level had taken before, with its microtasks.
    took: [Duration; EffectivePriority::COUNT],
}

impl Point {
    /// Counts the time that work of this level has taken.
    pub(super) fn add_time(&mut self, level: EffectivePriority, time: Duration) {
        self.took[level.index()] += time;
    }

    /// The time that work above this level has taken since an earlier point.
    pub(super) fn time_above(&self, level: EffectivePriority, earlier: &Self) -> Duration {
        let above = |point: &Self| point.took[level.index() + 1..].iter().sum::<Duration>();
        above(self).saturating_sub(above(earlier))
    }

    /// The time from an earlier point to this one.
    pub(super) fn time_since(&self, earlier: &Self) -> Duration {
        self.at.duration_since(earlier.at)
    }

    /// The number of pieces of work that started between an earlier point and this one.
    pub(super) fn starts_since(&self, earlier: &Self) -> u64 {
        self.starts.total().saturating_sub(earlier.starts.total())
    }
}
