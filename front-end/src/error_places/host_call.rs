//! Calls of functions of the host that corrected text contains.

use oxc_ast::ast::{CallExpression, Expression};

use crate::helpers::HOST;

/// The name of the host's function that a call calls, if it is one.
pub(super) fn host_function<'t>(call: &'t CallExpression<'_>) -> Option<&'t str> {
    let member = call.callee.as_member_expression()?;
    is_host(member.object()).then(|| member.static_property_name()).flatten()
}

/// Whether an expression is the global with the functions of the host.
pub(super) fn is_host(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::Identifier(host) if host.name == HOST)
}

/// The name of the host's function that an expression calls, if it is such a call.
pub(super) fn called_host_function<'t>(expression: &'t Expression<'_>) -> Option<&'t str> {
    match expression {
        Expression::CallExpression(call) => host_function(call),
        _ => None,
    }
}
