//! A scheduled task or continuation: both the scheduler task and the [task handle] of the specification.
//!
//! [task handle]: https://wicg.github.io/scheduling-apis/#task-handle

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsObject, JsValue};
use boa_gc::{Finalize, Gc, Trace, empty_trace};

use super::SchedulingState;
use crate::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::event_loop::{
    Departure, Ending, Event, EventLoop, QueuePosition, SchedulerId, SchedulerTask, TaskSource, TimerId, Work,
    WorkKind, in_realm,
};
use crate::scheduling::{QueueKind, TaskId, TaskPriority};
use crate::webidl::{PendingPromise, exception_value, invoke};

/// What a task does when it runs.
pub(super) enum TaskAction {
    /// Invokes the callback that was passed to `postTask`, in this realm.
    Callback(JsObject, Realm),
    /// Resolves the promise returned by `yield`.
    Continuation,
}

/// The stage of a task.
enum Phase {
    /// It waits for its delay and is not in a queue yet.
    Delayed(TimerId),
    Queued(TaskId),
    /// It is not scheduled yet, is running, has run, or was aborted: there is nothing to cancel.
    Over,
}

/// A task that `postTask` or `yield` scheduled. Its queue or its timer keeps it alive.
#[derive(Finalize)]
pub(super) struct Task {
    steps: TaskAction,
    result: PendingPromise,
    scheduler: SchedulerId,
    state: SchedulingState,
    work: Work,
    phase: Cell<Phase>,
    abort_steps: Cell<Option<AlgorithmId>>,
}

impl Task {
    /// [Creates a task handle](https://wicg.github.io/scheduling-apis/#create-a-task-handle) and adds its abort steps
    /// to the state's abort source, if that can still abort.
    pub(super) fn new(
        steps: TaskAction,
        result: PendingPromise,
        scheduler: SchedulerId,
        state: SchedulingState,
        work: Work,
    ) -> Rc<Self> {
        // Omitted: steps 1 to 3, a new handle without a task and a queue: the task is its own handle.
        let (phase, abort_steps) = (Cell::new(Phase::Over), Cell::new(None));
        let task = Rc::new(Self { steps, result, scheduler, state, work, phase, abort_steps });
        if let Some(signal) = task.state.abort_source() {
            task.abort_steps.set(AbortSignal::add_algorithm(signal, Rc::clone(&task) as _));
        }
        task
    }

    /// Calls [`SchedulerTask::enqueue`] after `delay` milliseconds. The abort steps cancel the timer, so it need not
    /// check the signal.
    pub(super) fn delay(self: &Rc<Self>, delay: u64, event_loop: &EventLoop) {
        let timer = event_loop.enqueue_after_a_timeout(delay, Rc::clone(self) as _);
        self.phase.set(Phase::Delayed(timer));
    }

    /// Like [`Self::delay`], for a polyfill: its delay is that of a `setTimeout`, whose task pushes this task.
    pub(super) fn delay_in_a_timer(self: &Rc<Self>, delay: u64, event_loop: &EventLoop, context: &mut Context) {
        let (task, realm) = (Rc::clone(self), context.realm().clone());
        let work = event_loop.new_host_work(WorkKind::Timeout, context);
        let timer = event_loop.run_steps_after_a_timeout(delay, work, move |event_loop, place| {
            event_loop.queue_a_global_task(TaskSource::Timer, work, place, realm, move |event_loop, _| {
                // If the task was aborted, its phase is over.
                if let Phase::Delayed(_) = task.phase.replace(Phase::Over) {
                    task.enqueue(QueuePosition::Last, event_loop);
                }
                Ok(())
            });
        });
        self.phase.set(Phase::Delayed(timer));
    }

    /// Like [`Self::run_callback`], for a polyfill: settles the promise before the microtasks of the callback.
    fn run_callback_of_a_polyfill(&self, callback: &JsObject, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let ending = event_loop.call_javascript(context, |context| {
            let ending = self.run_callback(callback, event_loop, context);
            self.complete();
            ending
        });
        event_loop.clean_up_after_running_script(context);
        ending
    }

    /// Invokes the callback and settles the promise, with the task's state as the current one.
    fn run_callback(&self, callback: &JsObject, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let state = self.state.carried(self.scheduler, self.work.origin, Some(self.work.id));
        event_loop.with_continuation_state(Some(state), || {
            let result = invoke(callback, &JsValue::undefined(), &[], event_loop, context);
            let ending = Ending::from_result(&result);
            match result {
                Ok(value) => self.result.resolve(value, event_loop, context),
                Err(error) => {
                    let reason = exception_value(error, context);
                    self.result.reject(reason, context);
                }
            }
            ending
        })
    }

    /// Runs the handle's task complete steps, except that the event loop itself removes an empty queue.
    fn complete(&self) {
        if let (Some(signal), Some(abort_steps)) = (self.state.abort_source(), self.abort_steps.take()) {
            AbortSignal::remove_algorithm(signal, abort_steps);
        }
    }
}

impl SchedulerTask for Task {
    /// [Schedules the task](https://wicg.github.io/scheduling-apis/#schedule-a-task-to-invoke-an-algorithm): adds it to
    /// the queue for the current priority, which gives it its enqueue order.
    fn enqueue(self: Rc<Self>, place: QueuePosition, event_loop: &EventLoop) {
        // Omitted: steps 1 and 2, the document of the global: there are no documents.
        let kind = match self.steps {
            TaskAction::Callback(..) => QueueKind::Tasks,
            TaskAction::Continuation => QueueKind::Continuations,
        };
        let queue = self.state.queue(kind);
        let id = event_loop.queue_a_scheduler_task(queue, place, Rc::clone(&self) as _);
        self.phase.set(Phase::Queued(id));
    }

    fn run(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        self.phase.set(Phase::Over);
        let ending = match &self.steps {
            TaskAction::Callback(callback, realm) if event_loop.departs(Departure::ResultBeforeMicrotasks) => {
                in_realm(realm, context, |context| self.run_callback_of_a_polyfill(callback, event_loop, context))
            }
            TaskAction::Callback(callback, realm) => {
                in_realm(realm, context, |context| self.run_callback(callback, event_loop, context))
            }
            // This neither creates objects nor runs scripts, so the current realm does not matter.
            TaskAction::Continuation => {
                self.result.resolve(JsValue::undefined(), event_loop, context);
                Ending::Returned
            }
        };
        self.complete();
        ending
    }

    fn priority(&self) -> TaskPriority {
        self.state.priority()
    }

    /// Takes the abort steps back: the signal would keep the task alive, and the task the signal.
    fn discard(&self) {
        self.complete();
    }

    fn work(&self) -> Work {
        self.work
    }
}

// SAFETY: tracing nothing is always sound. The handles of a task are roots, because its queue or timer is not traced.
// They do not leak: a signal refers to a task only until it has run or was aborted.
unsafe impl Trace for Task {
    empty_trace!();
}

/// The abort steps of the task handle.
impl AbortAlgorithm for Task {
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context) {
        self.abort_steps.set(None);
        // Step 1. If the rejection is not handled, the report says where this task was posted.
        let state = self.state.carried(self.scheduler, self.work.origin, Some(self.work.id));
        event_loop.with_continuation_state(Some(state), || self.result.reject(signal.reason(), context));
        // Step 2. During the delay, there is a timer to cancel instead.
        match self.phase.replace(Phase::Over) {
            Phase::Delayed(timer) => drop(event_loop.cancel_timer(timer)),
            Phase::Queued(id) => event_loop.remove_scheduler_task(id),
            Phase::Over => return event_loop.notify(|| Event::AbortedWhileRunning { work: self.work.id }),
        }
        event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
    }
}
