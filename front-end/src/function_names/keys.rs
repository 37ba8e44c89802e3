//! Short texts of property names and of member expressions.

use oxc_ast::ast::{Expression, MemberExpression, PropertyKey};

/// Names don't grow with the nesting of objects beyond this number of bytes.
const LONGEST_PREFIX: usize = 80;

/// `owner.key`, or the key alone.
pub(super) fn join(owner: Option<&str>, key: &str) -> String {
    match owner {
        Some(owner) if !owner.is_empty() && owner.len() <= LONGEST_PREFIX => {
            let dot = if key.starts_with('[') { "" } else { "." };
            format!("{owner}{dot}{key}")
        }
        _ => key.to_owned(),
    }
}

/// A property name as it is after the name of its object: `x`, `#x`, `[Symbol.iterator]`.
pub(super) fn key_text(key: &PropertyKey<'_>, computed: bool) -> String {
    match key {
        PropertyKey::PrivateIdentifier(name) => format!("#{}", name.name),
        PropertyKey::StaticIdentifier(name) => name.name.to_string(),
        _ => match key.as_expression() {
            Some(expression) if computed => computed_text(expression),
            _ => key.static_name().unwrap_or_default().into_owned(),
        },
    }
}

/// `x` for `['x']`, the text in brackets if it is short and simple, and a placeholder otherwise.
fn computed_text(expression: &Expression<'_>) -> String {
    let simple = match expression {
        Expression::StringLiteral(literal) => return literal.value.to_string(),
        Expression::NumericLiteral(literal) => return literal.value.to_string(),
        Expression::Identifier(identifier) => Some(identifier.name.to_string()),
        Expression::StaticMemberExpression(member) => match &member.object {
            Expression::Identifier(object) => Some(format!("{}.{}", object.name, member.property.name)),
            _ => None,
        },
        _ => None,
    };
    simple.map_or_else(|| "<computed>".to_owned(), |text| format!("[{text}]"))
}

/// `a.b.c` as it is shown: without `prototype`, and with the name of `this`.
pub(super) fn member_text(member: &MemberExpression<'_>, this: Option<&str>) -> String {
    let key = match member {
        MemberExpression::StaticMemberExpression(member) => member.property.name.to_string(),
        MemberExpression::PrivateFieldExpression(member) => format!("#{}", member.field.name),
        MemberExpression::ComputedMemberExpression(member) => computed_text(&member.expression),
    };
    let object = object_text(member.object(), this);
    if key == "prototype" && object.is_some() { object.unwrap_or_default() } else { join(object.as_deref(), &key) }
}

fn object_text(object: &Expression<'_>, this: Option<&str>) -> Option<String> {
    match object {
        Expression::Identifier(identifier) => Some(identifier.name.to_string()),
        Expression::ThisExpression(_) => this.map(str::to_owned),
        _ => object.as_member_expression().map(|member| member_text(member, this)),
    }
}
