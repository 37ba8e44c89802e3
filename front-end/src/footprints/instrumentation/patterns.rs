//! What is declared and assigned: patterns, parameters, and targets of assignments.

use std::sync::Arc;

use oxc_ast::ast::{
    BindingPattern, Expression, FormalParameters, ObjectPattern, PropertyKey, SimpleAssignmentTarget, TSEnumDeclaration,
};
use oxc_ast_visit::VisitJs;
use oxc_span::GetSpan;
use posttask::internal::exploration::footprints::{PORT, Use, hidden};

use super::Instrumentation;
use crate::footprints::frame::Early;

impl Instrumentation<'_, '_> {
    /// An `enum` of TypeScript: the object is made here.
    pub(super) fn enumeration(&mut self, it: &TSEnumDeclaration<'_>) {
        if it.declare {
            return;
        }
        it.body
            .members
            .iter()
            .filter_map(|member| member.initializer.as_ref())
            .for_each(|it| self.visit_expression(it));
        if let Some(symbol) = it.id.symbol_id.get()
            && self.is_late(symbol)
        {
            self.variable(symbol, true);
        }
    }

    /// A pattern declares variables, or reads properties into them.
    pub(super) fn pattern(&mut self, it: &BindingPattern<'_>, is_written: bool) {
        match it {
            BindingPattern::BindingIdentifier(identifier) => {
                if let Some(symbol) = identifier.symbol_id.get()
                    && (is_written || self.is_late(symbol))
                {
                    self.variable(symbol, true);
                }
            }
            BindingPattern::ObjectPattern(pattern) => self.object_pattern(pattern, is_written),
            BindingPattern::ArrayPattern(pattern) => {
                self.uses(Use::Iterate);
                pattern.elements.iter().flatten().for_each(|it| self.pattern(it, is_written));
                pattern.rest.iter().for_each(|rest| self.pattern(&rest.argument, is_written));
            }
            BindingPattern::AssignmentPattern(pattern) => {
                self.pattern(&pattern.left, is_written);
                self.visit_expression(&pattern.right);
            }
        }
    }

    fn object_pattern(&mut self, it: &ObjectPattern<'_>, is_written: bool) {
        for property in &it.properties {
            match &property.key {
                PropertyKey::StaticIdentifier(name) => self.uses(Use::Read(name.name.as_str().into())),
                _ => self.is_unknown(),
            }
            self.pattern(&property.value, is_written);
        }
        if let Some(rest) = &it.rest {
            self.uses(Use::ReadAny);
            self.pattern(&rest.argument, is_written);
        }
    }

    /// The parameters are evaluated before the body. What is used in a way that may throw is announced there.
    pub(super) fn parameters(&mut self, it: &FormalParameters<'_>) {
        for parameter in &it.items {
            self.pattern(&parameter.pattern, false);
            self.announce_early(&parameter.pattern);
            if let Some(value) = &parameter.initializer {
                self.visit_expression(value);
                self.announce_default(value);
            }
        }
        if let Some(rest) = &it.rest {
            self.pattern(&rest.rest.argument, false);
            self.announce_early(&rest.rest.argument);
        }
    }

    /// A parameter reads properties whose values may be patterns, which throws for `undefined` and `null`.
    fn announce_early(&mut self, it: &BindingPattern<'_>) {
        match it {
            BindingPattern::BindingIdentifier(_) => {}
            BindingPattern::AssignmentPattern(pattern) => {
                self.announce_early(&pattern.left);
                self.announce_default(&pattern.right);
            }
            BindingPattern::ObjectPattern(pattern) => {
                for property in &pattern.properties {
                    if is_nested(&property.value) && !property.shorthand {
                        self.early(Early::Property(property.span.start));
                    }
                    self.announce_early(&property.value);
                }
            }
            BindingPattern::ArrayPattern(pattern) => {
                // Nothing can be announced between the elements.
                if pattern.elements.iter().flatten().any(is_nested) {
                    self.cannot_be_announced();
                }
                pattern.elements.iter().flatten().for_each(|it| self.announce_early(it));
                pattern.rest.iter().for_each(|rest| self.announce_early(&rest.argument));
            }
        }
    }

    fn announce_default(&mut self, value: &Expression<'_>) {
        // The name of the parameter is that of a function without a name.
        if !is_plain(value) {
            self.early(Early::Value(value.span()));
        }
    }

    fn early(&mut self, early: Early) {
        if let Some(frame) = self.frames.last_mut() {
            frame.early.push(early);
        }
    }

    /// Writes to, and maybe reads, the target of an assignment.
    pub(super) fn target(&mut self, it: &SimpleAssignmentTarget<'_>, is_read: bool) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => self.identifier(identifier, true),
            SimpleAssignmentTarget::StaticMemberExpression(member)
                if member.property.name == "onmessage"
                    && !is_read
                    && !matches!(member.object, Expression::Super(_)) =>
            {
                self.edits.wrap(member.object.span(), hidden(&format!("{PORT}(")), hidden(")"));
                self.member(&member.object);
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                self.member(&member.object);
                self.write(member.property.name.as_str().into(), is_read);
            }
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                self.member(&member.object);
                self.write(format!("#{}", member.field.name).into(), is_read);
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                self.member(&member.object);
                self.visit_expression(&member.expression);
                if let Some(name) = Self::property_name(&member.expression) {
                    self.write(name, is_read);
                } else {
                    self.uses(Use::Convert);
                    self.uses(Use::WriteAny);
                }
            }
            _ => self.is_unknown(),
        }
    }

    fn write(&mut self, name: Arc<str>, is_read: bool) {
        if is_read {
            self.uses(Use::Read(Arc::clone(&name)));
        }
        self.uses(Use::Write(name));
    }
}

/// Whether a value is destructured.
fn is_nested(it: &BindingPattern<'_>) -> bool {
    match it {
        BindingPattern::BindingIdentifier(_) => false,
        BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_) => true,
        BindingPattern::AssignmentPattern(pattern) => is_nested(&pattern.left),
    }
}

/// Whether the evaluation of an expression reads nothing and throws nothing.
fn is_plain(it: &Expression<'_>) -> bool {
    match it.without_parentheses() {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) | Expression::ClassExpression(_) => {
            true
        }
        it => it.is_literal(),
    }
}

/// Whether all parameters are names without default values.
pub(super) fn are_simple(parameters: &FormalParameters<'_>) -> bool {
    parameters.items.iter().all(|parameter| {
        parameter.initializer.is_none() && matches!(parameter.pattern, BindingPattern::BindingIdentifier(_))
    })
}
