//! The algorithms of an event loop: queuing work, turning the loop, running microtasks, sleeping.

mod capturing;
mod checkpoint;
mod job_executor;
mod lifecycle;
mod limiting;
mod owned_timer;
mod parcels;
mod pending;
mod polling_futures;
mod processing;
mod pump;
mod queuing;
mod ready;
mod reporting;

pub(crate) use parcels::Parcel;
pub use pending::{Pending, PendingElsewhere, PendingQueue, PendingTimer, PendingWork};
pub use processing::Turn;
pub use pump::{Budget, Deadline, Outcome, Pump};
