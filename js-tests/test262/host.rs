//! The globals that the host of a test defines: `print` and `$262`.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsData, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::engine::parse_text;
use posttask::internal::event_loop::collect_garbage;
use posttask::internal::webidl::{closure, type_error};
use posttask_front_end::FrontEnd;

/// What `print` was called with.
pub(crate) type Messages = Rc<RefCell<Vec<String>>>;

/// The function that makes a realm and returns its global object.
#[derive(Trace, Finalize, JsData)]
struct NewRealm(JsObject);

/// Defines the globals in the current realm.
pub(crate) fn define(messages: &Messages, front_end: &Arc<FrontEnd>, context: &mut Context) -> JsResult<()> {
    let printed = Rc::clone(messages);
    let print = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_escaped();
        printed.borrow_mut().push(text);
        Ok(JsValue::undefined())
    };
    let front_end = Arc::clone(front_end);
    let evaluate = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_escaped();
        let text = front_end.for_evaluation(&text, Path::new("evalScript.js"))?;
        parse_text(&text, None, context)?.evaluate(context)
    };
    let global = context.global_object();
    let host = ObjectInitializer::new(context)
        .property(js_string!("global"), global, Attribute::all())
        .function(NativeFunction::from_fn_ptr(create_realm), js_string!("createRealm"), 0)
        .function(NativeFunction::from_fn_ptr(detach), js_string!("detachArrayBuffer"), 1)
        .function(closure(evaluate), js_string!("evalScript"), 1)
        .function(NativeFunction::from_fn_ptr(collect), js_string!("gc"), 0)
        .build();
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(js_string!("$262"), host, attributes)?;
    context.register_global_callable(js_string!("print"), 1, closure(print))
}

/// Lets `createRealm` of all realms use the function of the test host of the library, which is no longer a global then.
pub(crate) fn take_test_host(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    let host = global.get(js_string!("testHost"), context)?;
    let new_realm = host.as_object().map(|host| host.get(js_string!("createRealm"), context)).transpose()?;
    if let Some(new_realm) = new_realm.and_then(|function| function.as_object()) {
        context.insert_data(NewRealm(new_realm));
    }
    global.delete_property_or_throw(js_string!("testHost"), context).map(drop)
}

fn create_realm(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = context.get_data::<NewRealm>().map(|NewRealm(function)| function.clone());
    let function = function.ok_or_else(|| type_error("no realms"))?;
    let global = function.call(&JsValue::undefined(), &[], context)?.to_object(context)?;
    global.get(js_string!("$262"), context)
}

fn detach(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let buffer = arguments.get_or_undefined(0).as_object().ok_or_else(|| type_error("not a buffer"))?;
    JsArrayBuffer::from_object(buffer)?.detach(&JsValue::undefined())?;
    Ok(JsValue::null())
}

#[expect(clippy::unnecessary_wraps, reason = "the engine calls it through a pointer of this type")]
fn collect(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    collect_garbage(context);
    Ok(JsValue::undefined())
}
