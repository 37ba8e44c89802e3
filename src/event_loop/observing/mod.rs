//! The events of an event loop, and who receives them.

mod event;
mod notifier;
mod observer;

pub use event::{Choice, Event, Scheduled, TimeStamp, TimeStampMoment, UserTiming};
pub(crate) use notifier::Notifier;
pub use observer::Observer;
