//! What expressions are called in messages, as in V8.

use oxc_ast::ast::{ArrayExpressionElement, CallExpression, ChainElement, Expression, MemberExpression};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use super::guards::{guarded_value, is_guard};
use super::host_call::host_function;

/// What V8 calls a value of which it shows no text.
pub(super) const INTERMEDIATE: &str = "(intermediate value)";

/// Returns the text for an expression: `user.list`, `load(...)`.
pub(super) fn name_of(expression: &Expression<'_>) -> String {
    match expression {
        Expression::Identifier(identifier) => identifier.name.to_string(),
        Expression::ThisExpression(_) => "this".to_owned(),
        Expression::ParenthesizedExpression(inner) => name_of(&inner.expression),
        Expression::CallExpression(call) => match corrected(call) {
            Some(value) => name_of(value),
            None => format!("{}(...)", name_of(&call.callee)),
        },
        Expression::StringLiteral(literal) => format!("\"{}\"", literal.value),
        Expression::NumericLiteral(literal) => literal.raw.map_or_else(String::new, |raw| raw.to_string()),
        Expression::BooleanLiteral(literal) => literal.value.to_string(),
        Expression::NullLiteral(_) => "null".to_owned(),
        Expression::ArrayExpression(array) => {
            format!("[{}]", array.elements.iter().map(name_of_element).collect::<Vec<_>>().join(","))
        }
        Expression::ObjectExpression(object) => format!("{{{}}}", INTERMEDIATE.repeat(object.properties.len())),
        Expression::ClassExpression(class) => {
            class.id.as_ref().map_or_else(|| INTERMEDIATE.to_owned(), |id| id.name.to_string())
        }
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => format!("{}(...)", name_of(&call.callee)),
            element => element.as_member_expression().map_or_else(|| INTERMEDIATE.to_owned(), name_of_member),
        },
        _ => match expression.as_member_expression() {
            Some(member) => name_of_member(member),
            None => name_of_operation(expression),
        },
    }
}

fn name_of_element(element: &ArrayExpressionElement<'_>) -> String {
    match element {
        ArrayExpressionElement::SpreadElement(spread) => format!("(...{})", name_of(&spread.argument)),
        element => element.as_expression().map_or_else(String::new, name_of),
    }
}

/// The text for operators and their operands, in parentheses.
fn name_of_operation(expression: &Expression<'_>) -> String {
    match expression {
        Expression::LogicalExpression(logical) if is_guard(logical) => name_of(guarded_value(logical)),
        Expression::LogicalExpression(logical) => {
            format!("({} {} {})", name_of(&logical.left), logical.operator.as_str(), name_of(&logical.right))
        }
        Expression::BinaryExpression(binary) => {
            format!("({} {} {})", name_of(&binary.left), binary.operator.as_str(), name_of(&binary.right))
        }
        Expression::UnaryExpression(unary) => {
            let space = if unary.operator.is_keyword() { " " } else { "" };
            format!("({}{space}{})", unary.operator.as_str(), name_of(&unary.argument))
        }
        Expression::SequenceExpression(sequence) => {
            format!("({})", sequence.expressions.iter().map(name_of).collect::<Vec<_>>().join(" , "))
        }
        // The condition and both values.
        Expression::ConditionalExpression(_) => INTERMEDIATE.repeat(3),
        _ => INTERMEDIATE.to_owned(),
    }
}

pub(super) fn name_of_member(member: &MemberExpression<'_>) -> String {
    let dot = if member.optional() { "?." } else { "." };
    match member {
        MemberExpression::StaticMemberExpression(member) => {
            format!("{}{dot}{}", name_of(&member.object), member.property.name)
        }
        MemberExpression::PrivateFieldExpression(member) => {
            let dot = if member.optional { "?." } else { "" };
            format!("{}{dot}[#{}]", name_of(&member.object), member.field.name)
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

/// What V8 calls a value that is not iterable: the result of a function by the name of the function.
pub(super) fn not_iterable(value: &Expression<'_>) -> String {
    let of_function = |callee| format!("{} is not a function or its return value is not iterable", name_of(callee));
    match value.without_parentheses() {
        Expression::LogicalExpression(logical) if is_guard(logical) => not_iterable(guarded_value(logical)),
        Expression::CallExpression(call) => match corrected(call) {
            Some(value) => not_iterable(value),
            None => of_function(&call.callee),
        },
        Expression::NewExpression(new) => of_function(&new.callee),
        value => format!("{} is not iterable", name_of(value)),
    }
}

/// What V8 says about a value of which only the type is known: `kind` is the type that the engine reports.
pub(super) fn not_iterable_of_kind(kind: &str) -> String {
    let value = if kind == "null" { "object null" } else { kind };
    format!("{value} is not iterable (cannot read property Symbol(Symbol.iterator))")
}

/// What V8 shows instead of a value, if the text says what it is.
pub(super) fn shown(value: &Expression<'_>, text: &str) -> Option<String> {
    Some(match value.without_parentheses() {
        Expression::Identifier(name) if name.name == "undefined" => "undefined".to_owned(),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => "undefined".to_owned(),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => {
            match unary.argument.without_parentheses() {
                Expression::NumericLiteral(number) => format!("-{}", number.value),
                _ => return None,
            }
        }
        Expression::NullLiteral(_) => "null".to_owned(),
        Expression::StringLiteral(literal) => literal.value.to_string(),
        Expression::NumericLiteral(literal) => literal.value.to_string(),
        Expression::BigIntLiteral(literal) => literal.value.to_string(),
        Expression::BooleanLiteral(literal) => literal.value.to_string(),
        Expression::ObjectExpression(_) => "#<Object>".to_owned(),
        Expression::ArrayExpression(_) => "[object Array]".to_owned(),
        value @ (Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)) => value.span().source_text(text).to_owned(),
        _ => return None,
    })
}

/// The value that corrected code passes to a function of the host.
fn corrected<'t, 'a>(call: &'t CallExpression<'a>) -> Option<&'t Expression<'a>> {
    matches!(host_function(call), Some("iterate" | "list")).then(|| call.arguments.first()?.as_expression()).flatten()
}

/// Returns the key of a property, if it is in the text; otherwise what computes it, in brackets.
pub(super) fn key_of(member: &MemberExpression<'_>) -> String {
    match member {
        MemberExpression::StaticMemberExpression(member) => member.property.name.to_string(),
        MemberExpression::PrivateFieldExpression(member) => format!("#{}", member.field.name),
        MemberExpression::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(key) => key.value.to_string(),
            Expression::NumericLiteral(key) => key.value.to_string(),
            Expression::NullLiteral(_) => "null".to_owned(),
            Expression::BooleanLiteral(key) => key.value.to_string(),
            Expression::ObjectExpression(_) => "#<Object>".to_owned(),
            Expression::TemplateLiteral(key) if key.expressions.is_empty() => {
                key.quasis.iter().filter_map(|part| part.value.cooked.as_deref()).collect()
            }
            key => format!("[{}]", name_of(key)),
        },
    }
}
