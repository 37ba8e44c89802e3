//! The steps of the tasks and continuations that JavaScript posts. Their results are promises of the program.

use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsObject, JsValue};

use super::task::{Task, TaskSteps};
use crate::event_loop::{Ending, EventLoop, Quirk, in_realm};
use crate::scheduling::QueueKind;
use crate::web::webidl::{PendingPromise, invoke};

/// Invokes the callback that was passed to `postTask`, in its realm.
pub(super) struct Callback {
    pub(super) function: JsObject,
    pub(super) realm: Realm,
    pub(super) promise: PendingPromise,
}

// There may be a million.
const _: () = assert!(size_of::<Task<Callback>>() <= 112);

impl Callback {
    /// Invokes the callback and settles the promise.
    fn invoke(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let function = &task.steps.function;
        let _state = task.enter_state(event_loop);
        let result = invoke(function, &JsValue::undefined(), &[], event_loop, context);
        task.settle(result, event_loop, context)
    }

    /// Like [`Self::invoke`], for a polyfill: settles the promise before the microtasks of the callback.
    fn invoke_in_a_polyfill(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let ending = event_loop.call_javascript(context, |context| {
            let ending = Self::invoke(task, event_loop, context);
            task.complete();
            ending
        });
        event_loop.clean_up_after_running_script(context);
        ending
    }
}

impl TaskSteps for Callback {
    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        in_realm(&task.steps.realm, context, |context| {
            if event_loop.has_quirk(Quirk::ResultBeforeMicrotasks) {
                Self::invoke_in_a_polyfill(task, event_loop, context)
            } else {
                Self::invoke(task, event_loop, context)
            }
        })
    }

    fn resolve(task: &Rc<Task<Self>>, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        task.steps.promise.resolve(value, event_loop, context);
    }

    fn reject(&self, reason: JsValue, _: &EventLoop, context: &mut Context) {
        self.promise.reject(reason, context);
    }
}

/// Resolves the promise that `yield` returned.
pub(super) struct Continuation {
    pub(super) promise: PendingPromise,
}

impl TaskSteps for Continuation {
    fn queue_kind(&self) -> QueueKind {
        QueueKind::Continuations
    }

    fn run(task: &Rc<Task<Self>>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        // This neither creates objects nor runs scripts, so the current realm does not matter.
        Self::resolve(task, JsValue::undefined(), event_loop, context);
        Ending::Returned
    }

    fn resolve(task: &Rc<Task<Self>>, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        task.steps.promise.resolve(value, event_loop, context);
    }

    fn reject(&self, reason: JsValue, _: &EventLoop, context: &mut Context) {
        self.promise.reject(reason, context);
    }
}
