//! Patterns, which take values apart: declarations, assignments, parameters and loops.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Expression,
    ForOfStatement, ForStatementLeft, FormalParameters,
};
use oxc_ast_visit::VisitJs;
use oxc_span::GetSpan;

use super::collector::Collector;
use super::complaint::Complaint;
use super::guards::{Guard, Role, unguarded};
use super::names::name_of;
use super::nullish::Nullish;
use super::places::{member_place, place_of};

impl<'s> Collector<'s> {
    /// A pattern, which takes a value apart. Returns what the value is, if that is the error.
    pub(super) fn taken_apart(&mut self, value: &Value<'_, '_>) -> Option<&'s str> {
        let (expression, own_guard) = match value.expression() {
            Some(value) => {
                let (expression, own_guard) = unguarded(value, self.source);
                (Some(expression), own_guard)
            }
            None => (None, None),
        };
        if own_guard.is_some() {
            return self.guarded(own_guard);
        }
        if expression.is_some_and(|value| self.value_of(value) == Nullish::Never) {
            return None;
        }
        let guard = match value {
            Value::Of(value) => Some(Guard::of(value, Role::Value)),
            _ => None,
        };
        self.risk(true, guard);
        match self.complaint() {
            Some(Complaint::Destructured(what)) => Some(what),
            _ => None,
        }
    }

    /// An object pattern. `first` is its first property, with the place.
    pub(super) fn object_pattern(&mut self, start: u32, first: Option<(u32, String)>, value: &Value<'_, '_>) {
        if let Some(what) = self.taken_apart(value) {
            match first {
                Some((place, key)) if matches!(value, Value::Property) => {
                    self.add(place, format!("Cannot read properties of {what} (reading '{key}')"));
                }
                Some((place, key)) => {
                    let name = value.name(what);
                    self.add(place, format!("Cannot destructure property '{key}' of '{name}' as it is {what}."));
                }
                None => self.add(start, format!("Cannot destructure '{}' as it is {what}.", value.name(what))),
            }
        }
        if let Some(value) = value.expression() {
            self.passed(value);
        }
    }

    pub(super) fn array_pattern(&mut self, start: u32, value: &Value<'_, '_>) {
        let nullish = self.taken_apart(value);
        let unnamed = nullish.or_else(|| self.is_possible(Complaint::NotIterable).then_some("value"));
        if let Some(unnamed) = unnamed {
            let (place, name) = match value {
                Value::Of(value) => (place_of(value, self.source), name_of(value)),
                Value::Assigned(value, operator) => (*operator, name_of(value)),
                _ => (start, unnamed.to_owned()),
            };
            self.add(place, format!("{name} is not iterable"));
        }
    }

    pub(super) fn binding(&mut self, pattern: &BindingPattern<'_>, value: &Value<'_, '_>) {
        match pattern {
            BindingPattern::BindingIdentifier(_) => {}
            BindingPattern::ObjectPattern(object) => {
                let first = object.properties.first().map(|property| &property.key);
                let first = first.map(|key| (key.span().start, key.static_name().unwrap_or_default().into_owned()));
                self.object_pattern(object.span.start, first, value);
                for property in &object.properties {
                    if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    self.binding(&property.value, &Value::Property);
                }
                if let Some(rest) = &object.rest {
                    self.binding(&rest.argument, &Value::Property);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                self.array_pattern(array.span.start, value);
                array.elements.iter().flatten().for_each(|element| self.binding(element, &Value::Property));
                if let Some(rest) = &array.rest {
                    self.binding(&rest.argument, &Value::Property);
                }
            }
            BindingPattern::AssignmentPattern(default) => {
                self.perhaps(|collector| collector.visit_expression(&default.right));
                self.binding(&default.left, value);
            }
        }
    }

    pub(super) fn target(&mut self, target: &AssignmentTarget<'_>, value: &Value<'_, '_>) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.write(name.name.as_str(), name.span.start);
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                let first = object.properties.first().map(|property| {
                    let key = match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                            name.binding.name.to_string()
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            property.name.static_name().unwrap_or_default().into_owned()
                        }
                    };
                    (property.span().start, key)
                });
                self.object_pattern(object.span.start, first, value);
                for property in &object.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                            if let Some(default) = &name.init {
                                self.perhaps(|collector| collector.visit_expression(default));
                            }
                            self.write(name.binding.name.as_str(), name.span.start);
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            if property.computed {
                                self.visit_property_key(&property.name);
                            }
                            self.maybe_default(&property.binding);
                        }
                    }
                }
                if let Some(rest) = &object.rest {
                    self.target(&rest.target, &Value::Property);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                self.array_pattern(array.span.start, value);
                array.elements.iter().flatten().for_each(|element| self.maybe_default(element));
                if let Some(rest) = &array.rest {
                    self.target(&rest.target, &Value::Property);
                }
            }
            other => {
                if let Some(member) = other.as_member_expression() {
                    self.set_member(member, member_place(member, self.source));
                }
            }
        }
    }

    pub(super) fn maybe_default(&mut self, target: &AssignmentTargetMaybeDefault<'_>) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(default) => {
                self.perhaps(|collector| collector.visit_expression(&default.init));
                self.target(&default.binding, &Value::Property);
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.target(target, &Value::Property);
                }
            }
        }
    }

    pub(super) fn parameters(&mut self, parameters: &FormalParameters<'_>) {
        for parameter in &parameters.items {
            if let Some(default) = &parameter.initializer {
                self.perhaps(|collector| collector.visit_expression(default));
            }
            self.binding(&parameter.pattern, &Value::Argument);
        }
        if let Some(rest) = &parameters.rest {
            self.binding(&rest.rest.argument, &Value::Argument);
        }
    }

    pub(super) fn for_of_body(&mut self, statement: &ForOfStatement<'_>) {
        match &statement.left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                declaration.declarations.iter().for_each(|declarator| self.binding(&declarator.id, &Value::Next));
            }
            left => {
                if let Some(target) = left.as_assignment_target() {
                    self.target(target, &Value::Next);
                }
            }
        }
        self.visit_statement(&statement.body);
    }
}

/// What a pattern takes apart.
pub(super) enum Value<'t, 'a> {
    Of(&'t Expression<'a>),
    /// With the place of the operator.
    Assigned(&'t Expression<'a>, u32),
    /// What an outer pattern takes.
    Property,
    Argument,
    /// A value of a `for-of` loop.
    Next,
}

impl<'t, 'a> Value<'t, 'a> {
    fn expression(&self) -> Option<&'t Expression<'a>> {
        match self {
            Self::Of(value) | Self::Assigned(value, _) => Some(value),
            _ => None,
        }
    }

    fn name(&self, what: &str) -> String {
        match self {
            Self::Of(value) | Self::Assigned(value, _) => name_of(value),
            Self::Next => ".for".to_owned(),
            Self::Property | Self::Argument if what == "null" => "object null".to_owned(),
            Self::Property | Self::Argument => what.to_owned(),
        }
    }
}
