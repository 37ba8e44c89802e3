//! `Function` and the constructors of the other kinds of functions compile text. In the engine, they ignore what
//! follows the end of the parameters or of the body:
//!
//! ```js
//! new Function('}, function () {') // must be a SyntaxError
//! ```
//!
//! Their replacements check the text first, and then let the engine make the function, or if the text needs a
//! correction, compile the corrected one. They keep the text of the function, which the engine forgets.

use boa_engine::object::builtins::JsWeakMap;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::engine::{parse_text, set_corrected};

use super::TextCompiler;

/// A constructor of the engine, and what the text of its functions begins with.
#[derive(Clone, Trace, Finalize)]
struct Kind {
    constructor: JsObject,
    /// The texts of the functions that have been made.
    texts: JsWeakMap,
    #[unsafe_ignore_trace]
    keyword: &'static str,
    #[unsafe_ignore_trace]
    compiler: TextCompiler,
}

/// Replaces the constructors of the current realm. `texts` gets the texts of the functions that they make.
///
/// # Errors
///
/// Whatever the engine throws.
pub(super) fn replace(compiler: TextCompiler, texts: &JsWeakMap, context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let kinds = [
        (constructors.function(), "function", "Function"),
        (constructors.generator_function(), "function*", "GeneratorFunction"),
        (constructors.async_function(), "async function", "AsyncFunction"),
        (constructors.async_generator_function(), "async function*", "AsyncGeneratorFunction"),
    ]
    .map(|(standard, keyword, name)| (standard.constructor(), standard.prototype(), keyword, name));
    let mut base = None;
    for (constructor, prototype, keyword, name) in kinds {
        let kind = Kind { constructor, texts: texts.clone(), keyword, compiler };
        let construct = NativeFunction::from_copy_closure_with_captures(construct, kind);
        let function = FunctionObjectBuilder::new(context.realm(), construct).name(js_string!(name)).length(1);
        let function = function.constructor(true).build();
        // The attributes are those of the engine's own: `prototype` is constant.
        let fixed = PropertyDescriptor::builder().value(prototype.clone());
        let fixed = fixed.writable(false).enumerable(false).configurable(false);
        function.define_property_or_throw(js_string!("prototype"), fixed, context)?;
        let value = PropertyDescriptor::builder().value(function.clone()).writable(base.is_none());
        prototype.define_property_or_throw(js_string!("constructor"), value, context)?;
        match &base {
            None => {
                let value = PropertyDescriptor::builder().value(function.clone());
                context.global_object().define_property_or_throw(js_string!(name), value, context)?;
                base = Some(JsObject::from(function));
            }
            Some(base) => _ = function.set_prototype(Some(base.clone())),
        }
    }
    Ok(())
}

/// [CreateDynamicFunction](https://tc39.es/ecma262/#sec-createdynamicfunction), with a corrected text.
fn construct(new_target: &JsValue, arguments: &[JsValue], kind: &Kind, context: &mut Context) -> JsResult<JsValue> {
    // Both the text that the engine checks and the corrected one need the same strings.
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_string(context)).collect::<JsResult<_>>()?;
    let source = source_text(&texts, kind.keyword);
    let function = make(new_target, texts, kind, context)?;
    if let Some(object) = function.as_object() {
        kind.texts.set(&object, source.into(), context)?;
    }
    Ok(function)
}

/// Steps 9 to 11: the text of a function.
fn source_text(texts: &[JsString], keyword: &str) -> JsString {
    let (body, parameters) = texts.split_last().map_or((js_string!(), &[][..]), |(body, rest)| (body.clone(), rest));
    let mut parts = vec![js_string!(keyword), js_string!(" anonymous(")];
    for (index, parameter) in parameters.iter().enumerate() {
        parts.extend((index > 0).then_some(js_string!(",")));
        parts.push(parameter.clone());
    }
    parts.extend([js_string!("\n) {\n"), body, js_string!("\n}")]);
    JsString::concat_array(&parts.iter().map(JsString::as_str).collect::<Vec<_>>())
}

fn make(new_target: &JsValue, texts: Vec<JsString>, kind: &Kind, context: &mut Context) -> JsResult<JsValue> {
    let text = FunctionText::new(&texts, kind.keyword);
    if let Some(error) = text.error(kind.compiler) {
        return Err(JsNativeError::syntax().with_message(error).into());
    }
    let mut values: Vec<JsValue> = texts.into_iter().map(JsValue::from).collect();
    if let Some(parameters) = text.with_a_comma(kind.compiler) {
        let body = values.pop().unwrap_or_default();
        values = vec![JsString::from(parameters).into(), body];
    }
    let new_target = new_target.as_object().filter(JsObject::is_constructor);
    let corrected = if text.is_exact { (kind.compiler.correct)(&text.expression()) } else { None };
    if corrected.is_some() {
        // The engine may refuse the text. What it makes only has the right prototype.
        values.clear();
    }
    if text.is_exact {
        set_corrected(values.last().and_then(JsValue::as_string).unwrap_or_default(), context);
    }
    let made = kind.constructor.construct(&values, new_target.as_ref(), context)?;
    let Some(corrected) = corrected else {
        return Ok(made.into());
    };
    let function = parse_text(&corrected, None, context)?.evaluate(context)?;
    if let Some(function) = function.as_object() {
        function.set_prototype(made.prototype());
    }
    Ok(function)
}

/// The text of a function in parts.
struct FunctionText {
    keyword: &'static str,
    parameters: String,
    body: String,
    /// Whether the arguments were valid Unicode. Otherwise, other characters are at the places of lone surrogates.
    is_exact: bool,
}

impl FunctionText {
    /// Takes the arguments of a constructor.
    fn new(texts: &[JsString], keyword: &'static str) -> Self {
        let is_exact = texts.iter().all(|text| text.to_std_string().is_ok());
        let mut texts: Vec<String> = texts.iter().map(JsString::to_std_string_lossy).collect();
        let body = texts.pop().unwrap_or_default();
        Self { keyword, parameters: texts.join(","), body, is_exact }
    }

    /// Returns the parameters with a comma after the last one if it is a pattern: without it, the engine looks for an
    /// initializer behind the end of the text.
    fn with_a_comma(&self, compiler: TextCompiler) -> Option<String> {
        if !self.is_exact || !self.parameters.trim_end().ends_with(['}', ']']) {
            return None;
        }
        let parameters = format!("{},", self.parameters);
        let text = format!("{} anonymous({parameters}\n) {{\n}}", self.keyword);
        (compiler.error_in_function)(&text).is_none().then_some(parameters)
    }

    /// Returns why the text is not that of a function. Its parts must be right on their own.
    fn error(&self, compiler: TextCompiler) -> Option<String> {
        let Self { keyword, parameters, body, .. } = self;
        let parts =
            [format!("{keyword} anonymous({parameters}\n) {{\n}}"), format!("{keyword} anonymous(\n) {{\n{body}\n}}")];
        parts.iter().find_map(|text| (compiler.error_in_function)(text))
    }

    /// Returns an expression for the function, in which its name is no variable.
    fn expression(&self) -> String {
        let Self { keyword, parameters, body, .. } = self;
        format!("({{ anonymous: {keyword} ({parameters}\n) {{\n{body}\n}} }}).anonymous")
    }
}
