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

/// Says in words why the [`default_policy`] chooses as it does.
///
/// ```
/// use posttask::event_loop::{Choice, Ready, TaskSource, default_policy, explain};
/// use posttask::scheduling::{TaskPriority, TaskQueues};
///
/// let mut queues = TaskQueues::new();
/// let background = queues.create_queue(TaskPriority::Background, false);
/// queues.push(background, ());
/// let next = queues.next().map(|next| (next.effective_priority, next.enqueue_order));
/// let timer = (TaskSource::Timer, queues.take_enqueue_order());
/// let ready = Ready { scheduler_task: next, task: Some(timer), idle: false };
/// let choice = default_policy(&ready);
/// assert_eq!(choice, Choice::Task(TaskSource::Timer));
/// assert_eq!(
///     explain(&ready, choice),
///     "the timer task (number 2) is the oldest of its kind; the waiting background task (number 1) only runs when no other source is ready"
/// );
/// ```
#[must_use]
pub fn explain(ready: &Ready, choice: Choice) -> String {
    match (choice, ready.scheduler_task, ready.task) {
        (Choice::SchedulerTask, Some((level, age)), other) => {
            let first = format!(
                "effective priority {} is the highest that waits, and number {} the oldest there",
                level.get(),
                age.get()
            );
            match other {
                None => format!("{first}; no other source is ready"),
                Some((source, _)) if level.get() >= 3 => {
                    format!("{first}; 3 to 5 come before every other source, so the {} task waits", source.as_str())
                }
                Some((source, other)) => {
                    let (source, other) = (source.as_str(), other.get());
                    format!(
                        "{first}; user-visible tasks and other sources go by age, and the {source} task is number {other}"
                    )
                }
            }
        }
        (Choice::Task(source), waiting, Some((_, age))) => {
            let first = format!("the {} task (number {}) is the oldest of its kind", source.as_str(), age.get());
            match waiting {
                None => format!("{first}; no scheduler task waits"),
                Some((level, other)) => {
                    let why = if level.get() < 2 { "only runs when no other source is ready" } else { "is younger" };
                    let (priority, kind, other) = (level.priority(), level.kind(), other.get());
                    format!("{first}; the waiting {priority} {kind} (number {other}) {why}")
                }
            }
        }
        (Choice::Idle, ..) => "nothing else is ready, and no timer is about to be due".to_owned(),
        _ => "nothing is ready".to_owned(),
    }
}
