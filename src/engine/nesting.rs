//! A limit on how deeply source text may be nested. Boa's parser recurses, and would overflow the native stack.

use boa_engine::{Context, JsError, JsNativeError};

use super::position_after;
use super::source_depth::first_too_deep;

/// The limit if [`set_nesting_limit`] has not been called: a stack of 2 MiB has room for this many brackets.
const DEFAULT_NESTING_LIMIT: usize = if cfg!(debug_assertions) { 5 } else { 30 };

/// The number of brackets that may be nested in source text, stored in a context.
struct NestingLimit(usize);

/// Sets the number of brackets that may be nested in source text. Eight times as many assignments, conditional
/// operators, arrow functions, prefix operators or statements without braces may be nested, and 64 times as many other
/// operators.
pub fn set_nesting_limit(brackets: usize, context: &mut Context) {
    context.insert_data(NestingLimit(brackets));
}

/// A stack that calls and the parser share, and that has no room for as many of both as are allowed of each. Sizes are
/// in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedStack {
    pub(crate) size: usize,
    pub(crate) per_call: usize,
    pub(crate) per_bracket: usize,
}

/// Makes the calls in progress count against the brackets that may be nested.
pub(crate) fn set_shared_stack(stack: SharedStack, context: &mut Context) {
    context.insert_data(stack);
}

fn nesting_limit(context: &Context) -> usize {
    let limit = context.get_data::<NestingLimit>().map_or(DEFAULT_NESTING_LIMIT, |limit| limit.0);
    let Some(stack) = context.get_data::<SharedStack>() else { return limit };
    let left = stack.size.saturating_sub(context.stack_trace().count() * stack.per_call);
    limit.min(left / stack.per_bracket)
}

/// Checks that brackets and operators in a source text are not nested more deeply than the context allows. Those in
/// strings, comments, regular expressions and the text of templates do not count.
///
/// # Errors
///
/// `SyntaxError` if they are nested more deeply. The message ends with the line and column, like the messages of the
/// parser.
pub fn check_nesting(source: &str, context: &Context) -> Result<(), JsError> {
    check_nesting_below(nesting_limit(context), source)
}

/// Checks that brackets in a source text are not nested more than `limit` deep, and operators accordingly.
///
/// # Errors
///
/// The same as for [`check_nesting`].
pub(crate) fn check_nesting_below(limit: usize, source: &str) -> Result<(), JsError> {
    let Some(index) = first_too_deep(limit, source) else { return Ok(()) };
    let (line, column) = position_after(&source[..index]);
    let message = format!(
        "brackets or operators are nested too deeply (the limit is {limit} brackets) at line {line}, col {column}"
    );
    Err(JsNativeError::syntax().with_message(message).into())
}

#[cfg(test)]
mod tests {
    use boa_engine::Context;

    use super::{SharedStack, check_nesting, check_nesting_below, set_nesting_limit, set_shared_stack};

    #[test]
    fn calls_in_progress_leave_less_room_for_brackets() {
        let mut context = Context::default();
        set_nesting_limit(100, &mut context);
        set_shared_stack(SharedStack { size: 30, per_call: 5, per_bracket: 10 }, &mut context);
        assert!(check_nesting("[[[1]]]", &context).is_ok());
        assert!(check_nesting("[[[[1]]]]", &context).is_err());
    }

    #[test]
    fn the_error_has_the_place() {
        let error = check_nesting_below(2, "\n x = ((('").unwrap_err().to_string();
        assert!(error.contains("(the limit is 2 brackets) at line 2, col 8"), "{error}");
        let error = check_nesting_below(2, &format!("\n x = {}1", "!".repeat(24))).unwrap_err().to_string();
        assert!(error.contains("at line 2, col 28"), "{error}");
    }
}
