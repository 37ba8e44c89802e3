//! Files that need the globals of Node: they fail without them before they have done anything.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ConditionalExpression, Expression, Function, IdentifierReference, IfStatement,
    LogicalExpression, Program, TryStatement, UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeFlags;

use crate::corrections::is_node_env;
use crate::links::requests;
use crate::typeof_guards::asks_for;

/// The globals of Node that are not those of the web.
const NAMES: [&str; 5] = ["process", "Buffer", "global", "setImmediate", "clearImmediate"];

/// Whether a program reads such a global at its top level, outside of functions, classes, `try` statements, and
/// conditions with `typeof`. Code for the web does not: it would fail there. In files that import `node:test`,
/// functions and classes count, too.
pub(super) fn needs_node_globals(program: &Program<'_>, scoping: &Scoping) -> bool {
    let free = scoping.root_unresolved_references();
    let mut reads = Reads { scoping, is_test: imports_node_test(program), found: false };
    if NAMES.iter().any(|&name| free.contains_key(name)) {
        reads.visit_program(program);
    }
    reads.found
}

/// Whether a program imports or requires `node:test`.
fn imports_node_test(program: &Program<'_>) -> bool {
    const NAME: &str = "node:test";
    program.source_text.contains(NAME)
        && (requests(program).iter().any(|specifier| specifier == NAME)
            || program.source_text.contains("require('node:test')")
            || program.source_text.contains("require(\"node:test\")"))
}

struct Reads<'s> {
    scoping: &'s Scoping,
    is_test: bool,
    found: bool,
}

impl<'a> VisitJs<'a> for Reads<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let is_declared = it.reference_id.get().is_some_and(|id| self.scoping.has_binding(id));
        self.found |= NAMES.contains(&it.name.as_str()) && !is_declared;
    }

    fn visit_expression(&mut self, expression: &Expression<'a>) {
        // It is replaced by a string.
        if !is_node_env(expression, self.scoping) {
            walk_js::walk_expression(self, expression);
        }
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator != UnaryOperator::Typeof {
            walk_js::walk_unary_expression(self, unary);
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        if !asks_for(&NAMES, &it.test) {
            walk_js::walk_if_statement(self, it);
        }
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        if !asks_for(&NAMES, &it.test) {
            walk_js::walk_conditional_expression(self, it);
        }
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        if !asks_for(&NAMES, &it.left) {
            walk_js::walk_logical_expression(self, it);
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if self.is_test {
            walk_js::walk_function(self, it, flags);
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if self.is_test {
            walk_js::walk_arrow_function_expression(self, it);
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if self.is_test {
            walk_js::walk_class(self, it);
        }
    }

    fn visit_try_statement(&mut self, _: &TryStatement<'a>) {}
}
