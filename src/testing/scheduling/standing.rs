//! Where a piece of work stands among the work that is ready, by the recommendation of the specification.

use std::cmp::Reverse;

use crate::event_loop::WorkKind;
use crate::scheduling::{EffectivePriority, QueueKind, TaskPriority};

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
    pub(super) index: usize,
}

impl Standing {
    pub(super) fn new(level: EffectivePriority, age: u64, index: usize) -> Self {
        Self { level: Reverse(level), age, index }
    }

    pub(super) fn level(self) -> EffectivePriority {
        self.level.0
    }

    /// The same work at another level.
    pub(super) fn at(self, level: EffectivePriority) -> Self {
        Self { level: Reverse(level), ..self }
    }
}
