//! Where the calls in a text are.

use oxc_ast::ast::{CallExpression, Expression, NewExpression, Program, TSTypeParameterInstantiation};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashMap;

use super::token_search::Source;

/// The parentheses of calls that do not follow the function at once, by where the function ends. The engine reports
/// the parenthesis as the place of a call.
#[derive(Default)]
pub(super) struct CallPlaces(FxHashMap<u32, u32>);

impl CallPlaces {
    /// Returns the offset of the parenthesis of a call whose function ends at an offset.
    pub(super) fn after(&self, function: u32) -> Option<u32> {
        self.0.get(&function).copied()
    }

    pub(super) fn of(program: &Program<'_>) -> Self {
        let source = Source::new(program.source_text, &program.comments);
        let mut collector = Collector { source, calls: FxHashMap::default() };
        collector.visit_program(program);
        Self(collector.calls)
    }
}

struct Collector<'s> {
    source: Source<'s>,
    calls: FxHashMap<u32, u32>,
}

impl Collector<'_> {
    fn call(&mut self, callee: &Expression<'_>, types: Option<&TSTypeParameterInstantiation<'_>>, call: Span) {
        let end = types.map_or(callee.span().end, |types| types.span.end);
        if self.source.char_at(end) == Some('(') && end == callee.get_inner_expression().span().end {
            return;
        }
        let Some(parenthesis) = self.source.find("(", end, call.end) else { return };
        let mut place = |end: u32| self.calls.insert(end, parenthesis.start);
        if let Some(types) = types {
            place(types.span.start);
        }
        let mut layer = callee;
        place(layer.span().end);
        // What only TypeScript needs is not printed.
        while let Some(inner) = inner_of(layer) {
            place(inner.span().end);
            layer = inner;
        }
    }
}

fn inner_of<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e Expression<'a>> {
    match expression {
        Expression::ParenthesizedExpression(it) => Some(&it.expression),
        Expression::TSAsExpression(it) => Some(&it.expression),
        Expression::TSSatisfiesExpression(it) => Some(&it.expression),
        Expression::TSInstantiationExpression(it) => Some(&it.expression),
        Expression::TSNonNullExpression(it) => Some(&it.expression),
        Expression::TSTypeAssertion(it) => Some(&it.expression),
        _ => None,
    }
}

impl<'a> Visit<'a> for Collector<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.call(&it.callee, it.type_arguments.as_deref(), it.span);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.call(&it.callee, it.type_arguments.as_deref(), it.span);
        walk::walk_new_expression(self, it);
    }
}
