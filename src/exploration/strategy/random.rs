//! Random walks.

use std::sync::Arc;

use fastrand::Rng;

use super::super::tracker::Weights;
use super::{Alternative, Pick, Point, Strategy};
use crate::event_loop::WorkId;

/// The weight of an alternative that is not a piece of work.
const OTHER_WEIGHT: f64 = 0.5;

/// Picks at random. In each run, it deviates at another part of the points: some failures need many deviations, and
/// others need all the rest to stay in its usual order.
pub(in crate::exploration) struct RandomWalk {
    random: Rng,
    /// The probability of considering a deviation at a point.
    eagerness: f64,
    /// The weights; all alternatives are equally likely without them.
    weights: Option<Arc<Weights>>,
    counts_orders: bool,
}

impl RandomWalk {
    pub(in crate::exploration) fn new(mut random: Rng, weights: Option<Arc<Weights>>) -> Self {
        let eagerness = [0.1, 0.25, 0.5, 1.0][random.usize(..4)];
        Self { random, eagerness, weights, counts_orders: false }
    }

    /// A walk in which all choices are equally likely, so that it estimates how many orders there are.
    pub(in crate::exploration) fn uniform(random: Rng) -> Self {
        Self { random, eagerness: 1.0, weights: None, counts_orders: true }
    }

    fn weight(&self, work: WorkId, point: &Point<'_>) -> f64 {
        let Some(weights) = &self.weights else { return 1.0 };
        1.0 + weights.get(point.tracker.name(Some(work)).place()).copied().unwrap_or_default()
    }
}

impl Strategy for RandomWalk {
    fn counts_orders(&self) -> bool {
        self.counts_orders
    }

    fn pick(&mut self, point: &Point<'_>) -> Pick {
        if self.eagerness < 1.0 && self.random.f64() >= self.eagerness {
            return Pick::Default;
        }
        let weights = point.alternatives.iter().map(|alternative| match *alternative {
            Alternative::Before(work) => self.weight(work, point),
            Alternative::Choose(_) => 1.0,
            _ if self.weights.is_none() => 1.0,
            _ => OTHER_WEIGHT,
        });
        let weights: Vec<f64> = std::iter::once(self.weight(point.default, point)).chain(weights).collect();
        let mut drawn = self.random.f64() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            drawn -= weight;
            if drawn < 0.0 {
                return Pick::from_index(index);
            }
        }
        Pick::Default
    }
}
