//! What expressions are called in messages, as in V8.

use oxc_ast::ast::{CallExpression, ChainElement, Expression, MemberExpression};

use super::guards::{guarded_value, is_guard};
use crate::helpers::HOST;

/// What V8 calls a value of which it shows no text.
const INTERMEDIATE: &str = "(intermediate value)";

/// Returns the text for an expression: `user.list`, `load(...)`.
pub(super) fn name_of(expression: &Expression<'_>) -> String {
    match expression {
        Expression::Identifier(identifier) => identifier.name.to_string(),
        Expression::ThisExpression(_) => "this".to_owned(),
        Expression::ParenthesizedExpression(inner) => name_of(&inner.expression),
        Expression::LogicalExpression(logical) if is_guard(logical) => name_of(guarded_value(logical)),
        Expression::CallExpression(call) => match corrected(call) {
            Some(value) => name_of(value),
            None => format!("{}(...)", name_of(&call.callee)),
        },
        Expression::StringLiteral(literal) => format!("\"{}\"", literal.value),
        Expression::NumericLiteral(literal) => literal.raw.map_or_else(String::new, |raw| raw.to_string()),
        Expression::BooleanLiteral(literal) => literal.value.to_string(),
        Expression::NullLiteral(_) => "null".to_owned(),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => format!("{}(...)", name_of(&call.callee)),
            element => element.as_member_expression().map_or_else(|| INTERMEDIATE.to_owned(), name_of_member),
        },
        _ => expression.as_member_expression().map_or_else(|| INTERMEDIATE.to_owned(), name_of_member),
    }
}

pub(super) fn name_of_member(member: &MemberExpression<'_>) -> String {
    let dot = if member.optional() { "?." } else { "." };
    match member {
        MemberExpression::StaticMemberExpression(member) => {
            format!("{}{dot}{}", name_of(&member.object), member.property.name)
        }
        MemberExpression::PrivateFieldExpression(member) => {
            format!("{}{dot}#{}", name_of(&member.object), member.field.name)
        }
        MemberExpression::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(key) => format!("{}{dot}{}", name_of(&member.object), key.value),
            key => {
                let dot = if member.optional { "?." } else { "" };
                format!("{}{dot}[{}]", name_of(&member.object), name_of(key))
            }
        },
    }
}

/// The value that corrected code passes to a function of the host.
fn corrected<'t, 'a>(call: &'t CallExpression<'a>) -> Option<&'t Expression<'a>> {
    let member = call.callee.as_member_expression()?;
    let is_hosts = matches!(member.object(), Expression::Identifier(host) if host.name == HOST);
    let is_of_values = matches!(member.static_property_name(), Some("iterate" | "list"));
    (is_hosts && is_of_values).then(|| call.arguments.first()?.as_expression()).flatten()
}

/// Returns the key of a property, if it is in the text; otherwise what computes it, in brackets.
pub(super) fn key_of(member: &MemberExpression<'_>) -> String {
    match member {
        MemberExpression::StaticMemberExpression(member) => member.property.name.to_string(),
        MemberExpression::PrivateFieldExpression(member) => format!("#{}", member.field.name),
        MemberExpression::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(key) => key.value.to_string(),
            Expression::NumericLiteral(key) => key.value.to_string(),
            key => format!("[{}]", name_of(key)),
        },
    }
}
