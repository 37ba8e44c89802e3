//! What only the command makes of the records of an event loop's events: Chrome traces. The package `posttask-reports`
//! makes the rest.

mod chrome_trace;

pub(crate) use chrome_trace::{ChromeTrace, close_all_traces};
