//! What stands for `undefined` or `null` where one of its properties is read or set.
//!
//! `user.name = load()` evaluates the value before it fails, and `user[key()]` the key, so a guard of `user` must not
//! throw there. It returns an object that throws when a property is used: then, the message says which value it was,
//! and which key, and the engine knows the place.

use boa_engine::object::builtins::JsProxyBuilder;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};

use crate::shown_value::shown_value;

/// `late(v, k)` throws when one of its properties is used, because `v` is `undefined` or `null`. If the key `k` is an
/// object, it is `v`: a proxy would receive the key only after it has been converted.
pub(in super::super) fn late(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if arguments.get_or_undefined(1).is_object() {
        return Ok(arguments.get_or_undefined(0).clone());
    }
    let proxy = JsProxyBuilder::new(JsObject::with_null_proto());
    let proxy = if arguments.get_or_undefined(0).is_null() {
        proxy.get(read_of_null).set(write_of_null)
    } else {
        proxy.get(read_of_undefined).set(write_of_undefined)
    };
    Ok(proxy.build(context)?.into())
}

fn read_of_null(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    refuse(("read", "reading"), "null", arguments, context)
}

fn read_of_undefined(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    refuse(("read", "reading"), "undefined", arguments, context)
}

fn write_of_null(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    refuse(("set", "setting"), "null", arguments, context)
}

fn write_of_undefined(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    refuse(("set", "setting"), "undefined", arguments, context)
}

fn refuse(
    (verb, participle): (&str, &str),
    value: &str,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let key = shown_value(arguments.get_or_undefined(1), context);
    let message = format!("Cannot {verb} properties of {value} ({participle} '{key}')");
    Err(JsNativeError::typ().with_message(message).into())
}
