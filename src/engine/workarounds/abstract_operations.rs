//! Abstract operations of ECMAScript that the functions share.

use std::iter;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_error, js_string};

/// Defines a function with a name and a number of parameters as a property of an object, as ECMAScript defines its own.
///
/// The object must be ordinary, and of a new realm: what a program may have done to it is not checked, since this is
/// done for many functions of each realm.
#[expect(clippy::unnecessary_wraps, reason = "callers do this among what can fail")]
pub(super) fn define(
    object: &JsObject,
    name: JsString,
    length: usize,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let function = self::function(name.clone(), length, function, context);
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    object.insert_property(name, property);
    Ok(())
}

/// The function of the engine that a property of an object has.
///
/// # Errors
///
/// `TypeError` if it does not exist.
pub(super) fn own_function(object: &JsObject, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    let function = object.get(JsString::from(name), context)?.as_object().and_then(JsFunction::from_object);
    function.ok_or_else(|| js_error!(TypeError: "the engine lacks the function {}", name))
}

/// The constructor `Object` and the object `Reflect` of the current realm, whose functions are alike.
pub(super) fn object_and_reflect(context: &Context) -> (JsObject, JsObject) {
    let intrinsics = context.intrinsics();
    (intrinsics.constructors().object().constructor(), intrinsics.objects().reflect())
}

/// The steps of a function that stands for one of the engine, which is the third argument.
type Steps = fn(&JsValue, &[JsValue], &JsFunction, &mut Context) -> JsResult<JsValue>;

/// Replaces a function of the engine by steps that can call it.
///
/// # Errors
///
/// `TypeError` if it does not exist.
pub(super) fn wrap(object: &JsObject, name: &str, length: usize, steps: Steps, context: &mut Context) -> JsResult<()> {
    let own = own_function(object, name, context)?;
    let function = NativeFunction::from_copy_closure_with_captures(steps, own);
    define(object, JsString::from(name), length, function, context)
}

/// Creates a function with a name and a number of parameters.
pub(super) fn function(name: JsString, length: usize, function: NativeFunction, context: &mut Context) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), function).name(name).length(length).build()
}

/// Creates a constructor with a name and a number of parameters.
pub(super) fn constructor(
    name: JsString,
    length: usize,
    function: NativeFunction,
    context: &mut Context,
) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), function).name(name).length(length).constructor(true).build()
}

/// Puts a constructor in the place of another one, in the global object and in its prototype, with all properties. It
/// has the `name` and the `length` already. No program has run, so properties need no checks.
pub(super) fn replace_constructor(
    name: JsString,
    replaced: &JsFunction,
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<()> {
    // V8 has `prototype` before the functions.
    let first = PropertyKey::from(js_string!("prototype"));
    let known = [first.clone(), js_string!("name").into(), js_string!("length").into()];
    let others = engines.own_property_keys(context)?.into_iter().filter(|key| !known.contains(key));
    for key in iter::once(first.clone()).chain(others) {
        let property = engines.borrow().properties().get(&key);
        if let Some(property) = property {
            replaced.insert_property(key, property);
        }
    }
    let property = PropertyDescriptor::builder().value(replaced.clone()).writable(true).configurable(true);
    let property = property.enumerable(false).build();
    if let Some(prototype) = engines.get(first, context)?.as_object() {
        prototype.insert_property(js_string!("constructor"), property.clone());
    }
    context.global_object().insert_property(name, property);
    Ok(())
}

/// [`ThisNumberValue`](https://tc39.es/ecma262/#sec-thisnumbervalue). `None` if it is not a number.
pub(super) fn this_number_value(this: &JsValue) -> Option<f64> {
    let wrapped = || this.as_object().and_then(|object| object.downcast_ref::<f64>().map(|number| *number));
    this.as_number().or_else(wrapped)
}

/// [`LengthOfArrayLike`](https://tc39.es/ecma262/#sec-lengthofarraylike).
pub(super) fn length_of_array_like(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// [`SpeciesConstructor`](https://tc39.es/ecma262/#sec-speciesconstructor).
pub(super) fn species_constructor(object: &JsObject, default: JsObject, context: &mut Context) -> JsResult<JsObject> {
    let constructor = object.get(js_string!("constructor"), context)?;
    if constructor.is_undefined() {
        return Ok(default);
    }
    let constructor =
        constructor.as_object().ok_or_else(|| js_error!(TypeError: "the constructor is not an object"))?;
    let species = constructor.get(JsSymbol::species(), context)?;
    if species.is_null_or_undefined() {
        return Ok(default);
    }
    let species = species.as_object().filter(JsObject::is_constructor);
    species.ok_or_else(|| js_error!(TypeError: "Symbol.species is not a constructor"))
}
