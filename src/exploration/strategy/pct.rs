//! PCT over chains of work, as in [PCTCP]: each chain has a random priority, and the work of the chain with the highest
//! priority runs next. At a few random points, the priority of the chain that would run next drops below all others.
//!
//! A chain is a sequence of work in which each piece was scheduled by the previous one. Chains are found while the
//! program runs.
//!
//! [PCTCP]: https://dl.acm.org/doi/10.1145/3276530

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::{Alternative, Pick, Point, Strategy};
use crate::event_loop::WorkId;

/// Chooses by the priorities of chains.
pub(in crate::exploration) struct Pct {
    random: Rng,
    /// The numbers of the points at which a priority drops.
    changes: Vec<usize>,
    next_point: usize,
    chains: FxHashMap<WorkId, usize>,
    /// The chains by their last work.
    tails: FxHashMap<WorkId, usize>,
    priorities: Vec<f64>,
    lowest: f64,
}

/// One in this many times, an alternative that is not a piece of work is picked if there is one.
const OTHER_ALTERNATIVES: usize = 12;

impl Pct {
    /// Creates a strategy that finds failures that depend on `depth` pieces of work, in a program with about `points`
    /// points.
    pub(in crate::exploration) fn new(mut random: Rng, depth: usize, points: usize) -> Self {
        let changes = (1..depth).map(|_| random.usize(..points.max(1))).collect();
        Self {
            random,
            changes,
            next_point: 0,
            chains: FxHashMap::default(),
            tails: FxHashMap::default(),
            priorities: Vec::new(),
            lowest: 0.0,
        }
    }

    /// The chain of a piece of work: that of the work that scheduled it if it is the first to continue it, otherwise a
    /// new one.
    fn chain(&mut self, work: WorkId, point: &Point<'_>) -> usize {
        if let Some(&chain) = self.chains.get(&work) {
            return chain;
        }
        let continued = point.tracker.parent(work).and_then(|parent| self.tails.remove(&parent));
        let chain = continued.unwrap_or_else(|| {
            self.priorities.push(self.random.f64());
            self.priorities.len() - 1
        });
        self.tails.insert(work, chain);
        self.chains.insert(work, chain);
        chain
    }
}

impl Strategy for Pct {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let number = self.next_point;
        self.next_point += 1;
        if matches!(point.alternatives, [Alternative::Choose(_), ..]) {
            return Pick::from_index(self.random.usize(..=point.alternatives.len()));
        }
        let others = |alternative: &Alternative| !matches!(alternative, Alternative::Before(_));
        if let Some(other) = point.alternatives.iter().position(others)
            && self.random.usize(..OTHER_ALTERNATIVES) == 0
        {
            return Pick::Alternative(other);
        }
        let default = (0, self.chain(point.default, point));
        let mut choices = vec![default];
        for (index, alternative) in point.alternatives.iter().enumerate() {
            if let Alternative::Before(work) = *alternative {
                choices.push((index + 1, self.chain(work, point)));
            }
        }
        let highest = |priorities: &[f64]| {
            let by_priority =
                |one: &&(usize, usize), other: &&(usize, usize)| priorities[one.1].total_cmp(&priorities[other.1]);
            choices.iter().max_by(by_priority).copied().unwrap_or(default)
        };
        let mut chosen = highest(&self.priorities);
        if self.changes.contains(&number) {
            self.lowest -= 1.0;
            self.priorities[chosen.1] = self.lowest;
            chosen = highest(&self.priorities);
        }
        Pick::from_index(chosen.0)
    }
}
