//! The engine does not notice that a property of a prototype is deleted: see `moved_properties.rs`, which corrects the
//! file that does it. Other files may have read the property, too. So where the object may be a prototype, it passes
//! through a function that tells the program: `delete p.x` becomes `delete __posttask.moving(p, "x").x`.

use oxc_ast::ast::{Expression, MemberExpression, Program, UnaryExpression, UnaryOperator};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;

use super::super::edits::Edits;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("delete") {
        Corrector { edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
            && may_be_prototype(member.object())
            && let Some(key) = key(member)
        {
            self.edits.wrap(member.object().span(), format!("{HOST}.moving("), format!(", {key})"));
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
