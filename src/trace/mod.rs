//! What an event loop did: records of its events.
//!
//! A [`Recorder`] is an [`Observer`](crate::event_loop::Observer) that makes [`Record`]s and passes them to a [`Sink`].

mod queue_view;
mod record;
mod recorder;
mod signal_counts;
mod work_map;

pub use queue_view::QueueView;
pub use record::Record;
pub use recorder::{Detail, Recorder, Sink};
