//! All orders, one run per order.
//!
//! Each run follows a given list of picks and then the default. At each later point, every alternative makes a new list
//! of picks. Different picks can lead to the same state, for example if a timer fires before or after a task that does
//! not depend on it. A run that reaches a state that another run has reached stops there.
//!
//! If several machines explore the orders, each runs the orders with one deviation, from which the others follow, and
//! then only its share of the orders with two deviations and of what follows from them.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use super::super::shard::Shard;
use super::{Pick, Point, Strategy};

/// The most lists of picks that wait to be tried.
const MOST_UNTRIED: usize = 1_000_000;

/// The number of states that are remembered. What follows from others is run again when they are reached again.
const MOST_REACHED: usize = 4_000_000;

/// The picks of a run that are not the default: the number of the point, and the index of the alternative.
pub(in crate::exploration) type Picks = Vec<(u32, u16)>;

/// The picks that have not been tried, and the states that have been reached. Shared by all threads.
pub(in crate::exploration) struct Frontier {
    state: Mutex<State>,
    shard: Shard,
}

#[derive(Default)]
struct State {
    untried: VecDeque<Picks>,
    reached: FxHashSet<u64>,
    /// The number of runs in progress. They may add picks.
    running: usize,
    /// Whether picks were left out because there were too many.
    is_incomplete: bool,
}

/// A frontier while no run is in progress.
#[derive(Clone, Debug)]
pub(in crate::exploration) struct Untried {
    pub(in crate::exploration) picks: VecDeque<Picks>,
    pub(in crate::exploration) reached: BTreeSet<u64>,
    pub(in crate::exploration) is_incomplete: bool,
}

/// The states that a run was the first to reach.
pub(in crate::exploration) type Reached = Rc<RefCell<Vec<u64>>>;

impl Frontier {
    /// A frontier with the default order only.
    pub(in crate::exploration) fn new(shard: Shard) -> Self {
        let frontier = Self { state: Mutex::default(), shard };
        frontier.lock().untried.push_back(Picks::new());
        frontier
    }

    /// Continues with what has not been tried.
    pub(in crate::exploration) fn resume(untried: Untried, shard: Shard) -> Self {
        let Untried { picks, reached, is_incomplete } = untried;
        let state = State { untried: picks, reached: reached.into_iter().collect(), running: 0, is_incomplete };
        Self { state: Mutex::new(state), shard }
    }

    /// Copies what has not been tried. No run may be in progress.
    pub(in crate::exploration) fn untried(&self) -> Untried {
        let state = self.lock();
        Untried {
            picks: state.untried.clone(),
            reached: state.reached.iter().copied().collect(),
            is_incomplete: state.is_incomplete,
        }
    }

    /// Takes the picks of a run back that was stopped before its end. What follows from them is reached again.
    pub(in crate::exploration) fn give_back(&self, picks: Picks, reached: &Reached) {
        let mut state = self.lock();
        for reached in reached.take() {
            state.reached.remove(&reached);
        }
        state.untried.push_front(picks);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is left to try.
    pub(in crate::exploration) fn is_exhausted(&self) -> bool {
        let state = self.lock();
        state.untried.is_empty() && state.running == 0
    }

    /// Whether everything has been tried.
    pub(in crate::exploration) fn is_complete(&self) -> bool {
        self.is_exhausted() && !self.lock().is_incomplete
    }

    /// Whether the orders that start with these picks belong to this shard.
    fn owns(&self, picks: &[(u32, u16)]) -> bool {
        let mut hasher = FxHasher::default();
        picks[..picks.len().min(2)].hash(&mut hasher);
        // The lowest bits of this hash are not evenly distributed.
        self.shard.contains(hasher.finish() >> 32)
    }
}

/// Follows a list of picks of a [`Frontier`], and adds the picks that follow from it.
pub(in crate::exploration) struct Exhaustive {
    frontier: Arc<Frontier>,
    picks: Picks,
    reached: Reached,
    next: u32,
}

impl Exhaustive {
    /// Takes picks that have not been tried; `None` if there are none now.
    pub(in crate::exploration) fn take(frontier: &Arc<Frontier>) -> Option<Self> {
        let mut state = frontier.lock();
        let picks = state.untried.pop_front()?;
        state.running += 1;
        drop(state);
        Some(Self { frontier: Arc::clone(frontier), picks, reached: Reached::default(), next: 0 })
    }

    /// Whether this run counts for this shard. Others only lead to runs that do.
    pub(in crate::exploration) fn counts(&self) -> bool {
        self.frontier.owns(&self.picks)
    }

    /// The picks of this run, and the states that it is the first to reach.
    pub(in crate::exploration) fn trail(&self) -> (Picks, Reached) {
        (self.picks.clone(), Rc::clone(&self.reached))
    }

    /// Adds the alternatives of a point.
    fn add(&self, state: &mut State, point: u32, alternatives: usize) {
        let alternatives = u16::try_from(alternatives).unwrap_or(u16::MAX);
        for alternative in 0..alternatives {
            let mut picks = self.picks.clone();
            picks.push((point, alternative));
            if picks.len() == 2 && !self.frontier.owns(&picks) {
                continue;
            }
            if state.untried.len() >= MOST_UNTRIED {
                state.is_incomplete = true;
                return;
            }
            state.untried.push_back(picks);
        }
    }
}

impl Drop for Exhaustive {
    fn drop(&mut self) {
        self.frontier.lock().running -= 1;
    }
}

impl Strategy for Exhaustive {
    fn pick(&mut self, point: &Point<'_>) -> Pick {
        let number = self.next;
        self.next += 1;
        if let Ok(index) = self.picks.binary_search_by_key(&number, |&(point, _)| point) {
            return Pick::Alternative(self.picks[index].1.into());
        }
        if self.picks.last().is_some_and(|&(last, _)| number < last) {
            return Pick::Default;
        }
        let mut state = self.frontier.lock();
        if state.reached.len() < MOST_REACHED {
            if !state.reached.insert(point.state) {
                return Pick::Stop;
            }
            self.reached.borrow_mut().push(point.state);
        } else if state.reached.contains(&point.state) {
            return Pick::Stop;
        }
        self.add(&mut state, number, point.alternatives.len());
        Pick::Default
    }

    fn needs_state(&self) -> bool {
        true
    }
}
