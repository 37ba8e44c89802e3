//! What Node adds to the event loop: ticks and immediates.
//!
//! Nothing here defines a global: the modules that programs import do.

mod immediate;
#[cfg(test)]
mod tests;
mod tick;

pub use immediate::{Immediate, clear_immediate, set_immediate};
pub use tick::next_tick;
