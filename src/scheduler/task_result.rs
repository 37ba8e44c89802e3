//! Where the result of a task goes: to a promise of the program, or to Rust.

use std::cell::{Cell, RefCell};
use std::task::Waker;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue};

use crate::event_loop::EventLoop;
use crate::webidl::PendingPromise;

/// The result of a task.
pub(super) enum TaskResult {
    /// It settles the promise that the program has.
    Promise(PendingPromise),
    /// Rust has a handle.
    Rust(RustResult),
    /// The task has none: it polls a future.
    None,
}

/// The result of a task that Rust posted. Its promise is created only if somebody asks for it.
#[derive(Default)]
pub(super) struct RustResult {
    settled: RefCell<Option<JsResult<JsValue>>>,
    promise: RefCell<Option<(JsPromise, PendingPromise)>>,
    /// Who waits for the result.
    waker: Cell<Option<Waker>>,
    /// Whether nobody will look at the result.
    is_detached: Cell<bool>,
}

impl RustResult {
    pub(super) fn get(&self) -> Option<JsResult<JsValue>> {
        self.settled.borrow().clone()
    }

    pub(super) fn wake_when_settled(&self, waker: &Waker) {
        self.waker.set(Some(waker.clone()));
    }

    pub(super) fn detach(&self) {
        self.is_detached.set(true);
    }

    /// Returns the promise of the result.
    pub(super) fn promise(&self, event_loop: &EventLoop, context: &mut Context) -> JsPromise {
        if let Some((promise, _)) = &*self.promise.borrow() {
            return promise.clone();
        }
        let (promise, functions) = JsPromise::new_pending(context);
        let pending = PendingPromise::of(functions);
        match self.get() {
            Some(Ok(value)) => pending.resolve(value, event_loop, context),
            Some(Err(error)) => pending.reject(error.into_opaque(context).unwrap_or_default(), context),
            None => {}
        }
        *self.promise.borrow_mut() = Some((promise.clone(), pending));
        promise
    }

    /// Resolves the promise, if there is one. Returns the promise that the result waits for: none if it is settled.
    pub(super) fn resolve(&self, value: JsValue, event_loop: &EventLoop, context: &mut Context) -> Option<JsPromise> {
        let promise = self.promise.borrow_mut().take();
        if let Some((promise, pending)) = promise {
            pending.resolve(value, event_loop, context);
            *self.promise.borrow_mut() = Some((promise.clone(), pending));
            return (!self.is_detached.get()).then_some(promise);
        }
        if !value.is_object() {
            self.settle(Ok(value));
            return None;
        }
        if self.is_detached.get() {
            // If it is a promise that is rejected, that is reported like any other.
            self.settle(Ok(value));
            return None;
        }
        // It may be a promise, or have a `then` method.
        let resolved = event_loop.call_javascript(context, |context| JsPromise::resolve(value, context));
        resolved.map_err(|error| self.settle(Err(error))).ok()
    }

    /// Rejects the promise, if there is one. If nobody can see the reason, it is reported.
    pub(super) fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        let promise = self.promise.borrow_mut().take();
        if let Some((promise, pending)) = promise {
            pending.reject(reason.clone(), context);
            *self.promise.borrow_mut() = Some((promise, pending));
        } else if self.is_detached.get() && self.get().is_none() {
            event_loop.report_an_exception(JsError::from_opaque(reason.clone()), context);
        }
        self.settle(Err(JsError::from_opaque(reason)));
    }

    /// Sets the result that the promise returned by [`Self::resolve`] has. If nobody can see an exception, it is
    /// reported.
    pub(super) fn settle_as(&self, result: JsResult<JsValue>, event_loop: &EventLoop, context: &mut Context) {
        if self.is_detached.get()
            && self.get().is_none()
            && let Err(error) = &result
        {
            event_loop.report_an_exception(error.clone(), context);
        }
        self.settle(result);
    }

    /// Only the first result counts.
    fn settle(&self, result: JsResult<JsValue>) {
        self.settled.borrow_mut().get_or_insert(result);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}
