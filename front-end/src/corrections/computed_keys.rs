//! The engine refuses some patterns under keys that are computed at run time. It reads the parameters of an arrow
//! function, and the targets of assignments, as object literals first:
//!
//! ```js
//! ({ [k]: v = 1 }) => v  // a name with a default value
//! ({ [k]: { v } }) => v  // a pattern without one
//! ({ [k]: v = 1 } = {})
//! ({ [k]: { v } } = {})
//! ```
//!
//! It reads the pattern of a rest element rightly. So the first such parameter and those after it become properties of
//! one, with the arguments as their default values:
//!
//! ```js
//! (a, $0, $1 = void 0, ...{ $2: { [k]: v = 1 } = $0, $3: { $1: b = v } = { $1 } }) => v
//! ```
//!
//! If there is a rest element already, that is done in an arrow function within another one.
//!
//! In an assignment, `v` becomes a target whose setter assigns to `v`, and a pattern gets the default value
//! `undefined`.

use std::fmt::Write;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetPropertyProperty,
    BindingPattern, BindingProperty, Expression, FormalParameter, FormalParameters, Program, PropertyKey,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::destructuring::is_anonymous_function;
use super::names::{Names, naming};

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, names: &Names, edits: &mut Edits) {
    Corrector { source, names, edits }.visit_program(program);
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Corrector<'_, '_> {
    /// Moves the parameters from one on into a rest element.
    fn move_from(&mut self, first: usize, it: &ArrowFunctionExpression<'_>) {
        let moved = &it.params.items[first..];
        let arguments: Vec<String> = moved.iter().map(|_| self.names.fresh()).collect();
        let mut parameters = String::new();
        for (argument, parameter) in arguments.iter().zip(moved) {
            // A default value counts for the `length` of the function.
            let default = if parameter.initializer.is_some() { " = void 0" } else { "" };
            let _ = write!(parameters, "{argument}{default}, ");
        }
        if let Some(rest) = &it.params.rest {
            let (all, key) = (self.names.fresh(), self.names.fresh());
            let _ = write!(parameters, "...{all}) => ((");
            self.edits.replace(Span::sized(rest.span.start, 3), format!("{key}: "));
            self.edits.insert(rest.span.end, format!(" = {all} }}"));
            self.edits.insert(it.body.span().end, ")()");
        } else {
            let bracket = self.source.char_span_before(it.params.span.end);
            self.edits.insert(bracket.start, " }");
        }
        self.edits.insert(moved[0].span.start, format!("{parameters}...{{ "));
        for (argument, parameter) in arguments.iter().zip(moved) {
            self.as_property(argument, parameter);
        }
    }

    /// Writes a parameter as a property with the value of an argument.
    fn as_property(&mut self, argument: &str, parameter: &FormalParameter<'_>) {
        let key = self.names.fresh();
        let (before, after) = if parameter.initializer.is_some() {
            (format!("{key}: {{ {argument}: "), format!(" }} = {{ {argument} }}"))
        } else {
            (format!("{key}: "), format!(" = {argument}"))
        };
        self.edits.wrap(parameter.span, before, after);
    }
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let first = first_refused(&it.params);
        if let Some(first) = first.filter(|_| !it.r#async) {
            self.move_from(first, it);
        }
        walk_js::walk_arrow_function_expression(self, it);
    }

    fn visit_assignment_target_property_property(&mut self, it: &AssignmentTargetPropertyProperty<'a>) {
        if it.computed && !is_literal(&it.name) {
            match &it.binding {
                AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with_default) => {
                    let AssignmentTarget::AssignmentTargetIdentifier(target) = &with_default.binding else {
                        return walk_js::walk_assignment_target_property_property(self, it);
                    };
                    let name = target.name.as_str();
                    self.edits.replace(target.span, self.names.setter(name));
                    if is_anonymous_function(&with_default.init) {
                        // The function is named after the variable.
                        let (before, after) = naming(name);
                        self.edits.wrap(with_default.init.span(), before, after);
                    }
                }
                AssignmentTargetMaybeDefault::ArrayAssignmentTarget(_)
                | AssignmentTargetMaybeDefault::ObjectAssignmentTarget(_) => {
                    self.edits.insert(it.binding.span().end, " = void 0");
                }
                _ => {}
            }
        }
        walk_js::walk_assignment_target_property_property(self, it);
    }
}

/// The first parameter with a pattern that is refused.
fn first_refused(parameters: &FormalParameters<'_>) -> Option<usize> {
    parameters.items.iter().position(|parameter| Refused::is_in(&parameter.pattern))
}

/// Whether a pattern has a computed key where the engine refuses it.
#[derive(Default)]
struct Refused(bool);

impl Refused {
    fn is_in(pattern: &BindingPattern<'_>) -> bool {
        let mut refused = Self::default();
        refused.visit_binding_pattern(pattern);
        refused.0
    }
}

impl<'a> VisitJs<'a> for Refused {
    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        let is_refused = match &it.value {
            BindingPattern::AssignmentPattern(value) => matches!(value.left, BindingPattern::BindingIdentifier(_)),
            BindingPattern::BindingIdentifier(_) => false,
            BindingPattern::ArrayPattern(_) | BindingPattern::ObjectPattern(_) => true,
        };
        self.0 |= is_refused && it.computed && !is_literal(&it.key);
        walk_js::walk_binding_property(self, it);
    }

    // What is in keys and default values is not part of the pattern.
    fn visit_expression(&mut self, _: &Expression<'a>) {}
}

fn is_literal(key: &PropertyKey<'_>) -> bool {
    matches!(key, PropertyKey::StringLiteral(_) | PropertyKey::NumericLiteral(_))
}
