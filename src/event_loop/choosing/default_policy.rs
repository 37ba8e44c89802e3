//! The choice that the specification suggests.

use std::fmt::Write;
use std::time::Duration;

use super::policy::Policy;
use crate::event_loop::queues::{Candidate, Candidates};
use crate::event_loop::work::TaskSource;
use crate::scheduling::EffectivePriority;

/// The strategy that the specification [suggests], and that Chromium follows.
///
/// - A timer that is due fires at once. The task that it queues competes with the others.
/// - Input runs before scheduler tasks, and so does an animation frame that has waited for 100 ms: programs yield for
///   both.
/// - Scheduler tasks with effective priority 3 to 5 run before the tasks of all other task sources.
/// - Scheduler tasks with effective priority 2 (`user-visible`) and the tasks of other sources run by age.
/// - Scheduler tasks with effective priority 0 or 1 (`background`) run when no other task is ready.
/// - Idle callbacks run when nothing else is ready.
///
/// [suggests]: https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultPolicy;

impl Policy for DefaultPolicy {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        if let Some(timer) = candidates.due_timer() {
            return timer;
        }
        match (candidates.scheduler_task(), candidates.oldest_task()) {
            (Some(task), Some(other)) => urgent(candidates).unwrap_or_else(|| {
                match task.effective_priority().map_or(0, EffectivePriority::get) {
                    3.. => task,
                    2 if task.order() < other.order() => task,
                    _ => other,
                }
            }),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => candidates.any(),
        }
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        if chosen.due().is_some() {
            return "it is due, and no timer fires before it".to_owned();
        }
        if chosen.is_idle_callback() {
            return "no task is ready, and no timer is due soon".to_owned();
        }
        match chosen.effective_priority() {
            Some(level) => explain_scheduler_task(chosen, level, candidates.oldest_task()),
            None if chosen.source() == Some(TaskSource::UserInteraction) => "input comes first".to_owned(),
            None if chosen.source() == Some(TaskSource::Rendering) && is_late(candidates) => {
                "the animation frame has waited for 100 ms".to_owned()
            }
            None => explain_plain_task(candidates.scheduler_task()),
        }
    }
}

/// How long an animation frame waits for scheduler tasks, as in Chromium.
const LONGEST_WAIT_OF_A_FRAME: Duration = Duration::from_millis(100);

/// What runs before any scheduler task.
fn urgent<'a>(candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
    let frame = || candidates.task(TaskSource::Rendering).filter(|_| is_late(candidates));
    candidates.task(TaskSource::UserInteraction).or_else(frame)
}

fn is_late(candidates: &Candidates<'_>) -> bool {
    let since = candidates.frame_waits_since();
    since.is_some_and(|since| candidates.now().duration_since(since) >= LONGEST_WAIT_OF_A_FRAME)
}

fn explain_scheduler_task(chosen: &Candidate<'_>, level: EffectivePriority, other: Option<Candidate<'_>>) -> String {
    let number = chosen.id().map(|number| format!(" ({number})")).unwrap_or_default();
    let (priority, kind) = (level.priority(), level.kind());
    let mut why = format!("{priority} is the highest priority waiting, and this is its oldest {kind}{number}");
    if level.get() % 2 == 1 {
        let _ = write!(why, "; continuations run before tasks of the same priority");
    }
    let _ = match other {
        None => write!(why, "; only scheduler tasks are ready"),
        Some(other) if level.get() >= 3 => write!(why, "; {priority} {kind}s run before {other}"),
        Some(other) if level.get() == 2 => write!(why, "; it is older than {other}"),
        Some(other) => write!(why, "; {other} could also have run"),
    };
    why
}

fn explain_plain_task(waiting: Option<Candidate<'_>>) -> String {
    let first = "it is the oldest task that was not posted by a scheduler";
    match waiting.map(|waiting| (waiting, waiting.effective_priority().map_or(0, EffectivePriority::get))) {
        None => format!("{first}; no scheduler task is waiting"),
        Some((waiting, 0 | 1)) => format!("{first}; {waiting} waits until no other task is ready"),
        Some((waiting, _)) => format!("{first}, and older than {waiting}"),
    }
}
