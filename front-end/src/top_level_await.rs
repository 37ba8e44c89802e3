//! Where a module awaits outside of functions: then `require` cannot return what it exports, and the modules that
//! import it wait.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, Program, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::ScopeFlags;

/// Whether a program contains an `await` that is not in a function.
pub(super) fn awaits_at_top_level(program: &Program<'_>) -> bool {
    let awaits = TopLevelAwaits::of(program);
    awaits.in_expressions || awaits.in_loops || awaits.in_declarations
}

/// Where a program awaits outside of functions.
#[derive(Default)]
pub(super) struct TopLevelAwaits {
    pub(super) in_expressions: bool,
    /// In `for await`.
    pub(super) in_loops: bool,
    /// In `await using`.
    in_declarations: bool,
}

impl TopLevelAwaits {
    pub(super) fn of(program: &Program<'_>) -> Self {
        let mut awaits = Self::default();
        if program.source_text.contains("await") {
            awaits.visit_program(program);
        }
        awaits
    }
}

impl<'a> VisitJs<'a> for TopLevelAwaits {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.in_expressions = true;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.in_loops |= it.r#await;
        walk_js::walk_for_of_statement(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        self.in_declarations |= it.kind == VariableDeclarationKind::AwaitUsing;
        walk_js::walk_variable_declaration(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
