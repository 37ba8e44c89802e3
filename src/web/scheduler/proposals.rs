//! Proposals for `Scheduler` that no browser ships. They are off unless the embedder turns them on, one by one.

use std::fmt;
use std::str::FromStr;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsData, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use super::javascript_task::Callback;
use super::scheduler_interface::Scheduler;
use super::task::Task;
use super::task_signal::PriorityOption;
use super::{PrioritySource, SchedulingState, TaskSignal};
use crate::event_loop::{EventLoop, WorkKind};
use crate::scheduling::TaskPriority;
use crate::web::dom::limit_exceeded;
use crate::web::webidl::{
    PendingPromise, attribute_name, catch_as_rejection, define_attribute, define_operation, enforce_range, event_loop,
    require_arguments_of, static_string, this_object,
};

/// A feature that is only proposed. It may change or disappear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proposal {
    /// `scheduler.wait(delay)`, from the explainer [Prioritized task scheduling][1]: waits like a task of the current
    /// priority that is posted with a delay.
    ///
    /// [1]: https://github.com/WICG/scheduling-apis/blob/main/explainers/prioritized-task-scheduling.md
    SchedulerWait,
    /// `scheduler.currentTaskSignal`, from the explainer [Propagating tasks' signals][1]: a `TaskSignal` for work that
    /// belongs to the current task.
    ///
    /// [1]: https://github.com/WICG/scheduling-apis/blob/main/explainers/post-task-propagation.md
    CurrentTaskSignal,
    /// `AsyncContext.Variable` and `AsyncContext.Snapshot`, from the [proposal of TC39][1]: values that follow
    /// asynchronous code.
    ///
    /// [1]: https://tc39.es/proposal-async-context/
    AsyncContext,
}

impl Proposal {
    /// All proposals.
    pub const ALL: [Self; 3] = [Self::SchedulerWait, Self::CurrentTaskSignal, Self::AsyncContext];

    /// The name, such as `scheduler-wait`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SchedulerWait => "scheduler-wait",
            Self::CurrentTaskSignal => "current-task-signal",
            Self::AsyncContext => "async-context",
        }
    }
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a name that no [`Proposal`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no proposal is named '{0}'; there are {names}", names = Proposal::ALL.map(Proposal::name).join(", "))]
pub struct UnknownProposal(String);

impl FromStr for Proposal {
    type Err = UnknownProposal;

    fn from_str(text: &str) -> Result<Self, UnknownProposal> {
        let found = Self::ALL.into_iter().find(|proposal| proposal.name() == text);
        found.ok_or_else(|| UnknownProposal(text.to_owned()))
    }
}

/// The proposals that the realms of a context have.
#[derive(Trace, Finalize, JsData)]
struct Enabled(#[unsafe_ignore_trace] Vec<Proposal>);

/// Whether the realms of a context have a proposal.
pub(crate) fn is_enabled(proposal: Proposal, context: &Context) -> bool {
    context.get_data::<Enabled>().is_some_and(|Enabled(enabled)| enabled.contains(&proposal))
}

/// Adds proposals to the realms that are created later.
pub(crate) fn enable_proposals(proposals: &[Proposal], context: &mut Context) {
    context.insert_data(Enabled(proposals.to_vec()));
}

impl Scheduler {
    /// The state that a continuation inherits; that of a `user-visible` task if there is none.
    fn inherited_state(&self, event_loop: &EventLoop) -> SchedulingState {
        let inherited = event_loop.capture().state.and_then(|state| SchedulingState::of(&state, self.id));
        inherited.unwrap_or_else(|| self.fixed_state(TaskPriority::UserVisible))
    }

    /// `wait(delay)`: like `postTask` with a callback that does nothing, a delay in milliseconds, and the inherited
    /// state.
    fn wait(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        // Omitted: the options `priority` and `signal`, which the explainer only sketches.
        let delay = enforce_range(&arguments[0], &"Scheduler.wait: delay", context)?;
        let event_loop = event_loop(context)?;
        let state = self.inherited_state(&event_loop);
        let (promise, result) = PendingPromise::new(context);
        if let Some(signal) = state.abort_source().filter(|signal| signal.is_aborted()) {
            self.reject_aborted(&result, signal, &state, &event_loop, context);
            return Ok(promise);
        }
        event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
        let work = event_loop.new_work(state.request(WorkKind::Task, (delay > 0).then_some(delay)), context);
        let nothing = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
        let nothing = FunctionObjectBuilder::new(context.realm(), nothing).build().into();
        let steps = Callback { function: nothing, realm: context.realm().clone(), promise: result };
        let task = Task::new(|| steps, self.id, state, work);
        task.post(delay, &event_loop, context);
        Ok(promise)
    }

    /// `currentTaskSignal`: the signal that determines the priority of the current task. If the priority is fixed, a
    /// signal with this priority, which is aborted when the task is.
    fn current_task_signal(&self, event_loop: &EventLoop, context: &mut Context) -> JsResult<JsValue> {
        let state = self.inherited_state(event_loop);
        match &state.priority_source() {
            PrioritySource::Signal(signal) => Ok(signal.object()),
            PrioritySource::Fixed(priority) => {
                let sources: Vec<_> = state.abort_source().cloned().into_iter().collect();
                let signal = TaskSignal::create_dependent(&sources, PriorityOption::Fixed(*priority), context)?;
                Ok(signal.object())
            }
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn wait(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| {
        let scheduler = this_object::<Scheduler>(this, "wait")?;
        require_arguments_of::<Scheduler>(arguments, 1, "wait")?;
        scheduler.wait(arguments, context)
    }))
}

fn current_task_signal(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scheduler = this_object::<Scheduler>(this, "currentTaskSignal")?;
    scheduler.current_task_signal(&*event_loop(context)?, context)
}

/// Adds the proposals to the interfaces of the current realm.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    let Some(Enabled(proposals)) = context.get_data::<Enabled>() else { return Ok(()) };
    for proposal in proposals.clone() {
        match proposal {
            Proposal::SchedulerWait => define_operation::<Scheduler>(static_string!("wait"), 1, wait, context)?,
            Proposal::AsyncContext => {}
            Proposal::CurrentTaskSignal => {
                define_attribute::<Scheduler>(attribute_name!("currentTaskSignal"), current_task_signal, context)?;
            }
        }
    }
    Ok(())
}
