//! The loop that Babel writes for `export * from 'x'`.
//!
//! ```js
//! Object.keys(_x).forEach(function (key) {
//!   if (key === "default" || key === "__esModule") return;
//!   if (Object.prototype.hasOwnProperty.call(_exportNames, key)) return;
//!   if (key in exports && exports[key] === _x[key]) return;
//!   exports[key] = _x[key];
//! });
//! ```

use oxc_ast::ast::{
    Argument, AssignmentExpression, CallExpression, Expression, Function, IfStatement, MemberExpression, Statement,
    UnaryOperator,
};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator};

use super::{getters, shapes};

/// The variables of a loop.
#[derive(Clone, Copy)]
struct Loop<'a> {
    module: &'a str,
    key: &'a str,
}

/// The variable whose names a loop exports, if a call is such a loop.
pub(super) fn variable<'a>(call: &CallExpression<'a>) -> Option<&'a str> {
    let Expression::StaticMemberExpression(callee) = &call.callee else { return None };
    let ([Argument::FunctionExpression(function)], "forEach") =
        (call.arguments.as_slice(), callee.property.name.as_str())
    else {
        return None;
    };
    let variables = Loop { module: keys_of(&callee.object)?, key: only_parameter(function)? };
    let body = function.body.as_ref().filter(|body| body.directives.is_empty())?;
    variables.is_body(&body.statements).then_some(variables.module)
}

/// `x` in `Object.keys(x)`.
fn keys_of<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    let Expression::CallExpression(call) = expression else { return None };
    match call.arguments.as_slice() {
        [argument] if shapes::is_member_of(&call.callee, "Object", "keys") => {
            shapes::identifier(argument.as_expression()?)
        }
        _ => None,
    }
}

fn only_parameter<'a>(function: &Function<'a>) -> Option<&'a str> {
    let [parameter] = function.params.items.as_slice() else { return None };
    let plain = function.params.rest.is_none() && parameter.initializer.is_none() && function.id.is_none();
    let name = parameter.pattern.get_binding_identifier().map(|identifier| identifier.name.as_str());
    name.filter(|_| plain && !function.r#async && !function.generator)
}

/// The only statement of a block, or a statement that isn't a block.
fn only<'e, 'a>(statement: &'e Statement<'a>) -> &'e Statement<'a> {
    match statement {
        Statement::BlockStatement(block) => match block.body.as_slice() {
            [only] => only,
            _ => statement,
        },
        _ => statement,
    }
}

/// The test of `if (test) return`.
fn returns_if<'e, 'a>(statement: &'e Statement<'a>) -> Option<&'e Expression<'a>> {
    match statement {
        Statement::IfStatement(statement) if statement.alternate.is_none() => {
            let returns =
                matches!(only(&statement.consequent), Statement::ReturnStatement(only) if only.argument.is_none());
            returns.then_some(&statement.test)
        }
        _ => None,
    }
}

/// Both sides of an operator.
type Sides<'e, 'a> = (&'e Expression<'a>, &'e Expression<'a>);

fn binary<'e, 'a>(expression: &'e Expression<'a>, operator: BinaryOperator) -> Option<Sides<'e, 'a>> {
    match expression {
        Expression::BinaryExpression(binary) if binary.operator == operator => Some((&binary.left, &binary.right)),
        _ => None,
    }
}

fn logical<'e, 'a>(expression: &'e Expression<'a>, operator: LogicalOperator) -> Option<Sides<'e, 'a>> {
    match expression {
        Expression::LogicalExpression(logical) if logical.operator == operator => Some((&logical.left, &logical.right)),
        _ => None,
    }
}

impl Loop<'_> {
    fn is_body(self, statements: &[Statement<'_>]) -> bool {
        match statements {
            [Statement::IfStatement(only)] => self.exports_if_named(only),
            [first, rest @ .., last] => {
                returns_if(first).is_some_and(|test| self.is_default_or_mark(test))
                    && self.are_guards(rest)
                    && self.exports_one(last)
            }
            _ => false,
        }
    }

    /// The tests for names that are exported already. Each may be left out.
    fn are_guards(self, statements: &[Statement<'_>]) -> bool {
        let has = |statement| returns_if(statement).is_some_and(|test| self.is_has_own(test));
        let same = |statement| returns_if(statement).is_some_and(|test| self.is_same(test));
        match statements {
            [] => true,
            [only] => has(only) || same(only),
            [first, second] => has(first) && same(second),
            _ => false,
        }
    }

    /// `if (key !== 'default' && !exports.hasOwnProperty(key)) exports[key] = x[key]`. The second test may be left out.
    fn exports_if_named(self, statement: &IfStatement<'_>) -> bool {
        let tested = match logical(&statement.test, LogicalOperator::And) {
            Some((left, Expression::UnaryExpression(not))) => {
                let is_new = not.operator == UnaryOperator::LogicalNot && self.is_any_has_own(&not.argument);
                is_new && self.compares(left, BinaryOperator::StrictInequality, "default")
            }
            _ => self.compares(&statement.test, BinaryOperator::StrictInequality, "default"),
        };
        tested && statement.alternate.is_none() && self.exports_one(only(&statement.consequent))
    }

    fn is_key(self, expression: &Expression<'_>) -> bool {
        shapes::is_identifier(expression, self.key)
    }

    /// `key === 'default' || key === '__esModule'`.
    fn is_default_or_mark(self, test: &Expression<'_>) -> bool {
        logical(test, LogicalOperator::Or).is_some_and(|(left, right)| {
            self.compares(left, BinaryOperator::StrictEquality, "default")
                && self.compares(right, BinaryOperator::StrictEquality, "__esModule")
        })
    }

    fn compares(self, test: &Expression<'_>, operator: BinaryOperator, name: &str) -> bool {
        binary(test, operator).is_some_and(|(left, right)| self.is_key(left) && right.is_specific_string_literal(name))
    }

    /// `Object.prototype.hasOwnProperty.call(names, key)`, also without `prototype`.
    fn is_has_own(self, test: &Expression<'_>) -> bool {
        let Expression::CallExpression(call) = test else { return false };
        let Expression::StaticMemberExpression(callee) = &call.callee else { return false };
        let Expression::StaticMemberExpression(method) = &callee.object else { return false };
        let of_object = shapes::is_identifier(&method.object, "Object")
            || shapes::is_member_of(&method.object, "Object", "prototype");
        callee.property.name == "call"
            && method.property.name == "hasOwnProperty"
            && of_object
            && self.are_names_and_key(&call.arguments)
    }

    /// The same, or `names.hasOwnProperty(key)`.
    fn is_any_has_own(self, test: &Expression<'_>) -> bool {
        let Expression::CallExpression(call) = test else { return false };
        let Expression::StaticMemberExpression(callee) = &call.callee else { return false };
        let short = callee.property.name == "hasOwnProperty"
            && matches!(callee.object, Expression::Identifier(_))
            && matches!(call.arguments.as_slice(), [key] if key.as_expression().is_some_and(|key| self.is_key(key)));
        short || self.is_has_own(test)
    }

    fn are_names_and_key(self, arguments: &[Argument<'_>]) -> bool {
        match arguments {
            [Argument::Identifier(_), key] => key.as_expression().is_some_and(|key| self.is_key(key)),
            _ => false,
        }
    }

    /// `key in exports && exports[key] === x[key]`.
    fn is_same(self, test: &Expression<'_>) -> bool {
        let Some((left, right)) = logical(test, LogicalOperator::And) else { return false };
        let known = binary(left, BinaryOperator::In)
            .is_some_and(|(key, object)| self.is_key(key) && shapes::is_exports(object));
        let same = binary(right, BinaryOperator::StrictEquality)
            .is_some_and(|(ours, theirs)| self.is_ours(ours) && self.is_theirs(theirs));
        known && same
    }

    /// `exports[key]`.
    fn is_ours(self, expression: &Expression<'_>) -> bool {
        matches!(expression, Expression::ComputedMemberExpression(member)
            if !member.optional && shapes::is_exports(&member.object) && self.is_key(&member.expression))
    }

    /// `x[key]`.
    fn is_theirs(self, expression: &Expression<'_>) -> bool {
        matches!(expression, Expression::ComputedMemberExpression(member)
            if !member.optional
                && shapes::is_identifier(&member.object, self.module)
                && self.is_key(&member.expression))
    }

    fn exports_one(self, statement: &Statement<'_>) -> bool {
        match statement {
            Statement::ExpressionStatement(statement) => match &statement.expression {
                Expression::AssignmentExpression(assignment) => self.assigns_one(assignment),
                Expression::CallExpression(call) => self.defines_one(call),
                _ => false,
            },
            _ => false,
        }
    }

    /// `exports[key] = x[key]`.
    fn assigns_one(self, assignment: &AssignmentExpression<'_>) -> bool {
        let target = assignment.left.as_member_expression();
        let to_exports = target.is_some_and(|member| {
            matches!(member, MemberExpression::ComputedMemberExpression(member)
                if shapes::is_exports(&member.object) && self.is_key(&member.expression))
        });
        to_exports && assignment.operator == AssignmentOperator::Assign && self.is_theirs(&assignment.right)
    }

    /// `Object.defineProperty(exports, key, { enumerable: true, get() { return x[key] } })`.
    fn defines_one(self, call: &CallExpression<'_>) -> bool {
        let [target, key, Argument::ObjectExpression(descriptor)] = call.arguments.as_slice() else { return false };
        let returned = getters::enumerable_getter(descriptor).and_then(getters::returned);
        shapes::is_member_of(&call.callee, "Object", "defineProperty")
            && target.as_expression().is_some_and(shapes::is_exports)
            && key.as_expression().is_some_and(|key| self.is_key(key))
            && returned.is_some_and(|value| self.is_theirs(value))
    }
}
