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
    AssignmentExpression, AssignmentTarget, BindingPattern, ComputedMemberExpression, Expression, ExpressionStatement,
    ForStatement, Program, SimpleAssignmentTarget, UpdateExpression, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{ReferenceId, Scoping};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UnaryOperator};
use oxc_syntax::symbol::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, scoping: &Scoping, edits: &mut Edits) {
    if !["++", "--"].iter().any(|operator| program.source_text.contains(operator)) {
        return;
    }
    let mut survey = Survey { scoping, numeric_writes: FxHashMap::default(), unused: FxHashSet::default() };
    survey.visit_program(program);
    Corrector { survey, source, edits, statement: 0 }.visit_program(program);
}

/// What is assigned to variables, and which results are not used.
struct Survey<'s> {
    scoping: &'s Scoping,
    /// The writes of a number or a bigint. The declaration is one if it has a value.
    numeric_writes: FxHashMap<SymbolId, usize>,
    unused: FxHashSet<Span>,
}

impl Survey<'_> {
    fn symbol(&self, reference: Option<ReferenceId>) -> Option<SymbolId> {
        self.scoping.get_reference(reference?).symbol_id()
    }

    fn count(&mut self, symbol: Option<SymbolId>) {
        if let Some(symbol) = symbol {
            *self.numeric_writes.entry(symbol).or_default() += 1;
        }
    }

    /// Whether a variable has a number or a bigint when it is read.
    fn is_numeric(&self, symbol: SymbolId) -> bool {
        let writes = self.scoping.get_resolved_references(symbol).filter(|reference| reference.is_write()).count();
        // The declaration is not a reference.
        self.numeric_writes.get(&symbol).is_some_and(|&numeric| numeric == writes + 1)
    }

    /// Notes expressions whose result nothing uses, if nothing uses that of `it`.
    fn discard(&mut self, it: &Expression<'_>) {
        match it {
            Expression::UpdateExpression(it) => {
                self.unused.insert(it.span);
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

/// Whether an expression always has a number or a bigint as its value.
fn is_numeric(it: &Expression<'_>) -> bool {
    match it {
        Expression::NumericLiteral(_) | Expression::BigIntLiteral(_) => true,
        Expression::ParenthesizedExpression(it) => is_numeric(&it.expression),
        Expression::UnaryExpression(it) => {
            matches!(it.operator, UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot)
        }
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            is_numeric(&it.left) && is_numeric(&it.right)
        }
        Expression::BinaryExpression(it) => it.operator.is_arithmetic() || it.operator.is_bitwise(),
        Expression::ConditionalExpression(it) => is_numeric(&it.consequent) && is_numeric(&it.alternate),
        _ => false,
    }
}

impl<'a> VisitJs<'a> for Survey<'_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.discard(&it.expression);
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        it.update.iter().for_each(|update| self.discard(update));
        walk_js::walk_for_statement(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &it.id
            && it.init.as_ref().is_some_and(is_numeric)
        {
            self.count(name.symbol_id.get());
        }
        walk_js::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        use AssignmentOperator::{Addition, Assign};
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left
            && match it.operator {
                Assign | Addition => is_numeric(&it.right),
                operator => operator.is_arithmetic() || operator.is_bitwise(),
            }
        {
            let symbol = self.symbol(name.reference_id.get());
            self.count(symbol);
        }
        walk_js::walk_assignment_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = &it.argument {
            let symbol = self.symbol(name.reference_id.get());
            self.count(symbol);
        }
        walk_js::walk_update_expression(self, it);
    }
}

struct Corrector<'s, 'e> {
    survey: Survey<'s>,
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
        if it.prefix || self.survey.unused.contains(&it.span) {
            return;
        }
        if let SimpleAssignmentTarget::ComputedMemberExpression(member) = &it.argument
            && member.object.is_super()
        {
            return self.super_update(it, member);
        }
        let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = &it.argument else { return };
        let Some(symbol) = self.survey.symbol(name.reference_id.get()) else { return };
        if self.survey.scoping.symbol_flags(symbol).is_const_variable() || self.survey.is_numeric(symbol) {
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
