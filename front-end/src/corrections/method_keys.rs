//! The engine does not look for variables in the computed keys of methods and accessors. A variable of a function
//! around the class's own is there only if something else uses it:
//!
//! ```js
//! function outer(key) { return () => class { [key]() {} } } // ReferenceError if the class is made
//! ```
//!
//! So a static block mentions the variables: `class { static { () => [key] } [key]() {} }`. `this` and `arguments` are
//! mentioned before the class.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, ClassType, Expression, Function, IdentifierReference, Program,
    ThisExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    if program.source_text.contains("class") {
        Corrector { scoping, edits, depth: 0 }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    /// How many functions are around the current place.
    depth: usize,
}

impl<'a> Corrector<'_, '_> {
    fn mention(&mut self, class: &Class<'a>, used: &Used<'a, '_>) {
        if !used.variables.is_empty() {
            let variables = used.variables.join(", ");
            self.edits.insert(class.body.span.start + 1, format!(" static {{ () => [{variables}] }}"));
        }
        let special = match (used.this, used.arguments) {
            _ if self.depth == 0 => return,
            (true, true) => "[this, arguments]",
            (true, false) => "this",
            (false, true) => "arguments",
            (false, false) => return,
        };
        if class.r#type == ClassType::ClassDeclaration {
            self.edits.insert(class.span.start, format!("0 && {special}; "));
        } else if class.id.is_some() {
            self.edits.wrap(class.span, format!("(0 && {special}, "), ")");
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.depth += 1;
        walk_js::walk_function(self, it, flags);
        self.depth -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.depth += 1;
        walk_js::walk_arrow_function_expression(self, it);
        self.depth -= 1;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let mut used = Used { scoping: self.scoping, variables: Vec::new(), this: false, arguments: false };
        for element in &it.body.body {
            if let ClassElement::MethodDefinition(method) = element
                && method.computed
            {
                used.visit_property_key(&method.key);
            }
        }
        self.mention(it, &used);
        walk_js::walk_class(self, it);
    }
}

/// What keys use.
struct Used<'a, 's> {
    scoping: &'s Scoping,
    variables: Vec<&'a str>,
    this: bool,
    arguments: bool,
}

impl<'a> VisitJs<'a> for Used<'a, '_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let reference = it.reference_id.get().map(|id| self.scoping.get_reference(id));
        let symbol = reference.and_then(Reference::symbol_id);
        let name = it.name.as_str();
        match symbol {
            // Even as the name of a variable, it is not allowed in a static block.
            _ if name == "arguments" => self.arguments = true,
            Some(symbol) if self.scoping.symbol_scope_id(symbol) == self.scoping.root_scope_id() => {}
            Some(_) if self.variables.contains(&name) => {}
            Some(_) => self.variables.push(name),
            None => {}
        }
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.this = true;
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        // Functions and classes are rejected here.
        if !matches!(it, Expression::ClassExpression(_)) && !it.is_function() {
            walk_js::walk_expression(self, it);
        }
    }
}
