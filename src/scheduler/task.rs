//! A scheduled task or continuation: the specification's scheduler task and its [task handle] in one.
//!
//! [task handle]: https://wicg.github.io/scheduling-apis/#task-handle

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsObject, JsValue};
use boa_gc::{Finalize, Gc, Trace, empty_trace};

use super::SchedulingState;
use crate::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::event_loop::{Ending, Event, EventLoop, SchedulerId, SchedulerTask, TimerId, Work, in_realm};
use crate::scheduling::{TaskId, TaskPriority};
use crate::webidl::{PendingPromise, exception_value, invoke};

/// What a task does when its turn comes.
pub(super) enum Steps {
    /// Invokes the callback given to `postTask`, with this as the current realm.
    Callback(JsObject, Realm),
    /// Resolves the promise returned by `yield`.
    Continuation,
}

/// Where a task is in its life.
enum Phase {
    /// It waits for its delay to pass, in no queue.
    Delayed(TimerId),
    Queued(TaskId),
    /// It runs, has run, or was aborted: nothing is left to undo.
    Over,
}

/// A task that `postTask` or `yield` scheduled. It is held by whatever waits for it: its queue, or its timer.
#[derive(Finalize)]
pub(super) struct Task {
    steps: Steps,
    result: PendingPromise,
    scheduler: SchedulerId,
    state: SchedulingState,
    work: Work,
    phase: Cell<Phase>,
    abort_steps: Cell<Option<AlgorithmId>>,
}

impl Task {
    /// [Creates a task handle](https://wicg.github.io/scheduling-apis/#create-a-task-handle) and adds its abort steps to the
    /// state's abort source, if that can abort at all.
    pub(super) fn new(
        steps: Steps,
        result: PendingPromise,
        scheduler: SchedulerId,
        state: SchedulingState,
        work: Work,
    ) -> Rc<Self> {
        let (phase, abort_steps) = (Cell::new(Phase::Over), Cell::new(None));
        let task = Rc::new(Self { steps, result, scheduler, state, work, phase, abort_steps });
        if let Some(signal) = task.state.abort_source() {
            task.abort_steps.set(AbortSignal::add(signal, Rc::clone(&task) as _));
        }
        task
    }

    /// Waits for `delay` milliseconds before [`SchedulerTask::enqueue`]. The abort steps cancel the timer, so then the
    /// signal need not be asked.
    pub(super) fn delay(self: &Rc<Self>, delay: u64, event_loop: &EventLoop) {
        let timer = event_loop.enqueue_after_a_timeout(delay, Rc::clone(self) as _);
        self.phase.set(Phase::Delayed(timer));
    }

    /// The callback, with the task's state as the current one, up to and including the settling of the promise.
    fn run_callback(&self, callback: &JsObject, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let state = self.state.carried(self.scheduler, self.work.origin);
        event_loop.with_continuation_state(Some(state), || {
            let result = invoke(callback, &JsValue::undefined(), &[], event_loop, context);
            let ending = Ending::of(&result);
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

    /// The handle's task complete steps. The event loop drops an empty queue by itself.
    fn complete(&self) {
        if let (Some(signal), Some(abort_steps)) = (self.state.abort_source(), self.abort_steps.take()) {
            AbortSignal::remove(signal, abort_steps);
        }
    }
}

impl SchedulerTask for Task {
    /// [Schedules the task](https://wicg.github.io/scheduling-apis/#schedule-a-task-to-invoke-an-algorithm): takes the enqueue
    /// order, and the queue that the priority at this moment leads to.
    fn enqueue(self: Rc<Self>, event_loop: &EventLoop) {
        let queue = self.state.queue(matches!(self.steps, Steps::Continuation));
        let id = event_loop.queue_a_scheduler_task(queue, Rc::clone(&self) as _);
        self.phase.set(Phase::Queued(id));
    }

    fn run(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        self.phase.set(Phase::Over);
        let ending = match &self.steps {
            Steps::Callback(callback, realm) => {
                in_realm(realm, context, |context| self.run_callback(callback, event_loop, context))
            }
            // Nothing of any realm is made or called here.
            Steps::Continuation => {
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

    fn work(&self) -> Work {
        self.work
    }
}

// SAFETY: tracing nothing is always sound. What a task holds are roots, as its queue or timer needs them to be; and as a
// signal has a task only while that waits or runs, none of them is kept for long.
unsafe impl Trace for Task {
    empty_trace!();
}

/// The handle's abort steps.
impl AbortAlgorithm for Task {
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context) {
        self.abort_steps.set(None);
        // Step 1. If nothing handles the rejection, the report says where this task was posted.
        let state = self.state.carried(self.scheduler, self.work.origin);
        event_loop.with_continuation_state(Some(state), || self.result.reject(signal.reason(), context));
        // Step 2; where the delay has not passed there is a timer to stop instead.
        match self.phase.replace(Phase::Over) {
            Phase::Delayed(timer) => drop(event_loop.cancel_timer(timer)),
            Phase::Queued(id) => event_loop.remove_scheduler_task(id),
            Phase::Over => return,
        }
        event_loop.tell(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
    }
}
