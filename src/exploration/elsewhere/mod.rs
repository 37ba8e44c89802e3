//! Runs orders in processes that have loaded the program before.
//!
//! To load a program often takes far longer than to run it: libraries are parsed, compiled and evaluated. So a
//! *server*, another process, loads it and runs it up to its first decision: until then, all orders are the same. For
//! each order, it forks, and the new process runs the rest and sends what happened.
//!
//! Nothing here starts processes: that is up to the embedder, who implements [`Forks`] in the server and
//! [`Worker`](super::worker::Worker) in the process that explores. The messages between them are bytes: see
//! `messages.rs`.

mod client;
mod forks;
mod messages;
mod runs;
mod server;
#[cfg(test)]
mod tests;
mod trail;
mod values;

pub use forks::Forks;
pub(super) use runs::{How, Order, Runs};
