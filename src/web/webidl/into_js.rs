//! Conversion of the results of members [to JavaScript values](https://webidl.spec.whatwg.org/#js-type-mapping).

use boa_engine::object::builtins::{JsArray, JsPromise};
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

returned!(JsValue, JsObject, JsArray, JsPromise, JsString, bool, i8, i16, i32, u8, u16, u32, f32, f64);

impl IntoJs for String {
    fn into_js(self) -> JsValue {
        JsString::from(self).into()
    }
}

impl IntoJs for &str {
    fn into_js(self) -> JsValue {
        JsString::from(self).into()
    }
}

/// `None` is `null`, as for nullable types of Web IDL.
impl<T: IntoJs> IntoJs for Option<T> {
    fn into_js(self) -> JsValue {
        self.map_or_else(JsValue::null, T::into_js)
    }
}
