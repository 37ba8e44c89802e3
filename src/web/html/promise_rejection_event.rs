//! `PromiseRejectionEvent`: <https://html.spec.whatwg.org/multipage/webappapis.html#promiserejectionevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::dom::{Event, EventInit};
use crate::web::webidl::{interface, object};

/// The state of a `PromiseRejectionEvent` beyond that of an `Event`.
#[derive(Trace, Finalize)]
pub(crate) struct PromiseRejectionEvent {
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
    /// Creates an event of this type for the host to dispatch.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(
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
