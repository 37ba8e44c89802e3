//! Statistics of the points of a run at which more than one step was allowed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::strategy::Alternative;
use super::tracker::Tracker;
use super::work_name::WorkName;
use crate::event_loop::WorkId;

/// In which orders the work of two places ran, when either could have run next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenOrders {
    /// The place that sorts first ran first.
    pub(super) usual: bool,
    /// The place that sorts second ran first.
    pub(super) reversed: bool,
}

/// Statistics of the points of a run.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// The number of alternatives at each point.
    pub(super) alternatives: Vec<usize>,
    /// The number of points per place of the default work.
    pub(super) places: BTreeMap<Arc<str>, usize>,
    /// The pairs of places that could run in either order.
    pub(super) pairs: BTreeMap<(Arc<str>, Arc<str>), SeenOrders>,
    /// All alternatives.
    pub(super) offers: Vec<Offer>,
}

/// An alternative that a run had at a point.
#[derive(Debug)]
pub(super) struct Offer {
    /// The number of the point.
    pub(super) point: usize,
    /// The index of the alternative at this point.
    pub(super) index: usize,
    pub(super) alternative: Alternative,
    /// The work that would run earlier.
    pub(super) first: Option<WorkName>,
    /// The default work.
    pub(super) then: WorkName,
}

impl Points {
    /// Counts a point, and the alternative that was picked there.
    pub(super) fn count(
        &mut self,
        default: WorkId,
        alternatives: &[Alternative],
        picked: Option<usize>,
        tracker: &Tracker,
    ) {
        let number = self.alternatives.len();
        self.alternatives.push(alternatives.len());
        let then = tracker.name(Some(default));
        let place = Arc::clone(then.shared_place());
        *self.places.entry(Arc::clone(&place)).or_default() += 1;
        for (index, &alternative) in alternatives.iter().enumerate() {
            let first = match alternative {
                Alternative::Before(work) => Some(tracker.name(Some(work))),
                _ => None,
            };
            let other = first.as_ref().map(|first| Arc::clone(first.shared_place()));
            self.offers.push(Offer { point: number, index, alternative, first, then: then.clone() });
            let Some(other) = other else { continue };
            let is_usual = match place.cmp(&other) {
                Ordering::Equal => continue,
                Ordering::Less => true,
                Ordering::Greater => false,
            };
            let pair = if is_usual { (Arc::clone(&place), other) } else { (other, Arc::clone(&place)) };
            let seen = self.pairs.entry(pair).or_default();
            // The picked work runs before the default one; otherwise the default one comes first for now.
            match picked {
                Some(picked) if picked == index => *if is_usual { &mut seen.reversed } else { &mut seen.usual } = true,
                None => *if is_usual { &mut seen.usual } else { &mut seen.reversed } = true,
                Some(_) => {}
            }
        }
    }
}
