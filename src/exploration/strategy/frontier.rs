//! What an exhaustive exploration has tried, and what is left to try.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::super::footprints::{Footprint, Key, is_nothing};
use super::super::shard::Shard;
use super::super::wire::wire_fields;
use super::races::{Races, Reversal};
use super::walk::{Asleep, Chosen, Fresh, Passed, Path, Picks, Tried, Walked};

/// The most lists of picks that wait to be tried.
const MOST_UNTRIED: usize = 1_000_000;

/// The number of states that are remembered. What follows from others is run again when they are reached again.
const MOST_REACHED: usize = 4_000_000;

/// A point between pieces of work.
#[derive(Clone, Debug, Default)]
pub(in crate::exploration) struct Node {
    /// The work that has been tried here or will be, in order, and what it accessed, once it has run.
    tried: Vec<(Key, Option<Footprint>)>,
    sleep: Vec<Asleep>,
    /// What could run, besides work of which it is known that it does nothing.
    others: Vec<Key>,
}

wire_fields! {
    Node { tried, sleep, others }
}

impl Node {
    fn new(Chosen { work, sleep, others }: &Chosen) -> Self {
        let tried = work.map(|work| (work, None)).into_iter().collect();
        Self { tried, sleep: sleep.clone(), others: others.clone() }
    }

    fn has_tried(&self, key: Key) -> bool {
        self.tried.iter().any(|(tried, _)| *tried == key)
    }

    /// Whether what starts with this work is run by one of the runs from here, or is equivalent to what others run.
    fn covers(&self, key: Key) -> bool {
        self.has_tried(key) || self.sleep.iter().any(|asleep| asleep.key == key)
    }

    /// The work that need not run first in a run from here that starts with other work.
    fn sleep(&self) -> Vec<Asleep> {
        let known =
            |(key, footprint): &(Key, Option<Footprint>)| Some(Asleep { key: *key, footprint: footprint.clone()? });
        self.sleep.iter().cloned().chain(self.tried.iter().filter_map(known)).collect()
    }
}

/// The picks that have not been tried, and the states that have been reached. Shared by all threads.
pub(in crate::exploration) struct Frontier {
    state: Mutex<State>,
    shard: Shard,
    /// Whether its runs record what work accesses.
    is_reduced: bool,
}

#[derive(Default)]
struct State {
    untried: VecDeque<Path>,
    reached: FxHashSet<u64>,
    /// The points between pieces of work, by their states.
    nodes: FxHashMap<u64, Node>,
    /// The number of runs in progress. They may add picks.
    running: usize,
    /// Whether picks were left out because there were too many.
    is_incomplete: bool,
}

impl State {
    fn add(&mut self, path: Path) {
        if self.untried.len() >= MOST_UNTRIED {
            self.is_incomplete = true;
        } else {
            self.untried.push_back(path);
        }
    }

    /// Whether a run is the first to reach a state.
    fn reaches(&mut self, state: u64, reached: &Reached) -> bool {
        if self.reached.len() >= MOST_REACHED {
            return !self.reached.contains(&state);
        }
        let is_new = self.reached.insert(state);
        if is_new {
            reached.borrow_mut().push(state);
        }
        is_new
    }
}

/// A frontier while no run is in progress.
#[derive(Clone, Debug)]
pub(in crate::exploration) struct Untried {
    pub(in crate::exploration) paths: VecDeque<Path>,
    pub(in crate::exploration) reached: BTreeSet<u64>,
    pub(in crate::exploration) is_incomplete: bool,
    /// The points between pieces of work, by their states, if only races are reversed there.
    pub(in crate::exploration) nodes: Option<FxHashMap<u64, Node>>,
}

/// The states that a run was the first to reach.
pub(in crate::exploration) type Reached = Rc<RefCell<Vec<u64>>>;

impl Frontier {
    /// A frontier with the default order only.
    pub(in crate::exploration) fn new(shard: Shard) -> Self {
        Self::of(State { untried: [Path::default()].into(), ..State::default() }, shard, false)
    }

    /// A frontier whose runs record what work accesses, so that only races are reversed. Shards do not know of each
    /// other's races, so it cannot be divided.
    pub(in crate::exploration) fn reduced() -> Self {
        Self { is_reduced: true, ..Self::new(Shard::default()) }
    }

    fn of(state: State, shard: Shard, is_reduced: bool) -> Self {
        Self { state: Mutex::new(state), shard, is_reduced }
    }

    /// Continues with what has not been tried.
    pub(in crate::exploration) fn resume(untried: Untried, shard: Shard) -> Self {
        let Untried { paths, reached, is_incomplete, nodes } = untried;
        let (is_reduced, nodes) = (nodes.is_some(), nodes.unwrap_or_default());
        let state = State { untried: paths, reached: reached.into_iter().collect(), nodes, running: 0, is_incomplete };
        Self::of(state, if is_reduced { Shard::default() } else { shard }, is_reduced)
    }

    /// Copies what has not been tried. No run may be in progress.
    pub(in crate::exploration) fn untried(&self) -> Untried {
        let state = self.lock();
        Untried {
            paths: state.untried.clone(),
            reached: state.reached.iter().copied().collect(),
            is_incomplete: state.is_incomplete,
            nodes: self.is_reduced.then(|| state.nodes.clone()),
        }
    }

    /// Takes a path that has not been tried; `None` if there is none now. [`Self::done`] must follow.
    pub(super) fn take(&self) -> Option<Path> {
        let mut state = self.lock();
        let path = state.untried.pop_front()?;
        state.running += 1;
        Some(path)
    }

    /// A run has ended.
    pub(super) fn done(&self) {
        self.lock().running -= 1;
    }

    /// Takes the path of a run back that was stopped before its end. What follows from it is reached again.
    pub(in crate::exploration) fn give_back(&self, path: Path, reached: &Reached) {
        self.forget(reached);
        self.lock().untried.push_front(path);
    }

    /// Forgets what a run has reached that is done again.
    pub(super) fn forget(&self, reached: &Reached) {
        let mut state = self.lock();
        for reached in reached.take() {
            state.reached.remove(&reached);
            state.nodes.remove(&reached);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of runs that are left to try, as far as it is known.
    pub(in crate::exploration) fn len(&self) -> u64 {
        self.lock().untried.len() as u64
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

    /// Whether its runs record what work accesses.
    pub(in crate::exploration) const fn is_reduced(&self) -> bool {
        self.is_reduced
    }

    /// Whether points between pieces of work are known at which only races are reversed.
    pub(in crate::exploration) fn reverses_races(&self) -> bool {
        !self.lock().nodes.is_empty()
    }

    /// Whether there are orders that have not been tried, because others stand for them.
    pub(in crate::exploration) fn leaves_out(&self) -> bool {
        self.lock().nodes.values().any(|node| node.others.iter().any(|&key| !node.has_tried(key)))
    }

    /// Whether the orders that start with these picks belong to this shard.
    pub(super) fn owns(&self, picks: &[(u32, u16)]) -> bool {
        let mut hasher = FxHasher::default();
        picks[..picks.len().min(2)].hash(&mut hasher);
        // The lowest bits of this hash are not evenly distributed.
        self.shard.contains(hasher.finish() >> 32)
    }

    /// A run has come to a point after these picks. Returns whether it is the first to reach its state.
    pub(super) fn reach(&self, fresh: &Fresh, made: &Picks, reached: &Reached) -> bool {
        let mut state = self.lock();
        if let Tried::Races(chosen @ Chosen { work: None, .. }) = &fresh.tried {
            // The run ends here, so what follows has not been tried.
            state.nodes.entry(fresh.state).or_insert_with(|| Node::new(chosen));
            return true;
        }
        if !state.reaches(fresh.state, reached) {
            return false;
        }
        match &fresh.tried {
            Tried::All(count) => self.add_all(&mut state, made, fresh.number, *count),
            Tried::Races(chosen) => drop(state.nodes.insert(fresh.state, Node::new(chosen))),
        }
        true
    }

    /// Adds all alternatives of a point.
    fn add_all(&self, state: &mut State, made: &Picks, point: u32, count: u32) {
        for alternative in 0..u16::try_from(count).unwrap_or(u16::MAX) {
            let mut picks = made.clone();
            picks.push((point, alternative));
            if picks.len() == 2 && !self.owns(&picks) {
                continue;
            }
            state.add(picks.into());
        }
    }

    /// Adds the runs that reverse the races of one that has ended.
    pub(super) fn reverse(&self, made: &Picks, Walked { passed, recorded }: &Walked) {
        let races = Races::of(recorded);
        let ran: FxHashSet<Key> = recorded.iter().map(|recorded| recorded.key).collect();
        let idle = recorded.iter().filter(|recorded| is_nothing(&recorded.footprint));
        let idle: FxHashSet<Key> = idle.map(|recorded| recorded.key).collect();
        let mut state = self.lock();
        for passed in passed {
            let Some(work) = recorded.get(passed.work) else { continue };
            if let Some(node) = state.nodes.get_mut(&passed.state) {
                node.others.retain(|key| !idle.contains(key));
                if let Some((_, footprint)) = node.tried.iter_mut().find(|(key, _)| *key == passed.chosen) {
                    footprint.get_or_insert_with(|| work.footprint.clone());
                }
            }
            for Reversal { initials, order } in races.reversals(passed.work) {
                state.try_first(made, passed, &initials, &order);
            }
            // Something has removed it.
            for (key, _) in passed.choices.iter().filter(|(key, _)| !ran.contains(key)) {
                state.try_first(made, passed, &[*key], &[*key]);
            }
        }
    }
}

impl State {
    /// Adds a run that starts with one of the initials at a point, unless there is one.
    fn try_first(&mut self, made: &Picks, passed: &Passed, initials: &[Key], order: &[Key]) {
        let Some(node) = self.nodes.get_mut(&passed.state) else { return };
        if initials.iter().any(|&key| node.covers(key)) {
            return;
        }
        let possible = passed.choices.iter().find(|(key, _)| initials.contains(key));
        // It should be possible; if not, everything is tried.
        let firsts: Vec<(Key, u16)> = match possible {
            Some(&first) => vec![first],
            None => passed.choices.iter().filter(|(key, _)| !node.covers(*key)).copied().collect(),
        };
        let before = made.partition_point(|&(number, _)| number < passed.number);
        let mut paths = Vec::new();
        for (key, index) in firsts {
            let mut picks = made[..before].to_vec();
            picks.push((passed.number, index));
            let then = order.iter().copied().filter(|it| *it != key).collect();
            paths.push(Path { picks, sleep: node.sleep(), then });
            node.tried.push((key, None));
        }
        for path in paths {
            self.add(path);
        }
    }
}
