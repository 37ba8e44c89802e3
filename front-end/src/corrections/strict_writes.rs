//! Writes that must throw in strict code, and have no effect, or another one, in the engine:
//!
//! ```js
//! 'use strict';
//! for (undeclared of [1]); // declares a global variable
//! (function f() { f = 1 })(); // has no effect, unless `f` is the function with the directive
//! ```
//!
//! So an undeclared variable in the head of a loop becomes a target whose setter assigns to it, and the name of a
//! function expression becomes a property that throws.

use std::cell::Cell;

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetPropertyIdentifier, ForInStatement, ForOfStatement, ForStatementLeft, Function,
    IdentifierReference, Program, SimpleAssignmentTarget,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

use super::super::edits::Edits;
use super::HOST;
use super::names::Names;
use super::own_names::OwnNames;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    Corrector { scoping, names, edits, scopes: Vec::new(), functions: OwnNames::default() }.visit_program(program);
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
    /// Those around the current place, innermost last.
    scopes: Vec<ScopeId>,
    functions: OwnNames,
}

impl<'a> Corrector<'_, '_> {
    fn is_strict(&self) -> bool {
        self.scopes.last().is_some_and(|&scope| self.scoping.scope_flags(scope).is_strict_mode())
    }

    fn symbol(&self, target: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(target.reference_id.get()?).symbol_id()
    }

    fn head(&mut self, left: &ForStatementLeft<'a>) {
        if let ForStatementLeft::AssignmentTargetIdentifier(target) = left
            && self.is_strict()
            && self.symbol(target).is_none()
        {
            self.edits.replace(target.span, self.names.setter(target.name.as_str()));
        }
    }

    /// The property that throws for the name of a function.
    fn constant(&self, target: &IdentifierReference<'_>) -> Option<String> {
        let symbol = self.symbol(target).filter(|symbol| self.functions.contains(*symbol) && self.is_strict())?;
        Some(format!("{HOST}.constant({}).value", self.scoping.symbol_name(symbol)))
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions.enter(it);
        walk_js::walk_function(self, it, flags);
        self.functions.leave(it);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.head(&it.left);
        walk_js::walk_for_in_statement(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.head(&it.left);
        walk_js::walk_for_of_statement(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(target) => {
                if let Some(constant) = self.constant(target) {
                    self.edits.replace(target.span, constant);
                }
            }
            _ => walk_js::walk_simple_assignment_target(self, it),
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        match it {
            AssignmentTarget::AssignmentTargetIdentifier(target) => {
                if let Some(constant) = self.constant(target) {
                    self.edits.replace(target.span, constant);
                }
            }
            _ => walk_js::walk_assignment_target(self, it),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(constant) = self.constant(&it.binding) {
            self.edits.replace(it.binding.span, format!("{}: {constant}", it.binding.name));
        }
        walk_js::walk_assignment_target_property_identifier(self, it);
    }
}
