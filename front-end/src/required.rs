//! The modules that a CommonJS module requires by name.

use oxc_ast::ast::{Argument, CallExpression, Expression, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;

const REQUIRE: &str = "require";

/// Returns the specifiers in the calls of `require` whose argument is a string.
pub(super) fn required(program: &Program<'_>, scoping: &Scoping) -> Vec<String> {
    let mut calls = Calls { scoping, specifiers: Vec::new() };
    if program.source_text.contains(REQUIRE) {
        calls.visit_program(program);
    }
    calls.specifiers
}

struct Calls<'s> {
    scoping: &'s Scoping,
    specifiers: Vec<String>,
}

impl<'a> VisitJs<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        walk_js::walk_call_expression(self, call);
        let Expression::Identifier(callee) = &call.callee else { return };
        let is_bound = || callee.reference_id.get().is_some_and(|id| self.scoping.has_binding(id));
        if let [Argument::StringLiteral(specifier)] = call.arguments.as_slice()
            && callee.name == REQUIRE
            && !is_bound()
        {
            self.specifiers.push(specifier.value.to_string());
        }
    }
}
