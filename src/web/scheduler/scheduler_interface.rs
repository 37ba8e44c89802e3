//! `Scheduler`: <https://wicg.github.io/scheduling-apis/#sec-scheduler>.

use std::str::FromStr;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::javascript_task::{Callback, Continuation};
use super::task::Task;
use super::{PrioritySource, SchedulingState, TaskSignal};
use crate::event_loop::{EventLoop, QueuePosition, Quirk, SchedulerId, WorkKind, WorkRequest};
use crate::scheduling::TaskPriority;
use crate::web::dom::{AbortSignal, limit_exceeded};
use crate::web::webidl::{
    Description, Dictionary, Enumeration, PendingPromise, callback_function, create, enforce_range, enumeration,
    event_loop, implementation, implements, interface, type_error,
};

/// The state of a `Scheduler`.
#[derive(Trace, Finalize)]
pub(crate) struct Scheduler {
    pub(super) id: SchedulerId,
    /// The states of work that has a fixed priority and no signal, by priority. Most work uses one of them.
    pub(super) fixed_states: [SchedulingState; TaskPriority::ALL.len()],
}

interface! {
    Scheduler;
    promise "postTask"(1) = Scheduler::schedule_a_post_task;
    promise "yield"(0) = Scheduler::schedule_a_yield_continuation;
}

/// An option of `yield` that can be inherited from the current task.
pub(super) enum Inheritable<T> {
    Inherit,
    Given(T),
}

/// A value of both `ContinuationPriority` and `SchedulerSignalInherit`.
const INHERIT: &str = "inherit";

impl Enumeration for Inheritable<TaskPriority> {
    const NAME: &'static str = "ContinuationPriority";
}

impl FromStr for Inheritable<TaskPriority> {
    type Err = <TaskPriority as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == INHERIT { Ok(Self::Inherit) } else { text.parse().map(Self::Given) }
    }
}

/// A `signal` option, and the same object as a `TaskSignal` if it is one.
pub(super) struct SignalOption {
    pub(super) abort: Gc<AbortSignal>,
    pub(super) task: Option<Gc<TaskSignal>>,
}

impl SignalOption {
    fn from_value(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Self> {
        let abort = implementation::<AbortSignal>(value, what, context)?;
        Ok(Self { abort, task: implements::<TaskSignal>(value) })
    }
}

impl Inheritable<SignalOption> {
    fn from_value(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Self> {
        if implements::<AbortSignal>(value).is_some() {
            return SignalOption::from_value(value, what, context).map(Self::Given);
        }
        if value.to_string(context)? == js_string!(INHERIT) {
            return Ok(Self::Inherit);
        }
        Err(type_error(format!("{what} is neither an AbortSignal nor '{INHERIT}'")))
    }
}

impl Scheduler {
    /// Creates a `Scheduler` object of the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(context: &mut Context) -> JsResult<(JsObject, Gc<Self>)> {
        let id = event_loop(context)?.new_scheduler_id();
        let state = Gc::new(Self { id, fixed_states: TaskPriority::ALL.map(SchedulingState::fixed) });
        Ok((create(&state, context)?, state))
    }

    /// The state of work that has a fixed priority and no signal.
    pub(super) fn fixed_state(&self, priority: TaskPriority) -> SchedulingState {
        self.fixed_states[priority as usize].clone()
    }

    /// Runs `steps` with the state of work at a fixed priority as the current state.
    pub(crate) fn with_fixed_priority<R>(
        &self,
        priority: TaskPriority,
        event_loop: &EventLoop,
        steps: impl FnOnce() -> R,
    ) -> R {
        let state = self.fixed_states[priority as usize].continuation_state(self.id, None, None);
        let _state = event_loop.enter_state(state);
        steps()
    }

    /// [Schedules a postTask task](https://wicg.github.io/scheduling-apis/#schedule-a-posttask-task).
    fn schedule_a_post_task(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let callback = callback_function(&arguments[0], "Scheduler.postTask: callback")?;
        // Members are converted in alphabetical order.
        let options = Dictionary::from_value(arguments.get_or_undefined(1), "Scheduler.postTask")?;
        let delay = options.convert(&js_string!("delay"), context, enforce_range)?.unwrap_or(0);
        let priority = options.convert(&js_string!("priority"), context, enumeration)?;
        let signal = options.convert(&js_string!("signal"), context, SignalOption::from_value)?;
        let event_loop = event_loop(context)?;
        // Step 2: compute the state. `postTask` inherits nothing.
        let state = self.compute_the_scheduling_state(
            signal.map(Inheritable::Given),
            priority.map(Inheritable::Given),
            &event_loop,
        );
        // Step 1, the promise, is here: the steps before cannot be observed.
        let (promise, result) = PendingPromise::new(context);
        // Steps 3 and 4: a signal that is already aborted rejects the promise, and nothing is scheduled.
        if let Some(signal) = state.abort_source().filter(|signal| signal.is_aborted()) {
            self.reject_aborted(&result, signal, &state, &event_loop, context);
            return Ok(promise);
        }
        event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
        // Steps 5 to 8: the handle, its abort steps, the steps of the task, and the delay.
        let request = state.request(WorkKind::Task, (delay > 0).then_some(delay));
        let request = WorkRequest { callback: Some(&callback), ..request };
        let work = event_loop.new_work(request, context);
        let steps = Callback { function: callback, realm: context.realm().clone(), promise: result };
        let task = Task::new(|| steps, self.id, state, work);
        // Steps 9 and 10: enqueue it, after the delay if there is one.
        task.post(delay, &event_loop, context);
        // Step 11: return the promise.
        Ok(promise)
    }

    /// [Schedules a yield continuation](https://wicg.github.io/scheduling-apis/#schedule-a-yield-continuation).
    fn schedule_a_yield_continuation(&self, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let event_loop = event_loop(context)?;
        // Browsers implement the newer revision, in which `yield` has no parameters.
        let ignored = JsValue::undefined();
        let takes_none = event_loop.has_quirk(Quirk::YieldIgnoresOptions);
        let options = if takes_none { &ignored } else { arguments.get_or_undefined(0) };
        let options = Dictionary::from_value(options, "Scheduler.yield")?;
        // Steps 2 and 3: the options. Members are converted in alphabetical order.
        let mut priority = options.convert(&js_string!("priority"), context, enumeration)?;
        let mut signal = options.convert(&js_string!("signal"), context, Inheritable::<SignalOption>::from_value)?;
        // Steps 4 and 5: without options, both are inherited. If only the signal is inherited, so is the priority.
        if priority.is_none() && matches!(signal, None | Some(Inheritable::Inherit)) {
            signal = Some(Inheritable::Inherit);
            priority = Some(Inheritable::Inherit);
        }
        // Step 6: compute the state.
        let state = self.compute_the_scheduling_state(signal, priority, &event_loop);
        // Step 1, the promise, is here: the steps before cannot be observed.
        let (promise, result) = PendingPromise::new(context);
        // Steps 7 and 8: a signal that is already aborted rejects the promise, and nothing is scheduled.
        if let Some(signal) = state.abort_source().filter(|signal| signal.is_aborted()) {
            self.reject_aborted(&result, signal, &state, &event_loop, context);
            return Ok(promise);
        }
        event_loop.check_tasks(0).map_err(|exceeded| limit_exceeded(exceeded, context))?;
        // Steps 9 to 12: the handle, its abort steps, and a continuation in the queue of its priority, which resolves
        // the promise.
        let work = event_loop.new_work(state.request(WorkKind::Continuation, None), context);
        let steps = Continuation { promise: result };
        Task::new(|| steps, self.id, state, work).queue(QueuePosition::Last, &event_loop);
        // Step 13: return the promise.
        Ok(promise)
    }

    /// Rejects the promise of a call whose signal is already aborted. If the rejection is not handled, the report says
    /// where the call was.
    pub(super) fn reject_aborted(
        &self,
        result: &PendingPromise,
        signal: &AbortSignal,
        state: &SchedulingState,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        let state = state.continuation_state(self.id, event_loop.caller(context), None);
        let _state = event_loop.enter_state(state);
        result.reject(signal.reason(), context);
    }

    /// [Computes the scheduling state from options][1].
    ///
    /// [1]: https://wicg.github.io/scheduling-apis/#compute-the-scheduling-state-from-options
    pub(super) fn compute_the_scheduling_state(
        &self,
        signal: Option<Inheritable<SignalOption>>,
        priority: Option<Inheritable<TaskPriority>>,
        event_loop: &EventLoop,
    ) -> SchedulingState {
        // Most work has neither a signal nor an inherited priority.
        match (&signal, &priority) {
            (None, None) => return self.fixed_state(TaskPriority::UserVisible),
            (None, Some(Inheritable::Given(priority))) => return self.fixed_state(*priority),
            _ => {}
        }
        // Omitted: step 1, an empty state: the state is created when its sources are known.
        // Step 2: the state to inherit, which is only looked for if an option needs it.
        let inherits = matches!(signal, Some(Inheritable::Inherit)) || matches!(priority, Some(Inheritable::Inherit));
        let inherits = inherits && !event_loop.has_quirk(Quirk::NoInheritance);
        let current = if inherits { event_loop.capture().state } else { None };
        let inherited = current.and_then(|state| SchedulingState::of(&state, self.id));
        // If both are inherited, the result is the inherited state: steps 3 and 5 copy both sources.
        if let (Some(Inheritable::Inherit), Some(Inheritable::Inherit), Some(inherited)) =
            (&signal, &priority, &inherited)
        {
            return inherited.clone();
        }
        // Steps 3 and 4: the abort source is the inherited one, or the given signal.
        let (abort_source, task_signal) = match signal {
            Some(Inheritable::Inherit) => (inherited.as_ref().and_then(SchedulingState::abort_source).cloned(), None),
            Some(Inheritable::Given(signal)) => (Some(signal.abort), signal.task),
            None => (None, None),
        };
        // Steps 5 to 7: the priority source is the inherited one, the given priority, or the given signal.
        let priority_source = match (priority, task_signal) {
            (Some(Inheritable::Inherit), _) => inherited.map(|state| state.priority_source()),
            (Some(Inheritable::Given(priority)), _) => Some(PrioritySource::Fixed(priority)),
            (None, Some(signal)) => Some(PrioritySource::Signal(signal)),
            (None, None) => None,
        };
        // Step 8: otherwise, the priority is "user-visible".
        let priority_source = priority_source.unwrap_or(PrioritySource::Fixed(TaskPriority::UserVisible));
        // Step 9. Fixed priorities without a signal share their states, as the note after the algorithm suggests.
        match (&abort_source, &priority_source) {
            (None, PrioritySource::Fixed(priority)) => self.fixed_state(*priority),
            _ => SchedulingState::new(abort_source, priority_source),
        }
    }
}
