//! The engine converts the values in a template to strings after it has evaluated all of them:
//!
//! ```js
//! const list = [1]; `${list} ${list.pop()}` // " 1" instead of "1 1"
//! ```
//!
//! So a value that may be an object is converted by a template of its own, if what follows may change it, or reads a
//! property, or a variable that its conversion may write: `${`${list}`} ${list.pop()}`.
//!
//! The function of a tagged template gets no `this`, unless it is written as a member of an object, without brackets:
//!
//! ```js
//! class A extends Tags { m() { return super.tag`x` } } // `this` is undefined; also in (o.tag)`x` and with statements
//! ```
//!
//! Such a template becomes a call, whose arguments another function collects: `super.tag(...__posttask.parts`x`)`.

use oxc_ast::ast::{
    ArrowFunctionExpression, Expression, Function, IdentifierReference, MemberExpression, TaggedTemplateExpression,
    TemplateLiteral, WithStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::reference::Reference;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::super::function_scope::function_of;
use super::HOST;
use super::effects::Effects;
use super::rounds::Text;
use super::value_kinds::{Kind, ValueKinds};

pub(super) fn correct(text: &Text<'_, '_>, edits: &mut Edits) {
    let &Text { program, scoping, .. } = text;
    if program.source_text.contains('`') {
        Corrector { kinds: text.kinds(), scoping, edits, withs: 0 }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    kinds: &'e ValueKinds<'s>,
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    /// How many `with` statements are around the current place.
    withs: u32,
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        let needs_order = |value: &Expression<'a>| Effects::are_in(value) || Reads::are_in(value, self.scoping);
        let last = it.expressions.iter().rposition(needs_order);
        for value in it.expressions.iter().take(last.unwrap_or_default()) {
            if self.kinds.kind(value) == Kind::Any {
                self.edits.wrap(value.span(), "`${", "}`");
            }
        }
        walk_js::walk_template_literal(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        let loses_this = match &it.tag {
            Expression::StaticMemberExpression(tag) => tag.object.is_super(),
            Expression::ComputedMemberExpression(tag) => tag.object.is_super(),
            Expression::ParenthesizedExpression(tag) => tag.expression.get_inner_expression().is_member_expression(),
            Expression::Identifier(_) => self.withs > 0,
            _ => false,
        };
        if loses_this {
            self.edits.wrap(it.quasi.span, format!("(...{HOST}.parts"), ")");
        }
        self.visit_expression(&it.tag);
        // The function converts the values.
        it.quasi.expressions.iter().for_each(|value| self.visit_expression(value));
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
        self.withs += 1;
        self.visit_statement(&it.body);
        self.withs -= 1;
    }
}

/// Whether an expression reads a property, a global variable, or a variable that another function writes.
struct Reads<'s> {
    scoping: &'s Scoping,
    is_found: bool,
}

impl<'s> Reads<'s> {
    fn are_in(value: &Expression<'_>, scoping: &'s Scoping) -> bool {
        let mut reads = Self { scoping, is_found: false };
        reads.visit_expression(value);
        reads.is_found
    }
}

impl<'a> VisitJs<'a> for Reads<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let reference = it.reference_id.get().map(|id| self.scoping.get_reference(id));
        let Some((scope, symbol)) = reference.and_then(|it| Some((it.scope_id(), it.symbol_id()?))) else {
            self.is_found |= !matches!(it.name.as_str(), "undefined" | "NaN" | "Infinity");
            return;
        };
        let reader = function_of(scope, self.scoping);
        let is_written_elsewhere =
            |other: &Reference| other.is_write() && function_of(other.scope_id(), self.scoping) != reader;
        let is_found = self.scoping.get_resolved_references(symbol).any(is_written_elsewhere);
        self.is_found |= is_found;
    }

    fn visit_member_expression(&mut self, _: &MemberExpression<'a>) {
        self.is_found = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
