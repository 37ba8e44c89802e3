//! Abstract operations of ECMAScript that the functions share.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, NativeFunction, js_string};

/// Defines a function with a name and a number of parameters as a property of an object, as ECMAScript defines its own.
///
/// # Errors
///
/// Whatever the engine throws if the property cannot be defined.
pub(super) fn define(
    object: &JsObject,
    name: JsString,
    length: usize,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let function = self::function(name.clone(), length, function, context);
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(name, property, context)?;
    Ok(())
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

/// [`LengthOfArrayLike`](https://tc39.es/ecma262/#sec-lengthofarraylike).
pub(super) fn length_of_array_like(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}
