//! The source text of functions, whatever a program has made of `Function.prototype.toString`.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::{Context, JsData, JsObject, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use crate::stored_properties::own_property;

/// `Function.prototype.toString` of a realm, before a program could replace it.
#[derive(Clone, Trace, Finalize, JsData)]
struct ToString(JsObject);

/// Remembers `Function.prototype.toString` of the current realm. To be called again when the host has replaced it.
pub fn save_function_to_string(context: &mut Context) {
    let prototype = context.intrinsics().constructors().function().prototype();
    let function = own_property(&prototype, &js_string!("toString").into()).and_then(|it| it.value()?.as_object());
    if let Some(function) = function.filter(JsObject::is::<NativeFunctionObject>) {
        context.realm().host_defined_mut().insert(ToString(function));
    }
}

/// Returns the source text of a function. Runs no code of the program.
pub(crate) fn function_text(function: &JsObject, context: &mut Context) -> Option<String> {
    let saved = context.realm().host_defined().get::<ToString>().map(|ToString(function)| function.clone());
    let text = saved?.call(&JsValue::from(function.clone()), &[], context).ok()?;
    Some(text.as_string()?.to_std_string_lossy())
}
