//! The positions of expressions: those that the engine records, and those that V8 reports.

use std::iter;

use oxc_ast::ast::{
    AssignmentTarget, CallExpression, ChainElement, Expression, MemberExpression, SimpleAssignmentTarget,
};
use oxc_span::GetSpan;
use oxc_syntax::identifier::is_identifier_name;

use super::guards::{guarded_value, is_guard};
use super::parenthesis::parenthesis;
use crate::token_search::Source;

/// Returns where an expression starts for the engine. A call starts at its parenthesis there.
pub(super) fn engine_start(expression: &Expression<'_>, source: Source<'_>) -> u32 {
    match expression {
        Expression::CallExpression(call) if !call.callee.is_super() => parenthesis(call, source),
        Expression::TaggedTemplateExpression(tagged) => tagged.quasi.span.start,
        Expression::BinaryExpression(binary) => engine_start(&binary.left, source),
        Expression::LogicalExpression(logical) => engine_start(&logical.left, source),
        Expression::ConditionalExpression(conditional) => engine_start(&conditional.test, source),
        Expression::AssignmentExpression(assignment) => engine_start_of_target(&assignment.left, source),
        Expression::UpdateExpression(update) if !update.prefix => {
            engine_start_of_simple_target(&update.argument, source)
        }
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.first().map_or(sequence.span.start, |first| engine_start(first, source))
        }
        Expression::ChainExpression(chain) => {
            let object = innermost_object(&chain.expression);
            object.map_or(chain.span.start, |object| engine_start(object, source))
        }
        Expression::StaticMemberExpression(member) => engine_start(&member.object, source),
        Expression::ComputedMemberExpression(member) => engine_start(&member.object, source),
        Expression::PrivateFieldExpression(member) => engine_start(&member.object, source),
        other => other.span().start,
    }
}

/// The links of a chain, the last one first: whether it is optional, and what comes before it.
pub(super) fn links<'t, 'a>(chain: &'t Expression<'a>) -> impl Iterator<Item = (bool, &'t Expression<'a>)> {
    iter::successors(link(chain), |(_, object)| link(object))
}

fn link<'t, 'a>(expression: &'t Expression<'a>) -> Option<(bool, &'t Expression<'a>)> {
    match expression {
        Expression::CallExpression(call) => Some((call.optional, &call.callee)),
        other => other.as_member_expression().map(|member| (member.optional(), member.object())),
    }
}

/// The expression before the first `?.` of a chain.
fn innermost_object<'t, 'a>(element: &'t ChainElement<'a>) -> Option<&'t Expression<'a>> {
    let last = match element {
        ChainElement::CallExpression(call) => (call.optional, &call.callee),
        element => element.as_member_expression().map(|member| (member.optional(), member.object()))?,
    };
    let first = iter::once(last).chain(links(last.1)).filter(|(is_optional, _)| *is_optional).last();
    first.map(|(_, object)| object)
}

pub(super) fn engine_start_of_target(target: &AssignmentTarget<'_>, source: Source<'_>) -> u32 {
    let member = target.as_member_expression();
    member.map_or_else(|| target.span().start, |member| engine_start(member.object(), source))
}

pub(super) fn engine_start_of_simple_target(target: &SimpleAssignmentTarget<'_>, source: Source<'_>) -> u32 {
    let member = target.as_member_expression();
    member.map_or_else(|| target.span().start, |member| engine_start(member.object(), source))
}

/// Where V8 reports errors of a call: at the name before the parenthesis, or at the parenthesis.
pub(super) fn call_place(call: &CallExpression<'_>, source: Source<'_>) -> u32 {
    match &call.callee {
        _ if call.optional => parenthesis(call, source),
        Expression::Identifier(identifier) => identifier.span.start,
        Expression::StaticMemberExpression(member) => member.property.span.start,
        _ => parenthesis(call, source),
    }
}

/// Where V8 reports errors of a property: at its name or its bracket, but at its dot if there is a call or a `?.`
/// before it.
pub(super) fn member_place(member: &MemberExpression<'_>, source: Source<'_>) -> u32 {
    let after = source.skip_trivia(member.object().span().end);
    match member {
        MemberExpression::StaticMemberExpression(_) if is_after_call(member.object()) => after,
        MemberExpression::StaticMemberExpression(member) => member.property.span.start,
        MemberExpression::PrivateFieldExpression(member) => member.field.span.start,
        MemberExpression::ComputedMemberExpression(member) if member.optional => source.skip_trivia(after + 2),
        // Probably written with a dot: properties that move are not.
        MemberExpression::ComputedMemberExpression(member) if is_name(&member.expression) => {
            member.expression.span().start
        }
        MemberExpression::ComputedMemberExpression(_) => after,
    }
}

/// Whether a key is a string that could be written as a name.
pub(super) fn is_name(key: &Expression<'_>) -> bool {
    matches!(key, Expression::StringLiteral(key) if is_identifier_name(&key.value))
}

/// Where the name of a property starts, or what computes it. The engine records this.
pub(super) fn key_start(member: &MemberExpression<'_>, source: Source<'_>) -> u32 {
    match member {
        MemberExpression::StaticMemberExpression(member) => member.property.span.start,
        MemberExpression::PrivateFieldExpression(member) => member.field.span.start,
        MemberExpression::ComputedMemberExpression(member) => engine_start(&member.expression, source),
    }
}

/// Whether there is a call or a `?.` in what comes before a property.
fn is_after_call(mut object: &Expression<'_>) -> bool {
    loop {
        match object {
            Expression::CallExpression(_) | Expression::ImportExpression(_) => return true,
            Expression::ParenthesizedExpression(inner) => match &inner.expression {
                Expression::LogicalExpression(logical) if is_guard(logical) => object = guarded_value(logical),
                _ => return false,
            },
            other => match other.as_member_expression() {
                Some(member) if member.optional() => return true,
                Some(member) => object = member.object(),
                None => return false,
            },
        }
    }
}

/// Where V8 reports errors of the value of an expression.
pub(super) fn place_of(expression: &Expression<'_>, source: Source<'_>) -> u32 {
    match expression.without_parentheses() {
        Expression::CallExpression(call) => call_place(call, source),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => call_place(call, source),
            element => element.as_member_expression().map_or(chain.span.start, |member| member_place(member, source)),
        },
        Expression::BinaryExpression(binary) => source.skip_trivia(binary.left.span().end),
        Expression::LogicalExpression(logical) if is_guard(logical) => place_of(guarded_value(logical), source),
        other => other.as_member_expression().map_or_else(|| other.span().start, |member| member_place(member, source)),
    }
}
