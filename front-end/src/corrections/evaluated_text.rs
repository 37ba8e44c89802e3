//! `eval` hands its text to the engine as it is. So its argument passes through a function that corrects the text if it
//! is the engine's `eval` that is called: `eval(text)` becomes `eval(__posttask.source(eval, text))`, which still sees
//! the variables around it. Other names of `eval` than the usual ones are not recognized.
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

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};
use oxc_ast::ast::{CallExpression, Expression, Function, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

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
        if let Some(eval) = name_of_eval(&it.callee)
            && let Some(text) = it.arguments.first().and_then(|argument| argument.as_expression())
        {
            self.edits.wrap(text.span(), format!("{HOST}.source({eval}, "), ")");
        }
        walk_js::walk_call_expression(self, it);
    }
}

/// Returns an expression for the function that is called, if it may be `eval`.
fn name_of_eval(callee: &Expression<'_>) -> Option<&'static str> {
    match callee.get_inner_expression() {
        Expression::Identifier(name) if name.name == "eval" => Some("eval"),
        Expression::SequenceExpression(it) => it.expressions.last().and_then(name_of_eval),
        Expression::StaticMemberExpression(it) if it.property.name == "eval" => match &it.object {
            Expression::Identifier(object) if object.name == "globalThis" => Some("globalThis.eval"),
            Expression::Identifier(object) if object.name == "self" => Some("self.eval"),
            Expression::Identifier(object) if object.name == "window" => Some("window.eval"),
            _ => None,
        },
        _ => None,
    }
}

/// What [`source`] needs.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Evaluator {
    /// The `eval` of the realm.
    eval: JsValue,
    #[unsafe_ignore_trace]
    compiler: TextCompiler,
}

impl Evaluator {
    /// # Errors
    ///
    /// Whatever the global object throws.
    pub(super) fn new(compiler: TextCompiler, context: &mut Context) -> JsResult<Self> {
        Ok(Self { eval: context.global_object().get(js_string!("eval"), context)?, compiler })
    }
}

/// `source(f, text)` is the text for `f`: corrected if `f` is `eval`.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
pub(super) fn source(_: &JsValue, arguments: &[JsValue], it: &Evaluator, _: &mut Context) -> JsResult<JsValue> {
    let (function, text) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    let Some(source) = text.as_string().filter(|_| *function == it.eval) else { return Ok(text.clone()) };
    let corrected = source.to_std_string().ok().and_then(|source| (it.compiler.correct)(&source));
    Ok(corrected.map_or_else(|| text.clone(), |corrected| JsString::from(corrected).into()))
}
