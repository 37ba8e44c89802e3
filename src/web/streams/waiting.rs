//! The streams of a program that wait for their source or their sink, for who asks why a program does not end.

use boa_engine::Context;

use super::readable::ReadableStream;
use super::watched::{waiting, watch};
use super::writable::WritableStream;
use crate::event_loop::{EventLoop, Location};

/// A stream that waits.
#[derive(Clone, Debug)]
pub struct WaitingStream {
    /// What it waits for, such as `a pull of a ReadableStream`.
    pub what: &'static str,
    /// Where the stream was made, if that is known.
    pub location: Option<Location>,
}

/// Remembers the streams that scripts make from now on.
pub fn watch_streams(context: &mut Context) {
    watch::<ReadableStream>(context);
    watch::<WritableStream>(context);
}

/// The streams that have been made since [`watch_streams`] and wait.
pub fn waiting_streams(context: &mut Context) -> Vec<WaitingStream> {
    let Some(event_loop) = EventLoop::of(context) else { return Vec::new() };
    let all = waiting::<ReadableStream>(context).into_iter().chain(waiting::<WritableStream>(context));
    let location = |origin| event_loop.location(origin);
    all.map(|(what, origin)| WaitingStream { what, location: origin.and_then(location) }).collect()
}
