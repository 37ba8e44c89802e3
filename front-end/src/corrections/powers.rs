//! The engine computes powers with the functions of the system, and with multiplications if the exponent is an integer:
//!
//! ```js
//! (x => 1 ** x)(NaN)     // 1 instead of NaN
//! (x => 2 ** x)(-1074)   // 0 instead of 5e-324
//! ```
//!
//! So `a ** b` calls a function of the host, unless the exponent is a literal. `a **= b` does if `a` is a variable.

use oxc_ast::ast::{AssignmentExpression, AssignmentTarget, BinaryExpression, Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    if program.source_text.contains("**") {
        Corrector { source, edits }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

impl Corrector<'_, '_> {
    /// The operator between two expressions.
    fn operator(&self, left: Span, right: Span, length: u32) -> Option<Span> {
        let first = self.source.find("*", left.end, right.start)?;
        Some(Span::sized(first.start, length))
    }
}

fn is_literal(exponent: &Expression<'_>) -> bool {
    matches!(exponent.without_parentheses(), Expression::NumericLiteral(_) | Expression::BigIntLiteral(_))
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if it.operator == BinaryOperator::Exponential
            && !is_literal(&it.right)
            && let Some(operator) = self.operator(it.left.span(), it.right.span(), 2)
        {
            self.edits.wrap(it.span, format!("{HOST}.power("), ")");
            self.edits.replace(operator, ",");
        }
        walk_js::walk_binary_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator == AssignmentOperator::Exponential
            && !is_literal(&it.right)
            && let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left
            && let Some(operator) = self.operator(it.left.span(), it.right.span(), 3)
        {
            self.edits.replace(operator, "=");
            self.edits.wrap(Span::new(operator.end, it.span.end), format!(" {HOST}.power({},", name.name), ")");
        }
        walk_js::walk_assignment_expression(self, it);
    }
}
