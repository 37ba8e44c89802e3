//! Properties as they are stored. Nothing here runs user code.

use boa_engine::builtins::error::Error;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsValue, js_string};

use crate::stored_properties::{is_proxy, own_property, property};
use crate::web::dom::DomException;
use crate::web::webidl::implements;

/// Whether an object was created as an error.
pub(super) fn is_error(object: &JsObject) -> bool {
    object.is::<Error>() || implements::<DomException>(&object.clone().into()).is_some()
}

/// Whether a function is a class. Of the functions that a script declares, only classes have a `prototype` that is not
/// writable. Built-in constructors and the interfaces of this crate have one too.
#[must_use]
pub fn is_class(function: &JsObject) -> bool {
    let prototype = own_property(function, &js_string!("prototype").into());
    function.is_constructor() && prototype.is_some_and(|prototype| prototype.writable() == Some(false))
}

/// Returns the own enumerable data properties of an object, array elements first.
pub(in crate::web::html) fn entries(object: &JsObject, context: &mut Context) -> Vec<(PropertyKey, JsValue)> {
    let keys = own_keys(object, context);
    let values = keys.into_iter().filter_map(|key| {
        let property = own_property(object, &key)?;
        let value = property.value().filter(|_| property.enumerable() == Some(true))?.clone();
        Some((key, value))
    });
    values.collect()
}

/// Returns the own property keys. A proxy has none here: getting them would run a trap.
pub(crate) fn own_keys(object: &JsObject, context: &mut Context) -> Vec<PropertyKey> {
    if is_proxy(object) { Vec::new() } else { object.own_property_keys(context).unwrap_or_default() }
}

/// Returns the value of a property, unless its getter is user code.
pub(super) fn native_attribute(object: &JsObject, name: &PropertyKey, context: &mut Context) -> Option<JsValue> {
    let property = property(object, name)?;
    if let Some(value) = property.value() {
        return Some(value.clone());
    }
    let getter = property.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
    getter.call(&object.clone().into(), &[], context).ok()
}
