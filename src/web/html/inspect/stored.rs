//! Properties as they are stored. Nothing here runs user code.

use boa_engine::builtins::error::Error;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsValue, js_string};

use crate::web::dom::DomException;
use crate::web::webidl::implements;

pub(super) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
}

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

/// Returns an own property as stored. Properties that an exotic object computes on access are not found.
#[must_use]
pub fn own_property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    object.borrow().properties().get(key)
}

/// Returns a property of the object or of its prototype chain, as stored.
pub(super) fn property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    prototypes(object).find_map(|object| own_property(&object, key))
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

/// Returns a method of an object or of its prototype chain, unless it is user code.
pub(super) fn native_method(object: &JsObject, name: &PropertyKey) -> Option<JsObject> {
    property(object, name)?.value()?.as_object().filter(JsObject::is::<NativeFunctionObject>)
}

/// Returns the object and its prototype chain, up to the first proxy, which could run user code.
pub fn prototypes(object: &JsObject) -> impl Iterator<Item = JsObject> {
    let ordinary = |object: &JsObject| !is_proxy(object);
    std::iter::successors(Some(object.clone()).filter(ordinary), move |object| object.prototype().filter(ordinary))
}
