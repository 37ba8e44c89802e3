//! `eval` hands its text to the engine as it is. So its argument passes through a function that corrects the text if it
//! is the engine's `eval` that is called: `eval(text)` becomes `eval(__posttask.source(eval, text))`, which still sees
//! the variables around it. Other names of `eval` than the usual ones are not recognized.

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};
use oxc_ast::ast::{CallExpression, Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;

use super::super::edits::Edits;
use super::{HOST, TextCompiler};

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("eval") {
        Corrector { edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
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
