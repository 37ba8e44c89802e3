//! The engine converts the computed key of a static field when it defines the field: after all other keys, and after
//! the values of the static fields before it:
//!
//! ```js
//! class A { static [key] = 1; [log()]() {} } // `key` must be converted before `log` is called
//! ```
//!
//! So the key is converted by a function, unless it is one already.
//!
//! All keys see the class, which must not be initialized yet:
//!
//! ```js
//! class A { [A.name]() {} } // must be a ReferenceError
//! ```
//!
//! So its name becomes a call that throws, except in functions.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, Class, Expression, Function, IdentifierReference, MethodDefinition,
    ObjectProperty, Program, PropertyDefinition, PropertyKey, SimpleAssignmentTarget,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::super::edits::Edits;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    if program.source_text.contains("class") {
        Corrector { scoping, edits, classes: Vec::new() }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    /// The names of the classes around the current place.
    classes: Vec<Option<SymbolId>>,
}

impl<'a> Corrector<'_, '_> {
    /// Corrects the names of the class in one of its computed keys.
    fn names(&mut self, key: &PropertyKey<'a>) {
        if let Some(&Some(class)) = self.classes.last() {
            EarlyNames { scoping: self.scoping, edits: self.edits, class }.visit_property_key(key);
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_class(&mut self, it: &Class<'a>) {
        self.classes.push(it.id.as_ref().and_then(|id| id.symbol_id.get()));
        walk_js::walk_class(self, it);
        self.classes.pop();
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.computed {
            self.names(&it.key);
        }
        walk_js::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.computed {
            self.names(&it.key);
        }
        if it.r#static
            && it.computed
            && let Some(key) = it.key.as_expression().filter(|key| !is_key(key))
        {
            self.edits.wrap(key.span(), format!("{HOST}.key("), ")");
        }
        walk_js::walk_property_definition(self, it);
    }
}

/// The names of a class in one of its keys.
struct EarlyNames<'s, 'e> {
    scoping: &'s Scoping,
    edits: &'e mut Edits,
    class: SymbolId,
}

impl EarlyNames<'_, '_> {
    fn is_class(&self, name: &IdentifierReference<'_>) -> bool {
        let reference = name.reference_id.get().map(|id| self.scoping.get_reference(id));
        reference.and_then(Reference::symbol_id) == Some(self.class)
    }
}

impl<'a> VisitJs<'a> for EarlyNames<'_, '_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.is_class(it) {
            self.edits.replace(it.span, format!("{HOST}.early({:?})", it.name.as_str()));
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand && matches!(&it.value, Expression::Identifier(name) if self.is_class(name)) {
            self.edits.insert(it.span.start, format!("{}: ", self.scoping.symbol_name(self.class)));
        }
        walk_js::walk_object_property(self, it);
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        if !matches!(it, AssignmentTarget::AssignmentTargetIdentifier(_)) {
            walk_js::walk_assignment_target(self, it);
        }
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if !matches!(it, SimpleAssignmentTarget::AssignmentTargetIdentifier(_)) {
            walk_js::walk_simple_assignment_target(self, it);
        }
    }

    /// Of another class, the keys and the parent are evaluated at once.
    fn visit_class(&mut self, it: &Class<'a>) {
        it.heritage_expression().into_iter().for_each(|parent| self.visit_expression(parent));
        for element in it.body.body.iter().filter(|element| element.computed()) {
            element.property_key().into_iter().for_each(|key| self.visit_property_key(key));
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether the value of an expression needs no conversion.
fn is_key(value: &Expression<'_>) -> bool {
    match value {
        Expression::TemplateLiteral(_) => true,
        Expression::StaticMemberExpression(it) => it.object.is_specific_id("Symbol"),
        value => value.is_literal(),
    }
}
