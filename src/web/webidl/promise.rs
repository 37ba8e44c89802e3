//! Promises that the host settles later, and operations that return promises.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};

use super::closure::closure;
use super::exception::{exception_value, with_stack};
use crate::event_loop::EventLoop;

/// A promise and the functions that settle it.
#[derive(Debug)]
pub struct PendingPromise {
    functions: ResolvingFunctions,
}

impl PendingPromise {
    /// Creates [a new promise](https://webidl.spec.whatwg.org/#a-new-promise), and the functions that settle it.
    pub fn new(context: &mut Context) -> (JsValue, Self) {
        let (promise, functions) = JsPromise::new_pending(context);
        (promise.into(), Self::of(functions))
    }

    /// The promise that these functions settle.
    pub(crate) fn of(functions: ResolvingFunctions) -> Self {
        Self { functions }
    }

    /// [Resolves](https://webidl.spec.whatwg.org/#resolve) the promise. Does nothing if it has already been resolved
    /// or rejected. A `then` getter of the value runs during this call. If that recurses too deeply, the engine leaves
    /// the promise pending, and the error is reported.
    pub fn resolve(&self, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
        resolve(&self.functions, value, event_loop, context);
    }

    /// [Rejects](https://webidl.spec.whatwg.org/#reject) the promise. Does nothing if it has already been resolved or
    /// rejected.
    pub fn reject(&self, reason: JsValue, context: &mut Context) {
        let _ = self.functions.reject.call(&JsValue::undefined(), &[reason], context);
    }
}

/// Resolves the promise of these functions.
pub(super) fn resolve(functions: &ResolvingFunctions, value: JsValue, event_loop: &EventLoop, context: &mut Context) {
    // Resolving functions never throw: if a `then` getter throws, the promise is rejected.
    let resolved =
        event_loop.call_javascript(context, |context| functions.resolve.call(&JsValue::undefined(), &[value], context));
    if let Err(error) = resolved {
        event_loop.report_an_exception(error, context);
    }
}

/// Runs the steps of an operation that [returns a promise][1]. An exception becomes a rejected promise, and its stack
/// contains the call of the operation.
///
/// [1]: https://webidl.spec.whatwg.org/#dfn-create-operation-function
pub fn catch_as_rejection(context: &mut Context, steps: impl FnOnce(&mut Context) -> JsResult<JsValue>) -> JsValue {
    steps(context).unwrap_or_else(|error| {
        let error = with_stack(error, context);
        let reason = exception_value(error, context);
        let (promise, pending) = PendingPromise::new(context);
        pending.reject(reason, context);
        promise
    })
}

/// A callback that is called once, with a value or a thrown exception.
pub(crate) type OnSettled = Box<dyn FnOnce(JsResult<JsValue>, &mut Context)>;

/// [Calls `done` when a promise is settled][1], and marks the promise as handled.
///
/// [1]: https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
pub fn when_settled(promise: &JsPromise, done: OnSettled, context: &mut Context) {
    let done = Rc::new(RefCell::new(Some(done)));
    let settle = |fulfilled: bool| {
        let done = Rc::clone(&done);
        let function = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
            let value = arguments.get_or_undefined(0).clone();
            let done = done.take();
            if let Some(done) = done {
                done(if fulfilled { Ok(value) } else { Err(JsError::from_opaque(value)) }, context);
            }
            Ok(JsValue::undefined())
        };
        FunctionObjectBuilder::new(context.realm(), closure(function)).build()
    };
    let (fulfilled, rejected) = (settle(true), settle(false));
    if let Err(error) = promise.then(Some(fulfilled), Some(rejected), context)
        && let Some(done) = done.take()
    {
        done(Err(error), context);
    }
}
