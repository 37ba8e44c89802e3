//! What an event loop did: records of its events.
//!
//! A [`Recorder`] is an [`Observer`](crate::event_loop::Observer) that makes [`Record`]s and passes them to a [`Sink`].

mod record;
mod recorder;
#[cfg(feature = "serde")]
mod serialization;
mod signal_counts;

pub use record::{Happening, Moment, Record, ScheduledWork};
pub use recorder::{Detail, Recorder, Sink};
