//! Conditions that ask whether a variable exists before it is read.

use oxc_ast::ast::{Expression, UnaryExpression, UnaryOperator};
use oxc_ast_visit::{VisitJs, walk_js};

/// Whether an expression contains `typeof` of one of these variables.
pub(super) fn asks_for(names: &[&str], test: &Expression<'_>) -> bool {
    let mut asks = Asks { names, found: false };
    asks.visit_expression(test);
    asks.found
}

struct Asks<'n> {
    names: &'n [&'n str],
    found: bool,
}

impl<'a> VisitJs<'a> for Asks<'_> {
    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        let is_name = |name: &str| self.names.contains(&name);
        let asks = matches!(&unary.argument, Expression::Identifier(it) if is_name(&it.name));
        self.found |= asks && unary.operator == UnaryOperator::Typeof;
        walk_js::walk_unary_expression(self, unary);
    }
}
