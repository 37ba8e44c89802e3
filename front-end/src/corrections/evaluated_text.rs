//! `eval` hands its text to the engine as it is. So its argument passes through a function that corrects the text if it
//! is the engine's `eval` that is called: `eval(text)` becomes `eval(__posttask.source(eval, text))`, which still sees
//! the variables around it. Where `eval` is not called, as in `const e = eval`, its value is a function that corrects
//! the text and calls it: it sees no variables either way. The library reports what is called in another way.
//!
//! In the engine, a direct `eval` does not see `arguments` or the name of a function expression, unless the text of the
//! function contains it:
//!
//! ```js
//! (function f() { return [eval('arguments'), eval('f')] })() // ReferenceError
//! ```
//!
//! So a statement that never runs names them.

use std::mem::replace;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use oxc_ast::ast::{CallExpression, Expression, Function, ObjectProperty, Program, UnaryExpression, UnaryOperator};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;
use posttask::internal::engine::set_corrected;

use super::super::edits::Edits;
use super::function_body::start_of_statements;
use super::{HOST, TextCompiler};

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("eval") {
        Corrector { edits, is_evaluating: false }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
    /// Whether the function around the current place calls `eval`, outside of the functions in it.
    is_evaluating: bool,
}

impl Corrector<'_> {
    fn name_variables(&mut self, function: &Function<'_>) {
        let Some(body) = &function.body else { return };
        let own = function.id.as_ref().filter(|_| function.is_expression());
        let own = own.map(|name| format!(", {}", name.name)).unwrap_or_default();
        self.edits.insert(start_of_statements(body), format!(";if (0) [arguments{own}];"));
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let outer = replace(&mut self.is_evaluating, false);
        walk_js::walk_function(self, it, flags);
        if replace(&mut self.is_evaluating, outer) {
            self.name_variables(it);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.is_evaluating |= it.callee.is_specific_id("eval") && !it.optional;
        let Some(eval) = name_of_eval(it.callee.get_inner_expression()) else {
            return walk_js::walk_call_expression(self, it);
        };
        if let Some(text) = it.arguments.first().and_then(|argument| argument.as_expression()) {
            self.edits.wrap(text.span(), format!("{HOST}.source({eval}, "), ")");
        }
        self.visit_arguments(&it.arguments);
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        match name_of_eval(it) {
            Some(_) => self.edits.wrap(it.span(), format!("{HOST}.indirect("), ")"),
            None => walk_js::walk_expression(self, it),
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand && name_of_eval(&it.value).is_some() {
            self.edits.insert(it.span.start, "eval: ");
        }
        walk_js::walk_object_property(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator != UnaryOperator::Delete {
            walk_js::walk_unary_expression(self, it);
        }
    }
}

/// Returns an expression for a value that may be `eval`.
fn name_of_eval(value: &Expression<'_>) -> Option<&'static str> {
    match value {
        Expression::Identifier(name) if name.name == "eval" => Some("eval"),
        Expression::StaticMemberExpression(it) if it.property.name == "eval" && !it.optional => match &it.object {
            Expression::Identifier(object) if object.name == "globalThis" => Some("globalThis.eval"),
            Expression::Identifier(object) if object.name == "self" => Some("self.eval"),
            Expression::Identifier(object) if object.name == "window" => Some("window.eval"),
            _ => None,
        },
        _ => None,
    }
}

/// What [`source`] and [`indirect`] need.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Evaluator {
    /// The `eval` of the realm.
    eval: JsObject,
    /// A function that corrects a text and calls `eval`.
    correcting: JsObject,
    #[unsafe_ignore_trace]
    compiler: TextCompiler,
}

impl Evaluator {
    pub(super) fn new(compiler: TextCompiler, context: &mut Context) -> Self {
        let eval: JsObject = context.intrinsics().objects().eval().into();
        let steps = move |_: &JsValue, arguments: &[JsValue], eval: &JsObject, context: &mut Context| {
            let text = corrected(arguments.get_or_undefined(0), compiler, context);
            eval.call(&JsValue::undefined(), &[text], context)
        };
        let steps = NativeFunction::from_copy_closure_with_captures(steps, eval.clone());
        let correcting = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!("eval")).length(1).build();
        Self { eval, correcting: correcting.into(), compiler }
    }
}

/// `source(f, text)` is the text for `f`: corrected if `f` is `eval`.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
pub(super) fn source(_: &JsValue, arguments: &[JsValue], it: &Evaluator, context: &mut Context) -> JsResult<JsValue> {
    let (function, text) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    let is_eval = function.as_object().is_some_and(|function| JsObject::equals(&function, &it.eval));
    Ok(if is_eval { corrected(text, it.compiler, context) } else { text.clone() })
}

/// `indirect(f)` is `f`, or if `f` is `eval`, a function that does the same with a corrected text.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
pub(super) fn indirect(_: &JsValue, arguments: &[JsValue], it: &Evaluator, _: &mut Context) -> JsResult<JsValue> {
    let function = arguments.get_or_undefined(0);
    let is_eval = function.as_object().is_some_and(|function| JsObject::equals(&function, &it.eval));
    Ok(if is_eval { it.correcting.clone().into() } else { function.clone() })
}

/// The text that `eval` is to compile for a value.
fn corrected(value: &JsValue, compiler: TextCompiler, context: &mut Context) -> JsValue {
    let Some(text) = value.as_string() else { return value.clone() };
    let Ok(source) = text.to_std_string() else { return value.clone() };
    let text = (compiler.correct)(&source).map_or(text, JsString::from);
    set_corrected(text.clone(), context);
    text.into()
}
