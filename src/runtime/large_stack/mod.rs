//! Runs code on a large stack, for deep recursion: on threads, or on the caller's stack on WebAssembly, which has none.

#[cfg(target_family = "wasm")]
mod one_thread;
#[cfg(not(target_family = "wasm"))]
mod threads;

use super::stack::limits_of_stack;
use crate::engine::check_nesting_below;

#[cfg(target_family = "wasm")]
use one_thread::available;
#[cfg(not(target_family = "wasm"))]
use threads::available;

#[cfg(target_family = "wasm")]
pub(crate) use one_thread::on_large_stacks;
#[cfg(target_family = "wasm")]
pub use one_thread::{LARGE_STACK, on_a_large_stack};
#[cfg(not(target_family = "wasm"))]
pub(crate) use threads::on_large_stacks;
#[cfg(not(target_family = "wasm"))]
pub use threads::{LARGE_STACK, on_a_large_stack, on_a_large_stack_of_its_own};

/// Whether brackets and operators of a source text are nested so little that a parser does not overflow a large stack.
#[must_use]
pub fn fits_a_large_stack(source: &str) -> bool {
    check_nesting_below(limits_of_stack(available()).brackets, source).is_ok()
}
