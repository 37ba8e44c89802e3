//! How a thread sleeps until another one wakes it. On WebAssembly, it does not.

#[cfg(target_family = "wasm")]
mod sleepless;
#[cfg(not(target_family = "wasm"))]
mod thread;

#[cfg(target_family = "wasm")]
pub(super) use sleepless::Sleeper;
#[cfg(not(target_family = "wasm"))]
pub(super) use thread::Sleeper;
