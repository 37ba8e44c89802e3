//! Accessors that replace themselves with a value while they run:
//!
//! ```js
//! const o = { get x() { Object.defineProperty(this, 'x', { value: {} }); return this.x } }, read = () => o.x;
//! read(); read() // TypeError: not a callable function
//! ```
//!
//! When the accessor returns, the engine remembers for `o.x` that objects of this shape, which is the new one, have an
//! accessor. So the property stays an accessor, which returns the value, as long as JavaScript is on the stack. What
//! shows properties shows the value: `late_value.rs`.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::abstract_operations::{function, object_and_reflect};
use super::remembered_attributes::remembering;
use super::wrap;
use crate::event_loop::EventLoop;
use crate::late_value::{LateValue, late_value};
use crate::stored_properties::own_property;

/// Replaces the functions for which an accessor is not a value.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (object, reflect) = object_and_reflect(context);
    wrap(&object, "freeze", 1, freeze, context)?;
    wrap(&object, "getOwnPropertyDescriptor", 2, get_own_property_descriptor, context)?;
    wrap(&object, "getOwnPropertyDescriptors", 1, get_own_property_descriptors, context)?;
    wrap(&reflect, "getOwnPropertyDescriptor", 2, get_own_property_descriptor, context)
}

/// Defines a property, if that makes an accessor that runs a value. Returns whether it was defined.
///
/// # Errors
///
/// What reading the attributes throws.
pub(super) fn define_late(
    object: &JsObject,
    key: &PropertyKey,
    attributes: &JsValue,
    context: &mut Context,
) -> JsResult<bool> {
    let Some(current) = running_accessor(object, key, context) else { return Ok(false) };
    if current.get().and_then(late_value).is_some_and(|late| !late.is_configurable()) {
        // The change is checked against the value.
        settle(object, key);
        return Ok(false);
    }
    if !attributes.as_object().is_some_and(|attributes| are_of_value(&attributes)) {
        return Ok(false);
    }
    let attributes = attributes.to_property_descriptor(context)?;
    Ok(make_late(object, key, &current, &attributes, context))
}

/// Whether an object has the attributes of a value, and reading them runs no code of the program.
fn are_of_value(attributes: &JsObject) -> bool {
    let names = ["value", "writable", "enumerable", "configurable"];
    let stored = names.map(|name| own_property(attributes, &JsString::from(name).into()));
    let is_plain = stored.iter().flatten().all(PropertyDescriptor::is_data_descriptor);
    is_plain && attributes.is::<OrdinaryObject>() && (stored[0].is_some() || stored[1].is_some())
}

/// Returns the attributes of a property, if it is an accessor that can be changed and one of whose functions is on the
/// stack. O(stack).
pub(super) fn running_accessor(object: &JsObject, key: &PropertyKey, context: &Context) -> Option<PropertyDescriptor> {
    let current = object.borrow().properties().get(key)?;
    let runs = |accessor: &JsValue| late_value(accessor).is_some() || is_called(accessor, context);
    let is_running = [current.get(), current.set()].into_iter().flatten().any(runs);
    (is_running && current.configurable() == Some(true)).then_some(current)
}

/// Defines a property that is an accessor for now. Returns whether it could: for that, there must be an event loop.
pub(super) fn make_late(
    object: &JsObject,
    key: &PropertyKey,
    current: &PropertyDescriptor,
    attributes: &PropertyDescriptor,
    context: &mut Context,
) -> bool {
    let Some(event_loop) = EventLoop::of(context).filter(|_| attributes.is_data_descriptor()) else { return false };
    let earlier = current.get().and_then(late_value);
    let was_writable = earlier.as_ref().is_some_and(LateValue::is_writable);
    let value = attributes.value().cloned().or_else(|| earlier.map(|late| late.value())).unwrap_or_default();
    let is_writable = attributes.writable().unwrap_or(was_writable);
    let is_configurable = attributes.configurable().unwrap_or(true);
    let (getter, setter) = accessor(object, key, &LateValue::new(value, is_writable, is_configurable), context);
    let accessor = PropertyDescriptor::builder()
        .get(getter)
        .set(if is_writable { setter.into() } else { JsValue::undefined() })
        .enumerable(attributes.enumerable().or(current.enumerable()).unwrap_or_default())
        .configurable(true);
    object.insert_property(key.clone(), accessor);
    let (object, key) = (object.clone(), key.clone());
    event_loop.when_the_stack_is_empty(move || settle(&object, &key));
    true
}

/// Whether a function is on the stack.
fn is_called(function: &JsValue, context: &Context) -> bool {
    let Some(function) = function.as_object() else { return false };
    let Some(function) = function.downcast_ref::<OrdinaryFunction>() else { return false };
    context.stack_trace().any(|frame| std::ptr::eq(function.codeblock(), &raw const **frame.code_block()))
}

/// The functions `get` and `set` of a property whose value is late.
fn accessor(object: &JsObject, key: &PropertyKey, late: &LateValue, context: &mut Context) -> (JsFunction, JsFunction) {
    let property = LateProperty { late: late.clone(), object: object.clone(), key: key.clone() };
    let get = |receiver: &JsValue, _: &[JsValue], property: &LateProperty, _: &mut Context| {
        property.is_own_of(receiver.as_object().as_ref());
        Ok(property.late.value())
    };
    let set = |receiver: &JsValue, arguments: &[JsValue], property: &LateProperty, context: &mut Context| {
        property.assign(receiver, arguments.get_or_undefined(0), context)
    };
    let getter = NativeFunction::from_copy_closure_with_captures(get, property.clone());
    let getter = function(JsString::default(), 0, getter, context);
    late.mark(&getter);
    let setter = NativeFunction::from_copy_closure_with_captures(set, property);
    (getter, function(JsString::default(), 1, setter, context))
}

/// A property whose value is late, for its functions.
#[derive(Clone, Trace, Finalize)]
struct LateProperty {
    late: LateValue,
    object: JsObject,
    #[unsafe_ignore_trace]
    key: PropertyKey,
}

impl LateProperty {
    /// Whether the receiver is the object with the property. If it is another one, which inherits the property, the
    /// engine remembers for it where the accessor is, so that the property must stay one.
    fn is_own_of(&self, receiver: Option<&JsObject>) -> bool {
        let is_own = receiver.is_some_and(|receiver| JsObject::equals(receiver, &self.object));
        if !is_own {
            self.late.stay();
        }
        is_own
    }

    /// [`OrdinarySet`](https://tc39.es/ecma262/#sec-ordinarysetwithowndescriptor) for a value that can be written.
    fn assign(&self, receiver: &JsValue, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
        let receiver = receiver.as_object();
        if self.is_own_of(receiver.as_ref()) {
            self.late.set(value.clone());
        } else if let Some(receiver) = receiver {
            receiver.create_data_property_or_throw(self.key.clone(), value.clone(), context)?;
        }
        Ok(JsValue::undefined())
    }
}

/// Turns a property into the value that it has, unless the program has changed it in the meantime.
fn settle(object: &JsObject, key: &PropertyKey) {
    let Some(current) = object.borrow().properties().get(key) else { return };
    if let Some(late) = current.get().and_then(late_value).filter(|late| !late.stays()) {
        remembering(object, key, || object.insert_property(key.clone(), late.shown(&current)));
    }
}

fn freeze(this: &JsValue, arguments: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    if let Some(object) = arguments.get_or_undefined(0).as_object() {
        let keys = object.borrow().shape().keys();
        for key in keys {
            forbid_writing(&object, key);
        }
    }
    own.call(this, arguments, context)
}

/// Makes a late value one that cannot be written.
fn forbid_writing(object: &JsObject, key: PropertyKey) {
    let Some(current) = object.borrow().properties().get(&key) else { return };
    if let Some(late) = current.get().and_then(late_value) {
        late.forbid_writing();
        let accessor = PropertyDescriptor::builder()
            .maybe_get(current.get().cloned())
            .set(JsValue::undefined())
            .maybe_enumerable(current.enumerable())
            .maybe_configurable(current.configurable());
        object.insert_property(key, accessor);
    }
}

fn get_own_property_descriptor(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let attributes = own.call(this, arguments, context)?;
    Ok(attributes_of_late_value(&attributes, context).unwrap_or(attributes))
}

fn get_own_property_descriptors(
    this: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let all = own.call(this, arguments, context)?;
    if let Some(all) = all.as_object() {
        for key in all.own_property_keys(context)? {
            let attributes = all.get(key.clone(), context)?;
            if let Some(attributes) = attributes_of_late_value(&attributes, context) {
                all.create_data_property_or_throw(key, attributes, context)?;
            }
        }
    }
    Ok(all)
}

/// The attributes of the value, if those given are of an accessor whose value is late.
fn attributes_of_late_value(attributes: &JsValue, context: &Context) -> Option<JsValue> {
    let attributes = attributes.as_object()?;
    let attribute = |name: JsString| own_property(&attributes, &name.into())?.value().cloned();
    let late = late_value(&attribute(js_string!("get"))?)?;
    let shown = JsObject::with_object_proto(context.intrinsics());
    let flag = |name| attribute(name).unwrap_or_default();
    let is_configurable = flag(js_string!("configurable")).to_boolean() && late.is_configurable();
    for (name, value) in [
        (js_string!("value"), late.value()),
        (js_string!("writable"), late.is_writable().into()),
        (js_string!("enumerable"), flag(js_string!("enumerable"))),
        (js_string!("configurable"), is_configurable.into()),
    ] {
        let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
        shown.insert_property(name, property);
    }
    Some(shown.into())
}
