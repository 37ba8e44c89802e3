//! The result of a task that Rust posted, and what else its handle needs: the handle itself is only a pointer.

use std::cell::{Cell, OnceCell, RefCell};
use std::task::Waker;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};
use boa_gc::Gc;

use super::TaskSignal;
use crate::event_loop::{EventLoop, LoopId};
use crate::web::webidl::PendingPromise;

/// The result of a task that Rust posted.
pub(super) struct RustResult {
    /// Allocated when there is something to keep: many tasks have no result that anybody looks at.
    kept: OnceCell<Box<Kept>>,
    /// The loop that settles it.
    event_loop: LoopId,
    /// Whether nobody will look at the result.
    is_detached: Cell<bool>,
}

#[derive(Default)]
struct Kept {
    settled: Cell<Option<JsResult<JsValue>>>,
    /// Created when somebody asks for it.
    promised: OnceCell<Promised>,
    /// Who waits for the result.
    waker: Cell<Option<Waker>>,
    /// The signal that has the priority of the task, if Rust has changed it.
    own_priority: RefCell<Option<Gc<TaskSignal>>>,
}

/// The promise of a result.
struct Promised {
    promise: JsPromise,
    pending: PendingPromise,
}

impl RustResult {
    pub(super) fn new(event_loop: LoopId) -> Self {
        Self { kept: OnceCell::new(), event_loop, is_detached: Cell::new(false) }
    }

    /// The loop that settles it.
    pub(super) fn event_loop(&self) -> LoopId {
        self.event_loop
    }

    /// The signal that has the priority of the task, if Rust has changed it.
    pub(super) fn own_priority(&self) -> &RefCell<Option<Gc<TaskSignal>>> {
        &self.keep().own_priority
    }

    fn keep(&self) -> &Kept {
        self.kept.get_or_init(Box::default)
    }

    fn promised(&self) -> Option<&Promised> {
        self.kept.get()?.promised.get()
    }

    pub(super) fn get(&self) -> Option<JsResult<JsValue>> {
        let kept = self.kept.get()?;
        let settled = kept.settled.take();
        kept.settled.set(settled.clone());
        settled
    }

    pub(super) fn wake_when_settled(&self, waker: &Waker) {
        self.keep().waker.set(Some(waker.clone()));
    }

    pub(super) fn detach(&self) {
        self.is_detached.set(true);
    }

    /// Returns the promise of the result.
    pub(super) fn promise(&self, event_loop: &EventLoop, context: &mut Context) -> JsPromise {
        if let Some(Promised { promise, .. }) = self.promised() {
            return promise.clone();
        }
        let (promise, functions) = JsPromise::new_pending(context);
        let pending = PendingPromise::of(functions);
        // It is stored first: settling it may run JavaScript that asks for it.
        let Promised { promise, pending } = self.keep().promised.get_or_init(|| Promised { promise, pending });
        match self.get() {
            Some(Ok(value)) => pending.resolve(value, event_loop, context),
            Some(Err(error)) => pending.reject(error.into_opaque(context).unwrap_or_default(), context),
            None => {}
        }
        promise.clone()
    }

    /// Resolves the promise, if there is one. Returns the promise that the result waits for: none if it is settled.
    #[inline]
    pub(super) fn resolve(&self, value: JsValue, event_loop: &EventLoop, context: &mut Context) -> Option<JsPromise> {
        if let Some(Promised { promise, pending }) = self.promised() {
            pending.resolve(value, event_loop, context);
            return (!self.is_detached.get()).then(|| promise.clone());
        }
        if self.is_detached.get() || self.is_settled() {
            // A promise that is rejected is reported like any other.
            return None;
        }
        self.resolve_for_the_handle(value, event_loop, context)
    }

    #[inline(never)]
    fn resolve_for_the_handle(
        &self,
        value: JsValue,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> Option<JsPromise> {
        if !value.is_object() {
            self.settle(Ok(value));
            return None;
        }
        // It may be a promise, or have a `then` method.
        let resolved = event_loop.call_javascript(context, |context| JsPromise::resolve(value, context));
        resolved.map_err(|error| self.settle(Err(error))).ok()
    }

    /// Rejects the promise, if there is one. If nobody can see the reason, it is reported.
    pub(super) fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        if let Some(Promised { pending, .. }) = self.promised() {
            pending.reject(reason.clone(), context);
        } else if self.is_detached.get() && !self.is_settled() {
            event_loop.report_an_exception(JsError::from_opaque(reason.clone()), context);
        }
        self.settle(Err(JsError::from_opaque(reason)));
    }

    /// Sets the result that the promise returned by [`Self::resolve`] has. If nobody can see an exception, it is
    /// reported.
    pub(super) fn settle_as(&self, result: JsResult<JsValue>, event_loop: &EventLoop, context: &mut Context) {
        if self.is_settled() {
            return;
        }
        if self.is_detached.get()
            && let Err(error) = &result
        {
            event_loop.report_an_exception(error.clone(), context);
        }
        self.settle(result.clone());
        // It was created while the result waited for another promise, or it is that promise.
        if let Some(Promised { pending, .. }) = self.promised() {
            match result {
                Ok(value) => pending.resolve(value, event_loop, context),
                Err(error) => pending.reject(error.into_opaque(context).unwrap_or_default(), context),
            }
        }
    }

    /// Makes the result an error, unless there is one: the task can never have another.
    pub(super) fn fail(&self, why: &'static str) {
        self.settle(Err(JsNativeError::error().with_message(why).into()));
    }

    /// Whether there is a result.
    pub(super) fn is_settled(&self) -> bool {
        let Some(kept) = self.kept.get() else { return false };
        let settled = kept.settled.take();
        let is_settled = settled.is_some();
        kept.settled.set(settled);
        is_settled
    }

    /// Only the first result counts.
    pub(super) fn settle(&self, result: JsResult<JsValue>) {
        let kept = self.keep();
        let settled = kept.settled.take().unwrap_or(result);
        kept.settled.set(Some(settled));
        if let Some(waker) = kept.waker.take() {
            waker.wake();
        }
    }
}
