//! Exhaustive exploration in another process: it follows picks, and tells which points come behind them.

use std::cell::RefCell;
use std::rc::Rc;

use super::forks::Forks;
use super::messages::{Passed, Reply};
use super::wire::encode;
use crate::exploration::strategy::{Pick, Picks, Point, Strategy};

/// The number of points that are passed before somebody is asked for the first time whether the rest of the run is
/// known. Then it doubles: to ask takes as long as to run a piece of work or two.
const FIRST_BATCH: usize = 16;

/// The points that have been passed and not been sent.
pub(super) type PassedPoints = Rc<RefCell<Vec<Passed>>>;

/// Follows picks, and then the default.
pub(super) struct Trail {
    picks: Picks,
    next: u32,
    passed: PassedPoints,
    batch: usize,
    forks: Rc<dyn Forks>,
}

impl Trail {
    pub(super) fn new(picks: Picks, passed: PassedPoints, forks: Rc<dyn Forks>) -> Self {
        Self { picks, next: 0, passed, batch: FIRST_BATCH, forks }
    }

    /// Whether the rest of the run is known.
    fn is_known(&mut self) -> bool {
        if self.passed.borrow().len() < self.batch {
            return false;
        }
        self.batch = self.batch.saturating_mul(2);
        self.forks.ask(&encode(&Reply::Points(self.passed.take()))) == encode(&true)
    }
}

impl Strategy for Trail {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let number = self.next;
        self.next += 1;
        if self.picks.last().is_some_and(|&(last, _)| number <= last) {
            let index = self.picks.binary_search_by_key(&number, |&(point, _)| point);
            return index.map_or(Pick::Default, |index| Pick::Alternative(self.picks[index].1.into()));
        }
        let alternatives = u32::try_from(point.alternatives.len()).unwrap_or(u32::MAX);
        self.passed.borrow_mut().push((point.state, alternatives));
        if self.is_known() { Pick::Stop } else { Pick::Default }
    }

    fn needs_state(&self) -> bool {
        true
    }
}
