//! The creation of platform objects, by the host or by a constructor.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Gc, Trace};

use super::exception::type_error;
use super::interface::{Interface, interface_prototype};
use super::platform_object::{Layers, PlatformObject};
use super::realm::prototype_of_constructor;

/// Creates a platform object with this prototype.
pub fn new_object(prototype: JsObject, layers: Layers, context: &mut Context) -> JsObject {
    // Omitted: the methods of legacy platform objects: no interface supports indexed or named properties.
    JsObject::new(context.root_shape(), prototype, PlatformObject::new(layers)).upcast()
}

/// Creates an object of interface `T`, which does not inherit from another, in the current realm.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub fn create<T: Interface<State = T> + Trace>(state: &Gc<T>, context: &mut Context) -> JsResult<JsObject> {
    let prototype = interface_prototype::<T>(context)?;
    Ok(new_object(prototype, Layers::root(state), context))
}

/// Checks that a constructor of interface `T` was called with `new`.
///
/// # Errors
///
/// `TypeError` if it was not.
pub fn require_new<T: Interface>(new_target: &JsValue) -> JsResult<JsObject> {
    let called_without_new = || type_error(format!("Class constructor {} cannot be invoked without 'new'", T::NAME));
    new_target.as_object().ok_or_else(called_without_new)
}

/// Returns the prototype for an object that a constructor of interface `T` creates, according to `new.target`: step 3
/// of [internally creating a new object][1]. Constructors convert their arguments before they call this function.
///
/// # Errors
///
/// `TypeError` if the constructor was called without `new`; whatever the getter of `prototype` throws.
///
/// [1]: https://webidl.spec.whatwg.org/#internally-create-a-new-object-implementing-the-interface
pub fn prototype_of_new_target<T: Interface>(new_target: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    let constructor = require_new::<T>(new_target)?;
    prototype_of_constructor(&constructor, context, |context| interface_prototype::<T>(context))
}
