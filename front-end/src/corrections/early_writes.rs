//! In the function of a declaration, the engine lets code write a variable before it is declared:
//!
//! ```js
//! (() => { y = 1; let y = 2; })() // must be a ReferenceError
//! ```
//!
//! It does check reads. So `y = 1` becomes `y = (1, y)`, if it comes before the declaration in the same function: then
//! the declaration cannot have run. In patterns and heads of loops, `y` becomes a target whose setter reads it. The
//! initializer of a variable counts as before its declaration, and so do the other cases of a `switch`.

use std::cell::Cell;
use std::mem::replace;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentOperator, AssignmentTarget,
    AssignmentTargetPropertyIdentifier, Function, IdentifierReference, Program, PropertyDefinition, SwitchCase,
    VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::super::edits::Edits;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    if scoping.symbol_ids().any(|symbol| is_written(symbol, scoping)) {
        let mut corrector = Corrector {
            scoping,
            edits,
            scopes: Vec::new(),
            declared: Vec::new(),
            cases: Vec::new(),
            is_in_field: false,
        };
        corrector.visit_program(program);
    }
}

fn is_lexical(symbol: SymbolId, scoping: &Scoping) -> bool {
    scoping.symbol_flags(symbol).intersects(SymbolFlags::BlockScopedVariable | SymbolFlags::Class)
}

/// Whether a variable is written other than by its declaration.
fn is_written(symbol: SymbolId, scoping: &Scoping) -> bool {
    is_lexical(symbol, scoping) && scoping.get_resolved_references(symbol).any(Reference::is_write)
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    /// Those around the current place, innermost last.
    scopes: Vec<ScopeId>,
    /// The names of declarations whose initializers are around the current place.
    declared: Vec<Span>,
    /// The cases around the current place, with the scopes of their `switch` statements.
    cases: Vec<(ScopeId, Span)>,
    /// Whether it is in the initializer of a field, which is a function of its own.
    is_in_field: bool,
}

impl Corrector<'_, '_> {
    fn in_field(&mut self, is_in_field: bool, visit: impl FnOnce(&mut Self)) {
        let outer = replace(&mut self.is_in_field, is_in_field);
        visit(self);
        self.is_in_field = outer;
    }

    /// The scope of the function around a scope, or that of the program.
    fn function_of(&self, scope: ScopeId) -> Option<ScopeId> {
        let is_function = |scope: &ScopeId| {
            let flags = self.scoping.scope_flags(*scope);
            flags.intersects(ScopeFlags::Function | ScopeFlags::ClassStaticBlock | ScopeFlags::Top)
        };
        self.scoping.scope_ancestors(scope).find(is_function)
    }

    /// Whether a written variable is declared further down in the same function.
    fn is_early(&self, target: &IdentifierReference<'_>) -> bool {
        let Some(reference) = target.reference_id.get() else { return false };
        let Some(symbol) = self.scoping.get_reference(reference).symbol_id() else { return false };
        let declaration = self.scoping.symbol_span(symbol);
        let scope = self.scoping.symbol_scope_id(symbol);
        let is_other_case =
            |&(switch, case): &(ScopeId, Span)| switch == scope && !case.contains_inclusive(declaration);
        let is_before = target.span.start < declaration.start
            || self.cases.iter().any(is_other_case)
            || self.declared.iter().any(|names| names.contains_inclusive(declaration));
        is_lexical(symbol, self.scoping)
            && !self.is_in_field
            && is_before
            && self.scopes.last().is_some_and(|&here| self.function_of(here) == self.function_of(scope))
    }

    /// A target that reads a variable when it is written.
    fn reading(name: &str) -> String {
        format!("{HOST}.to(() => {name}).value")
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        let Some(&scope) = self.scopes.last() else { return };
        self.cases.push((scope, it.span));
        walk_js::walk_switch_case(self, it);
        self.cases.pop();
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_property_key(&it.key);
        self.in_field(true, |this| it.value.iter().for_each(|value| this.visit_expression(value)));
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        if let Some(value) = &it.init {
            self.declared.push(it.id.span());
            self.visit_expression(value);
            self.declared.pop();
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.in_field(false, |this| walk_js::walk_function(this, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.in_field(false, |this| walk_js::walk_arrow_function_expression(this, it));
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(target) => {
                if it.operator == AssignmentOperator::Assign && self.is_early(target) {
                    self.edits.wrap(it.right.span(), "(", format!(", {})", target.name));
                }
                self.visit_expression(&it.right);
            }
            _ => walk_js::walk_assignment_expression(self, it),
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        match it {
            AssignmentTarget::AssignmentTargetIdentifier(target) if self.is_early(target) => {
                self.edits.replace(target.span, Self::reading(target.name.as_str()));
            }
            _ => walk_js::walk_assignment_target(self, it),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if self.is_early(&it.binding) {
            let name = it.binding.name.as_str();
            self.edits.replace(it.binding.span, format!("{name}: {}", Self::reading(name)));
        }
        walk_js::walk_assignment_target_property_identifier(self, it);
    }
}
