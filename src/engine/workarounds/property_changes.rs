//! Changes of prototypes that the engine does not notice: where it has read a property by its name, it goes on reading
//! at the old place after the property was deleted, or has become an accessor or a value. A front end writes such reads
//! in another way, if the same file makes the change. For the others, the program is told.

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};

use super::abstract_operations::object_and_reflect;
use super::engine_functions::name_of;
use super::replaced_accessors::running_accessor;
use super::wrap;
use crate::engine::front_end::reads_by_name;
use crate::event_loop::{EngineFault, EventLoop};
use crate::stored_properties::own_property;

/// Replaces the functions that define and delete properties.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (object, reflect) = object_and_reflect(context);
    wrap(&object, "defineProperty", 3, define_property, context)?;
    wrap(&object, "defineProperties", 2, define_properties, context)?;
    wrap(&reflect, "defineProperty", 3, define_property, context)?;
    wrap(&reflect, "deleteProperty", 2, delete_property, context)
}

fn define_property(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    if let (Some(object), Some(key), Some(attributes)) = (
        arguments.get_or_undefined(0).as_object(),
        key_of(arguments.get_or_undefined(1)),
        arguments.get_or_undefined(2).as_object(),
    ) {
        a_property_is_defined(&object, &key, &attributes, context);
    }
    own.call(this, arguments, context)
}

fn define_properties(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    if let (Some(object), Some(properties)) =
        (arguments.get_or_undefined(0).as_object(), arguments.get_or_undefined(1).as_object())
        && is_prototype(&object)
    {
        for key in properties.borrow().shape().keys() {
            let attributes = own_property(&properties, &key).and_then(|it| it.value()?.as_object());
            if let Some(attributes) = attributes {
                a_property_is_defined(&object, &key, &attributes, context);
            }
        }
    }
    own.call(this, arguments, context)
}

/// To be called before a property is defined.
fn a_property_is_defined(object: &JsObject, key: &PropertyKey, attributes: &JsObject, context: &mut Context) {
    let Some(current) = own_property(object, key) else { return };
    let has = |name: &str| own_property(attributes, &PropertyKey::from(js_string!(name))).is_some();
    let becomes_accessor = has("get") || has("set");
    let becomes_data = has("value") || has("writable");
    let changes = if current.is_accessor_descriptor() {
        // One that runs stays an accessor for now.
        becomes_data && running_accessor(object, key, context).is_none()
    } else {
        becomes_accessor
    };
    if changes {
        a_property_changes(object, key, context);
    }
}

fn delete_property(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    a_property_is_deleted(arguments.get_or_undefined(0), arguments.get_or_undefined(1), context);
    own.call(this, arguments, context)
}

/// To be called before a property is deleted. The key is not converted, if it is not a string.
pub fn a_property_is_deleted(object: &JsValue, key: &JsValue, context: &mut Context) {
    if let (Some(object), Some(key)) = (object.as_object(), key_of(key)) {
        a_property_changes(&object, &key, context);
    }
}

/// Tells the program about a property that is about to be deleted or to change its kind, if it is that of a prototype,
/// and if it, or one that is moved by the change, is read by its name somewhere.
fn a_property_changes(object: &JsObject, key: &PropertyKey, context: &mut Context) {
    if own_property(object, key).is_none() || !is_prototype(object) {
        return;
    }
    // Properties are in the order in which they were added. The change moves those after it.
    let keys = object.borrow().shape().keys();
    let moved = keys.into_iter().skip_while(|other| other != key);
    let names: Vec<JsString> = moved.filter_map(|key| name_of(&key)).collect();
    let mut names = names.into_iter().map(|name| name.to_std_string_lossy());
    let read = names.find(|name| reads_by_name(name, context));
    if let (Some(name), Some(event_loop)) = (read, EventLoop::of(context)) {
        let what = format!("a prototype changes, and .{name} may still be read from its old location");
        event_loop.an_engine_fault_was_met(EngineFault::ChangedProperty, &what, context);
    }
}

/// The key of a property, if it is a name.
fn key_of(value: &JsValue) -> Option<PropertyKey> {
    value.as_string().map(PropertyKey::from)
}

/// Whether an object is the prototype of the function that its property `constructor` names.
fn is_prototype(object: &JsObject) -> bool {
    let value = |object: &JsObject, name: &str| {
        own_property(object, &PropertyKey::from(js_string!(name)))?.value()?.as_object()
    };
    value(object, "constructor")
        .and_then(|constructor| value(&constructor, "prototype"))
        .is_some_and(|prototype| JsObject::equals(&prototype, object))
}
