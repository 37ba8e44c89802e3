//! The deviations of a run: what they have done so far, and why that is allowed.

use super::clause::{Clause, Clauses};
use super::rules::{Allowed, Level};
use super::schedule::{Deviation, SlowUntil};
use super::tracker::{Tracker, WorkInfo};
use super::work_name::WorkName;

/// A deviation of a run: what it did, and why that is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedDeviation {
    /// The deviation.
    pub deviation: Deviation,
    /// The work that ran earlier or took time, or the idle callback; the main script for a seed.
    pub work: WorkInfo,
    /// The other work, for [`Deviation::Before`], [`Deviation::FiresBefore`] and
    /// [`Deviation::Postpone`], and the work of the timer for [`Deviation::Slow`].
    pub then: Option<WorkInfo>,
    /// Why the standards allow it.
    pub clauses: Vec<Clause>,
    /// The level that it needs.
    pub level: Level,
}

/// A deviation and what it has done so far.
#[derive(Clone)]
pub(super) struct Active {
    pub(super) deviation: Deviation,
    pub(super) applied: Option<Effect>,
    /// The due times that a slow task has outlasted.
    pub(super) waited: u32,
}

/// What the steps of a deviation did.
#[derive(Clone)]
pub(super) struct Effect {
    work: WorkInfo,
    then: Option<WorkInfo>,
    pub(super) clauses: Clauses,
    pub(super) level: Level,
}

impl Active {
    pub(super) fn new(deviation: Deviation) -> Self {
        Self { deviation, applied: None, waited: 0 }
    }

    pub(super) fn apply(&mut self, allowed: &Allowed, effect: impl FnOnce() -> (WorkInfo, Option<WorkInfo>)) {
        let applied = self.applied.get_or_insert_with(|| {
            let (work, then) = effect();
            Effect { work, then, clauses: Clauses::default(), level: Level::default() }
        });
        applied.clauses = applied.clauses.union(allowed.clauses);
        applied.level = applied.level.max(allowed.level);
    }

    /// Whether it cannot have an effect any more, although its target has not ended.
    pub(super) fn is_over(&self, tracker: &Tracker) -> bool {
        match &self.deviation {
            Deviation::Before { first, .. } | Deviation::FiresBefore { first, .. } => tracker.has_ended(first),
            Deviation::Postpone { until, .. } => tracker.has_ended(until),
            _ => false,
        }
    }

    /// Whether it may have an effect as things are.
    pub(super) fn is_pending(&self, tracker: &Tracker) -> bool {
        match &self.deviation {
            Deviation::Before { first, then, .. } | Deviation::FiresBefore { first, then } => {
                tracker.waiting(first).is_some() && tracker.waiting(then).is_some()
            }
            Deviation::Postpone { work, until } => tracker.waiting(work).is_some() && !tracker.has_ended(until),
            Deviation::Slow { work, .. } => tracker.is_named(tracker.last().map(|(work, _)| work), work),
            Deviation::Late { work } => tracker.waiting(work).is_some(),
            Deviation::ShortIdle { .. } | Deviation::Choose { .. } | Deviation::Seed(_) => false,
        }
    }

    /// Whether it can never be [pending](Self::is_pending) again.
    pub(super) fn has_passed(&self, tracker: &Tracker) -> bool {
        match &self.deviation {
            Deviation::Before { first, then, .. } | Deviation::FiresBefore { first, then } => {
                tracker.has_ended(first) || tracker.has_ended(then)
            }
            Deviation::Postpone { work, until } => tracker.has_ended(work) || tracker.has_ended(until),
            // If the work after it turns out to do nothing, it is the last one again.
            Deviation::Slow { work, .. } => !tracker.has_run_lately(work) && tracker.waiting(work).is_none(),
            Deviation::Late { work } => tracker.has_ended(work),
            Deviation::ShortIdle { .. } | Deviation::Choose { .. } | Deviation::Seed(_) => true,
        }
    }

    /// What the deviation did; `None` if it had no effect.
    pub(super) fn applied(&self, tracker: &Tracker) -> Option<AppliedDeviation> {
        let Self { deviation, applied, .. } = self.clone();
        let Effect { work, mut then, clauses, level } = match (applied, &deviation) {
            (Some(effect), _) => effect,
            (None, Deviation::Seed(_)) => Effect {
                work: WorkInfo::main(),
                then: None,
                clauses: Clauses::default().with(Clause::RandomNumbers),
                level: Level::Intent,
            },
            (None, _) => return None,
        };
        if let Deviation::Postpone { until, .. } | Deviation::Slow { until: SlowUntil::Timer(until), .. } = &deviation {
            // It may have been scheduled later.
            then = tracker.named(until);
        }
        Some(AppliedDeviation { deviation, work, then, clauses: clauses.iter().collect(), level })
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
        let names = deviation.names();
        let is_missing = |name: &&&WorkName| ***name != WorkName::main() && !tracker.has_seen(name);
        let missing = names.iter().find(is_missing).map(|&name| name.clone());
        Self { deviation, missing }
    }
}
