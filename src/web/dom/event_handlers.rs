//! Event handler attributes: <https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-idl-attributes>.

use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::Gc;

use super::event_target::EventTarget;
use crate::web::webidl::{AttributeName, Interface, InterfaceBuilder, illegal_invocation, implements};

/// The event type of an event handler, and the name of its attribute.
#[derive(Clone, Debug)]
pub struct EventHandlerName {
    pub(crate) event_type: &'static str,
    pub(crate) attribute: AttributeName,
}

impl From<&'static str> for EventHandlerName {
    fn from(event_type: &'static str) -> Self {
        Self { event_type, attribute: (&*format!("on{event_type}")).into() }
    }
}

/// The [`EventHandlerName`] of a literal, made when the crate is compiled.
macro_rules! event_handler_name {
    ($event_type:literal) => {
        $crate::web::dom::EventHandlerName {
            event_type: $event_type,
            attribute: $crate::web::webidl::attribute_name!(concat!("on", $event_type)),
        }
    };
}

pub(crate) use event_handler_name;

/// A function that returns the event target of a `this` value, or throws if the attribute for the given event type does
/// not apply to it.
type FindTarget = fn(&JsValue, &str, &Context) -> JsResult<Gc<EventTarget>>;

/// Returns the getter and the setter of the event handler attribute for `event_type`.
pub(crate) fn event_handler(event_type: &'static str, target: FindTarget) -> (NativeFunction, NativeFunction) {
    // Omitted: steps 1 and 2, determining the target: only handlers of elements may have another target.
    let get = move |this: &JsValue, _: &[JsValue], context: &mut Context| {
        Ok(target(this, event_type, context)?.handler_value(&js_string!(event_type)))
    };
    let set = move |this: &JsValue, arguments: &[JsValue], context: &mut Context| {
        target(this, event_type, context)?.set_handler(&js_string!(event_type), arguments.get_or_undefined(0));
        Ok(JsValue::undefined())
    };
    (NativeFunction::from_copy_closure(get), NativeFunction::from_copy_closure(set))
}

/// Adds the event handler attribute for an event type, such as `onchange` for `"change"`, to interface `T`, which
/// inherits from `EventTarget`.
#[must_use]
pub fn event_handler_attribute<T: Interface>(
    builder: InterfaceBuilder<'_>,
    name: impl Into<EventHandlerName>,
) -> InterfaceBuilder<'_> {
    let EventHandlerName { event_type, attribute } = name.into();
    let (get, set) = event_handler(event_type, |this, event_type, _| {
        let target = implements::<T>(this).and_then(|_| implements::<EventTarget>(this));
        target.ok_or_else(|| illegal_invocation::<T>(&format!("on{event_type}")))
    });
    builder.writable(attribute, get, set)
}
