//! Chooses the steps of a run: those that a schedule demands, and otherwise those that a strategy picks.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::clause::{Clause, Clauses};
use super::rules::{Allowed, Bounds, Level, MOST_DEADLINES};
use super::schedule::Deviation;
use super::situation::{Queue, Situation, Step};
use super::strategy::{Alternative, Pick, Point, Strategy};
use super::tracker::{Tracker, WorkInfo};
use super::work_name::WorkName;
use crate::event_loop::{Timestamp, WorkId};

/// A deviation of a run: what it did, and why that is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedDeviation {
    /// The deviation.
    pub deviation: Deviation,
    /// The work that ran earlier or took time, or the idle callback; the main script for a seed.
    pub work: WorkInfo,
    /// The work that ran later, for [`Deviation::Before`].
    pub then: Option<WorkInfo>,
    /// Why the standards allow it.
    pub clauses: Vec<Clause>,
    /// The level that it needs.
    pub level: Level,
}

/// A deviation and what it has done so far.
struct Active {
    deviation: Deviation,
    applied: Option<Effect>,
    /// The due times that a slow task has outlasted.
    waited: u32,
}

/// What the steps of a deviation did.
struct Effect {
    work: WorkInfo,
    then: Option<WorkInfo>,
    clauses: Clauses,
    level: Level,
}

impl Active {
    fn new(deviation: Deviation) -> Self {
        Self { deviation, applied: None, waited: 0 }
    }

    fn apply(&mut self, allowed: &Allowed, effect: impl FnOnce() -> (WorkInfo, Option<WorkInfo>)) {
        let applied = self.applied.get_or_insert_with(|| {
            let (work, then) = effect();
            Effect { work, then, clauses: Clauses::default(), level: Level::default() }
        });
        applied.clauses = applied.clauses.union(allowed.clauses);
        applied.level = applied.level.max(allowed.level);
    }
}

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

/// Chooses the steps of one run.
pub(super) struct Chooser<S> {
    bounds: Bounds,
    active: Vec<Active>,
    /// Without a strategy, the run follows its deviations only.
    strategy: Option<S>,
    /// Whether a step has been taken since the last work ended.
    has_stepped: bool,
    /// Whether the step that is being chosen makes the last task take longer.
    is_outlasting: bool,
    /// When the loop could first fire the timers that are due, and how many pieces of work had run by then.
    noticed: FxHashMap<WorkId, (Timestamp, u64)>,
    /// The number of pieces of work that have run.
    ran: u64,
    pub(super) points: Points,
    pub(super) is_stopped: bool,
}

impl<S: Strategy> Chooser<S> {
    /// Follows `deviations`, and asks the strategy where they demand nothing.
    pub(super) fn new(bounds: Bounds, deviations: &[Deviation], strategy: Option<S>) -> Self {
        let active = deviations.iter().cloned().map(Active::new).collect();
        Self {
            bounds,
            active,
            strategy,
            has_stepped: false,
            is_outlasting: false,
            noticed: FxHashMap::default(),
            ran: 0,
            points: Points::default(),
            is_stopped: false,
        }
    }

    /// When the loop could first fire a timer that is due.
    pub(super) fn notice(&mut self, timer: WorkId, now: Timestamp) -> Timestamp {
        self.noticed.entry(timer).or_insert((now, self.ran)).0
    }

    /// Chooses the next step.
    pub(super) fn decide(&mut self, situation: &Situation, tracker: &Tracker) -> Step {
        let step = self.demanded(situation, tracker).or_else(|| self.picked(situation, tracker));
        let step = step.unwrap_or(situation.default);
        match step {
            Step::Run(_) => {
                self.has_stepped = false;
                self.ran += 1;
            }
            Step::Fire(timer) => {
                self.noticed.remove(&timer);
                self.has_stepped = true;
            }
            Step::WaitUntil(_) => self.has_stepped = !self.is_outlasting,
        }
        self.is_outlasting = false;
        step
    }

    /// The step that an active deviation demands.
    fn demanded(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        self.slow_down(situation, tracker).or_else(|| self.run_before(situation, tracker))
    }

    fn slow_down(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        if self.has_stepped {
            return None;
        }
        let last = situation.last.work;
        let is_slow = |active: &&mut Active| match &active.deviation {
            Deviation::Slow { work, deadlines } => active.waited < *deadlines && tracker.is_named(last, work),
            _ => false,
        };
        let active = self.active.iter_mut().find(is_slow)?;
        active.waited += 1;
        let allowed = slow_step(&self.bounds, situation)?;
        active.apply(&allowed, || (tracker.info(last), None));
        self.outlast();
        Some(allowed.step)
    }

    /// The last task takes longer: the loop notices the timers that became due during it when it ends.
    fn outlast(&mut self) {
        self.is_outlasting = true;
        self.noticed.retain(|_, (_, ran)| *ran < self.ran);
    }

    fn run_before(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return None };
        let is_firing = matches!(situation.default, Step::Fire(_));
        for active in &mut self.active {
            let Deviation::Before { first, then, late } = &active.deviation else { continue };
            if *late != is_firing || !tracker.is_named(Some(default), then) {
                continue;
            }
            let Some(work) = tracker.waiting(first) else { continue };
            if let Some(allowed) = self.bounds.advance(work, tracker.queue(work), situation) {
                active.apply(&allowed, || (tracker.info(Some(work)), Some(tracker.info(Some(default)))));
                return Some(allowed.step);
            }
        }
        None
    }

    /// The step that the strategy picks.
    fn picked(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        if self.strategy.is_none() || self.is_stopped {
            return None;
        }
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return None };
        let offers = self.offers(situation, tracker);
        if offers.is_empty() {
            return None;
        }
        let alternatives: Vec<Alternative> = offers.iter().map(|(alternative, _)| *alternative).collect();
        let index = self.ask(default, &alternatives, |chooser| chooser.state(situation, tracker), tracker)?;
        let (alternative, allowed) = offers[index];
        if alternative == Alternative::Slow {
            self.outlast();
        }
        let active = self.activate(alternative, default, situation, tracker);
        let then = matches!(alternative, Alternative::Before(_)).then(|| tracker.info(Some(default)));
        let work = match alternative {
            Alternative::Before(work) => Some(work),
            _ => situation.last.work,
        };
        active.apply(&allowed, || (tracker.info(work), then));
        Some(allowed.step)
    }

    /// Asks the strategy at a point, and counts the point. Returns the index of the alternative that it picks.
    fn ask(
        &mut self,
        default: WorkId,
        alternatives: &[Alternative],
        state: impl FnOnce(&Self) -> u64,
        tracker: &Tracker,
    ) -> Option<usize> {
        let state = state(self);
        let pick = self.strategy.as_mut()?.pick(&Point { default, alternatives, state, tracker });
        if pick == Pick::Stop {
            self.is_stopped = true;
            return None;
        }
        let index = match pick {
            Pick::Alternative(index) if index < alternatives.len() => Some(index),
            _ => None,
        };
        self.points.count(default, alternatives, index, tracker);
        index
    }

    /// The alternatives to the default step.
    fn offers(&self, situation: &Situation, tracker: &Tracker) -> Vec<(Alternative, Allowed)> {
        let heads = situation.heads.iter().map(|head| (head.work, head.queue));
        let horizon = situation.next_due_times(MOST_DEADLINES).last().copied().unwrap_or(situation.now);
        let timers = situation.timers.iter().filter(|timer| timer.due <= horizon);
        let waiting = heads.chain(timers.map(|timer| (timer.work, timer.queue)));
        let before = waiting.filter_map(|(work, queue)| {
            let allowed = self.bounds.advance(work, queue, situation)?;
            Some((Alternative::Before(work), allowed))
        });
        let slow = if self.may_slow_down(situation, tracker) { slow_step(&self.bounds, situation) } else { None };
        before.chain(slow.map(|allowed| (Alternative::Slow, allowed))).collect()
    }

    /// Whether the last work can take time: only directly after it, before any other step.
    fn may_slow_down(&self, situation: &Situation, tracker: &Tracker) -> bool {
        let last = situation.last.work;
        let waited = self.active.iter().find_map(|active| match &active.deviation {
            Deviation::Slow { work, .. } if tracker.is_named(last, work) => Some(active.waited as usize),
            _ => None,
        });
        !self.has_stepped && waited.is_none_or(|waited| waited < MOST_DEADLINES)
    }

    /// Adds a deviation to the active ones.
    fn activate(
        &mut self,
        alternative: Alternative,
        default: WorkId,
        situation: &Situation,
        tracker: &Tracker,
    ) -> &mut Active {
        let deviation = match alternative {
            Alternative::Before(first) => Deviation::Before {
                first: tracker.name(Some(first)),
                then: tracker.name(Some(default)),
                late: matches!(situation.default, Step::Fire(_)),
            },
            Alternative::Slow => Deviation::Slow { work: tracker.name(situation.last.work), deadlines: 1 },
            Alternative::ShortIdle => Deviation::ShortIdle { work: tracker.name(Some(default)) },
        };
        let is_same = |active: &Active| match (&active.deviation, &deviation) {
            (Deviation::Slow { work, .. }, Deviation::Slow { work: other, .. }) => work == other,
            _ => false,
        };
        let index = self.active.iter().position(is_same).unwrap_or(self.active.len());
        if index == self.active.len() {
            self.active.push(Active::new(deviation));
        } else if let Deviation::Slow { deadlines, .. } = &mut self.active[index].deviation {
            *deadlines += 1;
        }
        self.active[index].waited += 1;
        &mut self.active[index]
    }

    /// Whether the idle period that starts with this callback has no time left.
    pub(super) fn shortens_idle_period(&mut self, callback: WorkId, tracker: &Tracker) -> bool {
        let is_short = |active: &&mut Active| match &active.deviation {
            Deviation::ShortIdle { work } => tracker.is_named(Some(callback), work),
            _ => false,
        };
        let allowed = Allowed {
            step: Step::Run(callback),
            clauses: Clauses::default().with(Clause::IdlePeriodLength),
            level: Level::Intent,
        };
        if let Some(active) = self.active.iter_mut().find(is_short) {
            active.apply(&allowed, || (tracker.info(Some(callback)), None));
            return true;
        }
        if self.strategy.is_none() || self.is_stopped {
            return false;
        }
        let state = |chooser: &Self| {
            let mut hasher = FxHasher::default();
            (chooser.strategy_state(tracker), "idle").hash(&mut hasher);
            hasher.finish()
        };
        if self.ask(callback, &[Alternative::ShortIdle], state, tracker).is_none() {
            return false;
        }
        let mut active = Active::new(Deviation::ShortIdle { work: tracker.name(Some(callback)) });
        active.apply(&allowed, || (tracker.info(Some(callback)), None));
        self.active.push(active);
        true
    }

    /// A hash of everything that determines how the run continues.
    fn state(&self, situation: &Situation, tracker: &Tracker) -> u64 {
        let mut hasher = FxHasher::default();
        self.strategy_state(tracker).hash(&mut hasher);
        (situation.now, self.has_stepped).hash(&mut hasher);
        for timer in &situation.timers {
            (timer.serial, timer.noticed).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn strategy_state(&self, tracker: &Tracker) -> u64 {
        let mut hasher = FxHasher::default();
        tracker.hash_state(&mut hasher);
        for active in &self.active {
            let is_pending = match &active.deviation {
                Deviation::Before { first, then, .. } => {
                    tracker.waiting(first).is_some() && tracker.waiting(then).is_some()
                }
                Deviation::Slow { work, .. } => tracker.is_named(tracker.last().map(|(work, _)| work), work),
                Deviation::ShortIdle { .. } | Deviation::Seed(_) => false,
            };
            if is_pending {
                (&active.deviation, active.waited).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// The seed that the deviations give to `Math.random`, if they do.
    pub(super) fn seed(&self) -> Option<u64> {
        self.active.iter().find_map(|active| match active.deviation {
            Deviation::Seed(seed) => Some(seed),
            _ => None,
        })
    }

    /// The deviations that have not had an effect.
    pub(super) fn skipped(&self, tracker: &Tracker) -> Vec<SkippedDeviation> {
        let without_effect = self.active.iter().filter(|active| active.applied.is_none());
        let skipped = without_effect.map(|active| active.deviation.clone());
        skipped
            .filter(|deviation| !matches!(deviation, Deviation::Seed(_)))
            .map(|deviation| SkippedDeviation::new(deviation, tracker))
            .collect()
    }

    /// The deviations that had an effect.
    pub(super) fn finish(self) -> (Vec<AppliedDeviation>, Points) {
        let applied = self.active.into_iter().filter_map(|Active { deviation, applied, .. }| {
            let effect = match (applied, &deviation) {
                (Some(effect), _) => effect,
                (None, Deviation::Seed(_)) => Effect {
                    work: WorkInfo::main(),
                    then: None,
                    clauses: Clauses::default().with(Clause::RandomNumbers),
                    level: Level::Intent,
                },
                (None, _) => return None,
            };
            let Effect { work, then, clauses, level } = effect;
            Some(AppliedDeviation { deviation, work, then, clauses: clauses.iter().collect(), level })
        });
        (applied.collect(), self.points)
    }
}

/// The last task takes until the next due time.
fn slow_step(bounds: &Bounds, situation: &Situation) -> Option<Allowed> {
    let due = situation.next_due_times(1).first().copied()?;
    let is_busy = situation.heads.iter().any(|head| head.queue != Queue::Idle);
    let in_time = due.duration_since(situation.last.started) <= bounds.task_cost;
    // If nothing else is ready, time passes anyway.
    (in_time && (is_busy || matches!(situation.default, Step::Fire(_)))).then(|| Allowed {
        step: Step::WaitUntil(due),
        clauses: Clauses::default().with(Clause::TaskDuration),
        level: Level::Intent,
    })
}

impl Points {
    fn count(&mut self, default: WorkId, alternatives: &[Alternative], picked: Option<usize>, tracker: &Tracker) {
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
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
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

/// What a schedule asked for and a run could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedDeviation {
    /// The deviation.
    pub deviation: Deviation,
    /// The work that never existed, if that is the reason.
    pub missing: Option<WorkName>,
}

impl SkippedDeviation {
    pub(super) fn new(deviation: Deviation, tracker: &Tracker) -> Self {
        let names: Vec<&WorkName> = match &deviation {
            Deviation::Before { first, then, .. } => vec![first, then],
            Deviation::Slow { work, .. } | Deviation::ShortIdle { work } => vec![work],
            Deviation::Seed(_) => Vec::new(),
        };
        let is_missing = |name: &&&WorkName| ***name != WorkName::main() && !tracker.has_seen(name);
        let missing = names.iter().find(is_missing).map(|name| (*name).clone());
        Self { deviation, missing }
    }
}
