//! What the command makes of the records of an event loop's events: Chrome traces, statistics, warnings and timelines.
//!
//! Each is a [`Sink`](posttask::trace::Sink) that knows nothing of the engine, and they have no part in common.

mod chrome_trace;
mod clock;
mod diagnostics;
mod statistics;
mod timeline;

pub(crate) use chrome_trace::{ChromeTrace, close_all_traces};
pub(crate) use diagnostics::{Diagnostics, WarnOptions, Warning};
pub(crate) use statistics::Statistics;
pub(crate) use timeline::{Timeline, page};
