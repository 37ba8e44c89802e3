//! What Node adds to the event loop: ticks, immediates, and timers that are objects.
//!
//! Nothing here defines a global: the modules that programs import do.

mod immediate;
#[cfg(test)]
mod tests;
mod tick;
mod timeout;

pub use immediate::{Immediate, clear_immediate, set_immediate};
pub use tick::next_tick;
pub use timeout::{Timeout, clear_timeout, clear_timer_of_the_web, set_timeout};
