//! Changes of attributes that the engine forgets: if a property is deleted, or becomes an accessor or a value, those
//! that were added after it get back the attributes that they were added with.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};

use super::replaced_accessors::{define_late, make_late, running_accessor};
use super::wrap;

/// Replaces the functions that change attributes.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (object, reflect) =
        (context.intrinsics().constructors().object().constructor(), context.intrinsics().objects().reflect());
    wrap(&object, "defineProperty", 3, define_property, context)?;
    wrap(&object, "defineProperties", 2, define_properties, context)?;
    wrap(&reflect, "defineProperty", 3, reflect_define_property, context)
}

fn define_property(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(object) = arguments.get_or_undefined(0).as_object() else { return own.call(this, arguments, context) };
    let key = arguments.get_or_undefined(1).to_property_key(context)?;
    if define_late(&object, &key, arguments.get_or_undefined(2), context)? {
        return Ok(object.into());
    }
    let arguments = [object.clone().into(), key.clone().into(), arguments.get_or_undefined(2).clone()];
    remembering(&object, &key, || own.call(this, &arguments, context))
}

fn reflect_define_property(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let defined = define_property(this, arguments, own, context)?;
    // A property that is defined late is returned as `Object.defineProperty` returns it.
    Ok(if defined.is_object() { true.into() } else { defined })
}

/// [`Object.defineProperties`](https://tc39.es/ecma262/#sec-object.defineproperties). The engine's own is called for
/// properties that are those of a proxy or another exotic object.
fn define_properties(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let (Some(object), Some(properties)) =
        (arguments.get_or_undefined(0).as_object(), arguments.get_or_undefined(1).as_object())
    else {
        return own.call(this, arguments, context);
    };
    if !properties.is::<OrdinaryObject>() {
        return own.call(this, arguments, context);
    }
    let mut descriptors = Vec::new();
    for key in properties.own_property_keys(context)? {
        let property = properties.borrow().properties().get(&key);
        if property.is_some_and(|property| property.enumerable() == Some(true)) {
            let descriptor = properties.get(key.clone(), context)?.to_property_descriptor(context)?;
            descriptors.push((key, descriptor));
        }
    }
    for (key, descriptor) in descriptors {
        if let Some(current) = running_accessor(&object, &key, context)
            && make_late(&object, &key, &current, &descriptor, context)
        {
            continue;
        }
        remembering(&object, &key.clone(), || object.define_property_or_throw(key, descriptor, context))?;
    }
    Ok(object.into())
}

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
