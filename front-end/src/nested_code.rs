//! Code in a part of a program that sees the variables around it when it runs.

use oxc_ast::ast::{ArrowFunctionExpression, CallExpression, Class, Function};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::ScopeFlags;

/// What a part of a program contains, at any depth.
#[derive(Default)]
pub(super) struct NestedCode {
    has_functions: bool,
    /// Whether it has a direct call of `eval`.
    pub(super) evaluates: bool,
}

impl NestedCode {
    /// `visit` visits the part.
    pub(super) fn of(visit: impl FnOnce(&mut Self)) -> Self {
        let mut found = Self::default();
        visit(&mut found);
        found
    }

    /// Whether a function, a class or an `eval` may see the variables.
    pub(super) fn sees_variables(&self) -> bool {
        self.has_functions || self.evaluates
    }
}

impl<'a> VisitJs<'a> for NestedCode {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.has_functions = true;
        walk_js::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.has_functions = true;
        walk_js::walk_arrow_function_expression(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.has_functions = true;
        walk_js::walk_class(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.evaluates |= it.callee.is_specific_id("eval");
        walk_js::walk_call_expression(self, it);
    }
}
