//! The choice of what runs next, as far as the standards leave it to the implementation.

use std::fmt::Write;
use std::time::Duration;

use super::candidate::{Candidate, Candidates};
use super::observer::Event;
use super::task_source::TaskSource;
use super::time::Timestamp;
use crate::scheduling::EffectivePriority;

/// Decides what runs next.
///
/// A policy may have state, such as a random seed or a script. It is called once for each task and for each timer that
/// fires; nothing runs during the call. It can only return one of the candidates.
///
/// ```
/// use posttask::event_loop::{Candidate, Candidates, DefaultPolicy, Policy};
///
/// /// Runs timers and other plain tasks before any scheduler task.
/// struct PlainTasksFirst;
///
/// impl Policy for PlainTasksFirst {
///     fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
///         let plain = candidates.due_timer().or(candidates.oldest_task());
///         plain.unwrap_or_else(|| DefaultPolicy.choose(candidates))
///     }
///
///     fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
///         match chosen.source() {
///             Some(source) => format!("{} tasks come first", source.as_str()),
///             None => DefaultPolicy.explain(chosen, candidates),
///         }
///     }
/// }
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().policy(PlainTasksFirst).build()?;
/// runtime.run_script(
///     "globalThis.order = [];
///      scheduler.postTask(() => order.push('task'), { priority: 'user-blocking' });
///      setTimeout(() => order.push('timeout'));",
/// )?;
/// runtime.run();
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("timeout,task".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
pub trait Policy {
    /// Chooses what runs next.
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a>;

    /// Chooses how long the idle period lasts that starts with this callback: any duration up to `longest`, which is
    /// the default.
    fn idle_period(&mut self, _callback: &Candidate<'_>, longest: Duration) -> Duration {
        longest
    }

    /// Whether the loop calls [`Self::observe`]. Constant for a policy.
    fn wants_events(&self) -> bool {
        false
    }

    /// Whether runs with this policy are compared with each other, so that nothing may depend on when the engine
    /// collects garbage: then, timers of collected signals stay until they are due. Constant for a policy.
    fn compares_runs(&self) -> bool {
        false
    }

    /// Called for each event, except those that are sent while the policy is asked. Nothing may run during the call.
    fn observe(&mut self, _now: Timestamp, _event: &Event<'_>) {}

    /// Explains in words why [`Self::choose`] has just chosen this candidate. Called only on request.
    fn explain(&self, _chosen: &Candidate<'_>, _candidates: &Candidates<'_>) -> String {
        "the policy has chosen it".to_owned()
    }
}

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
            return "no task is ready, and no timer is about to be due".to_owned();
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
    let first = "it is the oldest task not posted by a scheduler";
    match waiting.map(|waiting| (waiting, waiting.effective_priority().map_or(0, EffectivePriority::get))) {
        None => format!("{first}; no scheduler task is waiting"),
        Some((waiting, 0 | 1)) => format!("{first}; {waiting} waits until no other task is ready"),
        Some((waiting, _)) => format!("{first}, and older than {waiting}"),
    }
}
