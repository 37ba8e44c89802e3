//! What a program cannot find out about values, for `util`.

#![expect(clippy::unnecessary_wraps, reason = "functions of the engine return results")]

use boa_engine::builtins::promise::PromiseState;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::{JsArray, JsPromise, JsProxy};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::internal::dom::event_listeners;
use posttask::internal::html::{Kind, is_class};

use crate::testing::assert::{Mode, are_deeply_equal};

/// `kind(value)` names the kind of an object. `isClass(function)`, `promise(value)` and `isDeeplyEqual(a, b)`.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("kind", kind as _),
        ("eventListeners", listeners as _),
        ("isClass", is_a_class as _),
        ("promise", promise as _),
        ("isDeepStrictEqual", is_deep_strict_equal as _),
    ];
    super::functions(list, context)
}

fn kind(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let Some(object) = arguments.get_or_undefined(0).as_object() else { return Ok(JsValue::undefined()) };
    if JsProxy::from_object(object.clone()).is_ok() {
        return Ok(js_string!("Proxy").into());
    }
    let name = match Kind::of(&object) {
        Kind::Proxy => "Proxy",
        Kind::Function => "Function",
        Kind::Array(_) => "Array",
        Kind::Ordinary => "Object",
        Kind::Date(_) => "Date",
        Kind::RegExp(_) => "RegExp",
        Kind::Boxed(name, _) => name,
        Kind::Error => "Error",
        Kind::Map(_) => "Map",
        Kind::Set(_) => "Set",
        Kind::TypedArray(_) => "TypedArray",
        Kind::ArrayBuffer(_) => "ArrayBuffer",
        Kind::DataView(_) => "DataView",
        Kind::Promise(_) => "Promise",
        Kind::WeakMap => "WeakMap",
        Kind::WeakSet => "WeakSet",
        Kind::Module => "Module",
        Kind::SearchParams(_) => "URLSearchParams",
        Kind::Other => "Other",
    };
    Ok(JsString::from(name).into())
}

fn is_a_class(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    // Built-in constructors are not shown as classes.
    let is_declared = |object: &JsObject| is_class(object) && !object.is::<NativeFunctionObject>();
    Ok(arguments.get_or_undefined(0).as_object().as_ref().is_some_and(is_declared).into())
}

/// `eventListeners(target, type)` returns an array, or `undefined` if the value is not an `EventTarget`.
fn listeners(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let event_type = arguments.get_or_undefined(1).to_string(context)?;
    let found = event_listeners(arguments.get_or_undefined(0), &event_type);
    let array = found.map(|found| JsArray::from_iter(found.into_iter().map(JsValue::from), context));
    Ok(array.map(JsValue::from).unwrap_or_default())
}

/// Returns the state of a promise, and its value or reason.
fn promise(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let promise = arguments.get_or_undefined(0).as_object().map(JsPromise::from_object).transpose()?;
    let Some(promise) = promise else { return Ok(JsValue::undefined()) };
    let (state, value) = match promise.state() {
        PromiseState::Pending => ("pending", JsValue::undefined()),
        PromiseState::Fulfilled(value) => ("fulfilled", value),
        PromiseState::Rejected(reason) => ("rejected", reason),
    };
    Ok(JsArray::from_iter([JsString::from(state).into(), value], context).into())
}

fn is_deep_strict_equal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (one, other) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    are_deeply_equal(one, other, Mode::Strict, context).map(JsValue::from)
}
