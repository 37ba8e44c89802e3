//! Makes the engine remember attributes that it forgets: see `attribute_changes.rs`.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsValue};

/// Calls a function that may define a property, and lets the engine remember its attributes.
pub(super) fn remembering<T>(object: &JsObject, key: &PropertyKey, define: impl FnOnce() -> T) -> T {
    let Some(before) = own_property(object, key) else { return define() };
    let others: Vec<_> = named_properties(object).filter(|(other, _)| other != key).collect();
    let defined = define();
    if let Some(now) = own_property(object, key)
        && attributes(&before) != attributes(&now)
    {
        add_again(object, key, now);
        restore(object, &others);
    }
    defined
}

fn named_properties(object: &JsObject) -> impl Iterator<Item = (PropertyKey, PropertyDescriptor)> {
    let keys = object.borrow().shape().keys();
    keys.into_iter().filter_map(|key| own_property(object, &key).map(|property| (key, property)))
}

/// Restores attributes that the engine has just forgotten: those that were not changed by the functions here, such as
/// the ones of a sealed object. What is added again is not forgotten any more, so this ends.
fn restore(object: &JsObject, all: &[(PropertyKey, PropertyDescriptor)]) {
    let is_wrong = |(key, wanted): &&(PropertyKey, PropertyDescriptor)| {
        own_property(object, key).is_some_and(|now| attributes(&now) != attributes(wanted))
    };
    while let Some((key, wanted)) = all.iter().find(is_wrong) {
        add_again(object, key, wanted.clone());
    }
}

/// A property whose attributes can be changed. Shapes that no other object has are right, and so are elements.
fn own_property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    let object = object.borrow();
    let is_wrong = object.shape().is_shared() && !matches!(key, PropertyKey::Index(_));
    if is_wrong { object.properties().get(key) } else { None }
}

fn attributes(property: &PropertyDescriptor) -> (Option<bool>, Option<bool>, Option<bool>) {
    (property.writable(), property.enumerable(), property.configurable())
}

/// Adds a property in its old place, with the attributes that it has now. Where a value becomes an accessor, or the
/// other way round, the engine does so.
fn add_again(object: &JsObject, key: &PropertyKey, property: PropertyDescriptor) {
    let other = PropertyDescriptor::builder()
        .maybe_enumerable(property.enumerable())
        .maybe_configurable(property.configurable());
    let other = if property.is_accessor_descriptor() {
        other.value(JsValue::undefined()).writable(false)
    } else {
        other.get(JsValue::undefined()).set(JsValue::undefined())
    };
    object.insert_property(key.clone(), other.build());
    object.insert_property(key.clone(), property);
}
