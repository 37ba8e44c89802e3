//! If a parameter of a function has an initializer, the engine takes a `var` with the name of a parameter for a
//! variable that is not initialized:
//!
//! ```js
//! (function (x, y = 1) { var x; return x })(42) // ReferenceError instead of 42
//! ```
//!
//! The `var` becomes an assignment. If a function in the parameters may see the parameter, the variable of the body is
//! another one, with the value of the parameter: the statements become a block that declares it.
//!
//! In such a function, `eval('var x')` is a `SyntaxError`. If the body calls `eval`, an arrow function becomes its
//! scope.

use std::fmt::Write;

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingIdentifier, Expression, FormalParameters, Function,
    FunctionBody, Program,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::nested_code::NestedCode;
use super::function_body::{declared_functions, prepare_for_block, start_of_statements};
use super::names::Names;
use super::variables::{declared_variables, turn_into_assignments};

pub(super) fn correct(program: &Program<'_>, names: &Names, edits: &mut Edits) {
    Corrector { names, edits }.visit_program(program);
}

struct Corrector<'e> {
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
        let variables = declared_variables(body);
        let mut redeclared: FxHashSet<&str> = bound.iter().map(|name| name.name.as_str()).collect();
        if kind.has_arguments {
            redeclared.insert("arguments");
        }
        redeclared.retain(|name| variables.contains(name));
        if kind.is_plain && NestedCode::of(|it| it.visit_function_body(body)).evaluates {
            self.wrap(body, &redeclared);
            return;
        }
        if redeclared.is_empty() {
            return;
        }
        if NestedCode::of(|it| it.visit_formal_parameters(parameters)).sees_variables() {
            self.separate(&redeclared, body);
        } else {
            turn_into_assignments(body, &redeclared, self.names, self.edits);
        }
    }

    /// Makes the body that of an arrow function, whose variables with the names of parameters get their values.
    fn wrap(&mut self, body: &FunctionBody<'_>, redeclared: &FxHashSet<&str>) {
        let (values, variables) = self.copies("var", redeclared, body);
        self.edits.wrap(inner(body), format!(";{values} return (() => {{{variables}"), "})();");
    }

    /// Makes the body a block, whose variables with the names of parameters get their values.
    fn separate(&mut self, redeclared: &FxHashSet<&str>, body: &FunctionBody<'_>) {
        let (values, variables) = self.copies("let", redeclared, body);
        self.edits.wrap(inner(body), format!(";{values} {{{variables}"), "}");
        prepare_for_block(body, redeclared, self.names, self.edits);
    }

    /// Declarations that keep the values of parameters, and declarations of other variables with their names that get
    /// these values. A function of the body needs none.
    fn copies(&self, keyword: &str, redeclared: &FxHashSet<&str>, body: &FunctionBody<'_>) -> (String, String) {
        let functions: Vec<&str> = declared_functions(&body.statements).map(|(name, _)| name).collect();
        let mut names: Vec<&str> = redeclared.iter().copied().filter(|name| !functions.contains(name)).collect();
        names.sort_unstable();
        let (mut values, mut variables) = (String::new(), String::new());
        for name in names {
            let value = self.names.fresh();
            // Writing to a string cannot fail.
            let _ = write!(values, " const {value} = {name};");
            let _ = write!(variables, " {keyword} {name} = {value};");
        }
        (values, variables)
    }
}

/// The place of the statements.
fn inner(body: &FunctionBody<'_>) -> Span {
    Span::new(start_of_statements(body), body.span.end - 1)
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
