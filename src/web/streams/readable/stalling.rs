//! Whether a source has to wait because a script has a reader and does not read.

use std::rc::Rc;

use boa_engine::Context;

use super::super::stall_watch::StallWatch;
use super::state::{Controller, GenericReader, Pulling, ReadableStream};
use crate::event_loop::{EventLoop, Stall};

impl GenericReader {
    /// A script has made the reader: from now on, observers are told about it.
    pub(super) fn watch(&self, context: &mut Context) {
        let (Some(event_loop), Some(stream)) = (EventLoop::of(context), self.stream()) else { return };
        let place = event_loop.observed_caller(context);
        if let Some(watch) = StallWatch::start(Stall::Reader, place, &event_loop) {
            // The reader is new.
            let _ = self.stall.set(Rc::new(watch));
            stream.note_stall(context);
        }
    }

    pub(super) fn note_stall(&self, is_stalled: bool, context: &Context) {
        if let Some(watch) = self.stall.get() {
            watch.note(is_stalled, context);
        }
    }
}

impl ReadableStream {
    /// Something has changed that a stall depends on.
    pub(in crate::web::streams) fn note_stall(&self, context: &Context) {
        let watch = self.reader.borrow().as_ref().and_then(|reader| reader.generic().stall.get().cloned());
        if let Some(watch) = watch {
            watch.note(self.is_stalled(), context);
        }
    }

    /// Whether the source waits until its chunks are read, and nobody reads.
    fn is_stalled(&self) -> bool {
        let waits = match self.controller() {
            Some(Controller::Default(controller)) => controller.pulling.waits_with(!controller.queue.is_empty()),
            Some(Controller::Byte(controller)) => controller.pulling.waits_with(controller.queue_size.get() > 0),
            None => false,
        };
        let has_requests = || self.read_request_count() + self.read_into_request_count() > 0;
        self.is_readable() && waits && !has_requests()
    }
}

impl Pulling {
    /// Whether the source has not ended, and has something that waits: chunks in the queue, or others.
    fn waits_with(&self, has_chunks: bool) -> bool {
        let is_blocked = || self.source.borrow().as_ref().is_some_and(|source| source.is_blocked());
        !self.close_requested.get() && (has_chunks || is_blocked())
    }
}
