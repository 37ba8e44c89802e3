//! Classes whose evaluation awaits or yields.

use oxc_ast::ast::{ArrowFunctionExpression, AwaitExpression, Class, Function, YieldExpression};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::ScopeFlags;

/// Whether the superclass, a key or a decorator of an element awaits or yields.
pub(super) fn suspends(class: &Class<'_>) -> bool {
    let mut suspensions = Suspensions(false);
    walk_js::walk_class(&mut suspensions, class);
    suspensions.0
}

struct Suspensions(bool);

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
