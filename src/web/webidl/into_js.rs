//! Conversion of the results of members [to JavaScript values](https://webidl.spec.whatwg.org/#js-type-mapping).

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsObject, JsString, JsValue};

/// A type that attributes and operations can return. The engine converts `()` to `null`; Web IDL requires `undefined`.
pub trait IntoJs {
    /// Converts the result to a JavaScript value.
    fn into_js(self) -> JsValue;
}

impl IntoJs for () {
    fn into_js(self) -> JsValue {
        JsValue::undefined()
    }
}

macro_rules! returned {
    ($($type:ty),*) => {
        $(impl IntoJs for $type {
            fn into_js(self) -> JsValue {
                self.into()
            }
        })*
    };
}

returned!(JsValue, JsObject, JsArray, JsString, bool, u16, u32, f64);
