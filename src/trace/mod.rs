//! What an event loop did: records of its events, and what is made of them.
//!
//! A [`Recorder`] is an [`Observer`](crate::event_loop::Observer) that makes [`Record`]s and passes them to a [`Sink`].

#[cfg(feature = "cli")]
mod chrome_trace;
#[cfg(feature = "cli")]
mod clock;
#[cfg(feature = "cli")]
mod diagnostics;
mod record;
mod recorder;
#[cfg(feature = "serde")]
mod serialization;
mod signal_counts;
#[cfg(feature = "cli")]
mod statistics;
#[cfg(feature = "cli")]
mod timeline;
#[cfg(feature = "cli")]
mod work_map;

#[cfg(feature = "cli")]
pub(crate) use chrome_trace::{ChromeTrace, close_all_traces};
#[cfg(feature = "cli")]
pub(crate) use diagnostics::{Diagnostics, WarnOptions, Warning};
pub use record::{Happening, Moment, Record, ScheduledWork};
pub use recorder::{Detail, Recorder, Sink};
#[cfg(feature = "cli")]
pub(crate) use statistics::Statistics;
#[cfg(feature = "cli")]
pub(crate) use timeline::{Timeline, page};
