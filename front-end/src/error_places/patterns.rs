//! Patterns, which take values apart: declarations, assignments, parameters and loops.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Expression,
    ForOfStatement, ForStatementLeft, FormalParameters, ObjectAssignmentTarget, ObjectPattern,
};
use oxc_ast_visit::VisitJs;
use oxc_span::{GetSpan, Span};

use super::super::suspensions::suspends;
use super::caught::CAUGHT;
use super::collector::Collector;
use super::complaint::Complaint;
use super::guards::{Guard, Role, guard_position, throws, unguarded};
use super::members::may_be;
use super::names::{INTERMEDIATE, name_of, not_iterable, not_iterable_of_kind};
use super::nullish::Nullish;
use super::places::place_of;

impl<'s> Collector<'s> {
    /// A pattern, which takes a value apart. Returns what the value is, if that is the error.
    pub(super) fn taken_apart(&mut self, value: &Value<'_, '_>, pattern: Span) -> Option<&'s str> {
        let (expression, own_guard) = match value.expression() {
            Some(value) => {
                let (expression, own_guard) = self.after_guard(value);
                (Some(expression), own_guard)
            }
            None => (None, None),
        };
        if own_guard.is_some() {
            return self.guarded(own_guard).map(|(words, _)| words);
        }
        if expression.is_some_and(|value| self.value_of(value) == Nullish::Never) {
            return None;
        }
        let guard = match value {
            Value::Of(value) => Some(Guard::of(value, Role::Value)),
            Value::Property { can_have_default: true } => Some(Guard::of_pattern(pattern)),
            _ => None,
        };
        self.risk(true, guard);
        match (value, self.complaint()) {
            // The guard is the default value.
            (Value::Guarded(position), _) if self.guarded(Some(*position)).is_some() => Some("undefined"),
            (Value::Guarded(_), Some(Complaint::Destructured("undefined"))) => None,
            (_, Some(Complaint::Destructured(what))) => Some(what),
            _ => None,
        }
    }

    /// An object pattern.
    pub(super) fn object_pattern(&mut self, pattern: Span, first: First, value: &Value<'_, '_>) {
        if let Some(what) = self.taken_apart(value, pattern) {
            let name = value.name(what);
            let read = |key: &str| format!("Cannot read properties of {what} (reading '{key}')");
            let (place, message) = match first {
                First::Property { key, place, has_default: true, .. } => (place, read(&key)),
                First::Property { key, target, .. } if value.is_read() => (target, read(&key)),
                First::Property { key, target, .. } => {
                    (target, format!("Cannot destructure property '{key}' of '{name}' as it is {what}."))
                }
                First::Rest(place) => (place, format!("Cannot destructure '{name}' as it is {what}.")),
                First::Unnamed => (pattern.start, format!("Cannot destructure '{name}' as it is {what}.")),
            };
            self.add(place, message);
        }
        if let Some(value) = value.expression() {
            self.passed(value);
        }
    }

    pub(super) fn array_pattern(&mut self, pattern: Span, value: &Value<'_, '_>) {
        let nullish = self.taken_apart(value, pattern);
        let kind = match self.complaint() {
            Some(Complaint::NotIterable(kind)) if value.expression().is_none_or(|value| may_be(value, kind)) => {
                Some(kind)
            }
            _ => nullish,
        };
        if self.is_possible(Complaint::IteratorNotObject) {
            let place = value.expression().map_or(pattern.start, |value| place_of(value, self.source));
            self.add(place, "Result of the Symbol.iterator method is not an object".to_owned());
        }
        let Some(kind) = kind else { return };
        let unnamed = || not_iterable_of_kind(kind);
        let (place, message) = match value {
            Value::Of(value) => {
                let (value, _) = unguarded(value, self.source);
                let calls_method =
                    matches!(value, Expression::CallExpression(call) if call.callee.is_member_expression());
                if value.is_member_expression() || calls_method {
                    (value.span().start, unnamed())
                } else {
                    (place_of(value, self.source), not_iterable(value))
                }
            }
            Value::Assigned(_, operator) => (*operator, unnamed()),
            Value::Next { is_declared: true } => (pattern.end - 1, ".for is not iterable".to_owned()),
            // After a name, the place would be that of the call of this name.
            Value::Argument { parenthesis, .. } if !self.is_after_name(*parenthesis) => (*parenthesis, unnamed()),
            _ => (pattern.start, unnamed()),
        };
        self.add(place, message);
    }

    fn is_after_name(&self, parenthesis: u32) -> bool {
        let end = self.source.skip_trivia_back(parenthesis);
        self.source.slice(self.source.char_span_before(end)).chars().all(|last| last.is_alphanumeric() || last == '$')
    }

    pub(super) fn binding(&mut self, pattern: &BindingPattern<'_>, value: &Value<'_, '_>) {
        match pattern {
            BindingPattern::BindingIdentifier(_) => {}
            BindingPattern::ObjectPattern(object) => {
                self.object_pattern(object.span, First::of_binding(object), value);
                for property in &object.properties {
                    if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    // The engine refuses defaults of patterns with computed keys in some places.
                    self.binding(&property.value, &Value::Property { can_have_default: !property.computed });
                }
                if let Some(rest) = &object.rest {
                    self.binding(&rest.argument, &Value::Property { can_have_default: false });
                }
            }
            BindingPattern::ArrayPattern(array) => {
                self.array_pattern(array.span, value);
                for element in array.elements.iter().flatten() {
                    // Within loops, one that suspends has another default (`corrections/destructuring.rs`).
                    let suspends = matches!(element, BindingPattern::ObjectPattern(_))
                        && suspends(|found| found.visit_binding_pattern(element));
                    self.binding(element, &Value::Property { can_have_default: !suspends });
                }
                if let Some(rest) = &array.rest {
                    self.binding(&rest.argument, &Value::Property { can_have_default: false });
                }
            }
            BindingPattern::AssignmentPattern(default) => {
                if let Some(position) = guard_position(&default.right, self.source) {
                    self.recording(position, |_| {});
                    self.binding(&default.left, &Value::Guarded(position));
                } else {
                    self.perhaps(|collector| collector.visit_expression(&default.right));
                    self.binding(&default.left, &Value::Property { can_have_default: false });
                }
            }
        }
    }

    pub(super) fn target(&mut self, target: &AssignmentTarget<'_>, value: &Value<'_, '_>) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.write(name.name.as_str(), name.span.start);
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                self.object_pattern(object.span, First::of_target(object), value);
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
                    self.target(&rest.target, &Value::Property { can_have_default: false });
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                self.array_pattern(array.span, value);
                array.elements.iter().flatten().for_each(|element| self.maybe_default(element));
                if let Some(rest) = &array.rest {
                    self.target(&rest.target, &Value::Property { can_have_default: false });
                }
            }
            other => {
                if let Some(member) = other.as_member_expression() {
                    self.set_member(member, member.span().start);
                }
            }
        }
    }

    pub(super) fn maybe_default(&mut self, target: &AssignmentTargetMaybeDefault<'_>) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(default) => {
                self.perhaps(|collector| collector.visit_expression(&default.init));
                self.target(&default.binding, &Value::Property { can_have_default: false });
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.target(target, &Value::Property { can_have_default: false });
                }
            }
        }
    }

    pub(super) fn parameters(&mut self, parameters: &FormalParameters<'_>) {
        let declaring = self.declaring.len();
        if self.sought.is_some() {
            let patterns = parameters.items.iter().map(|parameter| &parameter.pattern);
            let names = patterns.flat_map(BindingPattern::get_binding_identifiers);
            self.declaring.extend(names.filter_map(|name| name.symbol_id.get()));
        }
        let parenthesis = parameters.span.start;
        for parameter in &parameters.items {
            if let Some(default) = &parameter.initializer {
                self.perhaps(|collector| collector.visit_expression(default));
            }
            let has_default = parameter.initializer.is_some();
            self.binding(&parameter.pattern, &Value::Argument { parenthesis, has_default });
            if self.sought.is_some() {
                let names = parameter.pattern.get_binding_identifiers();
                let declared: Vec<_> = names.iter().filter_map(|name| name.symbol_id.get()).collect();
                self.declaring.retain(|symbol| !declared.contains(symbol));
            }
        }
        self.declaring.truncate(declaring);
        if let Some(rest) = &parameters.rest {
            self.binding(&rest.rest.argument, &Value::Argument { parenthesis, has_default: false });
        }
    }

    pub(super) fn for_of_body(&mut self, statement: &ForOfStatement<'_>) {
        match &statement.left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                declaration
                    .declarations
                    .iter()
                    .for_each(|declarator| self.binding(&declarator.id, &Value::Next { is_declared: true }));
            }
            left => {
                if let Some(target) = left.as_assignment_target() {
                    self.target(target, &Value::Next { is_declared: false });
                }
            }
        }
        self.visit_statement(&statement.body);
    }
}

/// The first property of an object pattern.
pub(super) enum First {
    /// With the places of its key and of the variable.
    Property { key: String, place: u32, target: u32, has_default: bool },
    /// With the place of the variable.
    Rest(u32),
    /// There is none, or its key is computed.
    Unnamed,
}

impl First {
    fn of_binding(pattern: &ObjectPattern<'_>) -> Self {
        match (pattern.properties.first(), &pattern.rest) {
            (Some(property), _) if property.computed => Self::Unnamed,
            (Some(property), _) => Self::Property {
                key: property.key.static_name().unwrap_or_default().into_owned(),
                place: property.key.span().start,
                target: property.value.span().start,
                has_default: has_default(&property.value),
            },
            (None, Some(rest)) => Self::Rest(rest.argument.span().start),
            (None, None) => Self::Unnamed,
        }
    }

    fn of_target(pattern: &ObjectAssignmentTarget<'_>) -> Self {
        match (pattern.properties.first(), &pattern.rest) {
            (Some(AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name)), _) => Self::Property {
                key: name.binding.name.to_string(),
                place: name.span.start,
                target: name.span.start,
                has_default: name.init.is_some(),
            },
            (Some(AssignmentTargetProperty::AssignmentTargetPropertyProperty(property)), _) if property.computed => {
                Self::Unnamed
            }
            (Some(AssignmentTargetProperty::AssignmentTargetPropertyProperty(property)), _) => Self::Property {
                key: property.name.static_name().unwrap_or_default().into_owned(),
                place: property.span.start,
                target: property.binding.span().start,
                has_default: matches!(property.binding, AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(_)),
            },
            (None, Some(rest)) => Self::Rest(rest.target.span().start),
            (None, None) => Self::Unnamed,
        }
    }
}

/// Whether a pattern has a default that is not a guard.
fn has_default(pattern: &BindingPattern<'_>) -> bool {
    matches!(pattern, BindingPattern::AssignmentPattern(default) if !throws(&default.right))
}

/// What a pattern takes apart.
pub(super) enum Value<'t, 'a> {
    Of(&'t Expression<'a>),
    /// With the place of the operator.
    Assigned(&'t Expression<'a>, u32),
    /// What an outer pattern takes. A default may be the guard of the inner one.
    Property {
        can_have_default: bool,
    },
    /// What an outer pattern takes, with the position of the guard.
    Guarded(u32),
    /// An argument of the function whose parameters start at the parenthesis.
    Argument {
        parenthesis: u32,
        has_default: bool,
    },
    /// A value of a `for-of` loop.
    Next {
        is_declared: bool,
    },
    /// A value that a `catch` clause receives.
    Caught,
}

impl<'t, 'a> Value<'t, 'a> {
    fn expression(&self) -> Option<&'t Expression<'a>> {
        match self {
            Self::Of(value) | Self::Assigned(value, _) => Some(value),
            _ => None,
        }
    }

    /// Whether V8 reports the read of the first property.
    fn is_read(&self) -> bool {
        matches!(self, Self::Property { .. } | Self::Guarded(_) | Self::Next { is_declared: false })
    }

    fn name(&self, what: &str) -> String {
        match self {
            Self::Of(Expression::Identifier(name)) if name.name == CAUGHT => ".catch".to_owned(),
            Self::Of(value) | Self::Assigned(value, _) => name_of(value),
            Self::Next { .. } => ".for".to_owned(),
            Self::Caught => ".catch".to_owned(),
            // The condition whether there is an argument, and both values.
            Self::Argument { has_default: true, .. } => INTERMEDIATE.repeat(3),
            _ if what == "null" => "object null".to_owned(),
            _ => what.to_owned(),
        }
    }
}
