//! Operations on objects that the engine does not export, which work for proxies and other exotic objects too.
//!
//! Programs may replace `Reflect.getPrototypeOf` and similar functions, so the functions are read once per realm, when
//! the first of the modules is created.

use boa_engine::builtins::error::Error;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsMap, JsProxy, JsSet};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::html::own_property;
use posttask::internal::webidl::type_error;

/// The engine's functions for operations that it exports only to programs.
#[derive(Clone, Trace, Finalize, JsData)]
struct Reflection {
    get_prototype_of: JsValue,
    get_own_property_descriptor: JsValue,
    is_array: JsValue,
    to_string: JsValue,
    get: JsValue,
}

impl Reflection {
    fn of(context: &mut Context) -> JsResult<Self> {
        let known = context.realm().host_defined().get::<Self>().cloned();
        if let Some(reflection) = known {
            return Ok(reflection);
        }
        let constructors = context.intrinsics().constructors();
        let (object, array) = (constructors.object(), constructors.array().constructor());
        let (object, prototype) = (object.constructor(), object.prototype());
        let reflect = context.intrinsics().objects().reflect();
        let reflection = Self {
            get_prototype_of: object.get(js_string!("getPrototypeOf"), context)?,
            get_own_property_descriptor: object.get(js_string!("getOwnPropertyDescriptor"), context)?,
            is_array: array.get(js_string!("isArray"), context)?,
            to_string: prototype.get(js_string!("toString"), context)?,
            get: reflect.get(js_string!("get"), context)?,
        };
        context.realm().host_defined_mut().insert(reflection.clone());
        Ok(reflection)
    }
}

/// Reads the engine's functions in the current realm, before a program can replace them.
///
/// # Errors
///
/// Whatever a getter throws that a program has put in the place of a function.
pub(crate) fn prepare(context: &mut Context) -> JsResult<()> {
    Reflection::of(context).map(drop)
}

fn call(function: &JsValue, this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = function.as_callable().ok_or_else(|| type_error("a built-in function has been replaced"))?;
    function.call(this, arguments, context)
}

/// `Reflect.get(object, key, receiver)`.
///
/// # Errors
///
/// Whatever a getter or a proxy throws.
pub(crate) fn get_with_receiver(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = Reflection::of(context)?.get.clone();
    call(&function, &JsValue::undefined(), arguments, context)
}

/// Whether the object is a proxy, even a revoked one.
#[must_use]
pub(super) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
}

/// Whether all own properties of the object are stored as they are, so that reading them needs no algorithm.
fn is_stored(object: &JsObject) -> bool {
    object.is::<OrdinaryObject>()
        || object.is_array()
        || object.is::<Error>()
        || JsMap::from_object(object.clone()).is_ok()
        || JsSet::from_object(object.clone()).is_ok()
}

/// `Object.getPrototypeOf(object)`.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(crate) fn prototype_of(object: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
    if !is_proxy(object) {
        return Ok(object.prototype());
    }
    let function = Reflection::of(context)?.get_prototype_of.clone();
    Ok(call(&function, &JsValue::undefined(), &[object.clone().into()], context)?.as_object())
}

/// `Object.getOwnPropertyDescriptor(object, key)`.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(crate) fn own_descriptor(
    object: &JsObject,
    key: &PropertyKey,
    context: &mut Context,
) -> JsResult<Option<PropertyDescriptor>> {
    if is_stored(object) {
        return Ok(own_property(object, key));
    }
    let function = Reflection::of(context)?.get_own_property_descriptor.clone();
    let descriptor = call(&function, &JsValue::undefined(), &[object.clone().into(), key.into()], context)?;
    descriptor.as_object().map(|descriptor| descriptor.to_property_descriptor(context)).transpose()
}

/// `Array.isArray(object)`.
///
/// # Errors
///
/// `TypeError` if the object is a revoked proxy.
pub(super) fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if object.is_array() || !is_proxy(object) {
        return Ok(object.is_array());
    }
    let function = Reflection::of(context)?.is_array.clone();
    Ok(call(&function, &JsValue::undefined(), &[object.clone().into()], context)?.to_boolean())
}

/// `Object.prototype.toString.call(object)`, such as `[object Date]`.
///
/// # Errors
///
/// Whatever a getter or a proxy throws.
pub(super) fn object_to_string(object: &JsObject, context: &mut Context) -> JsResult<JsString> {
    let function = Reflection::of(context)?.to_string.clone();
    call(&function, &object.clone().into(), &[], context)?.to_string(context)
}

/// Whether an own property exists and is enumerable.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(super) fn is_enumerable(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<bool> {
    Ok(own_descriptor(object, key, context)?.is_some_and(|property| property.enumerable() == Some(true)))
}

/// Which keys [`own_enumerable_keys`] returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// Strings, of which some may be array indices: `Object.keys`.
    Names,
    /// Strings that are no array indices.
    NamesWithoutIndices,
    /// Symbols.
    Symbols,
}

impl Keys {
    fn contain(self, key: &PropertyKey) -> bool {
        match key {
            PropertyKey::Symbol(_) => self == Self::Symbols,
            PropertyKey::String(_) => self != Self::Symbols,
            PropertyKey::Index(_) => self == Self::Names,
        }
    }
}

/// Returns the keys of the own enumerable properties, in the order in which the object lists them.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(super) fn own_enumerable_keys(object: &JsObject, which: Keys, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    // The elements of a long array are not listed only to be skipped.
    let listed = if object.is_array() && which != Keys::Names {
        object.borrow().shape().keys()
    } else {
        object.own_property_keys(context)?
    };
    let mut keys = Vec::new();
    for key in listed {
        if which.contain(&key) && is_enumerable(object, &key, context)? {
            keys.push(key);
        }
    }
    Ok(keys)
}

/// Returns the value of `object[Symbol.toStringTag]`.
///
/// # Errors
///
/// Whatever a getter or a proxy throws.
pub(super) fn string_tag(object: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    object.get(JsSymbol::to_string_tag(), context)
}

/// Whether a value is an error: an object that an error constructor has initialized, or one that inherits from
/// `Error.prototype`.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(super) fn is_error(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(object) = value.as_object() else { return Ok(false) };
    Ok(object.is::<Error>() || inherits_from_error(&object, context)?)
}

/// Whether a value inherits from the `Error.prototype` of the current realm: `value instanceof Error`.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(super) fn is_instance_of_error(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    value.as_object().map_or(Ok(false), |object| inherits_from_error(&object, context))
}

fn inherits_from_error(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    let prototype = context.intrinsics().constructors().error().prototype();
    inherits_from(object, &prototype, context)
}

/// Whether `ancestor` is on the prototype chain of an object.
///
/// # Errors
///
/// Whatever a proxy throws.
pub(super) fn inherits_from(object: &JsObject, ancestor: &JsObject, context: &mut Context) -> JsResult<bool> {
    let mut next = prototype_of(object, context)?;
    while let Some(prototype) = next {
        if prototype == *ancestor {
            return Ok(true);
        }
        next = prototype_of(&prototype, context)?;
    }
    Ok(false)
}

/// Whether a value is an object that is no function: `typeof value === 'object' && value !== null`.
#[must_use]
pub(crate) fn plain_object(value: &JsValue) -> Option<JsObject> {
    value.as_object().filter(|object| !object.is_callable())
}

/// `String(value)`, which converts symbols too.
///
/// # Errors
///
/// Whatever a `toString` function throws.
pub(super) fn to_text(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    match value.as_symbol() {
        Some(symbol) => Ok(symbol.descriptive_string()),
        None => value.to_string(context),
    }
}

/// Creates a function that does nothing, and that can be constructed.
///
/// # Errors
///
/// None in practice: the objects are new.
pub(crate) fn new_function(name: &str, context: &mut Context) -> JsResult<JsObject> {
    let steps = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let function = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!(name)).constructor(true).build();
    let prototype = JsObject::with_object_proto(context.intrinsics());
    let hidden = |value: JsObject| PropertyDescriptor::builder().value(value).writable(true).enumerable(false);
    let constructor = hidden(function.clone().into()).configurable(true);
    prototype.define_property_or_throw(js_string!("constructor"), constructor, context)?;
    let property = hidden(prototype).configurable(false);
    function.define_property_or_throw(js_string!("prototype"), property, context)?;
    Ok(function.into())
}
