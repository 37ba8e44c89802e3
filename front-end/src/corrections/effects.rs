//! What the evaluation of an expression may do.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AwaitExpression, BinaryExpression, CallExpression, Expression,
    Function, ImportExpression, MemberExpression, NewExpression, SpreadElement, TaggedTemplateExpression,
    UnaryExpression, UpdateExpression, YieldExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;

/// Whether the evaluation of an expression may change something.
#[derive(Default)]
pub(super) struct Effects(bool);

impl Effects {
    pub(super) fn are_in(value: &Expression<'_>) -> bool {
        let mut found = Self::default();
        found.visit_expression(value);
        found.0
    }
}

impl<'a> VisitJs<'a> for Effects {
    fn visit_assignment_expression(&mut self, _: &AssignmentExpression<'a>) {
        self.0 = true;
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
        self.0 = true;
    }

    fn visit_import_expression(&mut self, _: &ImportExpression<'a>) {
        self.0 = true;
    }

    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.0 = true;
    }

    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.0 = true;
    }

    fn visit_update_expression(&mut self, _: &UpdateExpression<'a>) {
        self.0 = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.0 = true;
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        self.0 |= it.operator == UnaryOperator::Delete;
        walk_js::walk_unary_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether the evaluation of an expression may call functions of the program, as far as its syntax says: also getters
/// and iterators, but not the conversion of an object.
#[derive(Default)]
pub(super) struct Calls(bool);

impl Calls {
    pub(super) fn are_in(value: &Expression<'_>) -> bool {
        let mut found = Self::default();
        found.visit_expression(value);
        found.0 || Effects::are_in(value)
    }
}

impl<'a> VisitJs<'a> for Calls {
    fn visit_member_expression(&mut self, _: &MemberExpression<'a>) {
        self.0 = true;
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        // A proxy, and `Symbol.hasInstance`.
        self.0 |= matches!(it.operator, BinaryOperator::In | BinaryOperator::Instanceof);
        walk_js::walk_binary_expression(self, it);
    }

    fn visit_spread_element(&mut self, _: &SpreadElement<'a>) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
