//! The choice of what runs next, as far as the standards leave it to the implementation.

use std::time::Duration;

use super::agents::{AgentStep, ReadyAgent};
use crate::event_loop::observing::{Event, NewWorker};
use crate::event_loop::queues::{Candidate, Candidates};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::WorkId;

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

    /// Chooses a timer that fires while a task runs, before work that the task asks for enters its queue. In HTML,
    /// timers wait in parallel with tasks. Only called if a timer is due and the loop is observed. By default, timers
    /// fire between tasks.
    #[doc(hidden)]
    fn fires_during_task<'a>(&mut self, _queued: WorkId, _candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        None
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
    fn observe(&mut self, _now: Timestamp, _event: &Event) {}

    /// Chooses which agent takes the next turn, or a timer of one that fires before that, if the policy
    /// [compares runs](Self::compares_runs) and the program has created a worker. The agent then asks its own policy:
    /// this one, or that of [`Self::of_worker`]. `now` is the time by the clock of the program.
    #[doc(hidden)]
    fn choose_agent(&mut self, _agents: &[ReadyAgent<'_>], _now: &dyn Fn() -> Timestamp) -> Option<AgentStep> {
        None
    }

    /// Called when the program has created a worker.
    #[doc(hidden)]
    fn worker_created(&mut self, _worker: &NewWorker) {}

    /// The policy of a worker. By default, it chooses as the host does.
    #[doc(hidden)]
    fn of_worker(&mut self, _worker: &NewWorker) -> Option<Box<dyn Policy>> {
        None
    }

    /// Called after an error has ended the phase that the loop is in. Whether the phase starts again, with one of these
    /// candidates. Only hosts have phases.
    #[doc(hidden)]
    fn restarts_phase(&mut self, _candidates: &Candidates<'_>) -> bool {
        false
    }

    /// Explains in words why [`Self::choose`] has just chosen this candidate. Called only on request.
    fn explain(&self, _chosen: &Candidate<'_>, _candidates: &Candidates<'_>) -> String {
        "the policy has chosen it".to_owned()
    }
}
