//! A function that is declared in a block is visible outside of the block in sloppy mode, and only there. In a class of
//! a program that is not strict itself, the engine reserves a variable for it all the same, which is never initialized.
//! If a parameter of the function around the block has an initializer, it assigns the function to a variable that the
//! function does not contain:
//!
//! ```js
//! class A { m() { { function f() {} } return typeof f } } new A().m() // ReferenceError instead of 'undefined'
//! (function (x = 1) { { function f() {} } })(); typeof f              // 'function' instead of 'undefined'
//! ```
//!
//! It does neither if a block around the function declares the name, too. So the block becomes
//! `{ let f; { function f() {} } }`. What is to be visible in the function is the work of `block_functions.rs`.

use std::cell::Cell;
use std::mem::replace;

use oxc_ast::ast::{
    ArrowFunctionExpression, BlockStatement, Class, Function, IfStatement, Program, Statement, SwitchStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};

use super::super::edits::Edits;
use super::function_body::declared_functions;
use super::parameters::has_initializers;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    let text = program.source_text;
    if text.contains("function") {
        Corrector { scoping, edits, scopes: Vec::new(), is_in_class: false, has_initializers: false }
            .visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    /// Those around the current place, innermost last.
    scopes: Vec<ScopeId>,
    /// Whether the current place is in a class, and code around the class is not strict.
    is_in_class: bool,
    /// Whether a parameter of the function around the current place has an initializer.
    has_initializers: bool,
}

impl Corrector<'_, '_> {
    /// Declares the functions of some statements in a block around a part of the text.
    fn reserve<'b, 'a: 'b>(
        &mut self,
        part: Span,
        statements: impl Iterator<Item = &'b Statement<'a>>,
        before: &str,
        after: &'static str,
    ) {
        let mut names: Vec<&str> = declared_functions(statements).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        if (self.is_in_class || self.has_initializers) && !names.is_empty() {
            self.edits.wrap(part, before.replace("NAMES", &names.join(", ")), after);
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let is_outer_strict = self.scopes.last().is_some_and(|&it| self.scoping.scope_flags(it).is_strict_mode());
        let outer = (self.is_in_class, self.has_initializers);
        (self.is_in_class, self.has_initializers) = (self.is_in_class || !is_outer_strict, false);
        walk_js::walk_class(self, it);
        (self.is_in_class, self.has_initializers) = outer;
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let outer = replace(&mut self.has_initializers, has_initializers(&it.params));
        walk_js::walk_function(self, it, flags);
        self.has_initializers = outer;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let outer = replace(&mut self.has_initializers, has_initializers(&it.params));
        walk_js::walk_arrow_function_expression(self, it);
        self.has_initializers = outer;
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        for branch in [Some(&it.consequent), it.alternate.as_ref()].into_iter().flatten() {
            self.reserve(branch.span(), [branch].into_iter(), "{ let NAMES; { ", " } }");
        }
        walk_js::walk_if_statement(self, it);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        let inner = Span::new(it.span.start + 1, it.span.end - 1);
        self.reserve(inner, it.body.iter(), " let NAMES; {", "}");
        walk_js::walk_block_statement(self, it);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        let statements = it.cases.iter().flat_map(|case| &case.consequent);
        self.reserve(it.span, statements, "{ let NAMES; ", " }");
        walk_js::walk_switch_statement(self, it);
    }
}
