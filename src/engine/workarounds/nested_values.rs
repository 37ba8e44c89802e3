//! A limit on the nesting of values in functions that recurse for each level. The engine's own functions have none, and
//! overflow the stack.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsResult, js_error};

/// The ratio of nested calls of JavaScript functions to nested values. A value takes less of the stack, but is nested
/// in calls that may reach their own limit.
const CALLS_PER_VALUE: usize = 4;

use crate::context_data::context_data;

/// The number of values that are being visited, in all calls that have not returned.
#[derive(Clone, Default)]
struct Visited(Rc<Cell<usize>>);

/// A value that is being visited, until this is dropped.
pub(super) struct Level(Visited);

impl Level {
    /// Visits a value within those that are being visited.
    ///
    /// # Errors
    ///
    /// `RangeError` if there are too many.
    pub(super) fn enter(context: &mut Context) -> JsResult<Self> {
        let visited: Visited = context_data(context);
        if visited.0.get() >= limit(context) {
            return Err(too_deep());
        }
        visited.0.set(visited.0.get() + 1);
        Ok(Self(visited))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        self.0.0.set(self.0.0.get() - 1);
    }
}

/// The number of values that may be nested.
pub(super) fn limit(context: &Context) -> usize {
    context.runtime_limits().recursion_limit() / CALLS_PER_VALUE
}

/// The error for values that are nested too deeply.
pub(super) fn too_deep() -> boa_engine::JsError {
    js_error!(RangeError: "Maximum call stack size exceeded")
}
