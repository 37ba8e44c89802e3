//! What other threads can reach of an event loop.

mod connections;
mod future_waker;
mod loop_waker;
mod remote;

pub(crate) use connections::Connections;
pub(crate) use future_waker::FutureWaker;
pub(crate) use remote::Delivery;
pub use remote::{Closed, KeepAlive, Remote};
