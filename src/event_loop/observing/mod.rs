//! The events of an event loop, and who receives them.

mod access_observer;
mod event;
mod new_worker;
mod notifier;
mod observer;
mod open_work;
mod scheduled;
#[cfg(feature = "serde")]
mod serialization;
mod subject;

pub(crate) use access_observer::AccessObserver;
pub use event::{Event, Moment, Stall};
pub use new_worker::NewWorker;
pub(crate) use notifier::Notifier;
pub use observer::Observer;
pub(crate) use open_work::OpenWork;
pub use scheduled::Scheduled;
pub use subject::{Choice, SchedulingCall, Subject};
