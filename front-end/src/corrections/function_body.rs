//! Places in the bodies of functions.

use oxc_ast::ast::FunctionBody;

/// Returns where the statements of a body start: after the directives.
pub(super) fn start_of_statements(body: &FunctionBody<'_>) -> u32 {
    body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end)
}
