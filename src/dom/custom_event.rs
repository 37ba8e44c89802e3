//! `CustomEvent`: <https://dom.spec.whatwg.org/#interface-customevent>.

use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};
use boa_gc::{Finalize, GcRefCell, Trace};

use super::event::Event;
use crate::webidl::{Interface, InterfaceBuilder, require_arguments, this_object};

/// What a `CustomEvent` has beyond an `Event`.
#[derive(Trace, Finalize)]
pub struct CustomEvent {
    detail: GcRefCell<JsValue>,
}

impl Interface for CustomEvent {
    type State = Self;
    const NAME: &'static str = "CustomEvent";
    const DEPTH: usize = 1;
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Event::construct(new_target, arguments, 1, context, |init, context| {
        let detail = init.get(js_string!("detail"), context)?.unwrap_or_else(JsValue::null);
        Ok(CustomEvent { detail: GcRefCell::new(detail) })
    })
}

fn get_detail(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<CustomEvent>(this)?.detail.borrow().clone())
}

/// [`initCustomEvent`](https://dom.spec.whatwg.org/#dom-customevent-initcustomevent).
fn init_custom_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let custom = this_object::<CustomEvent>(this)?;
    let event = this_object::<Event>(this)?;
    require_arguments(arguments, 1, "CustomEvent.initCustomEvent")?;
    let event_type = arguments[0].to_string(context)?;
    let (bubbles, cancelable) =
        (arguments.get_or_undefined(1).to_boolean(), arguments.get_or_undefined(2).to_boolean());
    if event.initialize(event_type, bubbles, cancelable) {
        let detail = arguments.get(3).filter(|detail| !detail.is_undefined());
        *custom.detail.borrow_mut() = detail.cloned().unwrap_or_else(JsValue::null);
    }
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<CustomEvent>(context)
        .inherits::<Event>()?
        .constructor(1, constructor)
        .attribute("detail", get_detail)
        .operation("initCustomEvent", 1, init_custom_event)
        .build()
}
