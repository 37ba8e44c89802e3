//! Expressions that say so if they are `undefined` or `null`.
//!
//! If several expressions have the same position for the engine, `user.list.map(f)` is written
//! `(user.list ?? __posttask.nullish()).map(f)`: then the error names this one. The function is called only if
//! something fails.
//!
//! The messages of V8 say whether it was `undefined` or `null`. In all files but those of packages, all such
//! expressions are guarded, and values that cannot be read twice are put into a variable:
//! `(($pt0 = user.list) ?? __posttask.nullish($pt0)).map(f)`. A guard that must not fail before a key or a value is
//! evaluated returns an object that fails when its property is used: `(user ?? __posttask.late(user)).list = load()`.

use oxc_ast::ast::{AssignmentTarget, Expression, LogicalExpression};
use oxc_span::GetSpan;
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator, UnaryOperator};

use super::host_call::{called_host_function, is_host};
use super::parenthesis::parenthesis;
use crate::edits::Edits;
use crate::helpers::HOST;
use crate::token_search::Source;

/// The function of the host that throws.
const NULLISH: &str = "nullish";

/// The function of the host whose result throws when one of its properties is used.
const LATE: &str = "late";

/// Returns the expression without the guard, and the position that the engine records for the guard.
pub(super) fn unguarded<'t, 'a>(
    expression: &'t Expression<'a>,
    source: Source<'_>,
) -> (&'t Expression<'a>, Option<u32>) {
    match expression.without_parentheses() {
        Expression::LogicalExpression(logical) if is_guard(logical) => {
            (guarded_value(logical), guard_position(&logical.right, source))
        }
        _ => (expression, None),
    }
}

/// The operand of a guard, without the assignment to the variable that it looks at.
pub(super) fn guarded_value<'t, 'a>(guard: &'t LogicalExpression<'a>) -> &'t Expression<'a> {
    let looked_at = match &guard.right {
        Expression::CallExpression(call) => call.arguments.first().and_then(|argument| argument.as_expression()),
        _ => None,
    };
    match (guard.left.without_parentheses(), looked_at) {
        (Expression::AssignmentExpression(assignment), Some(looked_at))
            if assignment.operator == AssignmentOperator::Assign && is_same(&assignment.left, looked_at) =>
        {
            &assignment.right
        }
        _ => &guard.left,
    }
}

/// Whether a guard assigns to what it looks at.
fn is_same(target: &AssignmentTarget<'_>, looked_at: &Expression<'_>) -> bool {
    match (target, looked_at) {
        (AssignmentTarget::AssignmentTargetIdentifier(target), Expression::Identifier(variable)) => {
            target.name == variable.name
        }
        (AssignmentTarget::StaticMemberExpression(target), Expression::StaticMemberExpression(member)) => {
            is_host(&target.object) && is_host(&member.object)
        }
        _ => false,
    }
}

/// Whether the right operand calls the function of the host.
pub(super) fn is_guard(logical: &LogicalExpression<'_>) -> bool {
    logical.operator == LogicalOperator::Coalesce && throws(&logical.right)
}

/// Whether an expression is the call of a guard.
pub(super) fn throws(expression: &Expression<'_>) -> bool {
    called_host_function(expression).is_some_and(|name| matches!(name, NULLISH | LATE))
}

/// Whether an expression has a guard that fails when a property is used.
pub(super) fn fails_late(expression: &Expression<'_>) -> bool {
    matches!(
        expression.without_parentheses(),
        Expression::LogicalExpression(logical)
            if logical.operator == LogicalOperator::Coalesce && called_host_function(&logical.right) == Some(LATE)
    )
}

/// The position that the engine records for a guard, given the operand of `??` or the default of a pattern that throws.
pub(super) fn guard_position(thrower: &Expression<'_>, source: Source<'_>) -> Option<u32> {
    match thrower {
        Expression::CallExpression(call) if throws(thrower) => Some(parenthesis(call, source)),
        _ => None,
    }
}

/// The property of the hidden global that guards in outermost code of scripts look at. A variable there would be a
/// property of the global object.
pub(super) const VALUE: &str = "value";

/// Where a guarded expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Before a dot or a bracket.
    Object,
    /// The same, where a key or a value is evaluated before the property is used.
    LateObject,
    /// The value of a declaration, or of a loop.
    Value,
    /// A pattern in another one, which gets a default.
    Pattern,
}

/// An expression that can be guarded.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    expression: oxc_span::Span,
    role: Role,
    /// Its value, if it can be read twice.
    argument: String,
    /// The variable with the key of the property that is read.
    key: Option<String>,
    needs_parentheses: bool,
}

impl Guard {
    pub(super) fn of(expression: &Expression<'_>, role: Role) -> Self {
        let argument = match expression.get_inner_expression() {
            Expression::Identifier(name) => name.name.to_string(),
            Expression::NullLiteral(_) => "null".to_owned(),
            Expression::ThisExpression(_) => "this".to_owned(),
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => "void 0".to_owned(),
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
        Self { expression: expression.span(), role, argument, key: None, needs_parentheses }
    }

    /// The guard of a pattern that takes apart what an outer pattern takes: its value must not be `undefined`.
    pub(super) fn of_pattern(pattern: oxc_span::Span) -> Self {
        let argument = "void 0".to_owned();
        Self { expression: pattern, role: Role::Pattern, argument, key: None, needs_parentheses: false }
    }

    /// The same guard, which says what the key of the property is.
    pub(super) fn with_key(self, key: Option<&Expression<'_>>) -> Self {
        let key = match key {
            Some(Expression::Identifier(name)) => Some(name.name.to_string()),
            _ => None,
        };
        Self { key, ..self }
    }

    pub(super) fn start(&self) -> u32 {
        self.expression.start
    }

    /// Whether the value must be in a variable for the guard to look at it.
    pub(super) fn needs_variable(&self) -> bool {
        self.argument.is_empty()
    }

    /// Writes the guard, which may put the value into a variable to look at it.
    pub(super) fn write(&self, variable: Option<&str>, edits: &mut Edits) {
        let (open, close) = match self.role {
            Role::Object | Role::LateObject => ("(", ")"),
            Role::Value | Role::Pattern => ("", ""),
        };
        let function = if self.role == Role::LateObject { LATE } else { NULLISH };
        let stores = variable.filter(|_| self.needs_variable());
        let argument = stores.unwrap_or(&self.argument);
        let (before, after) = match stores {
            Some(variable) => (format!("({variable} = "), ")"),
            None if self.needs_parentheses => ("(".to_owned(), ")"),
            None => (String::new(), ""),
        };
        let key = self.key.as_ref().filter(|_| !argument.is_empty()).map(|key| format!(", {key}")).unwrap_or_default();
        let operator = if self.role == Role::Pattern { "=" } else { "??" };
        let call = format!("{after} {operator} {HOST}.{function}({argument}{key}){close}");
        edits.wrap(self.expression, format!("{open}{before}"), call);
    }
}
