//! The native stack that JavaScript runs on, and the limits that keep the engine from overflowing it.
//!
//! The engine recurses on the native stack in its parser, and where a native function calls JavaScript (`map`, a
//! getter). A stack overflow ends the process, so both are limited, and so is the nesting of cloned objects. Other
//! recursion in the engine is listed in `docs/boa-gaps.md`.
//!
//! There are two forms: a stack that the runtime allocates, and, on WebAssembly, that of the caller. Both say how much
//! of a stack the engine needs, and the limits follow from that.

#[cfg(target_family = "wasm")]
mod callers;
mod limits;
#[cfg(not(target_family = "wasm"))]
mod own;

#[cfg(target_family = "wasm")]
pub use callers::limits_of_stack;
#[cfg(target_family = "wasm")]
pub(crate) use callers::{Stack, left};
pub use limits::StackLimits;
#[cfg(not(target_family = "wasm"))]
pub(crate) use own::Stack;
#[cfg(not(target_family = "wasm"))]
pub use own::limits_of_stack;
