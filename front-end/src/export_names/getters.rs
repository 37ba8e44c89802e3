//! `Object.defineProperty(exports, 'x', ...)` and the getters in it.

use oxc_ast::ast::{
    Argument, CallExpression, Expression, Function, ObjectExpression, ObjectProperty, ObjectPropertyKind, PropertyKind,
    Statement,
};

use super::shapes;

/// What a call of `Object.defineProperty` does to the exports.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Definition<'a> {
    /// The name has a value, or a getter that only reads a variable or a property.
    Plain(&'a str),
    /// The name has a getter that may do anything, or there is no telling.
    Unsafe(&'a str),
}

/// What a call defines in the exports. `None` if it isn't such a call.
pub(super) fn definition<'a>(call: &CallExpression<'a>) -> Option<Definition<'a>> {
    if call.optional || !shapes::is_member_of(&call.callee, "Object", "defineProperty") {
        return None;
    }
    let [target, Argument::StringLiteral(name), rest @ ..] = call.arguments.as_slice() else { return None };
    if !target.as_expression().is_some_and(shapes::is_exports) {
        return None;
    }
    let name = shapes::whole_text(name)?;
    Some(if is_plain(rest) { Definition::Plain(name) } else { Definition::Unsafe(name) })
}

/// `{ enumerable: true, value: ... }` or `{ enumerable: true, get() { return a.b } }`. `enumerable` may be left out.
fn is_plain(arguments: &[Argument<'_>]) -> bool {
    let Some(Argument::ObjectExpression(descriptor)) = arguments.first() else { return false };
    match described(descriptor) {
        // What is after the value does not matter.
        Some((first, _)) if is_keyed(first, "value") => !first.method,
        Some((first, [])) => arguments.len() == 1 && getter(first).is_some_and(reads_only),
        _ => false,
    }
}

/// The first property after `enumerable: true`, and those after it.
fn described<'e, 'a>(
    descriptor: &'e ObjectExpression<'a>,
) -> Option<(&'e ObjectProperty<'a>, &'e [ObjectPropertyKind<'a>])> {
    let (first, rest) = descriptor.properties.split_first()?;
    let (first, rest) = if is_enumerable(first.as_property()?) { rest.split_first()? } else { (first, rest) };
    Some((first.as_property()?, rest))
}

fn is_enumerable(property: &ObjectProperty<'_>) -> bool {
    let is_true = matches!(&property.value, Expression::BooleanLiteral(literal) if literal.value);
    is_keyed(property, "enumerable") && is_true
}

fn is_keyed(property: &ObjectProperty<'_>, name: &str) -> bool {
    let plain = property.kind == PropertyKind::Init && !property.computed && !property.shorthand;
    plain && property.key.is_specific_id(name)
}

/// The function of `get() {}` and `get: function () {}`.
pub(super) fn getter<'e, 'a>(property: &'e ObjectProperty<'a>) -> Option<&'e Function<'a>> {
    match &property.value {
        Expression::FunctionExpression(function)
            if is_keyed(property, "get") && shapes::is_plain_function(&property.value) =>
        {
            Some(function)
        }
        _ => None,
    }
}

fn reads_only(getter: &Function<'_>) -> bool {
    returned(getter).is_some_and(|value| match value {
        Expression::StaticMemberExpression(member) => !member.optional && shapes::is_word(&member.object),
        Expression::ComputedMemberExpression(member) => {
            !member.optional && shapes::is_word(&member.object) && member.expression.is_string_literal()
        }
        _ => shapes::is_word(value),
    })
}

/// What a function without parameters returns, if this is all it does.
pub(super) fn returned<'e, 'a>(function: &'e Function<'a>) -> Option<&'e Expression<'a>> {
    let body = function.body.as_ref().filter(|body| body.directives.is_empty())?;
    match body.statements.as_slice() {
        [Statement::ReturnStatement(only)] if function.params.is_empty() => only.argument.as_ref(),
        _ => None,
    }
}

/// The getter in a descriptor that has nothing else but `enumerable: true`, which it needs to have.
pub(super) fn enumerable_getter<'e, 'a>(descriptor: &'e ObjectExpression<'a>) -> Option<&'e Function<'a>> {
    match descriptor.properties.as_slice() {
        [first, second] if first.as_property().is_some_and(is_enumerable) => getter(second.as_property()?),
        _ => None,
    }
}
