//! Which strategy each run of an exploration uses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::reduce::Reduce;
use super::run::Run;
use super::schedule::Deviation;
use super::shard::Shard;
use super::strategy::{Frontier, StrategyKind, StrategySpec};
use super::tracker::Weights;
use super::work_name::WorkName;

/// The number of random walks that estimate the number of orders.
pub(super) const WALKS: u64 = 8;

/// The parts of the runs that may be spent on all orders: if there seem to be enough runs, if there seem to be up to
/// this many times more orders than runs, and otherwise. Estimates are too high: many orders lead to the same states.
const EXHAUSTIVE_PARTS: [(u64, u64); 3] = [(3, 4), (1, 2), (1, 10)];
const OVERESTIMATED: u64 = 10;

/// The part of the runs that may be spent on all orders if what is left to try fits into it, and is at most this many
/// times what has been tried.
const MOST_EXHAUSTIVE: (u64, u64) = (7, 8);
const MOST_LEFT: u64 = 4;

/// With a time limit instead of a number of runs, so many are assumed.
const RUNS_IN_TIME: u64 = 1_000_000;

/// The number of runs after which it is known whether it is effective to run all orders.
const MOST_TRIALS: u64 = 1_000;

/// If there seem to be this many times more orders than runs, only so many runs are spent on trying all orders first.
const HOPELESS: u64 = 1_000_000_000;
const HOPELESS_TRIALS: u64 = 16;

/// The number of the sampled run in which the newest work runs first.
const NEWEST_FIRST: u64 = 2;

/// How sampled runs are shared: one in this many is a single deviation, and another one a postponement.
const SHARES: u64 = 4;

/// The part of the sampled runs that are plain random walks: the last fifth.
const PLAIN_RANDOM_PART: u64 = 5;

/// Seeds of `Math.random` are below this number: short ones are easier to type.
const MOST_SEEDS: u64 = 1 << 32;

/// A run of the exploration.
pub(super) struct Task {
    /// Deviations that the run follows, besides those of the strategy.
    pub(super) deviations: Vec<Deviation>,
    pub(super) strategy: StrategySpec,
}

/// The plan of an exploration. What run number `n` does depends only on `n`, on the seed and on the program, so several
/// machines can do different runs of the same exploration.
pub(super) struct Portfolio {
    kind: StrategyKind,
    seed: u64,
    runs: u64,
    shard: Shard,
    /// All single deviations of the default order, nearest first: the point and the alternative.
    singles: Vec<(usize, usize)>,
    /// Postponements of one piece of work.
    postponed: Vec<Deviation>,
    weights: Arc<Weights>,
    /// The number of points of the default order.
    points: usize,
    draws_random_numbers: bool,
    frontier: Arc<Frontier>,
    estimates: Vec<Estimate>,
}

/// The numbers of orders that a random walk estimates.
#[derive(Clone, Copy)]
struct Estimate {
    /// Orders that differ in what runs.
    distinct: f64,
    /// Orders that may also differ in when work runs that does nothing, which is not known before.
    all: f64,
}

impl Portfolio {
    /// Plans an exploration after the default order has run.
    pub(super) fn new(
        kind: StrategyKind,
        seed: u64,
        runs: u64,
        shard: Shard,
        default: &Run,
        frontier: Arc<Frontier>,
    ) -> Self {
        Self {
            kind,
            seed,
            runs,
            shard,
            singles: nearest_first(default),
            postponed: postponements(default),
            weights: Arc::new(default.weights.clone()),
            points: default.points.alternatives.len(),
            draws_random_numbers: default.random_numbers > 0,
            frontier,
            estimates: Vec::new(),
        }
    }

    fn random(&self, stream: u64) -> Rng {
        // Neighboring seeds must not give related numbers.
        Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Whether the number of orders is to be estimated.
    pub(super) fn needs_estimate(&self) -> bool {
        self.points > 0 && matches!(self.kind, StrategyKind::Portfolio | StrategyKind::Exhaustive)
    }

    /// A random walk for the estimate.
    pub(super) fn walk(&self, number: u64) -> StrategySpec {
        StrategySpec::UniformWalk { seed: self.random(u64::MAX - number).get_seed() }
    }

    /// Adds a uniform random walk to the estimate: the product of its numbers of choices has the number of orders as
    /// its expected value.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn estimate(&mut self, walk: &Run) {
        let product = |counts: &[usize]| counts.iter().map(|&count| (count + 1) as f64).product();
        let (distinct, all) = (product(&walk.points.other_orders), product(&walk.points.alternatives));
        self.estimates.push(Estimate { distinct, all });
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn average(&self, of: impl Fn(&Estimate) -> f64) -> Option<f64> {
        if self.points == 0 {
            return Some(1.0);
        }
        let estimate = self.estimates.iter().map(of).sum::<f64>() / self.estimates.len() as f64;
        estimate.is_finite().then_some(estimate)
    }

    /// The estimated number of orders. Some orders that are equivalent are counted more than once.
    pub(super) fn estimated_orders(&self) -> Option<f64> {
        self.average(|estimate| estimate.distinct)
    }

    /// Whether there seem to be at most this many runs of all orders.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn has_at_most(&self, orders: u64) -> bool {
        self.average(|estimate| estimate.all).is_some_and(|estimated| estimated <= orders as f64)
    }

    /// Whether to try all orders without those that differ only in independent work.
    pub(super) fn leaves_out(&self, when: Reduce) -> bool {
        let may_try_all = matches!(self.kind, StrategyKind::Exhaustive | StrategyKind::Portfolio);
        let is_wanted = match when {
            Reduce::Always => true,
            Reduce::Auto => !self.has_at_most(self.runs.min(MOST_TRIALS)),
            Reduce::Never => false,
        };
        self.points > 0 && self.runs > 1 && may_try_all && is_wanted
    }

    /// The frontier of all orders, if the strategy may try all.
    pub(super) fn frontier(&self) -> Option<&Arc<Frontier>> {
        matches!(self.kind, StrategyKind::Exhaustive | StrategyKind::Portfolio).then_some(&self.frontier)
    }

    /// Whether another run may be spent on all orders, after this many runs. As long as merging states, or leaving out
    /// orders, makes it effective, few orders are left to try.
    pub(super) fn may_exhaust(&self, frontier: &Frontier, runs: u64) -> bool {
        if self.kind == StrategyKind::Exhaustive {
            return runs < self.runs.div_ceil(self.shard.count());
        }
        let planned = if self.runs == u64::MAX { RUNS_IN_TIME } else { self.runs };
        let part = |(part, of): (u64, u64)| (planned.div_ceil(self.shard.count()) / of).saturating_mul(part).max(1);
        let [enough, more, trial] = EXHAUSTIVE_PARTS.map(part);
        let most = if self.has_at_most(planned) {
            enough
        } else if self.has_at_most(planned.saturating_mul(OVERESTIMATED)) {
            more
        } else {
            let is_hopeless = !self.has_at_most(planned.saturating_mul(HOPELESS));
            trial.min(if is_hopeless { HOPELESS_TRIALS } else { MOST_TRIALS })
        };
        let left = frontier.len();
        let is_effective = runs.saturating_add(left) <= part(MOST_EXHAUSTIVE) && left <= runs.saturating_mul(MOST_LEFT);
        runs < most || is_effective
    }

    /// The run with this number, from 0, of this shard. `runs` is the number of runs that were needed before. `None` if
    /// all have been done.
    pub(super) fn task(&self, number: u64, runs_before: u64) -> Option<Task> {
        let number = number.checked_mul(self.shard.count())?.checked_add(self.shard.index() - 1)?;
        if number >= self.runs.saturating_sub(runs_before) {
            return None;
        }
        if let Some(task) = self.systematic(number) {
            return Some(task);
        }
        let mut random = self.random(number);
        let seed = (self.draws_random_numbers && random.bool()).then(|| random.u64(..MOST_SEEDS));
        let deviations = seed.map(Deviation::Seed).into_iter().collect();
        Some(Task { deviations, strategy: self.sampled(number, random.get_seed())? })
    }

    /// A run with one deviation, if it is time for one.
    fn systematic(&self, number: u64) -> Option<Task> {
        let share = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (single, postponed) = match self.kind {
            StrategyKind::Single => (Some(share(number)), None),
            StrategyKind::Portfolio => match (number / SHARES, number % SHARES) {
                // The nearest and the farthest single deviations in turn.
                (round, 0) if round % 2 == 1 => (self.singles.len().checked_sub(share(round / 2) + 1), None),
                (round, 0) => (Some(share(round / 2)), None),
                (round, 1) => (None, Some(share(round))),
                _ => return None,
            },
            _ => return None,
        };
        if let Some(&(point, alternative)) = single.and_then(|index| self.singles.get(index)) {
            let strategy = StrategySpec::Single { point, alternative };
            return Some(Task { deviations: Vec::new(), strategy });
        }
        let postponed = postponed.and_then(|index| self.postponed.get(index))?;
        Some(Task { deviations: vec![postponed.clone()], strategy: StrategySpec::DefaultOrder })
    }

    /// The strategy of a sampled run.
    fn sampled(&self, number: u64, seed: u64) -> Option<StrategySpec> {
        let weighted = || StrategySpec::Walk { seed, weights: Some(Arc::clone(&self.weights)) };
        let pct = |depth| StrategySpec::Pct { seed, depth, points: self.points };
        let plain = || StrategySpec::Walk { seed, weights: None };
        let is_last = self.runs != u64::MAX && number >= self.runs - self.runs / PLAIN_RANDOM_PART;
        Some(match self.kind {
            StrategyKind::Single if number == 0 => StrategySpec::DefaultOrder,
            StrategyKind::Single => return None,
            StrategyKind::Weighted => weighted(),
            StrategyKind::Pct => pct(if number.is_multiple_of(2) { 2 } else { 3 }),
            StrategyKind::Random => plain(),
            StrategyKind::Portfolio if number == NEWEST_FIRST => StrategySpec::NewestFirst,
            _ if is_last => plain(),
            _ => match number % 4 {
                0 => pct(2),
                2 => pct(3),
                _ => weighted(),
            },
        })
    }
}

/// The postponements of each piece of work that need not run when it does: to the end, and then by 2, 4, 8 and so on
/// pieces of work.
fn postponements(default: &Run) -> Vec<Deviation> {
    let order: Vec<&WorkName> = default.ran.iter().map(|ran| &ran.work.name).collect();
    let mut works: Vec<&WorkName> = default.points.offers.iter().map(|offer| &offer.then).collect();
    let mut seen = BTreeSet::new();
    works.retain(|work| seen.insert(*work));
    let positions: BTreeMap<&WorkName, usize> = order.iter().enumerate().map(|(index, &name)| (name, index)).collect();
    let distances = std::iter::once(usize::MAX).chain((1..usize::BITS).map(|power| 1 << power));
    let mut postponed = Vec::new();
    for distance in distances.take_while(|&distance| distance == usize::MAX || distance < order.len()) {
        for &work in &works {
            let Some(&position) = positions.get(work) else { continue };
            let until = position.saturating_add(distance).min(order.len() - 1);
            if until > position && (distance == usize::MAX || until == position + distance) {
                postponed.push(Deviation::Postpone { work: work.clone(), until: order[until].clone() });
            }
        }
    }
    postponed
}

/// The single deviations of the default order. Nearest first: those whose work would run soonest anyway.
fn nearest_first(default: &Run) -> Vec<(usize, usize)> {
    let positions: FxHashMap<&WorkName, usize> =
        default.ran.iter().enumerate().map(|(index, ran)| (&ran.work.name, index)).collect();
    let position = |name: &WorkName| positions.get(name);
    let mut singles: Vec<(usize, usize, usize)> = Vec::new();
    for offer in &default.points.offers {
        let distance = match (&offer.first, &offer.alternative) {
            (Some(first), _) => {
                let distance = position(first).zip(position(&offer.then)).map(|(one, other)| one.abs_diff(*other));
                distance.unwrap_or(usize::MAX)
            }
            _ => 1,
        };
        singles.push((distance, offer.point, offer.index));
    }
    singles.sort_unstable();
    singles.into_iter().map(|(_, point, index)| (point, index)).collect()
}
