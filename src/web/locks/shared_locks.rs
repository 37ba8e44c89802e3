//! The [lock manager](https://w3c.github.io/web-locks/#lock-managers) that the agents of a program share, and the
//! [requests](https://w3c.github.io/web-locks/#lock-request) in it, which call it when they end.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::lock::Lock;
use super::lock_queues::{LockMode, LockQueues, RequestKey};
use crate::context_data::context_data;
use crate::event_loop::{
    AgentId, Ending, Event, EventLoop, Location, LoopId, QueuePosition, TaskSource, Work, WorkKind,
};
use crate::web::dom::{AbortSignal, AlgorithmId, DomException, DomExceptionName};
use crate::web::webidl::{PendingPromise, create, exception_value, invoke, when_settled};

/// The locks that agents share. The requests in it are roots: the contexts own them, so they are gone when the contexts
/// are.
///
/// The steps that the standard enqueues on the lock task queue, which is a parallel queue, run at once. What they lead
/// to is a task, which may come at any time.
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(crate) struct SharedLocks(#[unsafe_ignore_trace] Rc<RefCell<Locks>>);

/// The locks, for what the collector owns: it must not keep them, and with them what callbacks refer to.
#[derive(Clone)]
pub(super) struct WeakLocks(Weak<RefCell<Locks>>);

impl WeakLocks {
    pub(super) fn upgrade(&self) -> Option<SharedLocks> {
        self.0.upgrade().map(SharedLocks)
    }
}

#[derive(Default)]
struct Locks {
    queues: LockQueues<JsString, Rc<LockRequest>>,
    /// The event loops that have requested locks.
    clients: Vec<LoopId>,
}

impl SharedLocks {
    /// Those of a context.
    pub(crate) fn of(context: &mut Context) -> Self {
        context_data(context)
    }

    pub(super) fn downgrade(&self) -> WeakLocks {
        WeakLocks(Rc::downgrade(&self.0))
    }

    /// The number of an agent among those that have requested locks, which is the same whenever a program runs.
    pub(super) fn client(&self, event_loop: &EventLoop) -> usize {
        let clients = &mut self.0.borrow_mut().clients;
        let position = clients.iter().position(|client| *client == event_loop.id());
        position.unwrap_or_else(|| {
            clients.push(event_loop.id());
            clients.len() - 1
        })
    }

    pub(super) fn next_key(&self) -> RequestKey {
        self.0.borrow_mut().queues.next_key()
    }

    pub(super) fn stealing_key(&self) -> RequestKey {
        self.0.borrow_mut().queues.stealing_key()
    }

    /// Adds a request to its queue.
    pub(super) fn request(&self, request: &Rc<LockRequest>) {
        let LockRequest { name, key, mode, .. } = &**request;
        let granted = self.0.borrow_mut().queues.request(name, *key, *mode, Rc::clone(request));
        self.grant(granted);
    }

    /// Gives the lock to a request if it is free. Returns whether it was.
    pub(super) fn request_if_available(&self, request: &Rc<LockRequest>) -> bool {
        let LockRequest { name, key, mode, .. } = &**request;
        let is_free = self.0.borrow_mut().queues.request_if_available(name, *key, *mode, Rc::clone(request));
        if is_free {
            self.grant(vec![Rc::clone(request)]);
        }
        is_free
    }

    /// Takes the locks of a name away, and gives an exclusive one to a request.
    pub(super) fn steal(&self, request: &Rc<LockRequest>) {
        debug_assert_eq!(request.mode, LockMode::Exclusive);
        let stolen = self.0.borrow_mut().queues.steal(&request.name);
        stolen.into_iter().for_each(LockRequest::lose);
        self.request(request);
    }

    /// [Releases the lock](https://w3c.github.io/web-locks/#release-the-lock) of a request, if it still has it.
    pub(super) fn release(&self, request: &LockRequest) {
        let granted = self.0.borrow_mut().queues.release(&request.name, request.key);
        self.grant(granted);
    }

    /// [Aborts a request](https://w3c.github.io/web-locks/#abort-the-request) that waits. Returns whether it waited.
    pub(super) fn abort(&self, request: &LockRequest) -> bool {
        let aborted = self.0.borrow_mut().queues.abort(&request.name, request.key);
        let waited = aborted.is_some();
        self.grant(aborted.unwrap_or_default());
        waited
    }

    /// The requests that hold locks, and those that wait.
    pub(super) fn snapshot(&self) -> (Vec<Rc<LockRequest>>, Vec<Rc<LockRequest>>) {
        self.0.borrow().queues.snapshot()
    }

    /// The requests that wait, for a list of what a program waits for.
    pub(crate) fn waiting(&self) -> Vec<WaitingLock> {
        let (_, waiting) = self.snapshot();
        let of_request = |request: Rc<LockRequest>| WaitingLock {
            name: request.name.to_std_string_lossy(),
            location: request.event_loop.upgrade().and_then(|event_loop| event_loop.location(request.work.origin?)),
            agent: request.work.id.agent(),
        };
        waiting.into_iter().map(of_request).collect()
    }

    /// [Removes the requests and locks of an agent](https://w3c.github.io/web-locks/#agent-integration) that has ended.
    pub(crate) fn an_agent_has_ended(&self, event_loop: &EventLoop) {
        let is_of_agent = |request: &Rc<LockRequest>| request.is_of(event_loop);
        let granted = self.0.borrow_mut().queues.remove_all(is_of_agent);
        self.grant(granted);
    }

    fn grant(&self, granted: Vec<Rc<LockRequest>>) {
        for request in granted {
            LockRequest::grant(request, self);
        }
    }
}

/// A request that waits for its lock.
#[derive(Clone, Debug)]
pub struct WaitingLock {
    /// The name of the lock.
    pub name: String,
    /// Where it was requested.
    pub location: Option<Location>,
    /// The agent that has requested it.
    pub agent: AgentId,
}

/// The requests of all agents of a program that wait for their locks.
pub fn waiting_locks(context: &mut Context) -> Vec<WaitingLock> {
    SharedLocks::of(context).waiting()
}

/// A request, and the lock that it gets.
pub(super) struct LockRequest {
    pub(super) key: RequestKey,
    pub(super) name: JsString,
    pub(super) mode: LockMode,
    /// The number of the agent.
    pub(super) client: usize,
    /// The agent of the callback.
    pub(super) event_loop: Weak<EventLoop>,
    pub(super) realm: Realm,
    pub(super) callback: JsObject,
    /// The promise that `request` has returned: the [released promise][1] of the lock.
    ///
    /// [1]: https://w3c.github.io/web-locks/#lock-released-promise
    pub(super) promise: PendingPromise,
    /// The task that invokes the callback.
    pub(super) work: Work,
    pub(super) signal: RefCell<Option<Following>>,
}

/// The signal of a request, and the algorithm of the request in it, unless the signal cannot abort.
pub(super) struct Following {
    signal: Gc<AbortSignal>,
    algorithm: Option<AlgorithmId>,
}

impl LockRequest {
    pub(super) fn is_of(&self, event_loop: &EventLoop) -> bool {
        std::ptr::eq(self.event_loop.as_ptr(), event_loop)
    }

    /// [Requests a lock](https://w3c.github.io/web-locks/#request-a-lock), step 2: aborts the request with a signal.
    pub(super) fn follow(self: &Rc<Self>, signal: &Gc<AbortSignal>, locks: &SharedLocks) {
        let (request, locks) = (Rc::downgrade(self), locks.downgrade());
        let algorithm = AbortSignal::on_abort(signal, move |signal, context| {
            if let (Some(request), Some(locks)) = (request.upgrade(), locks.upgrade()) {
                request.signal_to_abort(signal, &locks, context);
            }
        });
        self.signal.replace(Some(Following { signal: signal.clone(), algorithm }));
    }

    /// [Signals to abort the request](https://w3c.github.io/web-locks/#signal-to-abort-the-request).
    fn signal_to_abort(&self, signal: &AbortSignal, locks: &SharedLocks, context: &mut Context) {
        // Step 1. If the lock was granted, the task of the callback releases it.
        if locks.abort(self) {
            self.end_work();
        }
        // Step 2.
        self.promise.reject(signal.reason(), context);
    }

    /// Whether its signal was aborted before its callback was called.
    fn is_aborted(&self) -> bool {
        self.signal.borrow().as_ref().is_some_and(|Following { signal, .. }| signal.is_aborted())
    }

    /// The callback will not be called.
    fn end_work(&self) {
        if let Some(event_loop) = self.event_loop.upgrade() {
            event_loop.drop_captured(self.work.id);
            event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Removed });
        }
    }

    /// [Processes a request][1] that holds the lock now, step 2.7: queues a task that calls the callback with the lock.
    ///
    /// [1]: https://w3c.github.io/web-locks/#process-the-lock-request-queue
    pub(super) fn grant(self: Rc<Self>, locks: &SharedLocks) {
        let Some(event_loop) = self.event_loop.upgrade() else { return };
        let (locks, realm, waiting) = (locks.clone(), self.realm.clone(), Rc::clone(&self));
        event_loop.queue_a_cancelable_task(
            TaskSource::WebLocks,
            self.work,
            QueuePosition::Last,
            realm,
            move || waiting.is_aborted(),
            move |event_loop, context| self.call_with_the_lock(&locks, event_loop, context),
        );
    }

    fn call_with_the_lock(
        self: Rc<Self>,
        locks: &SharedLocks,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        if let Some(Following { signal, algorithm }) = self.signal.take() {
            if signal.is_aborted() {
                locks.release(&self);
                return Ok(());
            }
            if let Some(algorithm) = algorithm {
                AbortSignal::remove_algorithm(&signal, algorithm);
            }
        }
        let lock = create(&Gc::new(Lock::new(self.name.clone(), self.mode)), context)?;
        let waiting = self.call(lock.into(), event_loop, context);
        // The queues keep the request until the lock is released or stolen.
        let (request, locks) = (Rc::downgrade(&self), locks.downgrade());
        let settled = move |result: JsResult<JsValue>, context: &mut Context| {
            if let (Some(request), Some(locks)) = (request.upgrade(), locks.upgrade()) {
                request.end(result, &locks, context);
            }
        };
        when_settled(&waiting, Box::new(settled), context);
        Ok(())
    }

    /// The waiting promise has settled: releases the lock, and settles the released promise in the same way.
    fn end(&self, result: JsResult<JsValue>, locks: &SharedLocks, context: &mut Context) {
        locks.release(self);
        let Some(event_loop) = self.event_loop.upgrade() else { return };
        match result {
            Ok(value) => self.promise.resolve(value, &event_loop, context),
            Err(error) => {
                let reason = exception_value(error, context);
                self.promise.reject(reason, context);
            }
        }
    }

    /// Invokes the callback, whose return type is a promise type: what it returns or throws becomes a promise. A
    /// promise is taken as it is, without a copy, as in Chromium. The standard settles the promise of the request in
    /// parallel, so the number of microtasks in between is not specified.
    fn call(&self, lock: JsValue, event_loop: &EventLoop, context: &mut Context) -> JsPromise {
        let returned = invoke(&self.callback, &JsValue::undefined(), &[lock], event_loop, context);
        let promise = returned.and_then(|value| {
            // A getter of the value may run.
            event_loop.call_javascript(context, |context| JsPromise::resolve(value, context))
        });
        promise.unwrap_or_else(|error| {
            let reason = exception_value(error, context);
            let (promise, functions) = JsPromise::new_pending(context);
            PendingPromise::of(functions).reject(reason, context);
            promise
        })
    }

    /// [Requests a lock](https://w3c.github.io/web-locks/#request-a-lock), step 3.3 for a lock that is not available:
    /// queues a task that calls the callback with null.
    pub(super) fn refuse(self: Rc<Self>, event_loop: &EventLoop) {
        let (work, realm) = (self.work, self.realm.clone());
        let steps = move |event_loop: &EventLoop, context: &mut Context| {
            let result = self.call(JsValue::null(), event_loop, context);
            self.promise.resolve(result.into(), event_loop, context);
            Ok(())
        };
        event_loop.queue_a_global_task(TaskSource::WebLocks, work, QueuePosition::Last, realm, steps);
    }

    /// [Requests a lock](https://w3c.github.io/web-locks/#request-a-lock), step 3.2 for a lock that is stolen: queues a
    /// task that rejects the promise. The standard rejects it in parallel.
    pub(super) fn lose(self: Rc<Self>) {
        let Some(event_loop) = self.event_loop.upgrade() else { return };
        let work = event_loop.new_work_of_another_agent(WorkKind::LockStolen);
        let realm = self.realm.clone();
        event_loop.queue_a_global_task(TaskSource::WebLocks, work, QueuePosition::Last, realm, move |_, context| {
            let message = "the lock was taken away by a request with steal: true";
            let reason = DomException::create(DomExceptionName::Abort, message, context)?;
            self.promise.reject(reason, context);
            Ok(())
        });
    }
}
