//! Strategies as data: what another process needs to know to pick in the same way.

use std::sync::Arc;

use fastrand::Rng;

use super::super::tracker::Weights;
use super::pct::Pct;
use super::random::RandomWalk;
use super::{DefaultOrder, NewestFirst, SingleDeviation, Strategy};

/// Describes a strategy for one run.
#[derive(Clone, Debug)]
pub(in crate::exploration) enum StrategySpec {
    /// Always the default.
    DefaultOrder,
    /// One alternative at one point.
    Single { point: usize, alternative: usize },
    /// [`Pct`].
    Pct { seed: u64, depth: usize, points: usize },
    /// [`RandomWalk`].
    Walk { seed: u64, weights: Option<Arc<Weights>> },
    /// [`RandomWalk::uniform`].
    UniformWalk { seed: u64 },
    /// [`NewestFirst`].
    NewestFirst,
}

impl StrategySpec {
    /// Makes the strategy, which then picks the same in every process.
    pub(in crate::exploration) fn build(self) -> Box<dyn Strategy> {
        match self {
            Self::DefaultOrder => Box::new(DefaultOrder),
            Self::Single { point, alternative } => Box::new(SingleDeviation { point, alternative, next: 0 }),
            Self::Pct { seed, depth, points } => Box::new(Pct::new(Rng::with_seed(seed), depth, points)),
            Self::Walk { seed, weights } => Box::new(RandomWalk::new(Rng::with_seed(seed), weights)),
            Self::UniformWalk { seed } => Box::new(RandomWalk::uniform(Rng::with_seed(seed))),
            Self::NewestFirst => Box::new(NewestFirst),
        }
    }
}
