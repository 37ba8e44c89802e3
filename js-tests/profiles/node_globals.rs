//! The globals of Node that recorded programs use.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};
use posttask::boa_engine;
use posttask::event_loop::{EventLoop, TaskSource, WorkKind};
use posttask::internal::event_loop::WorkRequest;
use posttask::internal::node::{Immediate, clear_immediate, next_tick, set_immediate};
use posttask::webidl::Interface;

/// How long an operation takes, in milliseconds.
const OPERATION: u64 = 5;

/// Defines `process.nextTick`, `setImmediate`, `clearImmediate` and `io`.
pub(crate) fn define(context: &mut Context) -> JsResult<()> {
    Immediate::register(context)?;
    let next_tick = NativeFunction::from_fn_ptr(queue_tick).to_js_function(context.realm());
    let process = JsObject::with_object_proto(context.intrinsics());
    process.set(js_string!("nextTick"), next_tick, true, context)?;
    context.register_global_property(js_string!("process"), process, boa_engine::property::Attribute::all())?;
    context.register_global_callable(js_string!("setImmediate"), 1, NativeFunction::from_fn_ptr(queue_immediate))?;
    context.register_global_callable(js_string!("clearImmediate"), 1, NativeFunction::from_fn_ptr(clear))?;
    context.register_global_callable(js_string!("io"), 1, NativeFunction::from_fn_ptr(start_operation))
}

/// The function that is the first argument, and the arguments for it.
fn callback(arguments: &[JsValue]) -> JsResult<(JsObject, Vec<JsValue>)> {
    let callback = arguments.get_or_undefined(0).as_callable();
    let callback = callback.ok_or_else(|| boa_engine::JsNativeError::typ().with_message("not a function"))?;
    Ok((callback, arguments.get(1..).unwrap_or_default().to_vec()))
}

fn queue_tick(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (callback, arguments) = callback(arguments)?;
    next_tick(callback, arguments, context).map(|()| JsValue::undefined())
}

fn queue_immediate(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (callback, arguments) = callback(arguments)?;
    set_immediate(callback, arguments, context).map(JsValue::from)
}

fn clear(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    clear_immediate(arguments.get_or_undefined(0), context).map(|()| JsValue::undefined())
}

/// `io(callback)`: an operation of the operating system, whose end is a task of its own.
fn start_operation(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (callback, _) = callback(arguments)?;
    let Some(event_loop) = EventLoop::of(context) else { return Ok(JsValue::undefined()) };
    let source = TaskSource::Networking;
    let request = WorkRequest { source: Some(source), delay: Some(OPERATION), ..WorkKind::Fetch.into() };
    let work = event_loop.new_work(request, context);
    let realm = context.realm().clone();
    event_loop.run_steps_after_a_timeout(OPERATION, work, move |event_loop, place| {
        event_loop.queue_a_global_task(source, work, place, realm, move |event_loop, context| {
            event_loop.call_javascript(context, |context| callback.call(&JsValue::undefined(), &[], context))?;
            Ok(())
        });
    });
    Ok(JsValue::undefined())
}
