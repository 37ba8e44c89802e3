//! The texts of functions, which `toString` returns without what error messages need in them, and those that the engine
//! does not have: of classes, and of functions that `Function` has made.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::builtins::JsWeakMap;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use posttask::internal::engine::save_function_to_string;

use super::TextCompiler;
use crate::class_texts::text_of_class;
use crate::error_places::without_guards;

/// Replaces [`Function.prototype.toString`](https://tc39.es/ecma262/#sec-function.prototype.tostring) in the current
/// realm. `texts` has the texts of functions that `Function` has made.
///
/// # Errors
///
/// Whatever the prototype throws when the property is defined.
pub(super) fn replace(compiler: TextCompiler, texts: JsWeakMap, context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let Some(original) = prototype.get(js_string!("toString"), context)?.as_object() else { return Ok(()) };
    let to_string = NativeFunction::from_copy_closure_with_captures(
        move |this, _, (original, texts), context| to_string(this, original, compiler, texts, context),
        (original, texts),
    );
    let function = FunctionObjectBuilder::new(context.realm(), to_string).name(js_string!("toString")).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("toString"), property, context)?;
    save_function_to_string(context);
    Ok(())
}

fn to_string(
    this: &JsValue,
    original: &JsObject,
    compiler: TextCompiler,
    texts: &JsWeakMap,
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(function) = this.as_object()
        && let Some(text) = texts.get(&function, context)?.as_string()
    {
        return Ok(text.into());
    }
    let text = original.call(this, &[], context)?;
    let Some(string) = text.as_string() else { return Ok(text) };
    let known = string.to_std_string_lossy();
    let better = match text_of_class(this, &known, compiler.class_text, context)? {
        Some(class) => Some(class),
        None => written(this, &known, compiler, context).or_else(|| without_guards(&known)),
    };
    Ok(better.map_or(text, |better| JsString::from(better).into()))
}

/// The text of a function in a file as it is written.
fn written(this: &JsValue, known: &str, compiler: TextCompiler, context: &Context) -> Option<String> {
    let function = this.as_object()?;
    let path = function.downcast_ref::<OrdinaryFunction>()?.codeblock().path().to_string();
    (compiler.function_text)(context, &path, known)
}
