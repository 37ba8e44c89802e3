//! The small forms of which the forms of exports are made.

use oxc_ast::ast::{CallExpression, ChainElement, Expression, MemberExpression, PropertyKey, StringLiteral};

/// A string that text can hold: not one with half of a surrogate pair.
pub(super) fn whole_text<'a>(literal: &StringLiteral<'a>) -> Option<&'a str> {
    (!literal.lone_surrogates).then(|| literal.value.as_str())
}

/// `exports` or `module.exports`.
pub(super) fn is_exports(expression: &Expression<'_>) -> bool {
    is_identifier(expression, "exports") || expression.as_member_expression().is_some_and(is_module_exports)
}

/// `module.exports`.
pub(super) fn is_module_exports(member: &MemberExpression<'_>) -> bool {
    matches!(member, MemberExpression::StaticMemberExpression(member)
        if !member.optional && member.property.name == "exports" && is_identifier(&member.object, "module"))
}

/// The name in `exports.name` and `exports['name']`.
pub(super) fn exported_name<'a>(member: &MemberExpression<'a>) -> Option<&'a str> {
    if !is_exports(member.object()) {
        return None;
    }
    match member {
        MemberExpression::StaticMemberExpression(member) => Some(member.property.name.as_str()),
        MemberExpression::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(literal) => whole_text(literal),
            _ => None,
        },
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

/// The name of a property that is written as a word or as a string.
pub(super) fn key_name<'a>(key: &PropertyKey<'a>) -> Option<&'a str> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.as_str()),
        PropertyKey::StringLiteral(literal) => whole_text(literal),
        _ => None,
    }
}

/// The identifier itself, without parentheses.
pub(super) fn is_identifier(expression: &Expression<'_>, name: &str) -> bool {
    identifier(expression) == Some(name)
}

pub(super) fn identifier<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::Identifier(identifier) => Some(identifier.name.as_str()),
        _ => None,
    }
}

/// `object.property`, where `object` is an identifier.
pub(super) fn is_member_of(expression: &Expression<'_>, object: &str, property: &str) -> bool {
    matches!(expression, Expression::StaticMemberExpression(member)
        if !member.optional && member.property.name == property && is_identifier(&member.object, object))
}

/// `x` in `require('x')`.
pub(super) fn required<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::CallExpression(call) => required_by(call),
        _ => None,
    }
}

fn required_by<'a>(call: &CallExpression<'a>) -> Option<&'a str> {
    let argument = call.arguments.first().filter(|_| call.arguments.len() == 1 && !call.optional)?.as_expression()?;
    match argument {
        Expression::StringLiteral(literal) if is_identifier(&call.callee, "require") => whole_text(literal),
        _ => None,
    }
}

/// `x` in `require('x')` and in `_interopRequireWildcard(require('x'))`.
pub(super) fn required_or_wrapped<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::CallExpression(call) if is_identifier(&call.callee, "_interopRequireWildcard") => {
            required(call.arguments.first()?.as_expression()?)
        }
        _ => required(expression),
    }
}

/// `__export`, `__exportStar`, and `lib.__exportStar`.
pub(super) fn is_star_helper(callee: &Expression<'_>) -> bool {
    let name = match callee {
        Expression::Identifier(identifier) => identifier.name.as_str(),
        Expression::StaticMemberExpression(member) => member.property.name.as_str(),
        _ => return false,
    };
    matches!(name, "__export" | "__exportStar")
}

/// The expression with which the text of an expression starts: an object, `require('x')`, or what has no parts.
pub(super) fn leftmost<'e, 'a>(mut expression: &'e Expression<'a>) -> &'e Expression<'a> {
    loop {
        if required(expression).is_some() {
            return expression;
        }
        match first_part(expression) {
            Some(part) => expression = part,
            None => return expression,
        }
    }
}

/// The part of an expression that starts where the expression does.
fn first_part<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e Expression<'a>> {
    match expression {
        Expression::CallExpression(call) => Some(&call.callee),
        Expression::TaggedTemplateExpression(template) => Some(&template.tag),
        Expression::BinaryExpression(binary) => Some(&binary.left),
        Expression::LogicalExpression(logical) => Some(&logical.left),
        Expression::ConditionalExpression(conditional) => Some(&conditional.test),
        Expression::SequenceExpression(sequence) => sequence.expressions.first(),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => Some(&call.callee),
            element => element.as_member_expression().map(MemberExpression::object),
        },
        _ => expression.as_member_expression().map(MemberExpression::object),
    }
}

/// Whether an expression is one word: an identifier, or a keyword with a value.
pub(super) fn is_word(expression: &Expression<'_>) -> bool {
    matches!(
        expression,
        Expression::Identifier(_)
            | Expression::ThisExpression(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
    )
}

/// A function that is neither asynchronous nor a generator.
pub(super) fn is_plain_function(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::FunctionExpression(function) if !function.r#async && !function.generator)
}
