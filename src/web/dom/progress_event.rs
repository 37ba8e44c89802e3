//! `ProgressEvent`: <https://xhr.spec.whatwg.org/#interface-progressevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::event::{Event, EventInit};
use crate::web::webidl::{double, interface};

/// The state of a `ProgressEvent`.
#[derive(Trace, Finalize)]
pub(crate) struct ProgressEvent {
    length_computable: bool,
    loaded: f64,
    total: f64,
}

interface! {
    ProgressEvent: Event;
    constructor(1) = construct;
    get "lengthComputable" = |event| event.length_computable;
    get "loaded" = |event| event.loaded;
    get "total" = |event| event.total;
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        let length_computable = init.boolean(js_string!("lengthComputable"), context)?;
        let loaded = init.convert(&js_string!("loaded"), context, double)?.unwrap_or(0.0);
        let total = init.convert(&js_string!("total"), context, double)?.unwrap_or(0.0);
        Ok(ProgressEvent { length_computable, loaded, total })
    })
}

impl ProgressEvent {
    /// Creates an event for the host to [fire](https://xhr.spec.whatwg.org/#concept-event-fire-progress).
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(
        event_type: JsString,
        loaded: f64,
        total: f64,
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Event>)> {
        let state = Self { length_computable: total != 0.0, loaded, total };
        Event::create(event_type, EventInit::default(), state, context)
    }
}
