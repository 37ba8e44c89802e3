//! If a parameter of a function has an initializer, the engine takes a `var` with the name of a parameter for a
//! variable that is not initialized:
//!
//! ```js
//! (function (x, y = 1) { var x; return x })(42) // ReferenceError instead of 42
//! ```
//!
//! The `var` becomes an assignment. If a function in the parameters may see the parameter, the variable of the body
//! gets another name, and the value of the parameter.
//!
//! In such a function, `eval('var x')` is a `SyntaxError`. If the body calls `eval`, an arrow function becomes its
//! scope.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentTargetPropertyIdentifier, BindingIdentifier, BindingPattern,
    BindingProperty, Class, Expression, ForInStatement, ForOfStatement, ForStatementLeft, FormalParameters, Function,
    FunctionBody, IdentifierReference, ObjectProperty, Program, Statement, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::nested_code::NestedCode;
use super::function_body::start_of_statements;
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    Corrector { scoping, names, edits }.visit_program(program);
}

struct Corrector<'e> {
    scoping: &'e Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &it.body {
            let is_plain = !it.r#async && !it.generator;
            self.function(&it.params, body, FunctionKind { has_arguments: true, is_plain });
        }
        walk_js::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.function(&it.params, body, FunctionKind { has_arguments: false, is_plain: !it.r#async });
        }
        walk_js::walk_arrow_function_expression(self, it);
    }
}

#[derive(Clone, Copy)]
struct FunctionKind {
    has_arguments: bool,
    /// Whether it is neither asynchronous nor a generator.
    is_plain: bool,
}

impl Corrector<'_> {
    fn function(&mut self, parameters: &FormalParameters<'_>, body: &FunctionBody<'_>, kind: FunctionKind) {
        if !has_initializers(parameters) {
            return;
        }
        let rest = parameters.rest.as_ref().map(|rest| &rest.rest.argument);
        let patterns = parameters.items.iter().map(|parameter| &parameter.pattern).chain(rest);
        let bound: Vec<&BindingIdentifier<'_>> =
            patterns.flat_map(|pattern| pattern.get_binding_identifiers()).collect();
        let mut variables = Variables::default();
        variables.visit_function_body(body);
        let mut redeclared: FxHashSet<&str> = bound.iter().map(|name| name.name.as_str()).collect();
        if kind.has_arguments {
            redeclared.insert("arguments");
        }
        redeclared.retain(|name| variables.names.contains(name));
        if kind.is_plain && NestedCode::of(|it| it.visit_function_body(body)).evaluates {
            self.wrap(body, &redeclared);
            return;
        }
        if redeclared.is_empty() {
            return;
        }
        if NestedCode::of(|it| it.visit_formal_parameters(parameters)).sees_variables() {
            self.separate(&bound, &redeclared, body);
        } else {
            Assigner { redeclared: &redeclared, names: self.names, edits: self.edits }.visit_function_body(body);
        }
    }

    /// Makes the body that of an arrow function, whose variables with the names of parameters get their values.
    fn wrap(&mut self, body: &FunctionBody<'_>, redeclared: &FxHashSet<&str>) {
        let functions: FxHashSet<&str> = body.statements.iter().filter_map(declared_function).collect();
        let mut names: Vec<&str> = redeclared.difference(&functions).copied().collect();
        names.sort_unstable();
        let values: Vec<(&str, String)> = names.into_iter().map(|name| (name, self.names.fresh())).collect();
        let declared = |keyword: &str, pairs: &mut dyn Iterator<Item = (&str, &str)>| {
            pairs.fold(String::new(), |before, (name, value)| format!("{before} {keyword} {name} = {value};"))
        };
        let variables = declared("var", &mut values.iter().map(|(name, value)| (*name, value.as_str())));
        let values = declared("const", &mut values.iter().map(|(name, value)| (value.as_str(), *name)));
        let inner = Span::new(start_of_statements(body), body.span.end - 1);
        self.edits.wrap(inner, format!(";{values} return (() => {{{variables}"), "})();");
    }

    /// Gives the variables of the body other names than the parameters.
    fn separate(&mut self, bound: &[&BindingIdentifier<'_>], redeclared: &FxHashSet<&str>, body: &FunctionBody<'_>) {
        let functions: FxHashSet<&str> = body.statements.iter().filter_map(declared_function).collect();
        for parameter in bound {
            let name = parameter.name.as_str();
            let Some(symbol) = parameter.symbol_id.get().filter(|_| redeclared.contains(name)) else { continue };
            if functions.contains(name) {
                continue;
            }
            let other = self.names.fresh();
            self.edits.insert(start_of_statements(body), format!(" var {other} = {name};"));
            Renamer { symbol, scoping: self.scoping, name: &other, edits: self.edits }.visit_function_body(body);
        }
    }
}

fn declared_function<'a>(statement: &Statement<'a>) -> Option<&'a str> {
    let Statement::FunctionDeclaration(function) = statement else { return None };
    Some(function.id.as_ref()?.name.as_str())
}

/// Whether parameters have initializers or computed keys.
pub(super) fn has_initializers(parameters: &FormalParameters<'_>) -> bool {
    let mut found = Initializers(parameters.items.iter().any(|parameter| parameter.initializer.is_some()));
    found.visit_formal_parameters(parameters);
    found.0
}

struct Initializers(bool);

impl<'a> VisitJs<'a> for Initializers {
    fn visit_expression(&mut self, _: &Expression<'a>) {
        self.0 = true;
    }
}

/// The names that `var` declares in a function.
#[derive(Default)]
struct Variables<'a> {
    names: FxHashSet<&'a str>,
}

impl<'a> VisitJs<'a> for Variables<'a> {
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

/// Turns declarations of parameters into assignments.
struct Assigner<'e> {
    redeclared: &'e FxHashSet<&'e str>,
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Assigner<'_> {
    fn redeclares(&self, pattern: &BindingPattern<'_>) -> bool {
        pattern.get_binding_identifiers().iter().any(|name| self.redeclared.contains(name.name.as_str()))
    }

    /// The head of a `for-in` or `for-of` loop assigns to the parameter.
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

/// Renames a variable in the body of a function.
struct Renamer<'e> {
    symbol: SymbolId,
    scoping: &'e Scoping,
    name: &'e str,
    edits: &'e mut Edits,
}

impl Renamer<'_> {
    fn is_it(&self, reference: &IdentifierReference<'_>) -> bool {
        let id = reference.reference_id.get();
        id.is_some_and(|id| self.scoping.get_reference(id).symbol_id() == Some(self.symbol))
    }

    /// In `{ name }`, the property keeps its name.
    fn spell_out(&mut self, name: &str, span: Span) {
        self.edits.replace(span, format!("{name}: {}", self.name));
    }
}

impl<'a> VisitJs<'a> for Renamer<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.is_it(it) {
            self.edits.replace(it.span, self.name.to_owned());
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if it.symbol_id.get() == Some(self.symbol) {
            self.edits.replace(it.span, self.name.to_owned());
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        match &it.value {
            Expression::Identifier(value) if it.shorthand => {
                if self.is_it(value) {
                    self.spell_out(value.name.as_str(), it.span);
                }
            }
            _ => walk_js::walk_object_property(self, it),
        }
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.shorthand
            && let Some(name) = it.value.get_binding_identifiers().first()
            && name.symbol_id.get() == Some(self.symbol)
        {
            self.spell_out(name.name.as_str(), name.span);
            if let BindingPattern::AssignmentPattern(value) = &it.value {
                self.visit_expression(&value.right);
            }
            return;
        }
        walk_js::walk_binding_property(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if self.is_it(&it.binding) {
            self.spell_out(it.binding.name.as_str(), it.binding.span);
        }
        it.init.iter().for_each(|default| self.visit_expression(default));
    }
}
