//! One run of an exhaustive exploration, until it ends: where it follows a list of picks, and what it does then.

use rustc_hash::FxHashSet;

use super::super::footprints::{Footprint, Key, Recorded, Recorder, conflict_across_runs, is_nothing};
use super::super::wire::{Wire, wire_fields};
use super::{Alternative, Pick, Point};

/// The index of the default in a list of picks, where another run has picked something else.
const DEFAULT: u16 = u16::MAX;

/// The picks of a run that are not the default: the number of the point, and the index of the alternative.
pub(in crate::exploration) type Picks = Vec<(u32, u16)>;

/// What a run is to do.
#[derive(Clone, Debug, Default)]
pub(in crate::exploration) struct Path {
    pub(in crate::exploration) picks: Picks,
    /// Work that other runs have run at the point of the last pick. Until something has run that conflicts with it, it
    /// need not run.
    pub(super) sleep: Vec<Asleep>,
    /// What is to run after the picks, if it can.
    pub(super) then: Vec<Key>,
}

impl From<Picks> for Path {
    fn from(picks: Picks) -> Self {
        Self { picks, ..Self::default() }
    }
}

/// Work, and what it accessed when it ran.
#[derive(Clone, Debug)]
pub(super) struct Asleep {
    pub(super) key: Key,
    pub(super) footprint: Footprint,
}

/// A point behind the picks of a path.
#[derive(Clone, Debug)]
pub(in crate::exploration) struct Fresh {
    pub(super) state: u64,
    pub(super) number: u32,
    /// The index of what was picked.
    pub(super) picked: u16,
    pub(super) tried: Tried,
}

/// Which alternatives of a point are tried.
#[derive(Clone, Debug)]
pub(super) enum Tried {
    /// All of this number.
    All(u32),
    /// At a point between pieces of work: those that reverse races.
    Races(Chosen),
}

/// What is chosen at a point between pieces of work.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// `None` if all that could run sleeps.
    pub(super) work: Option<Key>,
    pub(super) sleep: Vec<Asleep>,
    /// What could run, besides work of which it is known that it does nothing.
    pub(super) others: Vec<Key>,
}

/// A point between pieces of work that a run has passed.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) state: u64,
    pub(super) number: u32,
    /// The index of the work that ran then.
    pub(super) work: usize,
    /// What could run, with the index of the pick.
    pub(super) choices: Vec<(Key, u16)>,
    pub(super) chosen: Key,
}

/// A run that has ended.
#[derive(Clone, Debug, Default)]
pub(in crate::exploration) struct Walked {
    pub(super) passed: Vec<Passed>,
    pub(super) recorded: Vec<Recorded>,
}

wire_fields! {
    Path { picks, sleep, then }
    Asleep { key, footprint }
    Fresh { state, number, picked, tried }
    Chosen { work, sleep, others }
    Passed { state, number, work, choices, chosen }
    Walked { passed, recorded }
}

impl Wire for Tried {
    fn put(&self, bytes: &mut Vec<u8>) {
        let (all, races) = match self {
            Self::All(count) => (Some(*count), None),
            Self::Races(chosen) => (None, Some(chosen.clone())),
        };
        (all, races).put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        match Wire::get(bytes)? {
            (Some(count), None) => Some(Self::All(count)),
            (None, Some(chosen)) => Some(Self::Races(chosen)),
            _ => None,
        }
    }
}

/// Follows a path, and then the default, or at points between pieces of work what does not sleep.
pub(in crate::exploration) struct Walk {
    path: Path,
    next: u32,
    passed: Vec<Passed>,
    /// The work that need not run now.
    sleep: Vec<Asleep>,
    /// The number of pieces of work that have run when `sleep` was last brought up to date.
    seen: usize,
}

impl Walk {
    pub(in crate::exploration) fn new(path: Path) -> Self {
        Self { path, next: 0, passed: Vec::new(), sleep: Vec::new(), seen: 0 }
    }

    /// Picks at a point. Also returns the point if it is behind the picks of the path.
    pub(in crate::exploration) fn step(&mut self, point: &Point<'_>) -> (Pick, Option<Fresh>) {
        let number = self.next;
        self.next += 1;
        if let Some(recorder) = point.recorder {
            self.wake(recorder);
        } else {
            // What runs next conflicts with everything.
            self.sleep.clear();
        }
        let followed = self.follow(number);
        let choices = point.recorder.map(|recorder| choices(point, recorder));
        let picked = match (followed, &choices, point.recorder) {
            (None, Some(choices), Some(recorder)) => self.pick_work(choices, recorder),
            _ => Some(followed.unwrap_or(DEFAULT)),
        };
        let work = choices.iter().flatten().find(|(_, index)| Some(*index) == picked).map(|(key, _)| *key);
        let fresh = followed.is_none().then(|| {
            let tried = match &choices {
                Some(choices) => Tried::Races(self.chosen(work, choices)),
                None => Tried::All(u32::try_from(point.alternatives.len()).unwrap_or(u32::MAX)),
            };
            Fresh { state: point.state, number, picked: picked.unwrap_or(DEFAULT), tried }
        });
        // What follows is equivalent to what other runs run.
        let Some(picked) = picked else { return (Pick::Stop, fresh) };
        if let (Some(choices), Some(recorder)) = (choices, point.recorder) {
            let chosen = work.unwrap_or_default();
            self.passed.push(Passed { state: point.state, number, work: recorder.count(), choices, chosen });
        }
        (pick(picked), fresh)
    }

    /// The run has ended.
    pub(in crate::exploration) fn ended(&mut self, recorder: &Recorder) -> Walked {
        let passed = std::mem::take(&mut self.passed);
        if passed.is_empty() {
            return Walked::default();
        }
        Walked { passed, recorded: recorder.with_recorded(<[Recorded]>::to_vec) }
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
                ran.iter().all(|ran| ran.key != asleep.key && !conflict_across_runs(&ran.footprint, &asleep.footprint))
            });
        });
    }

    fn chosen(&self, work: Option<Key>, choices: &[(Key, u16)]) -> Chosen {
        let does_nothing = |key: Key| self.sleep.iter().any(|it| it.key == key && is_nothing(&it.footprint));
        let others = choices.iter().map(|(key, _)| *key).filter(|&key| !does_nothing(key)).collect();
        Chosen { work, sleep: self.sleep.clone(), others }
    }

    /// The index of the pick of the path at a point; `None` behind its picks.
    fn follow(&mut self, number: u32) -> Option<u16> {
        let last = self.path.picks.last()?.0;
        if number > last {
            return None;
        }
        if number == last {
            self.sleep = std::mem::take(&mut self.path.sleep);
        }
        let index = self.path.picks.binary_search_by_key(&number, |&(point, _)| point);
        Some(index.map_or(DEFAULT, |index| self.path.picks[index].1))
    }

    /// The index of what runs at a point between pieces of work. `None` if everything sleeps.
    fn pick_work(&mut self, choices: &[(Key, u16)], recorder: &Recorder) -> Option<u16> {
        if !self.path.then.is_empty() {
            let ran: FxHashSet<Key> = recorder.with_recorded(|recorded| recorded.iter().map(|it| it.key).collect());
            self.path.then.retain(|key| !ran.contains(key));
        }
        let is_awake = |key: Key| self.sleep.iter().all(|asleep| asleep.key != key);
        let wanted = self.path.then.iter().find_map(|wanted| choices.iter().find(|(key, _)| key == wanted));
        let wanted = wanted.filter(|(key, _)| is_awake(*key));
        wanted.or_else(|| choices.iter().find(|(key, _)| is_awake(*key))).map(|&(_, index)| index)
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

impl Fresh {
    /// What was picked, if it was not the default.
    pub(super) fn pick(&self) -> Option<(u32, u16)> {
        (self.picked != DEFAULT).then_some((self.number, self.picked))
    }
}
