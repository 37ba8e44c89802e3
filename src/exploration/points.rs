//! Statistics of the points of a run at which more than one step was allowed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

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

/// The number of alternatives that are kept: more single deviations are not tried.
const MOST_OFFERS: usize = 10_000;

/// What could run at a point, and what was picked.
#[derive(Debug)]
pub(super) struct Branch {
    default: WorkId,
    alternatives: Vec<Alternative>,
    picked: Option<usize>,
}

impl Branch {
    /// The number of alternatives that make another order. Work that does nothing is not part of an order.
    fn alternatives(&self, tracker: &Tracker) -> usize {
        let does_something = |alternative: Alternative| match alternative {
            Alternative::Before(work) => !tracker.has_done_nothing(work),
            _ => true,
        };
        let picked = self.picked.map_or(Alternative::Before(self.default), |index| self.alternatives[index]);
        if !does_something(picked) {
            return 0;
        }
        let default = std::iter::once(Alternative::Before(self.default));
        default.chain(self.alternatives.iter().copied()).filter(|&it| does_something(it)).count() - 1
    }
}

/// Statistics of the points of a run.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// The number of alternatives at each point.
    pub(super) alternatives: Vec<usize>,
    /// The number of those that make another order, if the strategy counts them, and once the run has ended.
    pub(super) other_orders: Vec<usize>,
    pub(super) branches: Vec<Branch>,
    /// The number of points per place of the default work.
    pub(super) places: BTreeMap<Arc<str>, usize>,
    /// The pairs of work of different places of which either could run before the other: an alternative, and the
    /// default.
    pub(super) open: FxHashSet<(WorkId, WorkId)>,
    /// All alternatives of the first points.
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
    /// Keeps what could run at a point, and what was picked.
    pub(super) fn keep(&mut self, default: WorkId, alternatives: &[Alternative], picked: Option<usize>) {
        self.branches.push(Branch { default, alternatives: alternatives.to_vec(), picked });
    }

    /// The run has ended: it is known which work has done nothing.
    pub(super) fn count_other_orders(&mut self, tracker: &Tracker) {
        let branches = std::mem::take(&mut self.branches);
        self.other_orders = branches.iter().map(|branch| branch.alternatives(tracker)).collect();
    }

    /// Counts a point.
    pub(super) fn count(&mut self, default: WorkId, alternatives: &[Alternative], tracker: &Tracker) {
        let number = self.alternatives.len();
        self.alternatives.push(alternatives.len());
        let then = tracker.name(Some(default));
        let place = Arc::clone(then.shared_place());
        *self.places.entry(Arc::clone(&place)).or_default() += 1;
        let kept = MOST_OFFERS - self.offers.len();
        for (index, &alternative) in alternatives.iter().enumerate().take(kept) {
            let first = match alternative {
                Alternative::Before(work) | Alternative::FireBefore(work) => Some(tracker.name(Some(work))),
                _ => None,
            };
            self.offers.push(Offer { point: number, index, alternative, first, then: then.clone() });
        }
        // In which order work of one place runs is not told.
        let is_elsewhere = |work| !tracker.is_at(work, &place);
        self.open.extend(alternatives.iter().filter_map(|&alternative| match alternative {
            Alternative::Before(work) if is_elsewhere(work) => Some((work, default)),
            _ => None,
        }));
    }

    /// The pairs of places whose work could run in either order, and the orders in which it ran.
    pub(super) fn pairs(&self, tracker: &Tracker) -> BTreeMap<(Arc<str>, Arc<str>), SeenOrders> {
        let positions = tracker.positions();
        let place = |work| Arc::clone(tracker.name(Some(work)).shared_place());
        let mut pairs: BTreeMap<_, SeenOrders> = BTreeMap::new();
        let has_run = |work| !tracker.has_done_nothing(work);
        for &(one, other) in self.open.iter().filter(|(one, other)| has_run(*one) && has_run(*other)) {
            // If only one has run, it may have removed the other one.
            let is_usual = match (positions.get(&one), positions.get(&other)) {
                (Some(first), Some(second)) => first < second,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => continue,
            };
            let (one, other) = if is_usual { (one, other) } else { (other, one) };
            let (before, after) = (place(one), place(other));
            match before.cmp(&after) {
                Ordering::Equal => {}
                Ordering::Less => pairs.entry((before, after)).or_default().usual = true,
                Ordering::Greater => pairs.entry((after, before)).or_default().reversed = true,
            }
        }
        pairs
    }
}
