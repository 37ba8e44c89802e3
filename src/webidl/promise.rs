//! Promises that the host settles later, and operations that return promises.

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};

use super::exception::{exception_value, with_stack};
use crate::event_loop::EventLoop;

/// A promise and the functions that settle it.
pub struct PendingPromise {
    functions: ResolvingFunctions,
}

impl PendingPromise {
    /// [A new promise](https://webidl.spec.whatwg.org/#a-new-promise), and what settles it.
    pub fn new(context: &mut Context) -> (JsValue, Self) {
        let (promise, functions) = JsPromise::new_pending(context);
        (promise.into(), Self { functions })
    }

    /// [Resolves](https://webidl.spec.whatwg.org/#resolve) the promise. Nothing happens if it is settled. A `then` getter
    /// of the value runs here.
    pub fn resolve(&self, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        // Resolving functions never throw: what a thenable's getter throws rejects the promise.
        let _ = event_loop
            .call_javascript(context, |context| self.functions.resolve.call(&JsValue::undefined(), &[value], context));
    }

    /// [Rejects](https://webidl.spec.whatwg.org/#reject) the promise. Nothing happens if it is settled.
    pub fn reject(&self, reason: JsValue, context: &mut Context) {
        let _ = self.functions.reject.call(&JsValue::undefined(), &[reason], context);
    }
}

/// Runs the steps of an [operation that returns a promise](https://webidl.spec.whatwg.org/#dfn-create-operation-function):
/// an exception becomes a rejected promise, and knows where the operation was called.
///
/// # Errors
///
/// None that JavaScript can cause.
pub fn rejecting(context: &mut Context, steps: impl FnOnce(&mut Context) -> JsResult<JsValue>) -> JsResult<JsValue> {
    match steps(context) {
        Ok(promise) => Ok(promise),
        Err(error) => {
            let error = with_stack(error, context);
            let reason = exception_value(error, context);
            let (promise, pending) = PendingPromise::new(context);
            pending.reject(reason, context);
            Ok(promise)
        }
    }
}
