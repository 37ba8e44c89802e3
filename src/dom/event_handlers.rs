//! Event handler attributes: <https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-idl-attributes>.

/// Defines getter and setter of event handler attributes of an interface. The first line names the interface and says how to get from
/// its state to its `EventTarget`.
macro_rules! event_handler_attributes {
    ($interface:ty, |$state:ident| $target:expr; $($type:literal: $get:ident, $set:ident;)*) => {
        $(
            fn $get(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
                let $state = this_object::<$interface>(this)?;
                Ok($target.handler_value(&js_string!($type)))
            }

            fn $set(this: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
                let $state = this_object::<$interface>(this)?;
                $target.set_handler(&js_string!($type), arguments.get_or_undefined(0));
                Ok(JsValue::undefined())
            }
        )*
    };
}

pub(crate) use event_handler_attributes;
