//! Futures of the embedder that run as a task and its continuations.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{self, Waker};

use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::async_task::Requests;
use super::own_priority::with_own_priority;
use super::task::{Task, TaskSteps};
use super::{SchedulingState, TaskSignal};
use crate::event_loop::{
    AmbientValues, Ending, EventLoop, FutureWaker, PolledFuture, QueuePosition, SchedulerId, SchedulerTask, TaskSource,
    Work, WorkKind, in_realm,
};
use crate::scheduling::{QueueKind, TaskPriority};
use crate::web::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};

/// Steps that get the abort reason.
pub(super) type OnAborted = Box<dyn FnOnce(JsValue)>;

/// Steps that look at the output.
pub(super) type OnEnded = Box<dyn FnOnce(&EventLoop, &mut Context)>;

pub(super) type Running = Pin<Box<dyn Future<Output = ()>>>;

/// A future that the event loop polls. Its handles are roots.
#[derive(Finalize, Trace)]
#[boa_gc(unsafe_empty_trace)]
pub(super) struct SpawnedFuture {
    /// `None` while it is polled, and when it has ended.
    future: RefCell<Option<Running>>,
    requests: Rc<Requests>,
    state: RefCell<SchedulingState>,
    own_priority: RefCell<Option<Gc<TaskSignal>>>,
    scheduler: SchedulerId,
    realm: Realm,
    work: Work,
    /// The ambient values of its work.
    values: AmbientValues,
    /// Its number in the event loop, and its waker.
    registration: RefCell<Option<(usize, Arc<FutureWaker>)>>,
    /// The task that will poll it, if it is queued.
    queued: RefCell<Option<Rc<Task<PollSteps>>>>,
    abort_steps: Cell<Option<AlgorithmId>>,
    /// Called with the reason when it is aborted.
    aborted: Cell<Option<OnAborted>>,
    /// Called when it has an output.
    ended: Cell<Option<OnEnded>>,
    is_over: Cell<bool>,
}

/// What a future consists of before it starts.
pub(super) struct NewFuture {
    pub(super) running: Running,
    pub(super) requests: Rc<Requests>,
    pub(super) state: SchedulingState,
    pub(super) work: Work,
    pub(super) values: AmbientValues,
    pub(super) aborted: OnAborted,
}

impl SpawnedFuture {
    pub(super) fn new(new: NewFuture, scheduler: SchedulerId, context: &Context) -> Self {
        let NewFuture { running, requests, state, work, values, aborted } = new;
        Self {
            future: RefCell::new(Some(running)),
            requests,
            state: RefCell::new(state),
            own_priority: RefCell::default(),
            scheduler,
            realm: context.realm().clone(),
            work,
            values,
            registration: RefCell::default(),
            queued: RefCell::default(),
            abort_steps: Cell::new(None),
            aborted: Cell::new(Some(aborted)),
            ended: Cell::new(None),
            is_over: Cell::new(false),
        }
    }

    /// Whether the future has ended or was aborted.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// Calls the steps when the future has an output: now, if it has one.
    pub(super) fn when_ended(&self, steps: OnEnded, event_loop: &EventLoop, context: &mut Context) {
        if self.is_over.get() {
            steps(event_loop, context);
        } else {
            self.ended.set(Some(steps));
        }
    }

    pub(super) fn start(this: &Rc<Self>, delay: u64, event_loop: &EventLoop, context: &mut Context) {
        let signal = this.state.borrow().abort_source().cloned();
        if let Some(signal) = signal {
            this.abort_steps.set(AbortSignal::add_algorithm(&signal, Rc::clone(this) as _));
        }
        let (number, waker) = event_loop.add_future(Rc::clone(this) as _);
        this.requests.set_owner(Waker::from(Arc::clone(&waker)));
        *this.registration.borrow_mut() = Some((number, waker));
        event_loop.waits_elsewhere(this.work);
        let task = this.task(QueueKind::Tasks, this.work);
        *this.queued.borrow_mut() = Some(Rc::clone(&task));
        task.post(delay, event_loop, context);
    }

    fn task(self: &Rc<Self>, kind: QueueKind, work: Work) -> Rc<Task<PollSteps>> {
        let state = self.state.borrow().clone();
        Task::new(|| PollSteps { future: Rc::clone(self), kind }, self.scheduler, state, work)
    }

    /// Queues the continuation, unless it is queued.
    fn continue_later(self: &Rc<Self>, kind: QueueKind, event_loop: &EventLoop, context: &mut Context) {
        if self.is_over.get() || self.queued.borrow().is_some() {
            return;
        }
        let request = self.state.borrow().request(WorkKind::Continuation, None);
        let work = event_loop.new_work_of(request, self.work.origin, context);
        let task = self.task(kind, work);
        *self.queued.borrow_mut() = Some(Rc::clone(&task));
        task.enqueue(QueuePosition::Last, event_loop);
    }

    /// Polls the future until it waits for something other than the context.
    fn poll(self: &Rc<Self>, event_loop: &EventLoop, context: &mut Context) {
        drop(self.queued.take());
        let (Some(mut future), Some(waker)) = (self.future.take(), self.waker()) else { return };
        let own = Waker::from(Arc::clone(&waker));
        self.requests.resume(&own);
        let panics = Panics { future: self, event_loop };
        let stopped_at = self.poll_to_a_stop(&mut future, &waker, &own, event_loop, context);
        std::mem::forget(panics);
        if let StoppedAt::End = stopped_at {
            drop(future);
            if !self.is_over.get() {
                self.end(event_loop);
                self.look_at_the_output(event_loop, context);
            }
            return;
        }
        *self.future.borrow_mut() = Some(future);
        if self.requests.has_yielded() {
            self.continue_later(QueueKind::Continuations, event_loop, context);
        } else if matches!(stopped_at, StoppedAt::Limit) || waker.is_woken() {
            // As a continuation, it would run again before all tasks of its priority, and so for ever.
            self.continue_later(QueueKind::Tasks, event_loop, context);
        }
    }

    /// Polls the future while it asks for the context.
    fn poll_to_a_stop(
        &self,
        future: &mut Running,
        waker: &FutureWaker,
        own: &Waker,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> StoppedAt {
        for _ in 0..MAX_REQUESTS {
            waker.rearm();
            let polled = self.requests.while_polling(|| future.as_mut().poll(&mut task::Context::from_waker(own)));
            if polled.is_ready() || self.is_over.get() {
                return StoppedAt::End;
            }
            if !in_realm(&self.realm, context, |context| self.requests.run(own, event_loop, context)) {
                return StoppedAt::Wait;
            }
            if self.is_over.get() {
                return StoppedAt::End;
            }
        }
        StoppedAt::Limit
    }

    fn waker(&self) -> Option<Arc<FutureWaker>> {
        self.registration.borrow().as_ref().map(|(_, waker)| Arc::clone(waker))
    }

    fn end(&self, event_loop: &EventLoop) {
        self.is_over.set(true);
        self.requests.close();
        event_loop.is_back(self.work);
        drop(self.aborted.take());
        if let Some((number, _)) = self.registration.take() {
            event_loop.remove_future(number);
        }
        self.remove_abort_steps();
    }

    fn remove_abort_steps(&self) {
        let Some(abort_steps) = self.abort_steps.take() else { return };
        let signal = self.state.borrow().abort_source().cloned();
        if let Some(signal) = signal {
            AbortSignal::remove_algorithm(&signal, abort_steps);
        }
    }

    /// Drops the future. After that, its signal is aborted, and its promise is rejected.
    pub(super) fn abort(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        if self.stop(reason.clone(), event_loop) {
            self.has_stopped(reason, event_loop, context);
        }
    }

    fn has_stopped(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        if let Some(signal) = self.requests.take_signal()
            && let Err(error) = AbortSignal::signal_abort(&signal, Some(reason), event_loop, context)
        {
            event_loop.report_an_exception(error, context);
        }
        self.look_at_the_output(event_loop, context);
    }

    fn look_at_the_output(&self, event_loop: &EventLoop, context: &mut Context) {
        if let Some(steps) = self.ended.take() {
            steps(event_loop, context);
        }
    }

    /// Drops the future. Returns whether it had not ended.
    fn stop(&self, reason: JsValue, event_loop: &EventLoop) -> bool {
        if self.is_over.get() {
            return false;
        }
        let queued = self.queued.take();
        if let Some(queued) = queued {
            queued.cancel(event_loop);
        }
        let aborted = self.aborted.take();
        let future = self.future.take();
        self.end(event_loop);
        // Dropping the future may run code of the embedder.
        drop(future);
        if let Some(aborted) = aborted {
            aborted(reason);
        }
        true
    }

    pub(super) fn set_priority(
        self: &Rc<Self>,
        priority: TaskPriority,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        let mut own = self.own_priority.borrow().clone();
        let state = self.state.borrow().clone();
        let state = with_own_priority(&state, &mut own, context)?;
        let Some(signal) = own else { return Ok(()) };
        *self.own_priority.borrow_mut() = Some(signal.clone());
        *self.state.borrow_mut() = state.clone();
        let queued = self.queued.borrow().clone();
        if let Some(queued) = queued {
            queued.set_state(state, event_loop);
        }
        signal.signal_priority_change(priority, event_loop, context)
    }
}

/// Polls a future: a task or a continuation.
struct PollSteps {
    future: Rc<SpawnedFuture>,
    kind: QueueKind,
}

impl TaskSteps for PollSteps {
    /// The future has abort steps of its own.
    const IS_ABORTABLE: bool = false;

    fn queue_kind(&self) -> QueueKind {
        self.kind
    }

    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let future = &task.steps.future;
        let state = Some(task.continuation_state());
        let _values = event_loop.enter(AmbientValues { state, ..future.values.clone() });
        future.poll(event_loop, context);
        Ending::Returned
    }

    /// The future has a result, but this task has none.
    fn resolve(_: &Rc<Task<Self>>, _: JsValue, _: &EventLoop, _: &mut Context) {}

    fn reject(&self, _: JsValue, _: &EventLoop, _: &mut Context) {}

    fn discard(&self) {
        self.future.discard();
    }
}

impl PolledFuture for SpawnedFuture {
    fn woken(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) {
        self.continue_later(QueueKind::Continuations, event_loop, context);
    }

    /// Breaks the cycle of the future and its task, and drops what they refer to.
    fn discard(&self) {
        self.is_over.set(true);
        self.requests.close();
        drop((self.queued.take(), self.registration.take()));
        self.remove_abort_steps();
        drop((self.future.take(), self.ended.take()));
        if let Some(aborted) = self.aborted.take() {
            aborted(js_string!("the event loop no longer exists").into());
        }
    }
}

/// How many times a future may ask for the context before other work gets its turn.
const MAX_REQUESTS: usize = 1_000;

/// Why a future is not polled any more for now.
enum StoppedAt {
    /// It has ended or was aborted.
    End,
    /// It waits.
    Wait,
    /// It keeps asking for the context.
    Limit,
}

/// Ends a future that panics: nobody must wait for it.
struct Panics<'a> {
    future: &'a Rc<SpawnedFuture>,
    event_loop: &'a EventLoop,
}

impl Drop for Panics<'_> {
    fn drop(&mut self) {
        let reason = js_string!("the future panicked");
        if self.future.stop(reason.clone().into(), self.event_loop) {
            // The context is not at hand while the panic unwinds.
            let future = Rc::clone(self.future);
            self.event_loop.queue_a_task(TaskSource::Engine, move |event_loop, context| {
                in_realm(&future.realm, context, |context| future.has_stopped(reason.into(), event_loop, context));
            });
        }
    }
}

impl AbortAlgorithm for SpawnedFuture {
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context) {
        self.abort_steps.set(None);
        self.abort(signal.reason(), event_loop, context);
    }
}
