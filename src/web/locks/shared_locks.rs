//! The [lock manager](https://w3c.github.io/web-locks/#lock-managers) that the agents of a program share.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use boa_engine::{Context, JsData, JsString};
use boa_gc::{Finalize, Trace};

use super::lock_queues::{LockMode, LockQueues, RequestKey};
use super::lock_request::LockRequest;
use crate::context_data::context_data;
use crate::event_loop::{EventLoop, LoopId};

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
    /// The event loops that have requested locks. Their positions are their client IDs.
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

    /// The client ID of an agent. The standard leaves its form open. It is the same whenever a program runs.
    pub(super) fn client_id(&self, event_loop: &EventLoop) -> String {
        let clients = &mut self.0.borrow_mut().clients;
        let position = clients.iter().position(|client| *client == event_loop.id());
        let position = position.unwrap_or_else(|| {
            clients.push(event_loop.id());
            clients.len() - 1
        });
        format!("client-{}", position + 1)
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
