//! Promises whose reactions the collector looks into, so that what waits for a promise is not a root.

use std::cell::Cell;

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Gc, Trace};

use super::exception::exception_value;
use super::promise::resolve;
use crate::event_loop::EventLoop;

/// A promise that the host settles, and that the collector looks into. Copies are the same promise.
#[derive(Clone, Debug, Trace, Finalize)]
pub(crate) struct TracedPromise {
    promise: JsPromise,
    functions: Option<ResolvingFunctions>,
}

impl TracedPromise {
    /// Creates [a new promise](https://webidl.spec.whatwg.org/#a-new-promise).
    pub(crate) fn new(context: &mut Context) -> Self {
        let (promise, functions) = JsPromise::new_pending(context);
        Self { promise, functions: Some(functions) }
    }

    /// A promise that is fulfilled with `undefined`.
    pub(crate) fn fulfilled(context: &mut Context) -> Self {
        Self { promise: fulfilled_promise(context), functions: None }
    }

    /// A promise that is rejected, and counts as handled.
    pub(crate) fn rejected_and_handled(reason: JsValue, context: &mut Context) -> Self {
        let promise = Self::new(context);
        promise.reject_and_handle(reason, context);
        promise
    }

    pub(crate) fn promise(&self) -> &JsPromise {
        &self.promise
    }

    pub(crate) fn value(&self) -> JsValue {
        self.promise.clone().into()
    }

    /// [Resolves](https://webidl.spec.whatwg.org/#resolve) the promise, unless it is settled. A `then` getter of the
    /// value may run.
    pub(crate) fn resolve(&self, value: JsValue, context: &mut Context) {
        let Some(functions) = &self.functions else { return };
        if let Some(event_loop) = EventLoop::of(context) {
            resolve(functions, value, &event_loop, context);
        }
    }

    /// [Rejects](https://webidl.spec.whatwg.org/#reject) the promise, unless it is settled.
    pub(crate) fn reject(&self, reason: JsValue, context: &mut Context) {
        if let Some(functions) = &self.functions {
            let _ = functions.reject.call(&JsValue::undefined(), &[reason], context);
        }
    }

    /// Rejects the promise, unless it is settled, so that it counts as handled.
    pub(crate) fn reject_and_handle(&self, reason: JsValue, context: &mut Context) {
        mark_as_handled(&self.promise, context);
        self.reject(reason, context);
    }
}

/// A promise that is fulfilled with `undefined`.
pub(crate) fn fulfilled_promise(context: &mut Context) -> JsPromise {
    let (promise, functions) = JsPromise::new_pending(context);
    let _ = functions.resolve.call(&JsValue::undefined(), &[], context);
    promise
}

/// [A promise rejected with](https://webidl.spec.whatwg.org/#a-promise-rejected-with) a reason.
pub(crate) fn rejected_promise(reason: JsValue, context: &mut Context) -> JsPromise {
    let (promise, functions) = JsPromise::new_pending(context);
    let _ = functions.reject.call(&JsValue::undefined(), &[reason], context);
    promise
}

/// [A promise resolved with](https://webidl.spec.whatwg.org/#a-promise-resolved-with) what a callback returned, or
/// rejected with what it threw.
pub(crate) fn promise_of(result: JsResult<JsValue>, context: &mut Context) -> JsPromise {
    let promise = TracedPromise::new(context);
    match result {
        Ok(value) => promise.resolve(value, context),
        Err(error) => {
            let reason = exception_value(error, context);
            promise.reject(reason, context);
        }
    }
    promise.promise.clone()
}

/// Sets `[[PromiseIsHandled]]`.
pub fn mark_as_handled(promise: &JsPromise, context: &mut Context) {
    let ignore = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let ignore = FunctionObjectBuilder::new(context.realm(), ignore).build();
    // It fails only if a program has replaced the constructor of the promise, which then is its own affair.
    let _ = promise.then(None, Some(ignore), context);
}

/// Steps of a reaction, which get what they have captured and the value or the reason.
pub(crate) type Reaction<T> = fn(&T, JsValue, &mut Context) -> JsResult<JsValue>;

fn reaction<T: Trace + 'static>(captured: T, steps: Reaction<T>, context: &mut Context) -> JsFunction {
    let function = NativeFunction::from_copy_closure_with_captures(
        move |_, arguments, captured, context| steps(captured, arguments.get_or_undefined(0).clone(), context),
        captured,
    );
    FunctionObjectBuilder::new(context.realm(), function).build()
}

/// [Reacts](https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled) to a promise. Returns a promise
/// for what the steps return; without steps, it follows the promise.
pub(crate) fn transform<T: Clone + Trace + 'static>(
    promise: &JsPromise,
    captured: &T,
    fulfilled: Option<Reaction<T>>,
    rejected: Option<Reaction<T>>,
    context: &mut Context,
) -> JsPromise {
    let fulfilled = fulfilled.map(|steps| reaction(captured.clone(), steps, context));
    let rejected = rejected.map(|steps| reaction(captured.clone(), steps, context));
    // It fails only if a program has replaced the constructor of its promise.
    promise.then(fulfilled, rejected, context).unwrap_or_else(|error| promise_of(Err(error), context))
}

/// Steps that return nothing.
pub(crate) type Steps<T> = fn(&T, JsValue, &mut Context);

/// [Performs steps once a promise is settled][1], which then counts as handled.
///
/// [1]: https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
pub(crate) fn react<T: Clone + Trace + 'static>(
    promise: &JsPromise,
    captured: &T,
    fulfilled: Steps<T>,
    rejected: Steps<T>,
    context: &mut Context,
) {
    let on_fulfilled = function_of(captured.clone(), fulfilled, context);
    let on_rejected = function_of(captured.clone(), rejected, context);
    if let Err(error) = promise.then(Some(on_fulfilled), Some(on_rejected), context) {
        let reason = exception_value(error, context);
        rejected(captured, reason, context);
    }
}

fn function_of<T: Trace + 'static>(captured: T, steps: Steps<T>, context: &mut Context) -> JsFunction {
    let function = NativeFunction::from_copy_closure_with_captures(
        move |_, arguments, captured, context| {
            steps(captured, arguments.get_or_undefined(0).clone(), context);
            Ok(JsValue::undefined())
        },
        captured,
    );
    FunctionObjectBuilder::new(context.realm(), function).build()
}

/// The parts of [`when_both`].
#[derive(Clone, Trace, Finalize)]
struct Both {
    promise: TracedPromise,
    is_one_fulfilled: Gc<Cell<bool>>,
}

/// A promise that is fulfilled when both promises are, and rejected when one is.
pub(crate) fn when_both(one: &JsPromise, other: &JsPromise, context: &mut Context) -> JsPromise {
    let both = Both { promise: TracedPromise::new(context), is_one_fulfilled: Gc::new(Cell::new(false)) };
    for promise in [one, other] {
        react(
            promise,
            &both,
            |both, _, context| {
                if both.is_one_fulfilled.replace(true) {
                    both.promise.resolve(JsValue::undefined(), context);
                }
            },
            |both, reason, context| both.promise.reject(reason, context),
            context,
        );
    }
    both.promise.promise().clone()
}
