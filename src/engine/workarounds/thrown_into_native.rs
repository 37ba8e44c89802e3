//! Functions of the engine that handle the exceptions of functions of the program.
//!
//! What such a function had on the stack of the engine stays there: see `event_loop::call_in_own_frame`. If the
//! arguments of a call are being computed, the engine calls one of these values instead of the function. The objects of
//! the functions stay: only what they do is replaced.

use boa_engine::builtins::promise::{Promise as EnginePromise, ResolvingFunctions};
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::event_loop::{call_in_own_frame, construct_in_own_frame, function_of_the_host};

/// Functions of `Promise`.
const STATIC_FUNCTIONS: [&str; 5] = ["all", "allSettled", "any", "race", "try"];

/// Calls an executor. Its frame handles the exception, and removes all values when it returns.
const CALL_EXECUTOR: &str =
    "(executor, resolve, reject) => { try { executor(resolve, reject); } catch (e) { reject(e); } }";

/// Replaces what the functions do.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (promise, array) = (constructors.promise().constructor(), constructors.array().constructor());
    let async_generator = context.intrinsics().objects().async_generator();
    for name in STATIC_FUNCTIONS {
        replace_function(&promise.get(JsString::from(name), context)?, call_in_own_frame, context);
    }
    replace_function(&promise.get(js_string!("resolve"), context)?, resolve, context);
    replace_function(&array.get(js_string!("fromAsync"), context)?, call_in_own_frame, context);
    replace_function(&async_generator.get(js_string!("return"), context)?, call_in_own_frame, context);
    replace_promise(&promise, context);
    Ok(())
}

/// Calls the original of a function, the first argument, with what it was called with.
type CallOriginal = fn(&JsObject, &JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// Replaces how a function of the engine is called, if there is one.
fn replace_function(function: &JsValue, call: CallOriginal, context: &mut Context) {
    let Some(function) = function.as_object() else { return };
    let Some(original) = copy_of(&function) else { return };
    let steps = NativeFunction::from_copy_closure_with_captures(
        move |this, arguments, original, context| call(original, this, arguments, context),
        original,
    );
    let replaced = FunctionObjectBuilder::new(context.realm(), steps).build();
    set_steps(&function, &replaced);
}

/// `Promise.resolve` looks for a method `then` only in objects that are no promises.
fn resolve(original: &JsObject, this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match arguments.get_or_undefined(0).as_object() {
        Some(object) if !object.is::<EnginePromise>() => call_in_own_frame(original, this, arguments, context),
        _ => original.call(this, arguments, context),
    }
}

/// An object that does what a function of the engine does.
fn copy_of(function: &JsObject) -> Option<JsObject> {
    let native = function.downcast_ref::<NativeFunctionObject>()?.clone();
    Some(JsObject::from_proto_and_data(function.prototype(), native))
}

/// Lets a function of the engine do what another one does. The other one has no name: so it is not in stacks.
fn set_steps(function: &JsObject, replaced: &JsObject) {
    let replaced = replaced.downcast_ref::<NativeFunctionObject>().map(|native| native.clone());
    if let (Some(mut function), Some(replaced)) = (function.downcast_mut::<NativeFunctionObject>(), replaced) {
        *function = replaced;
    }
}

/// What the constructor `Promise` needs.
#[derive(Clone, Trace, Finalize)]
struct Promise {
    constructor: JsObject,
    /// Does what the constructor of the engine does.
    original: JsObject,
    call_executor: CallExecutor,
}

/// The function of [`CALL_EXECUTOR`], which is compiled when it is first needed: many programs construct no promise.
#[derive(Clone, Default, Trace, Finalize)]
struct CallExecutor(Gc<GcRefCell<Option<JsObject>>>);

impl CallExecutor {
    fn get(&self, context: &mut Context) -> JsResult<JsObject> {
        let function = self.0.borrow().clone();
        if let Some(function) = function {
            return Ok(function);
        }
        let function = function_of_the_host(CALL_EXECUTOR, context)?;
        *self.0.borrow_mut() = Some(function.clone());
        Ok(function)
    }
}

fn replace_promise(constructor: &JsObject, context: &mut Context) {
    let Some(original) = copy_of(constructor) else { return };
    let captures = Promise { constructor: constructor.clone(), original, call_executor: CallExecutor::default() };
    let steps = NativeFunction::from_copy_closure_with_captures(construct_promise, captures);
    let replaced = FunctionObjectBuilder::new(context.realm(), steps).constructor(true).build();
    set_steps(constructor, &replaced);
}

/// [`Promise`](https://tc39.es/ecma262/#sec-promise-executor). `new_target` is undefined if it is called without `new`.
fn construct_promise(
    new_target: &JsValue,
    arguments: &[JsValue],
    promise: &Promise,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Step 1.
    let Some(new_target) = new_target.as_object() else {
        return promise.original.call(&JsValue::undefined(), arguments, context);
    };
    // Step 2.
    let executor = arguments.get_or_undefined(0).as_callable();
    let executor = executor.ok_or_else(|| js_error!(TypeError: "Promise resolver is not a function"))?;
    if JsObject::equals(&new_target, &promise.constructor) {
        new_promise(&executor, promise, context)
    } else {
        // A class of the program.
        construct_in_own_frame(&promise.original, arguments, &new_target, context)
    }
}

/// Steps 3 to 11 of the constructor.
fn new_promise(executor: &JsObject, promise: &Promise, context: &mut Context) -> JsResult<JsValue> {
    let (value, ResolvingFunctions { resolve, reject }) = JsPromise::new_pending(context);
    let (resolve, rejecting) = (resolve.into(), reject.clone().into());
    let undefined = JsValue::undefined();
    if executor.is::<NativeFunctionObject>() {
        // As fast as possible: the engine constructs promises with executors of its own.
        if let Err(error) = executor.call(&undefined, &[resolve, rejecting], context) {
            let error = error.into_opaque(context)?;
            reject.call(&undefined, &[error], context)?;
        }
    } else {
        let call_executor = promise.call_executor.get(context)?;
        call_executor.call(&undefined, &[executor.clone().into(), resolve, rejecting], context)?;
    }
    Ok(value.into())
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    const FUNCTIONS: &str = "const inner = () => { throw 5 }, outer = () => { inner() }, second = (a, b) => typeof b;";

    #[test]
    fn calls_go_on_with_their_function() {
        for argument in [
            "new Promise(outer)",
            "new (class extends Promise {})(outer)",
            "Reflect.construct(Promise, [outer])",
            "Promise.all({ [Symbol.iterator]: outer })",
            "Promise.any({ [Symbol.iterator]: outer })",
            "Promise.race({ [Symbol.iterator]: outer })",
            "Promise.allSettled({ [Symbol.iterator]: outer })",
            "Promise.resolve({ get then() { outer() } })",
            "Promise.try(outer)",
            "Array.fromAsync({ [Symbol.asyncIterator]: outer })",
        ] {
            assert_eq!(evaluate(&format!("{FUNCTIONS} second(1, {argument})")), "object", "{argument}");
        }
    }

    #[test]
    fn the_objects_stay() {
        let shape = "[Promise.name, Promise.length, Promise.prototype.constructor === Promise, Promise.all.name,
            'prototype' in Promise.all, (async () => {})() instanceof Promise, String(Promise)]";
        assert_eq!(evaluate(shape), "Promise,1,true,all,false,true,function Promise() { [native code] }");
        assert_eq!(evaluate("String(new Promise(JSON.parse))"), "[object Promise]");
        for source in ["Promise(() => {})", "new Promise", "new Promise.all", "new Promise(1)", "Promise.all.call(1)"] {
            assert!(evaluate(source).starts_with("TypeError"), "{source}");
        }
    }
}
