//! Interfaces that consist of a transform stream:
//! [`GenericTransformStream`](https://streams.spec.whatwg.org/#generictransformstream).

use boa_engine::{JsResult, JsValue};
use boa_gc::{Gc, Trace};

use super::transform::TransformStream;
use crate::web::webidl::{Interface, InterfaceBuilder, attribute_name, this_object};

/// An object with a transform stream.
pub(crate) trait GenericTransformStream: Interface<State = Self> + Trace {
    fn transform(&self) -> &Gc<TransformStream>;
}

/// Adds the members `readable` and `writable`.
pub(crate) fn members<T: GenericTransformStream>(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    builder
        .attribute(attribute_name!("readable"), |this, _, _| -> JsResult<JsValue> {
            Ok(this_object::<T>(this, "readable")?.transform().readable_object())
        })
        .attribute(attribute_name!("writable"), |this, _, _| -> JsResult<JsValue> {
            Ok(this_object::<T>(this, "writable")?.transform().writable_object())
        })
}
