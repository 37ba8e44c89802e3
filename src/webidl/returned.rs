//! Conversion of what members return [to JavaScript values](https://webidl.spec.whatwg.org/#js-type-mapping).

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsObject, JsString, JsValue};

/// What an attribute or an operation can return. The engine's own conversion makes `null` of `()`, Web IDL `undefined`.
pub trait Returned {
    /// Returns the JavaScript value.
    fn into_js(self) -> JsValue;
}

impl Returned for () {
    fn into_js(self) -> JsValue {
        JsValue::undefined()
    }
}

macro_rules! returned {
    ($($type:ty),*) => {
        $(impl Returned for $type {
            fn into_js(self) -> JsValue {
                self.into()
            }
        })*
    };
}

returned!(JsValue, JsObject, JsArray, JsString, bool, u16, u32, f64);
