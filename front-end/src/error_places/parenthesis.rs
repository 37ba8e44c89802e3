//! The parenthesis of a call, where the engine says that it is.

use oxc_ast::ast::CallExpression;
use oxc_span::GetSpan;

use crate::token_search::Source;

/// The offset of the parenthesis of a call.
pub(super) fn parenthesis(call: &CallExpression<'_>, source: Source<'_>) -> u32 {
    let after = source.skip_trivia(call.callee.span().end);
    match source.char_at(after) {
        Some('?') => source.skip_trivia(after + 2),
        _ => after,
    }
}
