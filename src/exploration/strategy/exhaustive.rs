//! All orders, one run per order.
//!
//! Each run follows a given list of picks and then the default. At each later point, every alternative makes a new list
//! of picks. Different picks can lead to the same state, for example if a timer fires before or after a task that does
//! not depend on it. A run that reaches a state that another run has reached stops there.
//!
//! If it is known what work accesses, only those alternatives of a point between pieces of work make new lists that
//! reverse a race of a run: the others lead to orders that differ only in independent work. This is
//! source-set [dynamic partial-order reduction][dpor], with sleep sets. It relies on this: work that is not simple
//! conflicts with all other work, and all alternatives are tried at all other points. That is tested, and not proved.
//!
//! If several machines explore the orders, each runs the orders with one deviation, from which the others follow, and
//! then only its share of the orders with two deviations and of what follows from them. They do not know of each
//! other's races, so nothing is left out then.
//!
//! [dpor]: https://dl.acm.org/doi/10.1145/2535838.2535845

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::super::footprints::{Footprint, Key, Recorded, Recorder, conflict};
use super::super::shard::Shard;
use super::races::{Races, Reversal};
use super::{Alternative, Pick, Point, Strategy};

/// The most lists of picks that wait to be tried.
const MOST_UNTRIED: usize = 1_000_000;

/// The number of states that are remembered. What follows from others is run again when they are reached again.
const MOST_REACHED: usize = 4_000_000;

/// The index of the default in a list of picks, where another run has picked something else.
const DEFAULT: u16 = u16::MAX;

/// The picks of a run that are not the default: the number of the point, and the index of the alternative.
pub(in crate::exploration) type Picks = Vec<(u32, u16)>;

/// What a run is to do.
#[derive(Clone, Debug, Default)]
struct Path {
    picks: Picks,
    /// Work that other runs have run at the point of the last pick. Until something has run that conflicts with it, it
    /// need not run.
    sleep: Vec<Asleep>,
    /// What is to run after the picks, if it can.
    then: Vec<Key>,
}

/// Work, and what it accessed when it ran.
#[derive(Clone, Debug)]
struct Asleep {
    key: Key,
    footprint: Footprint,
}

/// A point between pieces of work.
#[derive(Debug, Default)]
struct Node {
    /// The work that has been tried here or will be, in order, and what it accessed, once it has run.
    tried: Vec<(Key, Option<Footprint>)>,
    sleep: Vec<Asleep>,
}

impl Node {
    /// Whether what starts with this work is run by one of the runs from here, or is equivalent to what others run.
    fn covers(&self, key: Key) -> bool {
        self.tried.iter().any(|(tried, _)| *tried == key) || self.sleep.iter().any(|asleep| asleep.key == key)
    }

    /// The work that need not run first in a run from here that starts with other work.
    fn sleep(&self) -> Vec<Asleep> {
        let known =
            |(key, footprint): &(Key, Option<Footprint>)| Some(Asleep { key: *key, footprint: footprint.clone()? });
        self.sleep.iter().cloned().chain(self.tried.iter().filter_map(known)).collect()
    }
}

/// A point between pieces of work that a run has passed.
struct Passed {
    state: u64,
    number: u32,
    /// The index of the work that ran then.
    work: usize,
    /// What could run, with the index of the pick.
    choices: Vec<(Key, u16)>,
    chosen: Key,
}

/// The picks that have not been tried, and the states that have been reached. Shared by all threads.
pub(in crate::exploration) struct Frontier {
    state: Mutex<State>,
    shard: Shard,
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
        frontier.lock().untried.push_back(Path::default());
        frontier
    }

    /// Continues with what has not been tried.
    pub(in crate::exploration) fn resume(untried: Untried, shard: Shard) -> Self {
        let Untried { picks, reached, is_incomplete } = untried;
        let untried = picks.into_iter().map(|picks| Path { picks, ..Path::default() }).collect();
        let state = State { untried, reached: reached.into_iter().collect(), is_incomplete, ..State::default() };
        Self { state: Mutex::new(state), shard }
    }

    /// Copies what has not been tried. No run may be in progress, and nothing may have been left out because it is
    /// independent.
    pub(in crate::exploration) fn untried(&self) -> Untried {
        let state = self.lock();
        Untried {
            picks: state.untried.iter().map(|path| path.picks.clone()).collect(),
            reached: state.reached.iter().copied().collect(),
            is_incomplete: state.is_incomplete,
        }
    }

    /// Takes the picks of a run back that was stopped before its end. What follows from them is reached again.
    pub(in crate::exploration) fn give_back(&self, picks: Picks, reached: &Reached) {
        let mut state = self.lock();
        for reached in reached.take() {
            state.reached.remove(&reached);
            state.nodes.remove(&reached);
        }
        // Without its sleep set, it may run more than it needs to.
        state.untried.push_front(Path { picks, ..Path::default() });
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

    /// Whether the points between pieces of work are known at which only races are reversed.
    pub(in crate::exploration) fn is_reduced(&self) -> bool {
        !self.lock().nodes.is_empty()
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
    path: Path,
    reached: Reached,
    next: u32,
    /// The picks of this run that are not the default.
    made: Picks,
    passed: Vec<Passed>,
    /// The work that need not run now.
    sleep: Vec<Asleep>,
    /// The number of pieces of work that have run when `sleep` was last brought up to date.
    seen: usize,
}

impl Exhaustive {
    /// Takes picks that have not been tried; `None` if there are none now.
    pub(in crate::exploration) fn take(frontier: &Arc<Frontier>) -> Option<Self> {
        let mut state = frontier.lock();
        let path = state.untried.pop_front()?;
        state.running += 1;
        drop(state);
        Some(Self {
            frontier: Arc::clone(frontier),
            path,
            reached: Reached::default(),
            next: 0,
            made: Picks::new(),
            passed: Vec::new(),
            sleep: Vec::new(),
            seen: 0,
        })
    }

    /// Whether this run counts for this shard. Others only lead to runs that do.
    pub(in crate::exploration) fn counts(&self) -> bool {
        self.frontier.owns(&self.path.picks)
    }

    /// The picks of this run, and the states that it is the first to reach.
    pub(in crate::exploration) fn trail(&self) -> (Picks, Reached) {
        (self.path.picks.clone(), Rc::clone(&self.reached))
    }

    /// The run has been done elsewhere, and has passed these points behind its picks: their states, and their numbers
    /// of alternatives. They follow on the `earlier` ones. Returns whether the rest of the run is known.
    pub(in crate::exploration) fn has_passed(&mut self, earlier: usize, points: &[(u64, u32)]) -> bool {
        self.made.clone_from(&self.path.picks);
        let first = self.path.picks.last().map_or(0, |&(last, _)| last + 1);
        let numbers = (first..).skip(earlier);
        let frontier = Arc::clone(&self.frontier);
        let mut state = frontier.lock();
        for (number, &(reached, alternatives)) in numbers.zip(points) {
            if !self.reaches(&mut state, reached) {
                return true;
            }
            self.add_all(&mut state, number, usize::try_from(alternatives).unwrap_or(usize::MAX));
        }
        false
    }

    /// The run is done again from its beginning: what it has reached is forgotten.
    pub(in crate::exploration) fn start_again(&mut self) {
        let mut state = self.frontier.lock();
        for reached in self.reached.take() {
            state.reached.remove(&reached);
        }
    }

    /// Adds all alternatives of a point.
    fn add_all(&self, state: &mut State, point: u32, alternatives: usize) {
        let alternatives = u16::try_from(alternatives).unwrap_or(u16::MAX);
        for alternative in 0..alternatives {
            let mut picks = self.made.clone();
            picks.push((point, alternative));
            if picks.len() == 2 && !self.frontier.owns(&picks) {
                continue;
            }
            state.add(Path { picks, ..Path::default() });
        }
    }

    /// Wakes the work that conflicts with what has run meanwhile.
    fn wake(&mut self, recorder: &Recorder) {
        let seen = std::mem::replace(&mut self.seen, recorder.count());
        if self.sleep.is_empty() {
            return;
        }
        recorder.with_recorded(|recorded| {
            let ran = recorded.get(seen..).unwrap_or_default();
            self.sleep.retain(|asleep| {
                ran.iter().all(|ran| ran.key != asleep.key && !conflict(&ran.footprint, &asleep.footprint))
            });
        });
    }

    /// Picks at a point that other runs have passed before. `None` if this run is the first.
    fn follow(&mut self, number: u32) -> Option<Pick> {
        let last = self.path.picks.last()?.0;
        if number > last {
            return None;
        }
        if number == last {
            self.sleep = std::mem::take(&mut self.path.sleep);
        }
        let index = self.path.picks.binary_search_by_key(&number, |&(point, _)| point);
        Some(index.ok().map_or(Pick::Default, |index| pick(self.path.picks[index].1)))
    }

    /// Whether this run is the first to reach a state.
    fn reaches(&self, state: &mut State, reached: u64) -> bool {
        if state.reached.len() >= MOST_REACHED {
            return !state.reached.contains(&reached);
        }
        let is_new = state.reached.insert(reached);
        if is_new {
            self.reached.borrow_mut().push(reached);
        }
        is_new
    }

    /// Picks at a point between pieces of work.
    fn pick_work(&mut self, choices: &[(Key, u16)], ran: &FxHashSet<Key>) -> Option<(Key, u16)> {
        self.path.then.retain(|key| !ran.contains(key));
        let is_awake = |key: Key| self.sleep.iter().all(|asleep| asleep.key != key);
        let wanted = self.path.then.iter().find_map(|wanted| choices.iter().find(|(key, _)| key == wanted));
        wanted.filter(|(key, _)| is_awake(*key)).or_else(|| choices.iter().find(|(key, _)| is_awake(*key))).copied()
    }

    /// The run passes a point between pieces of work, and runs one of them.
    fn pass(&mut self, point: &Point<'_>, recorder: &Recorder, number: u32, choices: Vec<(Key, u16)>, picked: Pick) {
        let index = match picked {
            Pick::Alternative(index) => u16::try_from(index).unwrap_or(DEFAULT),
            _ => DEFAULT,
        };
        let chosen = choices.iter().find(|(_, it)| *it == index).map_or(0, |(key, _)| *key);
        self.passed.push(Passed { state: point.state, number, work: recorder.count(), choices, chosen });
    }

    /// The first run at a point.
    fn discover(&mut self, point: &Point<'_>, number: u32) -> Pick {
        let frontier = Arc::clone(&self.frontier);
        let mut state = frontier.lock();
        if !self.reaches(&mut state, point.state) {
            return Pick::Stop;
        }
        let Some(recorder) = point.recorder else {
            self.add_all(&mut state, number, point.alternatives.len());
            return Pick::Default;
        };
        let choices = choices(point, recorder);
        let ran = recorder.with_recorded(|recorded| recorded.iter().map(|recorded| recorded.key).collect());
        let Some((key, index)) = self.pick_work(&choices, &ran) else {
            // What follows is equivalent to what other runs run.
            return Pick::Stop;
        };
        state.nodes.insert(point.state, Node { tried: vec![(key, None)], sleep: self.sleep.clone() });
        pick(index)
    }

    /// Adds the runs that reverse the races of this one.
    fn reverse(&self, recorded: &[Recorded]) {
        let races = Races::of(recorded);
        let ran: FxHashSet<Key> = recorded.iter().map(|recorded| recorded.key).collect();
        let mut state = self.frontier.lock();
        for passed in &self.passed {
            let Some(work) = recorded.get(passed.work) else { continue };
            if let Some(node) = state.nodes.get_mut(&passed.state)
                && let Some((_, footprint)) = node.tried.iter_mut().find(|(key, _)| *key == passed.chosen)
            {
                footprint.get_or_insert_with(|| work.footprint.clone());
            }
            for Reversal { initials, order } in races.reversals(passed.work) {
                self.try_first(&mut state, passed, &initials, &order);
            }
            // Something has removed it.
            for (key, _) in passed.choices.iter().filter(|(key, _)| !ran.contains(key)) {
                self.try_first(&mut state, passed, &[*key], &[*key]);
            }
        }
    }

    /// Adds a run that starts with one of the initials at a point, unless there is one.
    fn try_first(&self, state: &mut State, passed: &Passed, initials: &[Key], order: &[Key]) {
        let Some(node) = state.nodes.get_mut(&passed.state) else { return };
        if initials.iter().any(|&key| node.covers(key)) {
            return;
        }
        let possible = passed.choices.iter().find(|(key, _)| initials.contains(key));
        // It should be possible; if not, everything is tried.
        let firsts: Vec<(Key, u16)> = match possible {
            Some(&first) => vec![first],
            None => passed.choices.iter().filter(|(key, _)| !node.covers(*key)).copied().collect(),
        };
        let before = self.made.partition_point(|&(number, _)| number < passed.number);
        let mut paths = Vec::new();
        for (key, index) in firsts {
            let mut picks = self.made[..before].to_vec();
            picks.push((passed.number, index));
            let then = order.iter().copied().filter(|it| *it != key).collect();
            paths.push(Path { picks, sleep: node.sleep(), then });
            node.tried.push((key, None));
        }
        for path in paths {
            state.add(path);
        }
    }
}

/// The pick with an index of a list of picks.
fn pick(index: u16) -> Pick {
    if index == DEFAULT { Pick::Default } else { Pick::Alternative(index.into()) }
}

/// What could run at a point between pieces of work, with the indexes of the picks.
fn choices(point: &Point<'_>, recorder: &Recorder) -> Vec<(Key, u16)> {
    let alternatives = (0_u16..).zip(point.alternatives).filter_map(|(index, alternative)| match alternative {
        Alternative::Before(work) => Some((recorder.key(*work), index)),
        _ => None,
    });
    std::iter::once((recorder.key(point.default), DEFAULT)).chain(alternatives).collect()
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
        if let Some(recorder) = point.recorder {
            self.wake(recorder);
        } else {
            // What runs next conflicts with everything.
            self.sleep.clear();
        }
        let picked = self.follow(number).unwrap_or_else(|| self.discover(point, number));
        match picked {
            Pick::Stop => return picked,
            Pick::Alternative(index) => self.made.push((number, u16::try_from(index).unwrap_or(DEFAULT))),
            Pick::Default => {}
        }
        if let Some(recorder) = point.recorder {
            let choices = choices(point, recorder);
            self.pass(point, recorder, number, choices, picked);
        }
        picked
    }

    fn ended(&mut self, recorder: &Recorder) {
        if !self.passed.is_empty() {
            recorder.with_recorded(|recorded| self.reverse(recorded));
        }
    }

    fn needs_state(&self) -> bool {
        true
    }
}
