//! Finds the races of a run: pairs of work that conflict, although nothing but the choice of the loop orders them.
//!
//! This is the analysis of source-set [dynamic partial-order reduction][dpor], for work instead of steps of threads: a
//! process of the paper is a queue here, whose first work can run next.
//!
//! [dpor]: https://dl.acm.org/doi/10.1145/2535838.2535845

use rustc_hash::FxHashMap;

use super::super::footprints::{Key, Recorded};

/// A set of pieces of work, by their indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }
}

/// The work of a run, and what had to run before it.
pub(super) struct Races<'r> {
    recorded: &'r [Recorded],
    /// For each piece of work, the earlier ones that it conflicts with.
    conflicts: Vec<Set>,
    /// Those, and what had to run before it in any case: what scheduled it, and the work before it in its queue.
    before: Vec<Set>,
    /// The work before it in its queue.
    previous: Vec<Option<usize>>,
}

/// Whether work ran after all that was ready had run, so that it cannot run earlier.
fn is_later(work: &Recorded, than: &Recorded) -> bool {
    work.period != than.period
}

/// What could have run earlier.
#[derive(Debug)]
pub(super) struct Reversal {
    /// Any of these can start it.
    pub(super) initials: Vec<Key>,
    /// The order.
    pub(super) order: Vec<Key>,
}

impl<'r> Races<'r> {
    pub(super) fn of(recorded: &'r [Recorded]) -> Self {
        let conflicts = conflicts(recorded);
        let mut before = conflicts.clone();
        let mut last: FxHashMap<u64, usize> = FxHashMap::default();
        let mut previous = Vec::with_capacity(recorded.len());
        for (index, work) in recorded.iter().enumerate() {
            let previous_of_queue = work.queue.and_then(|queue| last.insert(queue, index));
            previous.push(previous_of_queue);
            for earlier in [work.parent, previous_of_queue].into_iter().flatten() {
                before[index].insert(earlier);
            }
        }
        Self { recorded, conflicts, before, previous }
    }

    /// How the races of this work can be reversed: what would run in its place then.
    pub(super) fn reversals(&self, of: usize) -> Vec<Reversal> {
        let count = self.recorded.len();
        let mut after = Set::new(count);
        after.insert(of);
        let mut independent = Vec::new();
        let mut reversals = Vec::new();
        for index in of + 1..count {
            if is_later(&self.recorded[index], &self.recorded[of]) {
                break;
            }
            let is_possible = [self.recorded[index].parent, self.previous[index]]
                .into_iter()
                .flatten()
                .all(|earlier| !after.contains(earlier));
            if is_possible && self.conflicts[index].contains(of) {
                reversals.push(self.reversal(&independent, index));
            }
            if self.before[index].meets(&after) {
                after.insert(index);
            } else {
                independent.push(index);
            }
        }
        reversals
    }

    fn reversal(&self, independent: &[usize], last: usize) -> Reversal {
        let mut earlier = Set::new(self.recorded.len());
        let mut reversal = Reversal { initials: Vec::new(), order: Vec::new() };
        for &index in independent.iter().chain([&last]) {
            let key = self.recorded[index].key;
            if !self.before[index].meets(&earlier) {
                reversal.initials.push(key);
            }
            reversal.order.push(key);
            earlier.insert(index);
        }
        reversal
    }
}

/// For each piece of work, the earlier ones that it conflicts with.
fn conflicts(recorded: &[Recorded]) -> Vec<Set> {
    let count = recorded.len();
    let mut conflicts = vec![Set::new(count); count];
    let mut accesses = FxHashMap::default();
    let mut unknown = Vec::new();
    let mut first = 0;
    for (index, work) in recorded.iter().enumerate() {
        if is_later(work, &recorded[first]) {
            first = index;
            accesses.clear();
            unknown.clear();
        }
        let Some(footprint) = &work.footprint else {
            (first..index).for_each(|earlier| conflicts[index].insert(earlier));
            unknown.push(index);
            continue;
        };
        for &earlier in &unknown {
            conflicts[index].insert(earlier);
        }
        for (location, kind) in footprint.iter() {
            let of_location: &mut Vec<(usize, _)> = accesses.entry(*location).or_default();
            for &(earlier, other) in &*of_location {
                if kind.conflicts(other) {
                    conflicts[index].insert(earlier);
                }
            }
            of_location.push((index, *kind));
        }
    }
    conflicts
}
