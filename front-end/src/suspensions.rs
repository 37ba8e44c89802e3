//! Code that awaits or yields.

use oxc_ast::ast::{ArrowFunctionExpression, AwaitExpression, Function, YieldExpression};
use oxc_ast_visit::VisitJs;
use oxc_syntax::scope::ScopeFlags;

/// Looks for `await` and `yield`, but not in functions.
pub(super) struct Suspensions(bool);

/// Whether what is visited awaits or yields.
pub(super) fn suspends(visit: impl FnOnce(&mut Suspensions)) -> bool {
    let mut suspensions = Suspensions(false);
    visit(&mut suspensions);
    suspensions.0
}

impl<'a> VisitJs<'a> for Suspensions {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
