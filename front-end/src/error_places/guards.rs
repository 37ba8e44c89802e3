//! Expressions that say so if they are `undefined` or `null`.
//!
//! If several expressions have the same position for the engine, `user.list.map(f)` is written
//! `(user.list ?? __posttask.nullish()).map(f)`: then the error names this one. The function is called only if
//! something fails.

use oxc_ast::ast::{Expression, LogicalExpression};
use oxc_span::GetSpan;
use oxc_syntax::operator::LogicalOperator;

use super::parenthesis::parenthesis;
use crate::edits::Edits;
use crate::helpers::HOST;
use crate::token_search::Source;

/// The function of the host that throws.
pub(super) const NULLISH: &str = "nullish";

/// Returns the expression without the guard, and the position that the engine records for the guard.
pub(super) fn unguarded<'t, 'a>(
    expression: &'t Expression<'a>,
    source: Source<'_>,
) -> (&'t Expression<'a>, Option<u32>) {
    match expression.without_parentheses() {
        Expression::LogicalExpression(logical) if is_guard(logical) => {
            let position = match &logical.right {
                Expression::CallExpression(call) => Some(parenthesis(call, source)),
                _ => None,
            };
            (&logical.left, position)
        }
        _ => (expression, None),
    }
}

/// Whether the right operand calls the function of the host.
pub(super) fn is_guard(logical: &LogicalExpression<'_>) -> bool {
    logical.operator == LogicalOperator::Coalesce
        && matches!(&logical.right, Expression::CallExpression(call)
            if matches!(&call.callee, Expression::StaticMemberExpression(member)
                if member.property.name == NULLISH
                    && matches!(&member.object, Expression::Identifier(host) if host.name == HOST)))
}

/// Where a guarded expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Before a dot or a bracket.
    Object,
    /// The value of a declaration, or of a loop.
    Value,
}

/// An expression that can be guarded.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    expression: oxc_span::Span,
    role: Role,
    /// Its value, if it can be read twice.
    argument: String,
    needs_parentheses: bool,
}

impl Guard {
    pub(super) fn of(expression: &Expression<'_>, role: Role) -> Self {
        let argument = match expression.get_inner_expression() {
            Expression::Identifier(name) => name.name.to_string(),
            _ => String::new(),
        };
        let needs_parentheses = matches!(
            expression,
            Expression::ArrowFunctionExpression(_)
                | Expression::AssignmentExpression(_)
                | Expression::ConditionalExpression(_)
                | Expression::LogicalExpression(_)
                | Expression::SequenceExpression(_)
                | Expression::YieldExpression(_)
                | Expression::TSAsExpression(_)
                | Expression::TSSatisfiesExpression(_)
        );
        Self { expression: expression.span(), role, argument, needs_parentheses }
    }

    pub(super) fn start(&self) -> u32 {
        self.expression.start
    }

    /// Writes the guard.
    pub(super) fn write(self, edits: &mut Edits) {
        let open = if self.role == Role::Object { "(" } else { "" };
        let close = if self.role == Role::Object { ")" } else { "" };
        let (before, after) = if self.needs_parentheses { ("(", ")") } else { ("", "") };
        let call = format!("{after} ?? {HOST}.{NULLISH}({}){close}", self.argument);
        edits.wrap(self.expression, format!("{open}{before}"), call);
    }
}
