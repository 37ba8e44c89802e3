//! A scheduled task or continuation: both the scheduler task and the [task handle] of the specification.
//!
//! [task handle]: https://wicg.github.io/scheduling-apis/#task-handle

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace, empty_trace};

use super::SchedulingState;
use crate::event_loop::{
    ContinuationState, Ending, Entered, Event, EventLoop, QueuePosition, Quirk, SchedulerId, SchedulerTask, TaskSource,
    TimerId, Work, WorkKind,
};
use crate::scheduling::{QueueKind, TaskId, TaskPriority};
use crate::web::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::web::webidl::exception_value;

/// What a task does when it runs, and where its result goes.
pub(super) trait TaskSteps: Sized + 'static {
    /// Whether the abort source of the state aborts the task.
    const IS_ABORTABLE: bool = true;

    /// The kind of queue that the task waits in.
    fn queue_kind(&self) -> QueueKind {
        QueueKind::Tasks
    }

    /// Runs the steps.
    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending;

    /// Settles the result with a value.
    fn resolve(task: &Rc<Task<Self>>, value: JsValue, event_loop: &EventLoop, context: &mut Context);

    /// Settles the result with an exception or an abort reason.
    fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context);

    /// Releases steps that will never run, because they were aborted or their event loop ends. If there is no result
    /// yet, it is an error.
    fn discard(&self) {}
}

/// The stage of a task.
#[derive(Clone, Copy)]
enum Phase {
    /// It waits for its delay and is not in a queue yet.
    Delayed(TimerId),
    Queued(TaskId),
    /// It is not scheduled yet, is running, has run, or was aborted: there is nothing to cancel.
    Over,
}

/// A task that `postTask` or `yield` scheduled. Its queue or its timer keeps it alive.
#[derive(Finalize)]
pub(super) struct Task<S> {
    scheduler: SchedulerId,
    /// Replaced if Rust changes the priority.
    state: RefCell<SchedulingState>,
    work: Work,
    phase: Cell<Phase>,
    abort_steps: Cell<Option<AlgorithmId>>,
    pub(super) steps: S,
}

impl<S: TaskSteps> Task<S> {
    /// [Creates a task handle](https://wicg.github.io/scheduling-apis/#create-a-task-handle) and adds its abort steps
    /// to the state's abort source, if that can still abort.
    pub(super) fn new(
        steps: impl FnOnce() -> S,
        scheduler: SchedulerId,
        state: SchedulingState,
        work: Work,
    ) -> Rc<Self> {
        // Omitted: steps 1 to 3, a new handle without a task and a queue: the task is its own handle.
        // Steps 4 and 5: the abort steps are `run_the_abort_steps`, the task complete steps are `complete`.
        let signal = state.abort_source().cloned();
        let (phase, abort_steps, state) = (Cell::new(Phase::Over), Cell::new(None), RefCell::new(state));
        let mut task = Rc::new_uninit();
        let Some(place) = Rc::get_mut(&mut task) else { unreachable!("there is no other reference") };
        // Written in place: with `Rc::new`, copying it from the stack would take an eighth of the time of a Rust task.
        place.write(Self { scheduler, state, work, phase, abort_steps, steps: steps() });
        // SAFETY: it has just been written.
        let task: Rc<Self> = unsafe { task.assume_init() };
        if let Some(signal) = signal.filter(|_| S::IS_ABORTABLE) {
            task.abort_steps.set(AbortSignal::add_algorithm(&signal, Rc::clone(&task) as _));
        }
        task
    }

    /// Puts the task into its queue, now or after a delay in milliseconds.
    pub(super) fn post(self: &Rc<Self>, delay: u64, event_loop: &EventLoop, context: &mut Context) {
        if delay > 0 && event_loop.has_quirk(Quirk::DelayedTaskRunsInItsTimer) {
            self.delay_in_a_timer(delay, event_loop, context);
        } else if delay > 0 {
            self.delay(delay, event_loop);
        } else {
            self.queue(QueuePosition::Last, event_loop);
        }
    }

    /// [Schedules the task](https://wicg.github.io/scheduling-apis/#schedule-a-task-to-invoke-an-algorithm): adds it to
    /// the queue for the current priority, which gives it its enqueue order.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would add thirty instructions to each post")]
    pub(super) fn queue(self: &Rc<Self>, place: QueuePosition, event_loop: &EventLoop) {
        // Omitted: steps 1 and 2, the document of the global: there are no documents.
        // Steps 3 to 6: the event loop gives the task its enqueue order. What it does is `SchedulerTask::run`.
        let id = {
            let (state, task) = (self.state.borrow(), Rc::clone(self) as _);
            event_loop.queue_a_scheduler_task(state.queue(self.steps.queue_kind()), place, task)
        };
        self.phase.set(Phase::Queued(id));
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

    /// Settles the result with that of the callback, while the task's state is the current one.
    #[inline]
    pub(super) fn settle(
        self: &Rc<Self>,
        result: JsResult<JsValue>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> Ending {
        match result {
            Ok(value) => {
                S::resolve(self, value, event_loop, context);
                Ending::Returned
            }
            Err(error) => {
                let reason = exception_value(error, context);
                self.steps.reject(reason, event_loop, context);
                Ending::Threw
            }
        }
    }

    /// The state that the task's callback and its continuations have.
    #[inline]
    pub(super) fn continuation_state(&self) -> ContinuationState {
        self.state.borrow().continuation_state(self.scheduler, self.work.origin, Some(self.work.id))
    }

    /// Makes the task's state the current one until the guard is dropped.
    #[inline]
    pub(super) fn enter_state<'a>(&self, event_loop: &'a EventLoop) -> Entered<'a> {
        event_loop.enter_state(self.continuation_state())
    }

    /// Aborts the task on behalf of Rust.
    pub(super) fn abort(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        self.complete();
        self.run_the_abort_steps(reason, event_loop, context);
    }

    /// Whether the task still waits for its delay or its turn.
    pub(super) fn is_waiting(&self) -> bool {
        !matches!(self.phase(), Phase::Over)
    }

    /// Removes a task that has not run, without a result.
    pub(super) fn cancel(&self, event_loop: &EventLoop) {
        match self.phase.replace(Phase::Over) {
            Phase::Delayed(timer) => self.cancel_the_timer(timer, event_loop),
            Phase::Queued(id) => event_loop.remove_scheduler_task(id),
            Phase::Over => return,
        }
        event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
    }

    /// Rejects the result of a task whose signal is aborted before it is posted.
    pub(super) fn never_post(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        self.complete();
        self.reject(reason, event_loop, context);
        event_loop.drop_captured(self.work.id);
        event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
    }

    /// Replaces the state. If the task is in a queue, it moves to the queue of that state and keeps its place by age.
    pub(super) fn set_state(self: &Rc<Self>, state: SchedulingState, event_loop: &EventLoop) {
        let order = match self.phase() {
            Phase::Queued(id) => {
                let order = event_loop.enqueue_order(id);
                event_loop.take_scheduler_task(id);
                order
            }
            Phase::Delayed(_) | Phase::Over => None,
        };
        let previous = self.state.replace(state);
        drop(previous);
        if let Some(order) = order {
            Rc::clone(self).enqueue(QueuePosition::Reserved(order), event_loop);
        }
    }

    pub(super) fn state(&self) -> SchedulingState {
        self.state.borrow().clone()
    }

    /// Cancels the timer of a delay. In a polyfill, that belongs to work of its own.
    fn cancel_the_timer(&self, timer: TimerId, event_loop: &EventLoop) {
        event_loop.cancel_timer(timer);
        event_loop.drop_captured(self.work.id);
    }

    fn phase(&self) -> Phase {
        self.phase.get()
    }

    fn run_the_abort_steps(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        // Step 4.1 of creating a task handle: reject the result.
        self.reject(reason, event_loop, context);
        // Step 4.2: remove the task from its queue, which the event loop removes if it is empty then. During the delay,
        // there is a timer to cancel instead.
        match self.phase.replace(Phase::Over) {
            Phase::Delayed(timer) => self.cancel_the_timer(timer, event_loop),
            Phase::Queued(id) => event_loop.remove_scheduler_task(id),
            Phase::Over => return event_loop.notify(|| Event::AbortedWhileRunning { work: self.work.id }),
        }
        event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
        self.steps.discard();
    }

    /// Rejects the result. If the rejection is not handled, the report says where this task was posted.
    fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        let _state = self.enter_state(event_loop);
        self.steps.reject(reason, event_loop, context);
    }

    /// Runs the handle's task complete steps, except that the event loop itself removes an empty queue.
    #[inline]
    pub(super) fn complete(&self) {
        if let Some(abort_steps) = self.abort_steps.take() {
            self.remove_the_abort_steps(abort_steps);
        }
    }

    #[inline(never)]
    fn remove_the_abort_steps(&self, abort_steps: AlgorithmId) {
        let signal = self.state.borrow().abort_source().cloned();
        if let Some(signal) = signal {
            AbortSignal::remove_algorithm(&signal, abort_steps);
        }
    }
}

impl<S: TaskSteps> SchedulerTask for Task<S> {
    fn enqueue(self: Rc<Self>, place: QueuePosition, event_loop: &EventLoop) {
        self.queue(place, event_loop);
    }

    fn run(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        self.phase.set(Phase::Over);
        // Step 6.1 of scheduling a task to invoke an algorithm: its steps.
        let ending = S::run(&self, event_loop, context);
        // Step 6.2: the task complete steps.
        self.complete();
        ending
    }

    fn priority(&self) -> TaskPriority {
        self.state.borrow().priority()
    }

    /// Takes the abort steps back: the signal would keep the task alive, and the task the signal.
    fn discard(&self) {
        self.complete();
        self.steps.discard();
    }

    fn work(&self) -> &Work {
        &self.work
    }
}

// SAFETY: tracing nothing is always sound. The handles of a task are roots, because its queue or timer is not traced.
// They do not leak: a signal refers to a task only until it has run or was aborted.
unsafe impl<S> Trace for Task<S> {
    empty_trace!();
}

/// The abort steps of the task handle.
impl<S: TaskSteps> AbortAlgorithm for Task<S> {
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context) {
        self.abort_steps.set(None);
        self.run_the_abort_steps(signal.reason(), event_loop, context);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use boa_gc::{WeakGc, force_collect};

    use super::*;
    use crate::event_loop::VirtualTime;

    /// Refers to what holds its task: only a root that ends keeps this from being a leak.
    struct Refers(Gc<RefCellOfTask>);

    #[derive(Finalize, Trace)]
    struct RefCellOfTask(#[unsafe_ignore_trace] RefCell<Option<Rc<Task<Refers>>>>);

    impl TaskSteps for Refers {
        fn run(task: &Rc<Task<Self>>, _: &EventLoop, _: &mut Context) -> Ending {
            drop(task.steps.0.0.take());
            Ending::Returned
        }

        fn resolve(_: &Rc<Task<Self>>, _: JsValue, _: &EventLoop, _: &mut Context) {}

        fn reject(&self, _: JsValue, _: &EventLoop, _: &mut Context) {}
    }

    #[test]
    fn what_a_task_refers_to_lives_as_long_as_the_task() {
        let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
        let mut context = Context::builder().job_executor(Rc::clone(&event_loop)).build().unwrap();
        let cell = Gc::new(RefCellOfTask(RefCell::default()));
        let weak = WeakGc::new(&cell);
        let state = SchedulingState::fixed(TaskPriority::Background);
        let work = event_loop.new_work(state.request(WorkKind::Task, None), &mut context);
        let task = Task::new(|| Refers(cell.clone()), event_loop.new_scheduler_id(), state, work);
        *cell.0.borrow_mut() = Some(Rc::clone(&task));
        drop(cell);
        task.post(0, &event_loop, &mut context);
        drop(task);
        force_collect();
        assert!(weak.is_upgradable());
        while event_loop.has_work() {
            event_loop.turn(&mut context);
        }
        force_collect();
        assert!(!weak.is_upgradable());
    }
}
