//! The texts of functions, which `toString` returns without what error messages need in them.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::error_places::without_guards;

/// Replaces [`Function.prototype.toString`](https://tc39.es/ecma262/#sec-function.prototype.tostring) in the current
/// realm.
///
/// # Errors
///
/// Whatever the prototype throws when the property is defined.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let Some(original) = prototype.get(js_string!("toString"), context)?.as_object() else { return Ok(()) };
    let to_string = NativeFunction::from_copy_closure_with_captures(to_string, original);
    let function = FunctionObjectBuilder::new(context.realm(), to_string).name(js_string!("toString")).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("toString"), property, context)?;
    Ok(())
}

fn to_string(this: &JsValue, _: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let text = original.call(this, &[], context)?;
    let Some(string) = text.as_string() else { return Ok(text) };
    Ok(without_guards(&string.to_std_string_lossy()).map_or(text, |restored| JsString::from(restored).into()))
}
