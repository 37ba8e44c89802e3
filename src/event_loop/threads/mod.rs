//! What other threads can reach of an event loop.

mod future_waker;
mod loop_waker;
mod remote;

pub(crate) use future_waker::{FutureWaker, Futures};
pub(crate) use loop_waker::LoopWaker;
pub(crate) use remote::Delivery;
pub use remote::{Closed, KeepAlive, Remote};
