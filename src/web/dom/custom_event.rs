//! `CustomEvent`: <https://dom.spec.whatwg.org/#interface-customevent>.

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, GcRefCell, Trace};

use super::event::Event;
use crate::web::webidl::{interface, require_arguments, this_object};

/// The state of a `CustomEvent`.
#[derive(Trace, Finalize)]
pub(crate) struct CustomEvent {
    detail: GcRefCell<JsValue>,
}

interface! {
    CustomEvent: Event;
    constructor(1) = construct;
    get "detail" = |event| event.detail.borrow().clone();
    raw "initCustomEvent"(1) = init_custom_event;
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        let detail = init.get(js_string!("detail"), context)?.unwrap_or_else(JsValue::null);
        Ok(CustomEvent { detail: GcRefCell::new(detail) })
    })
}

/// [`initCustomEvent`](https://dom.spec.whatwg.org/#dom-customevent-initcustomevent).
fn init_custom_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const OPERATION: &str = "CustomEvent.initCustomEvent";
    let custom = this_object::<CustomEvent>(this, "initCustomEvent")?;
    require_arguments(arguments, 1, OPERATION)?;
    let event_type = arguments[0].to_string(context)?;
    if Event::initialize_from(this, event_type, arguments)? {
        let detail = arguments.get(3).filter(|detail| !detail.is_undefined());
        *custom.detail.borrow_mut() = detail.cloned().unwrap_or_else(JsValue::null);
    }
    Ok(JsValue::undefined())
}
