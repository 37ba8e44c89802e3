//! In the function of a declaration, the engine lets code write a variable before it is declared, and read it then:
//!
//! ```js
//! (() => { y = 1; let y = 2; })() // must be a ReferenceError
//! (() => { try { y++ } catch { y } let y = 2; })() // the second `y`, too
//! ```
//!
//! It checks variables that another function uses. So `y = 1` becomes `0 && (() => y), y = 1`, if it comes before the
//! declaration in the same function, or in another case of the same `switch`. In patterns and heads of loops, `y`
//! becomes a target whose setter writes it. The initializer of a variable counts as before its declaration.
//!
//! A write of a constant throws a `TypeError` even before its declaration. So `c = 1` becomes `c = (1, c)`, which is a
//! `ReferenceError` then.

use std::cell::Cell;
use std::mem::replace;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentOperator, AssignmentTarget,
    AssignmentTargetPropertyIdentifier, ExpressionStatement, Function, IdentifierReference, Program,
    PropertyDefinition, SimpleAssignmentTarget, SwitchCase, UpdateExpression, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::super::edits::Edits;
use super::super::function_scope::function_of;
use super::HOST;
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    if scoping.symbol_ids().any(|symbol| is_written(symbol, scoping)) {
        let mut corrector = Corrector {
            scoping,
            names,
            edits,
            scopes: Vec::new(),
            declared: Vec::new(),
            cases: Vec::new(),
            is_in_field: false,
            statement: 0,
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

/// A write that must throw a `ReferenceError`, or may have to.
#[derive(Clone, Copy)]
enum Early {
    Variable,
    Constant,
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
    /// Those around the current place, innermost last.
    scopes: Vec<ScopeId>,
    /// The names of declarations whose initializers are around the current place.
    declared: Vec<Span>,
    /// The cases around the current place, with the scopes of their `switch` statements.
    cases: Vec<(ScopeId, Span)>,
    /// Whether it is in the initializer of a field, which is a function of its own.
    is_in_field: bool,
    /// Where the statement around the current place starts, if it is an expression.
    statement: u32,
}

impl Corrector<'_, '_> {
    fn in_field(&mut self, is_in_field: bool, visit: impl FnOnce(&mut Self)) {
        let outer = replace(&mut self.is_in_field, is_in_field);
        visit(self);
        self.is_in_field = outer;
    }

    /// Whether a written variable is a constant, or is declared further down in the same function, or in another case.
    fn early(&self, target: &IdentifierReference<'_>) -> Option<Early> {
        let symbol = self.scoping.get_reference(target.reference_id.get()?).symbol_id()?;
        if self.scoping.symbol_flags(symbol).is_const_variable() {
            return Some(Early::Constant);
        }
        let declaration = self.scoping.symbol_span(symbol);
        let scope = self.scoping.symbol_scope_id(symbol);
        let is_other_case =
            |&(switch, case): &(ScopeId, Span)| switch == scope && !case.contains_inclusive(declaration);
        let is_before = target.span.start < declaration.start
            || self.declared.iter().any(|names| names.contains_inclusive(declaration));
        let is_early = is_before || self.cases.iter().any(is_other_case);
        let is_here =
            self.scopes.last().is_some_and(|&here| function_of(here, self.scoping) == function_of(scope, self.scoping));
        let is_early = is_early && is_lexical(symbol, self.scoping) && !self.is_in_field && is_here;
        is_early.then_some(Early::Variable)
    }

    /// A target that throws if the variable is not declared yet.
    fn checked(&self, name: &str, early: Early) -> String {
        match early {
            Early::Variable => self.names.setter(name),
            Early::Constant => {
                let value = self.names.fresh();
                format!("{HOST}.to({value} => {{ {name} = ({value}, {name}); }}).value")
            }
        }
    }

    /// Lets another function use the variable that an expression writes.
    fn capture(&mut self, name: &str, writer: Span) {
        let capture = format!("0 && (() => {name}), ");
        if writer.start == self.statement {
            // A bracket might be one of a call, after a line without a semicolon.
            self.edits.insert(writer.start, capture);
        } else {
            self.edits.wrap(writer, format!("({capture}"), ")");
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

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = it.span.start;
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left else {
            return walk_js::walk_assignment_expression(self, it);
        };
        let name = target.name.as_str();
        match self.early(target) {
            Some(Early::Variable) => self.capture(name, it.span),
            Some(Early::Constant) if it.operator == AssignmentOperator::Assign => {
                self.edits.wrap(it.right.span(), "(", format!(", {name})"));
            }
            _ => {}
        }
        self.visit_expression(&it.right);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(target) = &it.argument
            && let Some(Early::Variable) = self.early(target)
        {
            self.capture(target.name.as_str(), it.span);
        }
        walk_js::walk_update_expression(self, it);
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        match it {
            AssignmentTarget::AssignmentTargetIdentifier(target) => {
                if let Some(early) = self.early(target) {
                    self.edits.replace(target.span, self.checked(target.name.as_str(), early));
                }
            }
            _ => walk_js::walk_assignment_target(self, it),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(early) = self.early(&it.binding) {
            let name = it.binding.name.as_str();
            self.edits.replace(it.binding.span, format!("{name}: {}", self.checked(name, early)));
        }
        walk_js::walk_assignment_target_property_identifier(self, it);
    }
}
