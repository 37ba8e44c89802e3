//! The functions that `with_objects.rs` calls.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsData, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::host_iterator::function;

/// Returns the first object that has a binding of a name: see
/// [`HasBinding`](https://tc39.es/ecma262/#sec-object-environment-records-hasbinding-n).
fn owner_of(key: &PropertyKey, objects: &[JsValue], context: &mut Context) -> JsResult<Option<JsObject>> {
    for object in objects {
        let object = object.to_object(context)?;
        if object.has_property(key.clone(), context)? {
            let hidden = object.get(JsSymbol::unscopables(), context)?;
            let is_hidden = match hidden.as_object() {
                Some(hidden) => hidden.get(key.clone(), context)?.to_boolean(),
                None => false,
            };
            if !is_hidden {
                return Ok(Some(object));
            }
        }
    }
    Ok(None)
}

/// `bound(f, name, ...objects)` is `f`, as a method of the first of the objects that has it.
pub(super) fn bound(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callee = arguments.get_or_undefined(0);
    let Some(callable) = callee.as_callable() else { return Ok(callee.clone()) };
    let key = arguments.get_or_undefined(1).to_property_key(context)?;
    let Some(object) = owner_of(&key, arguments.get(2..).unwrap_or_default(), context)? else {
        return Ok(callee.clone());
    };
    let call = |_: &JsValue, arguments: &[JsValue], bound: &(JsObject, JsObject), context: &mut Context| {
        bound.0.call(&bound.1.clone().into(), arguments, context)
    };
    let call = NativeFunction::from_copy_closure_with_captures(call, (callable, object));
    Ok(FunctionObjectBuilder::new(context.realm(), call).build().into())
}

/// A name that may be that of a property or of a constant.
#[derive(Trace, Finalize, JsData)]
struct Reference {
    key: JsValue,
    /// Returns the value of the constant.
    read: JsObject,
    /// Whether it is an error to write the constant.
    throws: bool,
    owner: Option<JsObject>,
}

/// `owner(name, read, throws, ...objects).value` is the property of the first of the objects that has it, or `read()`.
pub(super) fn owner(
    _: &JsValue,
    arguments: &[JsValue],
    prototype: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let name = arguments.get_or_undefined(0).clone();
    let read = function(arguments.get_or_undefined(1))?;
    let throws = arguments.get_or_undefined(2).to_boolean();
    let key = name.to_property_key(context)?;
    let owner = owner_of(&key, arguments.get(3..).unwrap_or_default(), context)?;
    let reference = Reference { key: name, read, throws, owner };
    Ok(JsObject::from_proto_and_data(Some(prototype.clone()), reference).into())
}

/// The prototype of references.
pub(super) fn prototype(context: &mut Context) -> JsObject {
    let get = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get)).build();
    let set = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(set)).build();
    let prototype = JsObject::with_null_proto();
    let value = PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(false);
    prototype.insert_property(js_string!("value"), value);
    prototype
}

/// The key, the owner, the function that reads the constant, and whether it is an error to write it.
fn reference(this: &JsValue, context: &mut Context) -> JsResult<(PropertyKey, Option<JsObject>, JsObject, bool)> {
    let object = this.as_object();
    let reference = object.as_ref().and_then(|object| {
        let it = object.downcast_ref::<Reference>()?;
        Some((it.key.clone(), it.owner.clone(), it.read.clone(), it.throws))
    });
    let (key, owner, read, throws) = reference.ok_or_else(|| JsNativeError::typ().with_message("not a reference"))?;
    Ok((key.to_property_key(context)?, owner, read, throws))
}

fn get(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (key, owner, read, _) = reference(this, context)?;
    match owner {
        Some(owner) => owner.get(key, context),
        None => read.call(&JsValue::undefined(), &[], context),
    }
}

fn set(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (key, owner, read, throws) = reference(this, context)?;
    if let Some(owner) = owner {
        owner.set(key, arguments.get_or_undefined(0).clone(), false, context)?;
    } else if throws {
        // Before the declaration, this is a `ReferenceError`.
        read.call(&JsValue::undefined(), &[], context)?;
        return Err(JsNativeError::typ().with_message("Assignment to constant variable.").into());
    }
    Ok(JsValue::undefined())
}
