//! `PromiseRejectionEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#promiserejectionevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::dom::{Event, EventInit};
use crate::webidl::{Interface, InterfaceBuilder, this_object, type_error};

/// What a `PromiseRejectionEvent` has beyond an `Event`.
#[derive(Trace, Finalize)]
pub struct PromiseRejectionEvent {
    promise: JsValue,
    reason: JsValue,
}

impl Interface for PromiseRejectionEvent {
    type State = Self;
    const NAME: &'static str = "PromiseRejectionEvent";
    const DEPTH: usize = 1;
}

impl PromiseRejectionEvent {
    /// A new event of this type for the host to dispatch.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create(
        event_type: JsString,
        cancelable: bool,
        promise: JsValue,
        reason: JsValue,
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Event>)> {
        let init = EventInit { cancelable, ..EventInit::default() };
        Event::create(event_type, init, Self { promise, reason }, context)
    }
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Event::construct(new_target, arguments, 2, context, |init, context| {
        let promise = init.required(&js_string!("promise"), "PromiseRejectionEventInit", context)?;
        // The member's type is `object`, not `Promise<any>`: an object is kept as it is.
        if !promise.is_object() {
            return Err(type_error("PromiseRejectionEventInit: member 'promise' is not an object"));
        }
        let reason = init.get(js_string!("reason"), context)?.unwrap_or_default();
        Ok(PromiseRejectionEvent { promise, reason })
    })
}

fn get_promise(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PromiseRejectionEvent>(this)?.promise.clone())
}

fn get_reason(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PromiseRejectionEvent>(this)?.reason.clone())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<PromiseRejectionEvent>(context)
        .inherits::<Event>()?
        .constructor(2, constructor)
        .attribute("promise", get_promise)
        .attribute("reason", get_reason)
        .build()
}
