//! What all runtimes of the command have in common.

use posttask::internal::runtime::LARGE_STACK;
use posttask::{Runtime, RuntimeBuilder};
use posttask_front_end::FrontEnd;
use std::sync::Arc;

use crate::large_allocations::large_allocations;

/// Starts to build a runtime that reads programs through the front end. Its thread must have the stack
/// [`LARGE_STACK`].
pub(crate) fn new_runtime(front_end: &Arc<FrontEnd>) -> RuntimeBuilder {
    front_end.configure(Runtime::builder()).caller_stack(LARGE_STACK).large_allocations(large_allocations)
}
