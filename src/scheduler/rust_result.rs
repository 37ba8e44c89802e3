//! The result of a task that Rust posted.

use std::cell::{Cell, OnceCell};
use std::task::Waker;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue};

use crate::event_loop::EventLoop;
use crate::webidl::PendingPromise;

/// The result of a task that Rust posted. Its promise is created only if somebody asks for it.
#[derive(Default)]
pub(super) struct RustResult {
    settled: Cell<Option<JsResult<JsValue>>>,
    promise: OnceCell<Box<Promised>>,
    /// Who waits for the result.
    waker: Cell<Option<Waker>>,
    /// Whether nobody will look at the result.
    is_detached: Cell<bool>,
}

/// The promise of a result.
struct Promised {
    promise: JsPromise,
    pending: PendingPromise,
}

impl RustResult {
    pub(super) fn get(&self) -> Option<JsResult<JsValue>> {
        let settled = self.settled.take();
        self.settled.set(settled.clone());
        settled
    }

    pub(super) fn wake_when_settled(&self, waker: &Waker) {
        self.waker.set(Some(waker.clone()));
    }

    pub(super) fn detach(&self) {
        self.is_detached.set(true);
    }

    /// Returns the promise of the result.
    pub(super) fn promise(&self, event_loop: &EventLoop, context: &mut Context) -> JsPromise {
        if let Some(promised) = self.promise.get() {
            return promised.promise.clone();
        }
        let (promise, functions) = JsPromise::new_pending(context);
        let pending = PendingPromise::of(functions);
        // It is stored first: settling it may run JavaScript that asks for it.
        let Promised { promise, pending } = &**self.promise.get_or_init(|| Box::new(Promised { promise, pending }));
        match self.get() {
            Some(Ok(value)) => pending.resolve(value, event_loop, context),
            Some(Err(error)) => pending.reject(error.into_opaque(context).unwrap_or_default(), context),
            None => {}
        }
        promise.clone()
    }

    /// Resolves the promise, if there is one. Returns the promise that the result waits for: none if it is settled.
    pub(super) fn resolve(&self, value: JsValue, event_loop: &EventLoop, context: &mut Context) -> Option<JsPromise> {
        if let Some(Promised { promise, pending }) = self.promise.get().map(|promised| &**promised) {
            pending.resolve(value, event_loop, context);
            return (!self.is_detached.get()).then(|| promise.clone());
        }
        // If nobody will look, a promise that is rejected is reported like any other.
        if !value.is_object() || self.is_detached.get() {
            self.settle(Ok(value));
            return None;
        }
        // It may be a promise, or have a `then` method.
        let resolved = event_loop.call_javascript(context, |context| JsPromise::resolve(value, context));
        resolved.map_err(|error| self.settle(Err(error))).ok()
    }

    /// Rejects the promise, if there is one. If nobody can see the reason, it is reported.
    pub(super) fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        if let Some(promised) = self.promise.get() {
            promised.pending.reject(reason.clone(), context);
        } else if self.is_detached.get() && !self.is_settled() {
            event_loop.report_an_exception(JsError::from_opaque(reason.clone()), context);
        }
        self.settle(Err(JsError::from_opaque(reason)));
    }

    /// Sets the result that the promise returned by [`Self::resolve`] has. If nobody can see an exception, it is
    /// reported.
    pub(super) fn settle_as(&self, result: JsResult<JsValue>, event_loop: &EventLoop, context: &mut Context) {
        if self.is_detached.get()
            && !self.is_settled()
            && let Err(error) = &result
        {
            event_loop.report_an_exception(error.clone(), context);
        }
        self.settle(result);
    }

    /// Whether there is a result.
    pub(super) fn is_settled(&self) -> bool {
        let settled = self.settled.take();
        let is_settled = settled.is_some();
        self.settled.set(settled);
        is_settled
    }

    /// Only the first result counts.
    fn settle(&self, result: JsResult<JsValue>) {
        let settled = self.settled.take().unwrap_or(result);
        self.settled.set(Some(settled));
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}
