//! All orders, one run per order.
//!
//! Each run follows a given list of picks and then the default. At each later point, every alternative makes a new list
//! of picks. Different picks can lead to the same state, for example if a timer fires before or after a task that does
//! not depend on it. A run that reaches a state that another run has reached stops there.
//!
//! If it is recorded what work accesses, only those alternatives of a point between pieces of work make new lists that
//! reverse a race of a run: the others lead to orders that differ only in independent work. This is
//! source-set [dynamic partial-order reduction][dpor], with sleep sets. It relies on this: work that is not simple
//! conflicts with all other work, and all alternatives are tried at all other points. That is tested, and not proved.
//!
//! If several machines explore the orders, each runs the orders with one deviation, from which the others follow, and
//! then only its share of the orders with two deviations and of what follows from them.
//!
//! [dpor]: https://dl.acm.org/doi/10.1145/2535838.2535845

use std::rc::Rc;
use std::sync::Arc;

use super::super::footprints::Recorder;
use super::frontier::{Frontier, Reached};
use super::walk::{Fresh, Path, Picks, Walk, Walked};
use super::{Pick, Point, Strategy};

/// A run of a [`Frontier`], which adds the picks that follow from it.
pub(in crate::exploration) struct Exhaustive {
    frontier: Arc<Frontier>,
    path: Path,
    walk: Walk,
    reached: Reached,
    /// The picks of this run that are not the default.
    made: Picks,
}

impl Exhaustive {
    /// Takes picks that have not been tried; `None` if there are none now.
    pub(in crate::exploration) fn take(frontier: &Arc<Frontier>) -> Option<Self> {
        let path = frontier.take()?;
        Some(Self {
            frontier: Arc::clone(frontier),
            walk: Walk::new(path.clone()),
            made: path.picks.clone(),
            path,
            reached: Reached::default(),
        })
    }

    /// Whether this run counts for this shard. Others only lead to runs that do.
    pub(in crate::exploration) fn counts(&self) -> bool {
        self.frontier.owns(&self.path.picks)
    }

    /// Whether it is recorded what work accesses.
    pub(in crate::exploration) fn is_reduced(&self) -> bool {
        self.frontier.is_reduced()
    }

    /// The path of this run.
    pub(in crate::exploration) const fn path(&self) -> &Path {
        &self.path
    }

    /// The states that this run is the first to reach.
    pub(in crate::exploration) fn reached(&self) -> Reached {
        Rc::clone(&self.reached)
    }

    /// The run has come to a point behind the picks of its path, here or elsewhere. Returns whether the rest of the run
    /// is known.
    pub(in crate::exploration) fn passes(&mut self, fresh: &Fresh) -> bool {
        if !self.frontier.reach(fresh, &self.made, &self.reached) {
            return true;
        }
        self.made.extend(fresh.pick());
        false
    }

    /// The run has ended, here or elsewhere, and its rest was not known.
    pub(in crate::exploration) fn has_walked(&self, walked: &Walked) {
        if !walked.passed.is_empty() {
            self.frontier.reverse(&self.made, walked);
        }
    }

    /// The run is done again from its beginning: what it has reached is forgotten.
    pub(in crate::exploration) fn start_again(&mut self) {
        self.frontier.forget(&self.reached);
        self.made.clone_from(&self.path.picks);
        self.walk = Walk::new(self.path.clone());
    }
}

impl Drop for Exhaustive {
    fn drop(&mut self) {
        self.frontier.done();
    }
}

impl Strategy for Exhaustive {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let (pick, fresh) = self.walk.step(point);
        if fresh.is_some_and(|fresh| self.passes(&fresh)) { Pick::Stop } else { pick }
    }

    fn ended(&mut self, recorder: &Recorder) {
        let walked = self.walk.ended(recorder);
        self.has_walked(&walked);
    }

    fn needs_state(&self) -> bool {
        true
    }
}
