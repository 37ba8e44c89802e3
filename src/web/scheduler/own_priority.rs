//! The priority of a task or future, once Rust has changed it.

use boa_engine::{Context, JsResult};
use boa_gc::Gc;

use super::{PrioritySource, SchedulingState, TaskSignal};

/// Returns a state like this one, but with a signal of its own as the priority source, unless Rust has made one before.
/// What the task has started keeps following that signal.
pub(super) fn with_own_priority(
    state: &SchedulingState,
    own: &mut Option<Gc<TaskSignal>>,
    context: &mut Context,
) -> JsResult<SchedulingState> {
    let signal = match own {
        Some(signal) => signal.clone(),
        None => own.insert(TaskSignal::create(state.priority(), context)?).clone(),
    };
    Ok(SchedulingState::new(state.abort_source().cloned(), PrioritySource::Signal(signal)))
}
