//! Changes of attributes that the engine forgets: if a property is deleted, or becomes an accessor or a value, those
//! that were added after it get back the attributes that they were added with.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::abstract_operations::object_and_reflect;
use super::remembered_attributes::remembering;
use super::replaced_accessors::{define_late, make_late, running_accessor};
use super::wrap;

/// Replaces the functions that change attributes.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (object, reflect) = object_and_reflect(context);
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
