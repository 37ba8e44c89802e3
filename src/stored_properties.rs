//! Properties as they are stored. Nothing here runs code of a program.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsSymbol, JsValue, js_string};

use crate::late_value::late_value;

pub(crate) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
}

/// Returns the object and its prototype chain, up to the first proxy, which could run code of the program.
pub fn prototypes(object: &JsObject) -> impl Iterator<Item = JsObject> {
    let ordinary = |object: &JsObject| !is_proxy(object);
    std::iter::successors(Some(object.clone()).filter(ordinary), move |object| object.prototype().filter(ordinary))
}

/// Returns an own property as stored. Properties that an exotic object computes on access are not found.
#[must_use]
pub fn own_property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    let property = object.borrow().properties().get(key)?;
    match property.get().and_then(late_value) {
        Some(late) => Some(late.shown(&property)),
        None => Some(property),
    }
}

/// Returns a property of the object or of its prototype chain, as stored.
pub(crate) fn property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    prototypes(object).find_map(|object| own_property(&object, key))
}

/// Returns the value of a data property of the object or of its prototype chain.
pub(crate) fn data_property(object: &JsObject, key: impl Into<PropertyKey>) -> Option<JsValue> {
    property(object, &key.into())?.value().cloned()
}

/// Returns a string that is stored in the object or its prototype chain.
pub(crate) fn text_property(object: &JsObject, key: impl Into<PropertyKey>) -> Option<String> {
    Some(data_property(object, key)?.as_string()?.to_std_string_lossy())
}

/// Returns the name of a function. `None` if it has none, or an empty one.
pub(crate) fn function_name(function: &JsObject) -> Option<String> {
    let name = own_property(function, &js_string!("name").into())?.value()?.as_string()?;
    Some(name.to_std_string_lossy()).filter(|name| !name.is_empty())
}

/// Returns the name of an object's class: the name of the first `constructor` on its prototype chain.
pub(crate) fn constructor_name(object: &JsObject) -> Option<String> {
    function_name(&data_property(object, js_string!("constructor"))?.as_object().filter(JsObject::is_callable)?)
}

/// Returns an object as it is shown in messages of V8.
pub(crate) fn shown_object(object: &JsObject) -> String {
    if object.is_array() {
        return "[object Array]".to_owned();
    }
    if let Some(name) = constructor_name(object) {
        return format!("#<{name}>");
    }
    match text_property(object, JsSymbol::to_string_tag()) {
        Some(tag) => format!("[object {tag}]"),
        None => "#<Object>".to_owned(),
    }
}

/// Returns a method of an object or of its prototype chain, unless it is code of the program.
pub(crate) fn native_method(object: &JsObject, name: &PropertyKey) -> Option<JsObject> {
    data_property(object, name.clone())?.as_object().filter(JsObject::is::<NativeFunctionObject>)
}
