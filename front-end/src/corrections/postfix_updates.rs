//! The engine returns the value of a local variable as it was, instead of as a number:
//!
//! ```js
//! (x => x++)('5') // '5' instead of 5
//! ```
//!
//! So `x++` becomes `(typeof x == "number" || (x = numeric(x)), x++)`, if the result is used, and unless everything
//! that is ever assigned to the variable is a number or a bigint.
//!
//! The result of `super[key]++` is the new value. So an arrow function computes it.

use oxc_ast::ast::{
    ComputedMemberExpression, Expression, ExpressionStatement, ForStatement, SimpleAssignmentTarget, UpdateExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;
use super::rounds::Text;
use super::value_kinds::{Kind, ValueKinds};

pub(super) fn correct(text: &Text<'_, '_>, edits: &mut Edits) {
    let &Text { program, scoping, source, .. } = text;
    if !["++", "--"].iter().any(|operator| program.source_text.contains(operator)) {
        return;
    }
    let mut unused = Unused::default();
    unused.visit_program(program);
    Corrector { scoping, kinds: text.kinds(), unused: unused.0, source, edits, statement: 0 }.visit_program(program);
}

/// The updates whose results nothing uses.
#[derive(Default)]
struct Unused(FxHashSet<Span>);

impl Unused {
    /// Notes expressions whose result nothing uses, if nothing uses that of `it`.
    fn discard(&mut self, it: &Expression<'_>) {
        match it {
            Expression::UpdateExpression(it) => {
                self.0.insert(it.span);
            }
            Expression::ParenthesizedExpression(it) => self.discard(&it.expression),
            Expression::LogicalExpression(it) => self.discard(&it.right),
            Expression::SequenceExpression(it) => it.expressions.iter().for_each(|it| self.discard(it)),
            Expression::ConditionalExpression(it) => {
                self.discard(&it.consequent);
                self.discard(&it.alternate);
            }
            _ => {}
        }
    }
}

impl<'a> VisitJs<'a> for Unused {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.discard(&it.expression);
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        it.update.iter().for_each(|update| self.discard(update));
        walk_js::walk_for_statement(self, it);
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    kinds: &'e ValueKinds<'s>,
    unused: FxHashSet<Span>,
    source: Source<'s>,
    edits: &'e mut Edits,
    /// The start of the statement around the current place. A bracket there would belong to the line before it.
    statement: u32,
}

impl Corrector<'_, '_> {
    /// Corrects `super[key]++`.
    fn super_update(&mut self, it: &UpdateExpression<'_>, member: &ComputedMemberExpression<'_>) {
        let operator = it.operator.as_str();
        let key = member.expression.span();
        if let Some(open) = self.source.find("[", member.object.span().end, key.start)
            && let Some(close) = self.source.find("]", key.end, member.span.end)
            && let Some(operation) = self.source.find(&operator[..1], member.span.end, it.span.end)
        {
            let value = format!("const v = {HOST}.numeric(super[k]); let n = v; super[k] = {operator}n; return v;");
            let update = format!("(k => {{ {value} }})({HOST}.key");
            // At the start of a statement, a bracket would belong to the line before it.
            let before = if it.span.start == self.statement { "0, " } else { "" };
            self.edits.replace(member.object.span(), format!("{before}{update}"));
            self.edits.replace(open, "(");
            self.edits.replace(close, ")");
            self.edits.replace(Span::sized(operation.start, 2), ")");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = it.span.start;
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        walk_js::walk_update_expression(self, it);
        if it.prefix || self.unused.contains(&it.span) {
            return;
        }
        if let SimpleAssignmentTarget::ComputedMemberExpression(member) = &it.argument
            && member.object.is_super()
        {
            return self.super_update(it, member);
        }
        let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = &it.argument else { return };
        let Some(reference) = name.reference_id.get() else { return };
        let Some(symbol) = self.scoping.get_reference(reference).symbol_id() else { return };
        if self.scoping.symbol_flags(symbol).is_const_variable() || self.kinds.of_variable(symbol) == Kind::Numeric {
            return;
        }
        let name = name.name;
        let convert = format!("typeof {name} == \"number\" || ({name} = {HOST}.numeric({name})), ");
        if it.span().start == self.statement {
            self.edits.insert(it.span.start, convert);
        } else {
            self.edits.wrap(it.span, format!("({convert}"), ")");
        }
    }
}
