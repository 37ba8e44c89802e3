//! The rest element of an object pattern keeps the properties that nested patterns take:
//!
//! ```js
//! const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; // rest has a, too
//! ```
//!
//! In assignments, a nested pattern becomes a target whose setter takes the value apart. The engine leaves out the
//! properties of such targets. Declarations become assignments (see `destructuring.rs`). In parameters, `catch` clauses
//! and heads of loops, and in patterns with `yield` or `await`, the property is bound to a second name: there, a getter
//! runs twice.
//!
//! A rest element that is a property also keeps what is taken under computed keys:
//!
//! ```js
//! ({ [k]: z, ...o.rest } = { z: 1, y: 2 }); // with k = 'z', o.rest has z, too
//! ```
//!
//! The pattern becomes a target whose setter first has the rest in a variable.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, AssignmentTargetPropertyProperty,
    AssignmentTargetRest, BindingPattern, BindingProperty, ForStatementLeft, FormalParameters, ObjectAssignmentTarget,
    ObjectPattern, PropertyKey,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::suspensions::suspends;
use super::HOST;
use super::iterators::Corrector;

/// Whether a pattern is nested, besides its default value.
fn is_nested(value: &BindingPattern<'_>) -> bool {
    match value {
        BindingPattern::AssignmentPattern(it) => is_nested(&it.left),
        BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_) => true,
        BindingPattern::BindingIdentifier(_) => false,
    }
}

/// Whether a rest element in a pattern keeps what nested patterns take.
pub(super) fn keeps_too_much(pattern: &BindingPattern<'_>) -> bool {
    match pattern {
        BindingPattern::ObjectPattern(it) => {
            let mut values = it.properties.iter().map(|property| &property.value);
            it.rest.is_some() && values.clone().any(is_nested) || values.any(keeps_too_much)
        }
        BindingPattern::ArrayPattern(it) => {
            let rest = it.rest.as_ref().map(|rest| &rest.argument);
            it.elements.iter().flatten().chain(rest).any(keeps_too_much)
        }
        BindingPattern::AssignmentPattern(it) => keeps_too_much(&it.left),
        BindingPattern::BindingIdentifier(_) => false,
    }
}

pub(super) fn is_pattern(target: &AssignmentTarget<'_>) -> bool {
    matches!(target, AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_))
}

impl<'a> Corrector<'a, '_, '_> {
    /// Writes a nested pattern as a target whose setter takes the value apart.
    fn as_target(&mut self, pattern: Span, visit: impl FnOnce(&mut Self)) {
        let value = self.names.fresh();
        self.edits.wrap(pattern, format!("{HOST}.to({value} => {{ ("), format!(" = {value}); }}).value"));
        let assigns = self.assigns;
        self.in_function(|this| {
            this.assigns = assigns;
            visit(this);
        });
    }

    /// Visits an object pattern of a declaration that has become an assignment.
    pub(super) fn assigned_pattern(&mut self, it: &ObjectPattern<'a>) {
        if it.rest.is_none() || !self.assigns {
            return walk_js::walk_object_pattern(self, it);
        }
        for property in &it.properties {
            self.visit_property_key(&property.key);
            let (pattern, default) = match &property.value {
                BindingPattern::AssignmentPattern(it) => (&it.left, Some(&it.right)),
                pattern => (pattern, None),
            };
            if is_nested(pattern) {
                self.as_target(pattern.span(), |this| this.visit_binding_pattern(pattern));
            } else {
                self.visit_binding_pattern(pattern);
            }
            if let Some(default) = default {
                self.visit_expression(default);
            }
        }
    }

    pub(super) fn object_target(&mut self, it: &ObjectAssignmentTarget<'a>) {
        match &it.rest {
            Some(rest) if keeps_computed_keys(it, rest) => self.with_rest_apart(it, rest),
            Some(rest) => self.with_rest(it, rest),
            None => walk_js::walk_object_assignment_target(self, it),
        }
    }

    /// Writes a pattern as a target whose setter has the rest in a variable before it assigns it to a property.
    fn with_rest_apart(&mut self, it: &ObjectAssignmentTarget<'a>, rest: &AssignmentTargetRest<'a>) {
        let (value, others) = (self.names.fresh(), self.names.fresh());
        let before = format!("{HOST}.to(({value}, {others}) => {{ (");
        self.edits.wrap(it.span, before, "}).value");
        self.edits.wrap(rest.target.span(), format!("{others} }} = {value}); "), format!(" = {others}; "));
        self.edits.replace(Span::new(it.span.end - 1, it.span.end), "");
        self.in_function(|this| this.with_rest(it, rest));
    }

    fn with_rest(&mut self, it: &ObjectAssignmentTarget<'a>, rest: &AssignmentTargetRest<'a>) {
        for property in &it.properties {
            let AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) = property else {
                self.visit_assignment_target_property(property);
                continue;
            };
            self.visit_property_key(&property.name);
            let (target, default) = match &property.binding {
                AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => (Some(&it.binding), Some(&it.init)),
                other => (other.as_assignment_target(), None),
            };
            match target {
                Some(target) if is_pattern(target) && !suspends(|found| found.visit_assignment_target(target)) => {
                    self.as_target(target.span(), |this| this.visit_assignment_target(target));
                }
                Some(target) => {
                    if is_pattern(target) {
                        exclude_target(self, property);
                    }
                    self.visit_assignment_target(target);
                }
                None => {}
            }
            if let Some(default) = default {
                self.visit_expression(default);
            }
        }
        self.visit_assignment_target_rest(rest);
    }
}

/// Whether the key of a property is in the text.
fn is_known(is_computed: bool, key: &PropertyKey<'_>) -> bool {
    !is_computed || matches!(key, PropertyKey::StringLiteral(_) | PropertyKey::NumericLiteral(_))
}

/// Whether the engine keeps what a pattern takes under computed keys.
fn keeps_computed_keys(it: &ObjectAssignmentTarget<'_>, rest: &AssignmentTargetRest<'_>) -> bool {
    let is_computed = |property: &AssignmentTargetProperty<'_>| {
        matches!(property, AssignmentTargetProperty::AssignmentTargetPropertyProperty(it)
            if !is_known(it.computed, &it.name))
    };
    !matches!(rest.target, AssignmentTarget::AssignmentTargetIdentifier(_))
        && it.properties.iter().any(is_computed)
        && !suspends(|found| found.visit_object_assignment_target(it))
}

/// Binds the properties that nested patterns take to names of their own, too.
pub(super) fn exclude(corrector: &mut Corrector<'_, '_, '_>, pattern: &BindingPattern<'_>) {
    match pattern {
        BindingPattern::ObjectPattern(it) => {
            for property in &it.properties {
                if it.rest.is_some() && is_nested(&property.value) {
                    exclude_property(corrector, property);
                }
                exclude(corrector, &property.value);
            }
        }
        BindingPattern::ArrayPattern(it) => {
            let rest = it.rest.as_ref().map(|rest| &rest.argument);
            it.elements.iter().flatten().chain(rest).for_each(|element| exclude(corrector, element));
        }
        BindingPattern::AssignmentPattern(it) => exclude(corrector, &it.left),
        BindingPattern::BindingIdentifier(_) => {}
    }
}

fn exclude_property(corrector: &mut Corrector<'_, '_, '_>, property: &BindingProperty<'_>) {
    if is_known(property.computed, &property.key) {
        let (key, name) = (corrector.source.slice(property.key.span()).to_owned(), corrector.names.fresh());
        corrector.edits.insert(property.span.end, format!(", {key}: {name}"));
    }
}

/// Assigns a property that a nested pattern takes to a target that ignores it, too.
fn exclude_target(corrector: &mut Corrector<'_, '_, '_>, property: &AssignmentTargetPropertyProperty<'_>) {
    if is_known(property.computed, &property.name) {
        let key = corrector.source.slice(property.name.span()).to_owned();
        corrector.edits.insert(property.span.end, format!(", {key}: {HOST}.to(() => 0).value"));
    }
}

pub(super) fn exclude_in_parameters(corrector: &mut Corrector<'_, '_, '_>, parameters: &FormalParameters<'_>) {
    parameters.items.iter().for_each(|parameter| exclude(corrector, &parameter.pattern));
}

pub(super) fn exclude_in_head(corrector: &mut Corrector<'_, '_, '_>, left: &ForStatementLeft<'_>) {
    if let ForStatementLeft::VariableDeclaration(declaration) = left {
        declaration.declarations.iter().for_each(|declarator| exclude(corrector, &declarator.id));
    }
}
