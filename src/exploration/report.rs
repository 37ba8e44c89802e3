//! What an exploration found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::active::AppliedDeviation;
use super::footprints::Obstacle;
use super::known::KnownOrder;
use super::outcome::{Ending, Outcome};
use super::points::SeenOrders;
use super::position::Position;
use super::rules::{Bounds, Level};
use super::run::Run;
use super::schedule::{Deviation, Schedule};
use super::strategy::StrategyKind;
use super::tracker::Ran;

/// What an exploration found.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is independent of the others")]
pub struct Report {
    /// The number of runs, without those that shrank a failing order, and without those that were stopped because their
    /// rest was known.
    pub runs: u64,
    /// Hashes of the distinct orders that ran.
    pub orders: BTreeSet<u64>,
    /// Whether these are all orders that the bounds allow, or stand for all.
    pub is_complete: bool,
    /// Whether they stand for all: orders were left out that differ from them only in independent work.
    pub is_reduced: bool,
    /// Whether every order after the first was tried because it reverses a race. If the program has no other orders,
    /// none was left out, and [`is_reduced`](Self::is_reduced) is false.
    pub reverses_races: bool,
    /// Whether orders in which a task waits for more than 1,000 newer ones were not tried. Then these are not all
    /// orders.
    pub is_bounded: bool,
    /// The first thing that prevented more orders from being left out, if these are not all orders, and some were to be
    /// left out.
    pub obstacle: Option<Obstacle>,
    /// An estimate of the number of orders that the bounds allow, if there is one that what ran does not contradict.
    pub estimated_orders: Option<f64>,
    /// The seed of the exploration.
    pub seed: u64,
    /// The strategy.
    pub strategy: StrategyKind,
    /// What the orders could do.
    pub bounds: Bounds,
    /// What runs in the default order.
    pub default_order: Vec<Ran>,
    /// The distinct outcomes: first that of the default order, then failures, then others, most frequent first.
    pub outcomes: Vec<OutcomeReport>,
    /// The largest number of points in a run at which more than one step was allowed.
    pub choice_points: usize,
    /// How often each place was the default at such a point, over all runs.
    pub places: BTreeMap<Arc<str>, u64>,
    /// The pairs of places whose work could run in either order.
    pub pairs: BTreeMap<(Arc<str>, Arc<str>), PairCoverage>,
    /// Whether the program draws random numbers.
    pub draws_random_numbers: bool,
    /// A schedule that did not give the same run twice.
    pub nondeterminism: Option<Nondeterminism>,
    /// What the orders did that were [known](super::Explorer::known_orders) before, as far as they have run.
    pub known: Vec<KnownOrder>,
    /// Whether the exploration was stopped before its end, or had no time for its first few runs.
    pub was_stopped: bool,
    /// Where [`Explorer::resume`](super::Explorer::resume) can go on. `None` if all planned runs have been done, and
    /// all failures have been shrunk if the exploration was not stopped meanwhile; also if it ended during its first
    /// few runs.
    pub position: Option<Position>,
}

/// An outcome, and an order that leads to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutcomeReport {
    /// Identifies the outcome among all outcomes of this program, also in other explorations of it. Failures have the
    /// same key if they end in the same way, with the same first error at the same place. Numbers in its message do not
    /// count.
    pub key: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of runs with this outcome.
    pub count: u64,
    /// Whether the default order has this outcome.
    pub is_default: bool,
    /// Whether this outcome counts as a failure.
    pub is_failure: bool,
    /// Whether the schedule has been shrunk: without any one of its deviations, the outcome is another one.
    pub is_minimal: bool,
    /// A schedule that leads to this outcome.
    pub schedule: Schedule,
    /// The deviations of the schedule, with the reasons why they are allowed.
    pub deviations: Vec<AppliedDeviation>,
    /// What ran.
    pub ran: Vec<Ran>,
    /// Other orders with this outcome, which may be simpler when they have been shrunk.
    pub(super) others: Vec<Vec<Deviation>>,
}

impl OutcomeReport {
    /// The level that the schedule needs.
    #[must_use]
    pub fn level(&self) -> Level {
        self.deviations.iter().map(|deviation| deviation.level).max().unwrap_or_default()
    }
}

/// Which orders of two places were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCoverage {
    /// Whether the first place was seen to run before the second.
    pub first_before_second: bool,
    /// Whether the second place was seen to run before the first.
    pub second_before_first: bool,
}

impl PairCoverage {
    /// Whether both orders were seen.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        self.first_before_second && self.second_before_first
    }

    fn add(&mut self, seen: SeenOrders) {
        self.first_before_second |= seen.usual;
        self.second_before_first |= seen.reversed;
    }
}

/// A schedule that did not give the same run twice, because the program depends on something that a schedule does not
/// determine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Nondeterminism {
    /// The schedule.
    pub schedule: Schedule,
    /// The position of the first work that differed, from 0; `None` if only the outcome differed.
    pub step: Option<usize>,
}

impl Report {
    /// The outcomes that are failures.
    pub fn failures(&self) -> impl Iterator<Item = &OutcomeReport> {
        self.outcomes.iter().filter(|outcome| outcome.is_failure)
    }

    /// The number of runs that were stopped because far more work ran than in the default order. If it is not 0, it is
    /// not known whether the orders fail.
    #[must_use]
    pub fn inconclusive_runs(&self) -> u64 {
        let is_inconclusive = |found: &&OutcomeReport| found.outcome.ending == Ending::Inconclusive;
        self.outcomes.iter().filter(is_inconclusive).map(|found| found.count).sum()
    }

    /// The schedules of failures that have not been shrunk.
    pub(super) fn unshrunk(&self) -> impl Iterator<Item = Schedule> {
        self.failures().filter(|found| !found.is_minimal).map(|found| found.schedule.clone())
    }

    /// The number of pairs of places that were seen in both orders, and the number of all pairs that could run in
    /// either order.
    #[must_use]
    pub fn pair_coverage(&self) -> (usize, usize) {
        (self.pairs.values().filter(|pair| pair.is_complete()).count(), self.pairs.len())
    }
}

/// When an exploration fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailOn {
    /// If an order ends with an uncaught error or an unhandled rejection, leaves the main module pending, or makes no
    /// progress.
    #[default]
    Error,
    /// Also if two orders have different outcomes.
    Difference,
}

/// The number of other orders with the same failure that are shrunk, too: some get simpler than others.
const OTHER_ORDERS: usize = 2;

/// If fewer than one of this many runs has an order that no other run has, few orders are left.
const RARELY_NEW: u64 = 20;

/// A distinct outcome while runs are counted.
#[derive(Clone)]
struct Found {
    outcome: Outcome,
    count: u64,
    applied: Vec<AppliedDeviation>,
    ran: Vec<Ran>,
    /// Other orders that fail in this way.
    others: Vec<Vec<Deviation>>,
}

impl Found {
    fn keep_another(&mut self, applied: &[AppliedDeviation]) {
        if self.outcome.is_failure() && self.others.len() < OTHER_ORDERS {
            self.others.push(deviations(applied));
        }
    }
}

/// Counts runs.
#[derive(Clone)]
pub(super) struct Tally {
    fail_on: FailOn,
    /// The number of runs before the exploration was resumed.
    earlier: u64,
    pub(super) runs: u64,
    /// The number of runs that stopped because their rest was known.
    repeated: u64,
    orders: BTreeSet<u64>,
    /// Those that ran more than once.
    orders_seen_again: FxHashSet<u64>,
    found: FxHashMap<u64, Found>,
    choice_points: usize,
    places: BTreeMap<Arc<str>, u64>,
    pairs: BTreeMap<(Arc<str>, Arc<str>), PairCoverage>,
    random_numbers: bool,
    is_bounded: bool,
    pub(super) nondeterminism: Option<Nondeterminism>,
    pub(super) known: Vec<KnownOrder>,
}

impl Tally {
    pub(super) fn new(fail_on: FailOn) -> Self {
        Self {
            fail_on,
            earlier: 0,
            runs: 0,
            repeated: 0,
            orders: BTreeSet::new(),
            orders_seen_again: FxHashSet::default(),
            found: FxHashMap::default(),
            choice_points: 0,
            places: BTreeMap::new(),
            pairs: BTreeMap::new(),
            random_numbers: false,
            is_bounded: false,
            nondeterminism: None,
            known: Vec::new(),
        }
    }

    /// Continues the exploration that came to this position.
    pub(super) fn resume(fail_on: FailOn, position: &Position) -> Self {
        let &Position { attempts, draws_random_numbers, .. } = position;
        Self { earlier: attempts, random_numbers: draws_random_numbers, ..Self::new(fail_on) }
    }

    /// The group of an outcome.
    pub(super) fn key(&self, outcome: &Outcome) -> u64 {
        match self.fail_on {
            FailOn::Error if outcome.is_failure() => outcome.failure_key(),
            _ => outcome.key(),
        }
    }

    pub(super) fn add(&mut self, run: Run) {
        if run.is_stopped {
            self.repeated += 1;
            return;
        }
        self.runs += 1;
        self.choice_points = self.choice_points.max(run.points.alternatives.len());
        for (place, count) in &run.points.places {
            *self.places.entry(Arc::clone(place)).or_default() += *count as u64;
        }
        for (pair, seen) in &run.pairs {
            self.pairs.entry(pair.clone()).or_default().add(*seen);
        }
        self.random_numbers |= run.random_numbers > 0;
        self.is_bounded |= run.is_bounded;
        if !self.orders.insert(run.order) {
            self.orders_seen_again.insert(run.order);
        }
        let key = self.key(&run.outcome);
        self.keep_the_shorter(key, run, 1);
    }

    /// Adds the outcome of a run that has been counted before.
    pub(super) fn remember(&mut self, run: Run) {
        let key = self.key(&run.outcome);
        self.keep_the_shorter(key, run, 0);
    }

    /// Counts an outcome, and keeps the run with the fewest deviations that leads to it.
    fn keep_the_shorter(&mut self, key: u64, run: Run, count: u64) {
        let Run { outcome, applied, ran, .. } = run;
        match self.found.get_mut(&key) {
            None => drop(self.found.insert(key, Found { outcome, count, applied, ran, others: Vec::new() })),
            Some(found) => {
                found.count += count;
                if applied.len() < found.applied.len() {
                    let longer = std::mem::replace(&mut found.applied, applied);
                    (found.outcome, found.ran) = (outcome, ran);
                    found.keep_another(&longer);
                } else {
                    found.keep_another(&applied);
                }
            }
        }
    }

    /// The number of all runs.
    pub(super) fn attempts(&self) -> u64 {
        self.earlier.saturating_add(self.runs + self.repeated)
    }

    pub(super) fn draws_random_numbers(&self) -> bool {
        self.random_numbers
    }

    pub(super) fn orders(&self) -> usize {
        self.orders.len()
    }

    /// Whether there may be so many orders. Estimates are too high if many choices lead to the same order, and too low
    /// if few walks found the choices.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn is_plausible(&self, orders: f64) -> bool {
        let seen_once = self.orders.len() - self.orders_seen_again.len();
        orders >= self.orders.len() as f64 && seen_once as u64 >= self.runs / RARELY_NEW
    }

    pub(super) fn outcomes(&self) -> usize {
        self.found.len()
    }

    pub(super) fn failures(&self, default: u64) -> usize {
        self.found.iter().filter(|(key, found)| self.is_failure(**key, &found.outcome, default)).count()
    }

    pub(super) fn is_failure(&self, key: u64, outcome: &Outcome, default: u64) -> bool {
        outcome.is_failure() || (self.fail_on == FailOn::Difference && key != default)
    }

    /// Makes the report. `default` is the key of the outcome of the default order.
    pub(super) fn into_report(self, default: u64, bounds: Bounds, is_complete: bool) -> Report {
        // What would happen after the end of a run is not known.
        let is_whole = |found: &Found| !matches!(found.outcome.ending, Ending::TimedOut | Ending::Inconclusive);
        let is_complete = is_complete && !self.is_bounded && self.found.values().all(is_whole);
        let outcomes = self.found.iter().map(|(&key, found)| OutcomeReport {
            key,
            outcome: found.outcome.clone(),
            count: found.count,
            is_default: key == default,
            is_failure: self.is_failure(key, &found.outcome, default),
            is_minimal: found.applied.is_empty(),
            schedule: Schedule { bounds, deviations: deviations(&found.applied), ..Schedule::default() },
            deviations: found.applied.clone(),
            ran: found.ran.clone(),
            others: found.others.clone(),
        });
        let mut outcomes: Vec<OutcomeReport> = outcomes.collect();
        outcomes.sort_by_key(|found| {
            let rank = (!found.is_default, !found.is_failure, std::cmp::Reverse(found.count));
            (rank, found.schedule.deviations.clone())
        });
        Report {
            runs: self.runs,
            orders: self.orders,
            is_complete,
            is_reduced: false,
            reverses_races: false,
            is_bounded: self.is_bounded,
            obstacle: None,
            estimated_orders: None,
            seed: 0,
            strategy: StrategyKind::default(),
            bounds,
            default_order: Vec::new(),
            outcomes,
            choice_points: self.choice_points,
            places: self.places,
            pairs: self.pairs,
            draws_random_numbers: self.random_numbers,
            nondeterminism: self.nondeterminism,
            known: self.known,
            was_stopped: false,
            position: None,
        }
    }
}

/// The deviations without what they did.
pub(super) fn deviations(applied: &[AppliedDeviation]) -> Vec<Deviation> {
    applied.iter().map(|applied| applied.deviation.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether there may be so many orders after runs with these.
    fn is_plausible(estimate: f64, orders: impl IntoIterator<Item = u64>) -> bool {
        let mut tally = Tally::new(FailOn::default());
        for order in orders {
            tally.add(Run { order, is_stopped: false, ..Run::stopped() });
        }
        tally.is_plausible(estimate)
    }

    #[test]
    fn estimates_do_not_contradict_what_ran() {
        assert!(!is_plausible(4.0, 0..182), "more orders were seen");
        assert!(!is_plausible(2e6, (0..1_000).map(|_| 0)), "all runs have the same order");
        assert!(!is_plausible(2_748.0, (0..974).map(|run| run % 54)), "no run has a new order");
        assert!(is_plausible(8e33, 0..1_000), "each run has a new order");
        assert!(is_plausible(20.0, (0..20).chain(0..10)), "half of the orders have been seen once");
    }
}
