//! How platform objects are made, by the host or by a constructor.

use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::exception::type_error;
use super::interface::interface_prototype;
use super::platform_object::{Interface, Layers, PlatformObject};
use super::realm::prototype_of_constructor;

/// A new platform object with this prototype.
#[must_use]
pub fn new_object(prototype: JsObject, layers: Layers, context: &mut Context) -> JsObject {
    JsObject::new(context.root_shape(), prototype, PlatformObject::new(layers)).upcast()
}

/// Checks that a constructor of interface `T` was called with `new`.
///
/// # Errors
///
/// A `TypeError` if it was not.
pub fn require_new<T: Interface>(new_target: &JsValue) -> JsResult<JsObject> {
    let called_without_new = || type_error(format!("Class constructor {} cannot be invoked without 'new'", T::NAME));
    new_target.as_object().ok_or_else(called_without_new)
}

/// The prototype for an object that a constructor of interface `T` creates, from `new.target`: step 4 of
/// [internally creating a new object](https://webidl.spec.whatwg.org/#internally-create-a-new-object-implementing-the-interface).
/// Arguments are converted before, so this comes after.
///
/// # Errors
///
/// A `TypeError` if the constructor was called without `new`; whatever the getter of `prototype` throws.
pub fn prototype_of_new_target<T: Interface>(new_target: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    let constructor = require_new::<T>(new_target)?;
    prototype_of_constructor(&constructor, context, |context| interface_prototype::<T>(context))
}
