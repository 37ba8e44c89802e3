//! All orders, one run per order.
//!
//! Each run follows a given list of picks and then the default. At each later point, every alternative makes a new list
//! of picks. Different picks can lead to the same state, for example if a timer fires before or after a task that does
//! not depend on it. A run that reaches a state that another run has reached stops there.
//!
//! If several machines explore the orders, each takes some of the alternatives of the default order, and what follows
//! from them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

use super::super::shard::Shard;
use super::{Pick, Point, Strategy};

/// The picks of the first points of a run, as in [`Pick::from_index`].
type Picks = Vec<u16>;

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
    /// The number of alternatives of the default order so far.
    of_default: u64,
}

impl Frontier {
    /// A frontier with the default order only.
    pub(in crate::exploration) fn new(shard: Shard) -> Self {
        let frontier = Self { state: Mutex::default(), shard };
        frontier.lock().untried.push_back(Picks::new());
        frontier
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether everything has been tried.
    pub(in crate::exploration) fn is_exhausted(&self) -> bool {
        let state = self.lock();
        state.untried.is_empty() && state.running == 0
    }
}

/// Follows a list of picks of a [`Frontier`], and adds the picks that follow from it.
pub(in crate::exploration) struct Exhaustive {
    frontier: Arc<Frontier>,
    picks: Picks,
    next: usize,
}

impl Exhaustive {
    /// Takes picks that have not been tried; `None` if there are none now.
    pub(in crate::exploration) fn take(frontier: &Arc<Frontier>) -> Option<Self> {
        let mut state = frontier.lock();
        let picks = state.untried.pop_front()?;
        state.running += 1;
        drop(state);
        Some(Self { frontier: Arc::clone(frontier), picks, next: 0 })
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
        if let Some(&pick) = self.picks.get(number) {
            return Pick::from_index(pick.into());
        }
        let mut state = self.frontier.lock();
        if !state.reached.insert(point.state) {
            return Pick::Stop;
        }
        let alternatives = u16::try_from(point.alternatives.len()).unwrap_or(u16::MAX);
        let is_default = self.picks.iter().all(|&pick| pick == 0);
        for alternative in 1..=alternatives {
            if is_default {
                let number = state.of_default;
                state.of_default += 1;
                if !self.frontier.shard.contains(number) {
                    continue;
                }
            }
            let mut picks = self.picks.clone();
            picks.push(alternative);
            state.untried.push_back(picks);
        }
        drop(state);
        self.picks.push(0);
        Pick::Default
    }
}
