//! How a [`Network`](super::Network) sends the body of a response in parts.

use std::rc::{Rc, Weak};
use std::task::{self, Poll};
use std::time::Duration;

use boa_engine::Context;

use super::fetching::{Fetch, open_fetch};
use super::flow::Flow;
use super::part::Part;
use crate::debug::debug;
use crate::event_loop::{EventLoop, Remote};

/// The message if a writer is dropped before the end of the body.
const INCOMPLETE: &str = "the network has not sent the whole body";

/// Sends the body of a response in parts. Made by [`Responder::respond_in_parts`](super::Responder::respond_in_parts).
///
/// Each part arrives in a task of its own, in the order in which they were sent. If the writer is dropped before
/// [`Self::end`], reading the body fails.
#[must_use = "without its end, the body fails"]
pub struct BodyWriter {
    /// `None` if the body has ended.
    fetch: Option<Rc<Fetch>>,
    event_loop: Weak<EventLoop>,
    remote: Remote,
    flow: Flow,
}

debug!(BodyWriter, "is_canceled" = |writer| writer.is_canceled());

impl BodyWriter {
    pub(super) fn new(fetch: Option<Rc<Fetch>>, event_loop: Weak<EventLoop>, remote: Remote, flow: Flow) -> Self {
        Self { fetch, event_loop, remote, flow }
    }

    /// Whether nobody wants the rest: the program has aborted the request, or canceled the stream of the body.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.flow.is_canceled()
    }

    /// Whether so much of the body has not been read that the network should wait: 256 KiB.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.flow.is_full()
    }

    /// Calls `steps` once the program has read so much that the network need not wait any more. They must not run
    /// JavaScript. They replace those of an earlier call, and are dropped if the response is canceled.
    pub fn on_demand(&self, steps: impl FnOnce(&mut Context) + 'static) {
        if let Some(fetch) = &self.fetch {
            fetch.on_demand(Box::new(steps));
        }
    }

    /// Calls `steps` when the program aborts the request or cancels the stream of the body. They replace those of an
    /// earlier call, and are dropped when the body has arrived.
    pub fn on_cancel(&self, steps: impl FnOnce(&mut Context) + 'static) {
        if let Some(fetch) = &self.fetch {
            fetch.on_cancel(Box::new(steps));
        }
    }

    /// Sends a part, which arrives as soon as those before it.
    pub fn send(&self, bytes: Vec<u8>) {
        self.send_after(Duration::ZERO, bytes);
    }

    /// Sends a part that arrives this long after the part before it, by the clock of the event loop, in whole
    /// milliseconds. Until then, the event loop does not end.
    pub fn send_after(&self, latency: Duration, bytes: Vec<u8>) {
        self.flow.sent(bytes.len());
        self.sent(Part::Chunk { latency, bytes: bytes.into() });
    }

    /// Ends the body.
    pub fn end(mut self) {
        self.sent(Part::End);
        self.fetch = None;
    }

    /// Ends the body with an error: reading it fails with a `TypeError` with this message.
    pub fn fail(mut self, message: String) {
        self.sent(Part::Failure(message));
        self.fetch = None;
    }

    fn sent(&self, part: Part) {
        if let (Some(fetch), Some(event_loop)) = (&self.fetch, self.event_loop.upgrade()) {
            fetch.part_sent(part, &self.flow, &event_loop);
        }
    }
}

impl Drop for BodyWriter {
    fn drop(&mut self) {
        // The event loop may be in the middle of something: the body fails in a later turn.
        if let Some(fetch) = self.fetch.take().filter(|_| !self.is_canceled()) {
            deliver(fetch.id(), &self.remote, &self.flow, || Part::Failure(INCOMPLETE.to_owned()));
        }
    }
}

/// Sends the body of a response in parts, from any thread. Made by
/// [`RemoteResponder::respond_in_parts`](super::RemoteResponder::respond_in_parts).
///
/// Until the end of the body, the event loop does not end, unless nothing reads and enough has arrived.
#[must_use = "without its end, the body fails"]
pub struct RemoteBodyWriter {
    /// `None` if the body has ended.
    id: Option<u64>,
    remote: Remote,
    flow: Flow,
}

debug!(RemoteBodyWriter, "is_canceled" = |writer| writer.is_canceled());

impl RemoteBodyWriter {
    pub(super) fn new(id: Option<u64>, remote: Remote, flow: Flow) -> Self {
        Self { id, remote, flow }
    }

    /// Whether nobody wants the rest: the program has aborted the request, or canceled the stream of the body, or has
    /// ended.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.flow.is_canceled()
    }

    /// Whether so much of the body has not been read that [`Self::send`] would wait: 256 KiB.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.flow.is_full()
    }

    /// Is ready once [`Self::send`] would not wait, for networks that must not block their thread. One task can wait.
    pub fn poll_ready(&self, cx: &mut task::Context<'_>) -> Poll<()> {
        self.flow.poll_ready(cx)
    }

    /// Calls `steps` when nobody wants the rest, on the thread of the event loop, or at once if that is so. The steps
    /// replace those of an earlier call, also of [`RemoteResponder::on_abort`](super::RemoteResponder::on_abort).
    pub fn on_cancel(&self, steps: impl FnOnce() + Send + 'static) {
        self.flow.on_cancel(Box::new(steps));
    }

    /// Waits until the body is not full, and sends a part. On the thread of the event loop, it does not wait. Returns
    /// whether the rest is wanted.
    #[must_use = "if the rest is not wanted, it need not be made"]
    pub fn send(&self, bytes: Vec<u8>) -> bool {
        if !self.remote.is_own_thread() {
            self.flow.wait();
        }
        let Some(id) = self.id.filter(|_| !self.is_canceled()) else { return false };
        self.flow.sent(bytes.len());
        deliver(id, &self.remote, &self.flow, || Part::Chunk { latency: Duration::ZERO, bytes: bytes.into() });
        !self.is_canceled()
    }

    /// Ends the body.
    pub fn end(mut self) {
        self.finish(|| Part::End);
    }

    /// Ends the body with an error: reading it fails with a `TypeError` with this message.
    pub fn fail(mut self, message: String) {
        self.finish(|| Part::Failure(message));
    }

    fn finish(&mut self, part: impl FnOnce() -> Part + Send + 'static) {
        self.flow.forget();
        if let Some(id) = self.id.take() {
            deliver(id, &self.remote, &self.flow, part);
        }
    }
}

impl Drop for RemoteBodyWriter {
    fn drop(&mut self) {
        self.finish(|| Part::Failure(INCOMPLETE.to_owned()));
    }
}

/// Gives a part to the event loop, which receives it at the start of its next turn.
fn deliver(id: u64, remote: &Remote, flow: &Flow, part: impl FnOnce() -> Part + Send + 'static) {
    let flow = flow.clone();
    // If the loop is gone, so is the request.
    let _ = remote.take_steps(move |event_loop, context| {
        // A fetch that is over is not open any more.
        if let Some(fetch) = open_fetch(id, context) {
            fetch.part_sent(part(), &flow, event_loop);
        }
    });
}
