//! The engine computes powers with the functions of the system, and with multiplications if the exponent is an integer:
//!
//! ```js
//! (x => 1 ** x)(NaN)     // 1 instead of NaN
//! (x => 2 ** x)(-1074)   // 0 instead of 5e-324
//! ```
//!
//! So `a ** b` calls a function of the host, unless the exponent is a literal of at most 8, or a constant with such a
//! value, or both are literals with an exact result, such as `2 ** 32`. So does `a **= b`. If it assigns to a property,
//! arrow functions read and write it: `__posttask.raise(__posttask.slot(o, "p", get, set), b)`.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, BinaryExpression, BindingPattern, Expression, MemberExpression, Program,
    VariableDeclaration,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, scoping: &Scoping, edits: &mut Edits) {
    if program.source_text.contains("**") {
        let mut constants = Constants(FxHashSet::default());
        constants.visit_program(program);
        Corrector { source, scoping, constants, edits }.visit_program(program);
    }
}

/// The constants that are such literals.
struct Constants(FxHashSet<SymbolId>);

impl<'a> VisitJs<'a> for Constants {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        for declarator in it.declarations.iter().filter(|_| it.kind.is_const()) {
            if let (BindingPattern::BindingIdentifier(name), Some(value)) = (&declarator.id, &declarator.init)
                && is_literal(value)
            {
                self.0.extend(name.symbol_id.get());
            }
        }
        walk_js::walk_variable_declaration(self, it);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    scoping: &'s Scoping,
    constants: Constants,
    edits: &'e mut Edits,
}

impl Corrector<'_, '_> {
    /// Whether an exponent is a literal, or a constant that is one.
    fn is_known(&self, exponent: &Expression<'_>) -> bool {
        let Expression::Identifier(name) = exponent.without_parentheses() else { return is_literal(exponent) };
        let reference = name.reference_id.get().map(|reference| self.scoping.get_reference(reference));
        reference.and_then(Reference::symbol_id).is_some_and(|symbol| self.constants.0.contains(&symbol))
    }

    /// The operator between two expressions.
    fn operator(&self, left: Span, right: Span, length: u32) -> Option<Span> {
        let first = self.source.find("*", left.end, right.start)?;
        Some(Span::sized(first.start, length))
    }

    /// Writes a member as the arguments of `slot`: an object, a key, and functions that read and write the property.
    fn member(&mut self, member: &MemberExpression<'_>) {
        let object = member.object().span();
        let (read, key) = match member {
            MemberExpression::StaticMemberExpression(it) => ("o[k]", Some(format!("{:?}", it.property.name.as_str()))),
            MemberExpression::ComputedMemberExpression(_) => ("o[k]", None),
            MemberExpression::PrivateFieldExpression(it) => {
                let name = self.source.slice(it.field.span);
                (name, Some(format!("{name:?}")))
            }
        };
        let read = match member {
            _ if member.object().is_super() => "super[k]".to_owned(),
            MemberExpression::PrivateFieldExpression(_) => format!("o.{read}"),
            _ => read.to_owned(),
        };
        if member.object().is_super() {
            self.edits.replace(object, "0");
        }
        let functions = format!(", (o, k) => {read}, (o, k, v) => {{ {read} = v; }}");
        if let Some(key) = key {
            if let Some(dot) = self.source.find(".", object.end, member.span().end) {
                self.edits.replace(dot, ",");
            }
            let name = match member {
                MemberExpression::StaticMemberExpression(it) => it.property.span,
                MemberExpression::PrivateFieldExpression(it) => it.field.span,
                MemberExpression::ComputedMemberExpression(it) => it.expression.span(),
            };
            self.edits.replace(name, key + &functions);
        } else if let Some(open) = self.source.find("[", object.end, member.span().end) {
            self.edits.replace(open, ",(");
            self.edits.replace(Span::new(member.span().end - 1, member.span().end), format!("){functions}"));
        }
    }
}

/// Whether a literal is an exponent for which the engine is right: not an integer, or a small one.
fn is_literal(exponent: &Expression<'_>) -> bool {
    match exponent.without_parentheses() {
        Expression::NumericLiteral(it) => it.value <= 8.0 || it.value.is_finite() && it.value.fract() != 0.0,
        Expression::BigIntLiteral(_) => true,
        _ => false,
    }
}

/// Whether both are literals of integers, and multiplications give the exact power.
fn is_exact(base: &Expression<'_>, exponent: &Expression<'_>) -> bool {
    let value = |operand: &Expression<'_>| match operand.without_parentheses() {
        Expression::NumericLiteral(it) if it.value.fract() == 0.0 => Some(it.value),
        _ => None,
    };
    match (value(base), value(exponent)) {
        (Some(2.0), Some(exponent)) => exponent < 1024.0,
        (Some(base), Some(exponent)) => base.powf(exponent) <= 2f64.powi(53),
        _ => false,
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if it.operator == BinaryOperator::Exponential
            && !self.is_known(&it.right)
            && !is_exact(&it.left, &it.right)
            && let Some(operator) = self.operator(it.left.span(), it.right.span(), 2)
        {
            self.edits.wrap(it.span, format!("{HOST}.power("), ")");
            self.edits.replace(operator, ",");
        }
        walk_js::walk_binary_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator == AssignmentOperator::Exponential
            && !self.is_known(&it.right)
            && let Some(operator) = self.operator(it.left.span(), it.right.span(), 3)
        {
            if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left {
                self.edits.replace(operator, "=");
                self.edits.wrap(Span::new(operator.end, it.span.end), format!(" {HOST}.power({},", name.name), ")");
            } else if let Some(member) = it.left.as_member_expression() {
                self.edits.wrap(it.span, format!("{HOST}.raise({HOST}.slot("), ")");
                self.member(member);
                self.edits.replace(operator, "),");
            }
        }
        walk_js::walk_assignment_expression(self, it);
    }
}
