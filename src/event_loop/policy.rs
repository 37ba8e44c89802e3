//! What the standards leave to the implementation: from which of the ready sources the next task comes.

use super::TaskSource;
use crate::scheduling::{EffectivePriority, EnqueueOrder};

/// What could run now. The input of a [`Policy`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// The next scheduler task's effective priority and age.
    pub scheduler_task: Option<(EffectivePriority, EnqueueOrder)>,
    /// The oldest task of any other task source, and its age.
    pub task: Option<(TaskSource, EnqueueOrder)>,
    /// Whether somebody asked for an idle period, and no timer is about to be due.
    pub idle: bool,
}

/// What a [`Policy`] decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The next scheduler task.
    SchedulerTask,
    /// The oldest task of this source.
    Task(TaskSource),
    /// The next idle callback.
    Idle,
    /// There is nothing to choose from.
    Nothing,
}

/// Decides what runs next. Pure: the same input always gives the same answer.
pub type Policy = fn(&Ready) -> Choice;

/// The strategy that the specification [suggests], and that Chromium follows.
///
/// - Effective priority 3 to 5 comes before every other task source.
/// - 2, a `user-visible` task, and the other sources go by age.
/// - 0 and 1, `background`, run when no other task is ready.
/// - Idle callbacks run when nothing at all is ready.
///
/// [suggests]: https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing
#[must_use]
pub fn default_policy(ready: &Ready) -> Choice {
    match (ready.scheduler_task, ready.task) {
        (Some(_), None) => Choice::SchedulerTask,
        (Some((level, age)), Some((source, other_age))) => match level.get() {
            3.. => Choice::SchedulerTask,
            2 if age < other_age => Choice::SchedulerTask,
            _ => Choice::Task(source),
        },
        (None, Some((source, _))) => Choice::Task(source),
        (None, None) if ready.idle => Choice::Idle,
        (None, None) => Choice::Nothing,
    }
}
