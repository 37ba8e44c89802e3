//! The variables that `var` declares in a function.

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, Class, ForInStatement, ForOfStatement, ForStatementLeft, Function,
    FunctionBody, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::names::Names;

/// Returns the names that `var` declares in a function.
pub(super) fn declared_variables<'a>(body: &FunctionBody<'a>) -> FxHashSet<&'a str> {
    let mut declared = Declared::default();
    declared.visit_function_body(body);
    declared.names
}

/// Turns the declarations of some variables into assignments, because something else declares them.
pub(super) fn turn_into_assignments(
    body: &FunctionBody<'_>,
    redeclared: &FxHashSet<&str>,
    names: &Names,
    edits: &mut Edits,
) {
    if !redeclared.is_empty() {
        Assigner { redeclared, names, edits }.visit_function_body(body);
    }
}

/// The names that `var` declares in a function.
#[derive(Default)]
struct Declared<'a> {
    names: FxHashSet<&'a str>,
}

impl<'a> VisitJs<'a> for Declared<'a> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            let names = it.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
            self.names.extend(names.map(|name| name.name.as_str()));
        }
        walk_js::walk_variable_declaration(self, it);
    }
}

/// Turns declarations of some variables into assignments.
struct Assigner<'e> {
    redeclared: &'e FxHashSet<&'e str>,
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Assigner<'_> {
    fn redeclares(&self, pattern: &BindingPattern<'_>) -> bool {
        pattern.get_binding_identifiers().iter().any(|name| self.redeclared.contains(name.name.as_str()))
    }

    /// The head of a `for-in` or `for-of` loop assigns to the variable.
    fn head(&mut self, left: &ForStatementLeft<'_>) {
        if let ForStatementLeft::VariableDeclaration(it) = left
            && it.kind == VariableDeclarationKind::Var
            && it.declarations.iter().any(|declarator| self.redeclares(&declarator.id))
        {
            self.edits.blank(Span::sized(it.span.start, 3));
        }
    }
}

impl<'a> VisitJs<'a> for Assigner<'_> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.head(&it.left);
        self.visit_statement(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.head(&it.left);
        self.visit_statement(&it.body);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind != VariableDeclarationKind::Var {
            return;
        }
        for declarator in &it.declarations {
            if !self.redeclares(&declarator.id) {
                continue;
            }
            let (name, id) = (self.names.fresh(), declarator.id.span());
            let Some(value) = &declarator.init else {
                self.edits.replace(id, name);
                continue;
            };
            if let BindingPattern::BindingIdentifier(_) = &declarator.id {
                self.edits.insert(id.start, format!("{name} = "));
                continue;
            }
            let others = declarator.id.get_binding_identifiers();
            let others =
                others.iter().map(|other| other.name.as_str()).filter(|other| !self.redeclared.contains(other));
            let others = others.fold(String::new(), |before, other| format!("{before}, {other} = {other}"));
            let whole = Span::new(id.start, value.span().end);
            self.edits.wrap(whole, format!("{name} = ("), format!("){others}"));
        }
    }
}
