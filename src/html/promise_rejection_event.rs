//! `PromiseRejectionEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#promiserejectionevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::dom::{Event, EventInit};
use crate::webidl::{interface, object};

/// What a `PromiseRejectionEvent` has beyond an `Event`.
#[derive(Trace, Finalize)]
pub struct PromiseRejectionEvent {
    promise: JsValue,
    reason: JsValue,
}

interface! {
    PromiseRejectionEvent: Event;
    constructor(2) = construct;
    get "promise" = |event| event.promise.clone();
    get "reason" = |event| event.reason.clone();
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        // The member's type is `object`, not `Promise<any>`: an object is kept as it is.
        let promise = init.required(&js_string!("promise"), context, object)?.into();
        let reason = init.get(js_string!("reason"), context)?.unwrap_or_default();
        Ok(PromiseRejectionEvent { promise, reason })
    })
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
