//! The steps of a task that Rust posted, and what becomes of its result.

use std::rc::{Rc, Weak};

use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult, JsValue};

use super::rust_callback::RustCallback;
use super::rust_result::RustResult;
use super::task::{Task, TaskSteps};
use crate::event_loop::{Ending, EventLoop, LoopId, in_realm};
use crate::web::webidl::when_settled;

/// Calls a function of the embedder, in the realm that posted it.
pub(super) struct RustSteps {
    /// Set before the task is posted.
    pub(super) callback: RustCallback,
    realm: Realm,
    pub(super) result: RustResult,
}

impl RustSteps {
    pub(super) fn new(realm: &Realm, event_loop: LoopId) -> Self {
        // The callback, the largest field, is made last. Otherwise, it would be built on the stack and copied, because
        // cloning the realm may panic.
        let (realm, result) = (realm.clone(), RustResult::new(event_loop));
        Self { realm, result, callback: RustCallback::default() }
    }
}

/// Settles the result of a task whose callback panics.
struct Panics<'a>(&'a RustResult);

impl Drop for Panics<'_> {
    fn drop(&mut self) {
        self.0.fail("the task panicked");
    }
}

/// Settles the result of a task if the promise that its callback returned is dropped, and so never settled.
struct Settles(Weak<Task<RustSteps>>);

impl Drop for Settles {
    fn drop(&mut self) {
        if let Some(task) = self.0.upgrade() {
            task.steps.result.fail("the promise returned by the task was never settled");
        }
    }
}

impl TaskSteps for RustSteps {
    #[inline]
    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        in_realm(&task.steps.realm, context, |context| {
            let _state = task.enter_state(event_loop);
            let panics = Panics(&task.steps.result);
            let result = event_loop.call_javascript(context, |context| task.steps.callback.call(context));
            event_loop.clean_up_after_running_script(context);
            std::mem::forget(panics);
            task.settle(result, event_loop, context)
        })
    }

    #[inline]
    fn resolve(task: &Rc<Task<Self>>, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        if let Some(promise) = task.steps.result.resolve(value, event_loop, context) {
            Self::settle_with(&promise, task, event_loop, context);
        }
    }

    fn reject(&self, reason: JsValue, event_loop: &EventLoop, context: &mut Context) {
        self.result.reject(reason, event_loop, context);
    }

    fn discard(&self) {
        self.callback.discard();
        self.result.fail("the event loop no longer exists");
    }
}

impl RustSteps {
    /// Settles the result of a task when the promise that it returned is settled.
    #[inline(never)]
    fn settle_with(promise: &JsPromise, task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) {
        event_loop.discard_at_the_end(Rc::downgrade(task) as _);
        // The promise must not keep the task alive, which refers to the realm.
        let waits = Settles(Rc::downgrade(task));
        let settled = move |settled: JsResult<JsValue>, context: &mut Context| {
            let Some(event_loop) = EventLoop::of(context) else { return };
            match (waits.0.upgrade(), settled) {
                (Some(task), settled) => task.steps.result.settle_as(settled, &event_loop, context),
                // Nobody has the handle.
                (None, Err(error)) => event_loop.report_an_exception(error, context),
                (None, Ok(_)) => {}
            }
        };
        when_settled(promise, Box::new(settled), context);
    }
}
