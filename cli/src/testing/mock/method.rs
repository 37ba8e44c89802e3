//! `mock.method`, `mock.getter` and `mock.setter`.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::Gc;

use super::arguments::{flag, function, object, option, options, property_name, times};
use super::function_context::{FunctionState, Original};
use super::mock_function::mock_function;
use super::tracker::TrackerObject;
use crate::testing::assert::{invalid_arg_value, own_descriptor, plain_object, prototype_of};

/// Which function of a property is mocked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Value,
    Getter,
    Setter,
}

/// The arguments after the object and the name.
struct Rest {
    /// `None` if the original function is called.
    implementation: Option<JsValue>,
    options: Option<JsObject>,
}

impl Rest {
    /// The implementation may be left out.
    fn of(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let third = arguments.get_or_undefined(2);
        if plain_object(third).is_some() {
            return Ok(Self { implementation: None, options: options(third, context)? });
        }
        let implementation = Some(third.clone()).filter(|third| !third.is_undefined());
        if let Some(implementation) = &implementation {
            function(implementation, "implementation", context)?;
        }
        Ok(Self { implementation, options: options(arguments.get_or_undefined(3), context)? })
    }

    /// Returns which part the options select.
    fn part(&self, default: Part, context: &mut Context) -> JsResult<Part> {
        let getter = option(self.options.as_ref(), "getter", context)?;
        let setter = option(self.options.as_ref(), "setter", context)?;
        for (part, name, value) in
            [(Part::Getter, "options.getter", &getter), (Part::Setter, "options.setter", &setter)]
        {
            if part == default && value.as_boolean() == Some(false) {
                return Err(invalid_arg_value(name, value, "cannot be false", context));
            }
        }
        let reads = flag(&getter, "getter", context)?.unwrap_or(default == Part::Getter);
        let writes = flag(&setter, "setter", context)?.unwrap_or(default == Part::Setter);
        match (reads, writes) {
            (true, true) => {
                let reason = "cannot be used with 'options.getter'";
                Err(invalid_arg_value("options.setter", &true.into(), reason, context))
            }
            (true, false) => Ok(Part::Getter),
            (false, true) => Ok(Part::Setter),
            (false, false) => Ok(Part::Value),
        }
    }
}

pub(super) fn method(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    mock(this, Part::Value, arguments, context)
}

pub(super) fn getter(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    mock(this, Part::Getter, arguments, context)
}

pub(super) fn setter(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    mock(this, Part::Setter, arguments, context)
}

fn mock(this: &JsValue, default: Part, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tracker = TrackerObject::state_of(this)?;
    let holder = arguments.get_or_undefined(0);
    let key = property_name(arguments.get_or_undefined(1), "methodName", context)?;
    let holder = match holder.as_callable() {
        Some(function) => function,
        None => object(holder, "object", context)?,
    };
    let rest = Rest::of(arguments, context)?;
    let part = rest.part(default, context)?;
    let times = times(rest.options.as_ref(), context)?;
    let descriptor = inherited_descriptor(&holder, &key, context)?;
    let found = descriptor.as_ref().and_then(|descriptor| match part {
        Part::Value => descriptor.value().cloned(),
        Part::Getter => descriptor.get().cloned(),
        Part::Setter => descriptor.set().cloned(),
    });
    let found = found.unwrap_or_default();
    let (Some(descriptor), Some(original)) = (descriptor, found.as_callable()) else {
        return Err(invalid_arg_value("methodName", &found, "must be a method", context));
    };
    let implementation = rest.implementation.and_then(|implementation| implementation.as_callable());
    let property = Original::Property { object: holder.clone(), key: key.clone(), descriptor: descriptor.clone() };
    let implementation = implementation.unwrap_or_else(|| original.clone());
    let state = Gc::new(FunctionState::new(implementation, property, times));
    let mock = mock_function(&original, &state, context)?;
    tracker.add_function(&state);
    holder.define_property_or_throw(key, replacement(&descriptor, part, &mock), context)?;
    Ok(mock.into())
}

/// Returns the property with the mock in the place of the original function.
fn replacement(descriptor: &PropertyDescriptor, part: Part, mock: &JsObject) -> PropertyDescriptor {
    let builder = PropertyDescriptor::builder()
        .maybe_configurable(descriptor.configurable())
        .maybe_enumerable(descriptor.enumerable());
    let (get, set) = (descriptor.get().cloned(), descriptor.set().cloned());
    match part {
        Part::Value => builder.value(mock.clone()).maybe_writable(descriptor.writable()),
        Part::Getter => builder.get(mock.clone()).maybe_set(set),
        Part::Setter => builder.maybe_get(get).set(mock.clone()),
    }
    .build()
}

/// Returns the property of the object, or of the first object on its prototype chain that has it.
fn inherited_descriptor(
    object: &JsObject,
    key: &PropertyKey,
    context: &mut Context,
) -> JsResult<Option<PropertyDescriptor>> {
    let mut next = Some(object.clone());
    while let Some(holder) = next {
        if let Some(descriptor) = own_descriptor(&holder, key, context)? {
            return Ok(Some(descriptor));
        }
        next = prototype_of(&holder, context)?;
    }
    Ok(None)
}
