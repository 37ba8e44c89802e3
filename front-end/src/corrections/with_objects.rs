//! In a `with` statement, the engine takes some names for those of variables around it, although the object may have
//! properties of these names:
//!
//! ```js
//! with ({ f() { return this.k }, k: 1 }) f?.()        // `this` is undefined
//! const k = 1; with ({ k: 2 }) k = 3                  // TypeError
//! (function f() { with ({ f: 1 }) { f = 2 } })()      // has no effect
//! ```
//!
//! So the function of an optional call is bound to the object that has it, and the name of a constant that is written
//! becomes a property whose setter finds the object: `{ let $0; with ($0 = o) __posttask.owner("k", () => k, $0).value
//! = 3 }`.

use std::cell::Cell;

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, AssignmentTargetPropertyIdentifier, CallExpression, Expression, Function,
    IdentifierReference, Program, SimpleAssignmentTarget, WithStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

use super::super::edits::Edits;
use super::HOST;
use super::destructuring::is_anonymous_function;
use super::names::{Names, naming};
use super::own_names::OwnNames;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("with") {
        let (scopes, withs, functions) = (Vec::new(), Vec::new(), OwnNames::default());
        Corrector { scoping, names, edits, scopes, withs, functions }.visit_program(program);
    }
}

/// A `with` statement around the current place.
struct With {
    /// How many scopes are around it.
    depth: usize,
    /// The variable of its object, if it is needed.
    object: Option<String>,
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
    /// Those around the current place, innermost last.
    scopes: Vec<ScopeId>,
    withs: Vec<With>,
    functions: OwnNames,
}

impl<'a> Corrector<'_, '_> {
    fn symbol(&self, name: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.scoping.get_reference(name.reference_id.get()?).symbol_id()
    }

    /// Returns the objects that may have a property instead of a variable, innermost first, as arguments.
    fn objects(&mut self, symbol: Option<SymbolId>) -> Option<String> {
        let scope = symbol.map(|symbol| self.scoping.symbol_scope_id(symbol));
        let outer = scope.and_then(|scope| self.scopes.iter().position(|&it| it == scope)).map_or(0, |at| at + 1);
        let mut objects = String::new();
        for with in self.withs.iter_mut().rev().filter(|with| with.depth >= outer) {
            objects.push_str(", ");
            objects.push_str(with.object.get_or_insert_with(|| self.names.fresh()));
        }
        (!objects.is_empty()).then_some(objects)
    }

    /// Returns a property that stands for a constant which is written.
    fn property(&mut self, target: &IdentifierReference<'a>) -> Option<String> {
        let symbol = self.symbol(target).filter(|_| !self.withs.is_empty())?;
        let is_constant = self.scoping.symbol_flags(symbol).is_const_variable() || self.functions.contains(symbol);
        let objects = if is_constant { self.objects(Some(symbol))? } else { return None };
        let name = target.name.as_str();
        // In sloppy code, as that of every `with` statement is, the name of a function is written without an error.
        let write = if self.functions.contains(symbol) { "0" } else { "1" };
        Some(format!("{HOST}.owner({name:?}, () => {name}, {write}{objects}).value"))
    }

    fn target(&mut self, target: &IdentifierReference<'a>) {
        if let Some(property) = self.property(target) {
            self.edits.replace(target.span, property);
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

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions.enter(it);
        walk_js::walk_function(self, it, flags);
        self.functions.leave(it);
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
        self.withs.push(With { depth: self.scopes.len(), object: None });
        self.visit_statement(&it.body);
        if let Some(object) = self.withs.pop().and_then(|with| with.object) {
            self.edits.wrap(it.span, format!("{{ let {object}; "), " }");
            self.edits.wrap(it.object.span(), format!("{object} = ("), ")");
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(name) = it.callee.get_inner_expression()
            && it.optional
            && name.name != "eval"
            && !self.withs.is_empty()
            && let symbol = self.symbol(name)
            && let Some(objects) = self.objects(symbol)
        {
            self.edits.wrap(
                it.callee.span(),
                format!("{HOST}.bound("),
                format!(", {:?}{objects})", name.name.as_str()),
            );
        }
        walk_js::walk_call_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left
            && is_anonymous_function(&it.right)
            && self.property(target).is_some()
        {
            let (before, after) = naming(target.name.as_str());
            self.edits.wrap(it.right.span(), before, after);
        }
        walk_js::walk_assignment_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(target) => self.target(target),
            _ => walk_js::walk_simple_assignment_target(self, it),
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        match it {
            AssignmentTarget::AssignmentTargetIdentifier(target) => self.target(target),
            _ => walk_js::walk_assignment_target(self, it),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(property) = self.property(&it.binding) {
            self.edits.replace(it.binding.span, format!("{}: {property}", it.binding.name));
        }
        it.init.iter().for_each(|default| self.visit_expression(default));
    }
}
