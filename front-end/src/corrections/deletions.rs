//! The engine does not notice that a property of a prototype is deleted: see `moved_properties.rs`, which corrects the
//! file that does it. Other files may have read the property, too. So where the object may be a prototype, it passes
//! through a function that tells the program: `delete p.x` becomes `delete __posttask.moving(p, "x").x`.
//!
//! `delete super[key()]` throws an error before it evaluates the key. So it becomes `(this, key(), delete super[0])`.

use oxc_ast::ast::{ComputedMemberExpression, Expression, MemberExpression, Program, UnaryExpression, UnaryOperator};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    if program.source_text.contains("delete") {
        Corrector { source, edits }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    edits: &'e mut Edits,
}

impl Corrector<'_, '_> {
    fn delete_of_super(&mut self, it: &UnaryExpression<'_>, member: &ComputedMemberExpression<'_>) {
        let key = member.expression.span();
        if let Some(open) = self.source.find("[", member.object.span().end, key.start)
            && let Some(close) = self.source.find("]", key.end, member.span.end)
        {
            // The keyword remains at the start: a bracket would belong to the line before it.
            self.edits.replace(Span::sized(it.span.start, 6), "void 0 || (this, ");
            self.edits.replace(member.object.span(), "");
            self.edits.replace(open, "(");
            self.edits.replace(close, "), delete super[0])");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
            && may_be_prototype(member.object())
            && let Some(key) = key(member)
        {
            self.edits.wrap(member.object().span(), format!("{HOST}.moving("), format!(", {key})"));
        }
        if it.operator == UnaryOperator::Delete
            && let Expression::ComputedMemberExpression(member) = &it.argument
            && member.object.is_super()
        {
            self.delete_of_super(it, member);
        }
        walk_js::walk_unary_expression(self, it);
    }
}

/// Whether the value of an expression may be a prototype, as far as it says. Other objects are not looked at.
fn may_be_prototype(object: &Expression<'_>) -> bool {
    match object {
        Expression::Identifier(_) | Expression::CallExpression(_) => true,
        Expression::StaticMemberExpression(it) => matches!(it.property.name.as_str(), "prototype" | "__proto__"),
        _ => false,
    }
}

/// Returns an expression for the key that has no effects.
fn key(member: &MemberExpression<'_>) -> Option<String> {
    match member {
        MemberExpression::StaticMemberExpression(it) => Some(format!("\"{}\"", it.property.name)),
        MemberExpression::ComputedMemberExpression(it) => match &it.expression {
            Expression::Identifier(name) => Some(name.name.to_string()),
            _ => None,
        },
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}
