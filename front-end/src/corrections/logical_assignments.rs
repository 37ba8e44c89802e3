//! The engine resolves a variable before it computes what is assigned to it, and keeps the result on a stack. A logical
//! assignment that does not assign leaves it there, and the assignment around it takes it for its own:
//!
//! ```js
//! var a = 1, b; b = (a ??= 2); b // undefined
//! ```
//!
//! So a logical assignment to a variable becomes a logical operator and an assignment: `a ?? (a = 2)`.

use oxc_ast::ast::{AssignmentExpression, AssignmentOperator, AssignmentTarget, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::edits::Edits;
use super::super::token_search::Source;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    if ["??=", "||=", "&&="].iter().any(|operator| program.source_text.contains(operator)) {
        Corrector { source, edits }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

/// The operator that decides whether a logical assignment assigns.
fn logical_operator(operator: AssignmentOperator) -> Option<&'static str> {
    match operator {
        AssignmentOperator::LogicalAnd => Some("&&"),
        AssignmentOperator::LogicalOr => Some("||"),
        AssignmentOperator::LogicalNullish => Some("??"),
        _ => None,
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left
            && let Some(operator) = logical_operator(it.operator)
            && let Some(first) = self.source.find(&operator[..1], it.left.span().end, it.right.span().start)
        {
            let written = Span::sized(first.start, 3);
            self.edits.replace(written, operator);
            self.edits.wrap(Span::new(written.end, it.span.end), format!(" ({} =", name.name), ")");
        }
        walk_js::walk_assignment_expression(self, it);
    }
}
