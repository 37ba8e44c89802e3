//! Tells observers when what a stream has is not read.

use std::cell::Cell;

use boa_engine::Context;

use crate::event_loop::{Event, EventLoop, Origin, Stall, StreamId};

/// A stream that observers are told about.
pub(crate) struct StallWatch {
    stream: StreamId,
    what: Stall,
    /// Where the program asked for what is not read.
    place: Option<Origin>,
    is_stalled: Cell<bool>,
}

impl StallWatch {
    /// Starts to watch, if somebody observes.
    pub(crate) fn start(what: Stall, place: Option<Origin>, event_loop: &EventLoop) -> Option<Self> {
        let watch = || Self { stream: event_loop.new_stream_id(), what, place, is_stalled: Cell::new(false) };
        event_loop.is_observed().then(watch)
    }

    pub(crate) fn is_stalled(&self) -> bool {
        self.is_stalled.get()
    }

    /// What sends has to wait, or not. Only changes are told.
    pub(crate) fn note(&self, is_stalled: bool, context: &Context) {
        if self.is_stalled.replace(is_stalled) == is_stalled {
            return;
        }
        let Some(event_loop) = EventLoop::of(context) else { return };
        event_loop.notify(|| {
            if is_stalled {
                let location = self.place.and_then(|place| event_loop.location(place));
                Event::StreamStalled { stream: self.stream, what: self.what, location }
            } else {
                Event::StreamResumed { stream: self.stream }
            }
        });
    }
}
