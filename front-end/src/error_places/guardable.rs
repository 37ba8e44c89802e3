//! Which objects of properties can be guarded.

use oxc_ast::ast::{Expression, MemberExpression};

use super::guards::{Guard, Role};
use super::places::links;

/// Whether it makes no difference whether an expression is evaluated.
fn has_no_effect(expression: &Expression<'_>) -> bool {
    matches!(
        expression.without_parentheses(),
        Expression::ArrowFunctionExpression(_)
            | Expression::BooleanLiteral(_)
            | Expression::FunctionExpression(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
    )
}

/// Returns the guard of the object of a property, if it can have one. It fails before the key is evaluated.
pub(super) fn guard_of(member: &MemberExpression<'_>) -> Option<Guard> {
    let (object, key) = (member.object(), computed_key(member));
    let is_simple = key.is_none_or(|key| has_no_effect(key) || matches!(key, Expression::Identifier(_)));
    (is_simple && can_be_guarded(object)).then(|| Guard::of(object, Role::Object).with_key(key))
}

/// Returns the guard of the object of a property that fails when the property is used. The key must not be an object,
/// whose conversion would have effects: the guard looks at the value of a variable.
pub(super) fn late_guard_of(member: &MemberExpression<'_>) -> Option<Guard> {
    let (object, key) = (member.object(), computed_key(member));
    let is_simple = key.is_none_or(|key| is_primitive(key) || matches!(key, Expression::Identifier(_)));
    (is_simple && can_be_guarded(object) && !matches!(object, Expression::Super(_)))
        .then(|| Guard::of(object, Role::LateObject).with_key(key))
}

fn computed_key<'t, 'a>(member: &'t MemberExpression<'a>) -> Option<&'t Expression<'a>> {
    match member {
        MemberExpression::ComputedMemberExpression(computed) => Some(&computed.expression),
        _ => None,
    }
}

/// Returns the guard of the object of a property to which a value is assigned. It fails after the value is evaluated.
pub(super) fn guard_of_assigned(member: &MemberExpression<'_>, value: &Expression<'_>) -> Option<Guard> {
    guard_of(member).filter(|_| has_no_effect(value)).or_else(|| late_guard_of(member))
}

/// Whether the value of an expression is certainly not an object.
fn is_primitive(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::BinaryExpression(_)
        | Expression::TemplateLiteral(_)
        | Expression::UnaryExpression(_)
        | Expression::UpdateExpression(_) => true,
        expression => expression.is_literal() && !matches!(expression, Expression::RegExpLiteral(_)),
    }
}

/// How many links of a chain have guards. Each adds two brackets around those before it, and the engine has a limit.
const MOST_LINKS: usize = 100;

fn can_be_guarded(object: &Expression<'_>) -> bool {
    !has_optional(object) && links(object).take(MOST_LINKS).count() < MOST_LINKS
}

/// Whether there is an optional link in a chain.
pub(super) fn has_optional(object: &Expression<'_>) -> bool {
    links(object).any(|(is_optional, _)| is_optional)
}
