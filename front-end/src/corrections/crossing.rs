//! Whether a `break` or `continue` leaves a statement, and whether exceptions may end in one.

use oxc_ast::ast::{
    ArrowFunctionExpression, BlockStatement, BreakStatement, Class, ContinueStatement, Function, LabeledStatement,
    Statement, TryStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::ScopeFlags;

use super::exits::is_iteration;

/// Whether a `break` or `continue` in a `try` statement leaves it.
pub(super) fn is_left_by_a_jump(it: &TryStatement<'_>) -> bool {
    let mut crossing = Crossing::default();
    walk_js::walk_try_statement(&mut crossing, it);
    crossing.is_found
}

#[derive(Default)]
struct Crossing<'a> {
    /// The labels around the current place, within the statement.
    labels: Vec<&'a str>,
    loops: usize,
    switches: usize,
    is_found: bool,
}

impl<'a> VisitJs<'a> for Crossing<'a> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let (is_loop, is_switch) = (is_iteration(it), matches!(it, Statement::SwitchStatement(_)));
        self.loops += usize::from(is_loop);
        self.switches += usize::from(is_switch);
        walk_js::walk_statement(self, it);
        self.loops -= usize::from(is_loop);
        self.switches -= usize::from(is_switch);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.labels.push(it.label.name.as_str());
        walk_js::walk_labeled_statement(self, it);
        self.labels.pop();
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        self.is_found |= match &it.label {
            Some(label) => !self.labels.contains(&label.name.as_str()),
            None => self.loops + self.switches == 0,
        };
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.is_found |= match &it.label {
            Some(label) => !self.labels.contains(&label.name.as_str()),
            None => self.loops == 0,
        };
    }

    // No jump leaves a function.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}

/// Whether a block has a `try` statement: exceptions may end there.
pub(super) fn has_try(it: &BlockStatement<'_>) -> bool {
    let mut tries = Tries(false);
    tries.visit_block_statement(it);
    tries.0
}

struct Tries(bool);

impl<'a> VisitJs<'a> for Tries {
    fn visit_try_statement(&mut self, _: &TryStatement<'a>) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}
