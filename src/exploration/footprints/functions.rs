//! The hidden functions with which a program announces what it does.

use std::rc::Rc;

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::builtin_names::BuiltinNames;
use super::recorder::{REACTIONS_OF_AWAIT, Recorder};
use crate::web::html::is_port;

/// `ENTERS(function, ...scopes)`: a function is called. Returns a symbol: in a pattern, the call can be the name of a
/// property, which no object has.
pub const ENTERS: &str = "__posttask_enters";
/// `SCOPE()`: returns what tells the instances of variables apart.
pub const SCOPE: &str = "__posttask_scope";
/// `AWAITS(value)`: returns the value, which is awaited.
pub const AWAITS: &str = "__posttask_awaits";
/// `RESUMES(function, value, ...scopes)`: a function goes on. Returns the value.
pub const RESUMES: &str = "__posttask_resumes";
/// `EXECUTOR(function)`: returns the executor that a promise gets instead of a function.
pub const EXECUTOR: &str = "__posttask_executor";
/// `PROMISE(promise)`: returns the promise of the last executor.
pub const PROMISE: &str = "__posttask_promise";
/// `VALUE(value)`: returns the value of a property whose name is not known.
pub const VALUE: &str = "__posttask_value";

/// `PORT(object)`: returns the object, which gets another `onmessage`.
pub const PORT: &str = "__posttask_port";

/// What is around each text that is inserted into a program, so that the text of a function can be shown without it.
const OPEN: &str = "/*__posttask<*/";
const CLOSE: &str = "/*__posttask>*/";

/// Marks a text that is inserted into a program.
#[must_use]
pub fn hidden(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{OPEN}{text}{CLOSE}") }
}

/// Returns a part of a program without the texts that were inserted into it.
#[must_use]
pub fn without_hidden(text: &str) -> String {
    let mut parts = text.split(OPEN);
    let first = parts.next().unwrap_or_default().to_owned();
    // The text of a function may end within the parentheses that end with it.
    parts.fold(first, |text, part| text + part.split_once(CLOSE).map_or("", |(_, rest)| rest))
}

/// A recorder as what a function captures. It contains nothing that the collector manages by itself.
#[derive(Clone, Trace, Finalize)]
struct Handle(#[unsafe_ignore_trace] Rc<Recorder>);

type Function = fn(&JsValue, &[JsValue], &Handle, &mut Context) -> JsResult<JsValue>;

/// Defines the functions in the current realm of a context.
///
/// # Errors
///
/// Whatever the global object throws.
pub(in crate::exploration) fn define(recorder: &Rc<Recorder>, context: &mut Context) -> JsResult<()> {
    recorder.uses().set_names(|| BuiltinNames::of(context));
    let functions: [(&str, Function); 8] = [
        (ENTERS, enters),
        (SCOPE, scope),
        (AWAITS, awaits),
        (RESUMES, resumes),
        (EXECUTOR, executor),
        (PROMISE, promise),
        (VALUE, value),
        (PORT, port),
    ];
    for (name, function) in functions {
        let function = NativeFunction::from_copy_closure_with_captures(function, Handle(Rc::clone(recorder)));
        let function = FunctionObjectBuilder::new(context.realm(), function).build();
        context.register_global_property(JsString::from(name), function, Attribute::empty())?;
    }
    let prototype = context.intrinsics().constructors().promise().prototype();
    replace(&prototype, "then", 2, context, |original| {
        NativeFunction::from_copy_closure_with_captures(then, (Handle(Rc::clone(recorder)), original))
    })?;
    let constructor = context.intrinsics().constructors().promise().constructor();
    for name in ["all", "allSettled", "any", "race"] {
        replace(&constructor, name, 1, context, |original| {
            NativeFunction::from_copy_closure_with_captures(combined, (Handle(Rc::clone(recorder)), original))
        })?;
    }
    show_texts_without_hidden(context)
}

/// Shows the texts of functions without what was inserted.
///
/// # Errors
///
/// Whatever the prototype of functions throws.
pub fn show_texts_without_hidden(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    replace(&prototype, "toString", 0, context, |original| {
        NativeFunction::from_copy_closure_with_captures(to_string, original)
    })
}

/// Replaces a method of a prototype.
fn replace(
    prototype: &JsObject,
    name: &str,
    length: usize,
    context: &mut Context,
    make: impl FnOnce(JsObject) -> NativeFunction,
) -> JsResult<()> {
    let name = JsString::from(name);
    let Some(original) = prototype.get(name.clone(), context)?.as_object() else { return Ok(()) };
    let function = FunctionObjectBuilder::new(context.realm(), make(original)).name(name.clone()).length(length);
    let function = function.build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(name, property, context).map(drop)
}

/// [Function.prototype.toString](https://tc39.es/ecma262/#sec-function.prototype.tostring) without hidden texts.
fn to_string(this: &JsValue, _: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let text = original.call(this, &[], context)?;
    let Some(string) = text.as_string() else { return Ok(text) };
    // A text with a lone surrogate stays as it is.
    Ok(string.to_std_string().map_or(text, |text| js_string!(without_hidden(&text)).into()))
}

/// The number of a function, and what tells the instances of its variables apart.
fn function_and_scopes<'a>(function: &JsValue, scopes: &'a [JsValue]) -> (u32, impl Iterator<Item = u64> + 'a) {
    let number = |value: &JsValue| value.as_number().unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this file")]
    let id = function.as_number().map_or(u32::MAX, |number| number as u32);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this file")]
    (id, scopes.iter().map(move |scope| number(scope) as u64))
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn enters(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let (function, scopes) = function_and_scopes(arguments.get_or_undefined(0), arguments.get(1..).unwrap_or_default());
    recorder.0.entered(function, &scopes.collect::<Vec<_>>());
    Ok(JsSymbol::unscopables().into())
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn scope(_: &JsValue, _: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    #[expect(clippy::cast_precision_loss, reason = "there are not so many calls in a run")]
    Ok(JsValue::from(recorder.0.new_scope() as f64))
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn awaits(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    match value.as_object().and_then(|object| JsPromise::from_object(object).ok()) {
        Some(promise) => recorder.0.awaits(&promise, REACTIONS_OF_AWAIT),
        None => recorder.0.awaits_value(),
    }
    Ok(value.clone())
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn resumes(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let (function, scopes) = function_and_scopes(arguments.get_or_undefined(0), arguments.get(2..).unwrap_or_default());
    recorder.0.resumed();
    recorder.0.entered(function, &scopes.collect::<Vec<_>>());
    Ok(arguments.get_or_undefined(1).clone())
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn value(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if value.as_object().is_some_and(|object| object.is_callable() && !object.is::<OrdinaryFunction>()) {
        recorder.0.give_up();
    }
    Ok(value.clone())
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn port(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let object = arguments.get_or_undefined(0);
    // A port says itself that it changes.
    if !is_port(object) {
        recorder.0.writes_any_field();
    }
    Ok(object.clone())
}

/// An executor that gets resolving functions that announce themselves.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn executor(_: &JsValue, arguments: &[JsValue], recorder: &Handle, context: &mut Context) -> JsResult<JsValue> {
    let executor = arguments.get_or_undefined(0);
    let Some(function) = executor.as_object().filter(JsObject::is_callable) else { return Ok(executor.clone()) };
    let number = recorder.0.executor();
    let captured = (recorder.clone(), function, number);
    let call = NativeFunction::from_copy_closure_with_captures(
        |_, arguments: &[JsValue], (recorder, function, number): &(Handle, JsObject, u64), context| {
            let functions: Vec<JsValue> =
                arguments.iter().take(2).map(|it| announcing(it, recorder, *number, context)).collect();
            function.call(&JsValue::undefined(), &functions, context)
        },
        captured,
    );
    Ok(FunctionObjectBuilder::new(context.realm(), call).length(2).build().into())
}

/// Returns a resolving function that announces that it is called.
fn announcing(resolve: &JsValue, recorder: &Handle, number: u64, context: &mut Context) -> JsValue {
    let Some(resolve) = resolve.as_object() else { return resolve.clone() };
    let captured = (recorder.clone(), resolve, number);
    let call = NativeFunction::from_copy_closure_with_captures(
        |_, arguments: &[JsValue], (recorder, resolve, number): &(Handle, JsObject, u64), context| {
            recorder.0.resolves(*number);
            resolve.call(&JsValue::undefined(), arguments, context)
        },
        captured,
    );
    FunctionObjectBuilder::new(context.realm(), call).length(1).build().into()
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn promise(_: &JsValue, arguments: &[JsValue], recorder: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let promise = arguments.get_or_undefined(0);
    if let Some(object) = promise.as_object() {
        recorder.0.executed(&object);
    }
    Ok(promise.clone())
}

/// [Promise.all](https://tc39.es/ecma262/#sec-promise.all) and the other combinators, announced.
fn combined(
    this: &JsValue,
    arguments: &[JsValue],
    (recorder, original): &(Handle, JsObject),
    context: &mut Context,
) -> JsResult<JsValue> {
    let outer = recorder.0.combines();
    let result = original.call(this, arguments, context);
    recorder.0.has_combined(result.as_ref().ok().and_then(JsValue::as_object), outer);
    result
}

/// [Promise.prototype.then](https://tc39.es/ecma262/#sec-promise.prototype.then), announced.
fn then(
    this: &JsValue,
    arguments: &[JsValue],
    (recorder, original): &(Handle, JsObject),
    context: &mut Context,
) -> JsResult<JsValue> {
    // The host waits for the end of the main module, too. Nothing that runs later can tell.
    let is_of_host = recorder.0.is_evaluating() && context.stack_trace().next().is_none();
    let promise = this.as_object().and_then(|object| JsPromise::from_object(object).ok());
    if let Some(promise) = promise.filter(|_| !is_of_host) {
        recorder.0.awaits(&promise, usize::MAX);
    }
    let result = original.call(this, arguments, context);
    recorder.0.has_awaited();
    result
}

#[cfg(test)]
mod tests {
    use super::{hidden, without_hidden};

    #[test]
    fn hidden_texts_are_left_out() {
        let text = format!("() => {}a{}", hidden("(count(1),"), hidden(")"));
        assert_eq!(without_hidden(&text), "() => a");
        assert_eq!(without_hidden(text.strip_suffix("/*__posttask>*/").unwrap()), "() => a");
        assert_eq!(without_hidden("a"), "a");
    }
}
