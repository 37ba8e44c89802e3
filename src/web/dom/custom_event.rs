//! `CustomEvent`: <https://dom.spec.whatwg.org/#interface-customevent>.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, GcRefCell, Trace};

use super::dispatch::fire_an_event;
use super::event::{Event, EventInit};
use super::event_target::EventTarget;
use crate::web::webidl::{event_loop, interface, require_arguments, this_object};

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

impl EventTarget {
    /// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) a `CustomEvent` with this `detail` at the target, for
    /// events of the host that carry a value. It is trusted, and can be canceled. Listeners that throw are reported.
    /// Returns whether no listener has called `preventDefault()`.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::dom::EventTarget;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// runtime.run_script("let seen; addEventListener('level', event => { seen = event.detail })")?;
    /// let global = runtime.global("globalThis")?;
    /// let global = EventTarget::from_value(&global).expect("the global object is an event target");
    /// runtime.try_with_context(|context| global.fire_custom("level", 3.into(), context))?;
    /// assert_eq!(runtime.global("seen")?.as_number(), Some(3.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn fire_custom(&self, event_type: &str, detail: JsValue, context: &mut Context) -> JsResult<bool> {
        let event_loop = event_loop(context)?;
        let event_type = JsString::from(event_type);
        Ok(fire_an_event(self, &event_type, &event_loop, context, |context| {
            let init = EventInit { cancelable: true, ..EventInit::default() };
            Event::create(event_type.clone(), init, CustomEvent { detail: GcRefCell::new(detail) }, context)
        }))
    }
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
