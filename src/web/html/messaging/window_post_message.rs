//! `postMessage` of a window: <https://html.spec.whatwg.org/multipage/web-messaging.html#posting-messages>. Only tests
//! of windows have it: a program has no other windows.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};

use super::port_end::dispatch;
use crate::event_loop::{QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::dom::{DomException, DomExceptionName, event_handler_name};
use crate::web::html::structured_clone::{Serialized, transfer_list, transfer_option};
use crate::web::html::{GlobalScope, serialized_origin};
use crate::web::webidl::{
    Dictionary, define_global_operation, event_loop, require_arguments, static_string, usv_string,
};

/// The target origin and the objects to transfer: `postMessage(message, targetOrigin, transfer)` or
/// `postMessage(message, options)`.
fn target_and_transfer(arguments: &[JsValue], context: &mut Context) -> JsResult<(JsString, Vec<JsObject>)> {
    let second = arguments.get_or_undefined(1);
    if second.is_object() || second.is_null_or_undefined() {
        let transfer = transfer_option(second, "postMessage", context)?;
        let options = Dictionary::from_value(second, "postMessage")?;
        let target = options.convert(&js_string!("targetOrigin"), context, usv_string)?;
        return Ok((target.unwrap_or(js_string!("/")), transfer));
    }
    let target = usv_string(second, &"postMessage: targetOrigin", context)?;
    let transfer = match arguments.get_or_undefined(2) {
        transfer if transfer.is_undefined() => Vec::new(),
        transfer => transfer_list(transfer, "postMessage", context)?,
    };
    Ok((target, transfer))
}

/// [The window post message steps][1].
///
/// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#window-post-message-steps
fn post_message(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "postMessage")?;
    let global = GlobalScope::of_this(this, context)?;
    let (target, transfer) = target_and_transfer(arguments, context)?;
    let origin = serialized_origin(context);
    let target = target.to_std_string_lossy();
    let is_allowed = match target.as_str() {
        "*" | "/" => true,
        url => {
            let url = crate::web::url::parse(url, None).map_err(|error| {
                let message = format!("postMessage: the target origin '{url}' is not a URL: {error}");
                DomException::error(DomExceptionName::Syntax, &message, context)
            })?;
            origin == js_string!(url.origin().ascii_serialization())
        }
    };
    let message = Serialized::from_value(&arguments[0], &transfer, context)?;
    let event_loop = event_loop(context)?;
    let source = TaskSource::DomManipulation;
    let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::Message.into() }, context);
    let realm = global.realm()?;
    event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |event_loop, context| {
        if is_allowed {
            dispatch(global.target()?, message, origin, global.object(), event_loop, context);
        }
        Ok(())
    });
    Ok(JsValue::undefined())
}

/// Defines the operation and the handlers of its events in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn define_window_post_message(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("postMessage"), 1, post_message, context)?;
    crate::web::html::define_event_handler(event_handler_name!("message"), context)?;
    crate::web::html::define_event_handler(event_handler_name!("messageerror"), context)
}
