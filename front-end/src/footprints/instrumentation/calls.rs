//! Calls of functions, methods and constructors.

use oxc_ast::ast::{Argument, Expression, NewExpression, ObjectPropertyKind, PropertyKey};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use posttask::internal::exploration::footprints::{EXECUTOR, PROMISE, Use, hidden};

use super::Instrumentation;

impl Instrumentation<'_, '_> {
    /// The arguments of a call. Returns whether they are primitive values.
    pub(super) fn arguments(&mut self, arguments: &[Argument<'_>]) -> bool {
        for argument in arguments {
            match argument {
                Argument::SpreadElement(spread) => self.visit_spread_element(spread),
                _ => argument.as_expression().into_iter().for_each(|it| self.visit_expression(it)),
            }
        }
        arguments.iter().all(|argument| argument.as_expression().is_some_and(is_primitive))
    }

    /// The call of a method, or of a function of a global.
    pub(super) fn call_member(&mut self, object: &Expression<'_>, name: &str, arguments: &[Argument<'_>]) {
        if let Some(object) = self.outside(object) {
            let is_plain = self.arguments(arguments);
            self.calls(&object.property(name), is_plain);
        } else {
            self.member(object);
            let is_plain = self.arguments(arguments);
            if name == "addEventListener" && !arguments.get(2).is_none_or(is_without_signal) {
                self.is_unknown();
            }
            self.uses(Use::Method { name: name.into(), is_plain });
        }
    }

    /// The call of a function that is not a property.
    pub(super) fn call_function(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>], is_unused: bool) {
        if let Some(function) = self.outside(callee) {
            let is_plain = self.arguments(arguments);
            self.calls(&function, is_plain);
            if function.is_global("setTimeout") || function.is_global("setInterval") {
                self.timer(arguments, is_unused);
            }
            return;
        }
        let is_function = matches!(
            callee,
            Expression::Identifier(_) | Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
        );
        if is_function {
            self.visit_expression(callee);
        } else {
            self.is_unknown();
            walk_js::walk_expression(self, callee);
        }
        self.arguments(arguments);
    }

    /// The call of `setTimeout` or `setInterval`.
    fn timer(&mut self, arguments: &[Argument<'_>], is_unused: bool) {
        if !is_unused {
            self.uses(Use::TimerNumber);
        }
        // The delay becomes a number.
        if !arguments.iter().skip(1).all(|it| it.as_expression().is_some_and(is_primitive)) {
            self.uses(Use::Convert);
        }
    }

    /// The call of the constructor of the parent, which may be that of errors or events.
    pub(super) fn call_parent(&mut self, arguments: &[Argument<'_>]) {
        if !self.arguments(arguments) {
            self.uses(Use::Convert);
            // The options of errors and events.
            for name in ["cause", "bubbles", "cancelable", "composed", "detail"] {
                self.uses(Use::Read(name.into()));
            }
        }
    }

    /// The call of a constructor. The executor of a promise and the promise itself are announced.
    pub(super) fn construct(&mut self, it: &NewExpression<'_>) {
        let Some(class) = self.outside(&it.callee) else {
            self.visit_expression(&it.callee);
            // A class without a constructor calls that of its parent.
            self.call_parent(&it.arguments);
            return;
        };
        if class.is_global("Promise") {
            self.edits.wrap(it.span, hidden(&format!("{PROMISE}(")), hidden(")"));
            match it.arguments.first().and_then(Argument::as_expression) {
                Some(executor) => {
                    self.edits.wrap(executor.span(), hidden(&format!("{EXECUTOR}(")), hidden(")"));
                    if let Expression::ArrowFunctionExpression(arrow) = executor {
                        // The constructor does not use what the executor returns.
                        self.unused = arrow.body.as_expression().map(GetSpan::span);
                    }
                }
                None => self.is_unknown(),
            }
        }
        let is_plain = self.arguments(&it.arguments);
        self.uses_outside(&class, &format!("new {}", class.name), is_plain);
    }
}

/// Whether the options of a listener say that no signal removes it.
fn is_without_signal(options: &Argument<'_>) -> bool {
    match options.as_expression() {
        Some(Expression::ObjectExpression(object)) => object.properties.iter().all(|property| match property {
            ObjectPropertyKind::ObjectProperty(property) => match &property.key {
                PropertyKey::StaticIdentifier(name) => name.name != "signal",
                _ => false,
            },
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        Some(it) => is_primitive(it),
        None => false,
    }
}

/// Whether an expression always has a primitive value.
fn is_primitive(it: &Expression<'_>) -> bool {
    match it.without_parentheses() {
        Expression::Identifier(identifier) => identifier.name == "undefined",
        it => {
            it.is_literal() && !matches!(it, Expression::RegExpLiteral(_))
                || matches!(
                    it,
                    Expression::TemplateLiteral(_)
                        | Expression::BinaryExpression(_)
                        | Expression::UnaryExpression(_)
                        | Expression::UpdateExpression(_)
                )
        }
    }
}
