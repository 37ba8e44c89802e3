//! Ends the JavaScript of a context in the middle.

use boa_engine::error::RuntimeLimitError;
use boa_engine::{Context, JsError};

/// Makes every call, and every iteration of a loop, throw an error that cannot be caught. Returns that error, to be
/// thrown.
pub(crate) fn cut_off(context: &mut Context) -> JsError {
    context.runtime_limits_mut().set_recursion_limit(0);
    context.runtime_limits_mut().set_loop_iteration_limit(0);
    RuntimeLimitError::LoopIteration.into()
}
