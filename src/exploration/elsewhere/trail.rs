//! Exhaustive exploration in another process: it follows a path, and tells which points come behind it.

use std::cell::RefCell;
use std::rc::Rc;

use super::forks::Forks;
use super::messages::{Reply, Rest};
use crate::exploration::footprints::Recorder;
use crate::exploration::strategy::{Path, Pick, Point, Strategy, Walk};
use crate::exploration::wire::encode;

/// The number of points that are passed before somebody is asked for the first time whether the rest of the run is
/// known. Then it doubles: to ask takes as long as to run a piece of work or two.
const FIRST_BATCH: usize = 16;

/// What a trail has passed and not sent.
pub(super) type Unsent = Rc<RefCell<Rest>>;

/// Follows a path, and then the default, or what reverses a race.
pub(super) struct Trail {
    walk: Walk,
    unsent: Unsent,
    batch: usize,
    forks: Rc<dyn Forks>,
}

impl Trail {
    pub(super) fn new(path: Path, unsent: Unsent, forks: Rc<dyn Forks>) -> Self {
        Self { walk: Walk::new(path), unsent, batch: FIRST_BATCH, forks }
    }

    /// Whether the rest of the run is known.
    fn is_known(&mut self) -> bool {
        if self.unsent.borrow().points.len() < self.batch {
            return false;
        }
        self.batch = self.batch.saturating_mul(2);
        let points = std::mem::take(&mut self.unsent.borrow_mut().points);
        self.forks.ask(&encode(&Reply::Points(points))) == encode(&true)
    }
}

impl Strategy for Trail {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let (pick, fresh) = self.walk.step(point);
        let Some(fresh) = fresh else { return pick };
        self.unsent.borrow_mut().points.push(fresh);
        if self.is_known() { Pick::Stop } else { pick }
    }

    fn ended(&mut self, recorder: &Recorder) {
        self.unsent.borrow_mut().walked = self.walk.ended(recorder);
    }

    fn needs_state(&self) -> bool {
        true
    }
}
