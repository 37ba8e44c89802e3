//! Where a piece of work stands among the work that is ready, by the recommendation of the specification.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use posttask::event_loop::WorkKind;
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};

/// The effective priority of a scheduler task. All other work has that of a `user-visible` task: the specification
/// [recommends] that `user-blocking` tasks run before it, and `background` tasks after it.
///
/// [recommends]: https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing
pub(super) fn level(kind: WorkKind, priority: Option<TaskPriority>) -> EffectivePriority {
    let queue = if kind == WorkKind::Continuation { QueueKind::Continuations } else { QueueKind::Tasks };
    EffectivePriority::new(priority.unwrap_or(TaskPriority::UserVisible), queue)
}

/// A place in the order of ready work: the highest level first, and then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    level: Reverse<EffectivePriority>,
    /// The index of the work in the history comes last, and is found by it.
    age: u64,
    index: usize,
}

/// The work that is ready.
#[derive(Debug, Default)]
pub(super) struct ReadyWork {
    all: BTreeSet<Standing>,
    next_age: u64,
}

impl ReadyWork {
    /// Adds work, which is the youngest.
    pub(super) fn add(&mut self, level: EffectivePriority, index: usize) -> Standing {
        let standing = Standing { level: Reverse(level), age: self.next_age, index };
        self.next_age += 1;
        self.all.insert(standing);
        standing
    }

    pub(super) fn remove(&mut self, standing: Standing) {
        self.all.remove(&standing);
    }

    /// Moves work to another level. It keeps its age.
    pub(super) fn set_level(&mut self, standing: &mut Standing, level: EffectivePriority) {
        self.all.remove(standing);
        standing.level = Reverse(level);
        self.all.insert(*standing);
    }

    /// The index of the work with the highest level, if that is above the given one.
    pub(super) fn first_above(&self, level: EffectivePriority) -> Option<usize> {
        let first = self.all.first().filter(|first| first.level.0 > level)?;
        Some(first.index)
    }
}
