//! [`process.nextTick`][tick].
//!
//! [tick]: https://nodejs.org/docs/latest-v20.x/api/process.html#processnexttickcallback-args

use boa_engine::{Context, JsObject, JsResult, JsValue};

use crate::web::webidl::{event_loop, invoke_and_report};

/// Queues a tick: the callback is called with these arguments before the next microtask, as soon as no JavaScript is on
/// the stack; or, if a microtask queues it, when there are no more microtasks. It has the ambient values of the caller.
/// An exception is reported, and the other ticks still run.
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
pub fn next_tick(callback: JsObject, arguments: Vec<JsValue>, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    let origin = event_loop.caller(context);
    event_loop.queue_a_tick(origin, move |event_loop, context| {
        invoke_and_report(&callback, &JsValue::undefined(), &arguments, event_loop, context);
    });
    Ok(())
}
