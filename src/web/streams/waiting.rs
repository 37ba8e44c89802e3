//! The streams of a program that wait for their source or their sink, for who asks why a program does not end.

use boa_engine::Context;

use super::readable::{Pipe, ReadableStream};
use super::watched::{Waiting, waiting, watch};
use super::writable::WritableStream;
use crate::event_loop::{EventLoop, Location, Origin};

/// A stream or a pipe that waits.
#[derive(Clone, Debug)]
pub struct WaitingStream {
    /// What has not ended, such as `a pull of a ReadableStream`, and what it waits for if that is not clear.
    pub what: &'static str,
    /// The places that have to do with it, as far as they are known, each with what happened there: `created at`.
    pub places: Vec<(&'static str, Location)>,
}

/// Remembers the streams that scripts make from now on.
pub fn watch_streams(context: &mut Context) {
    watch::<ReadableStream>(context);
    watch::<WritableStream>(context);
    watch::<Pipe>(context);
}

/// The streams that have been made since [`watch_streams`] and wait.
pub fn waiting_streams(context: &mut Context) -> Vec<WaitingStream> {
    let Some(event_loop) = EventLoop::of(context) else { return Vec::new() };
    let streams = waiting::<ReadableStream>(context).into_iter().chain(waiting::<WritableStream>(context));
    let all = streams.chain(waiting::<Pipe>(context));
    all.map(|Waiting { what, places }| {
        let known = |(verb, place): (&'static str, Option<Origin>)| Some((verb, event_loop.location(place?)?));
        WaitingStream { what, places: places.into_iter().filter_map(known).collect() }
    })
    .collect()
}
