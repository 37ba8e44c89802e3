//! How a [`Network`](super::Network) answers a request.

use std::rc::{Rc, Weak};
use std::time::Duration;

use super::answer::{Answer, NetworkResponse};
use super::body_writer::{BodyWriter, RemoteBodyWriter};
use super::fetching::{Fetch, open_fetch};
use super::flow::Flow;
use crate::debug::debug;
use crate::event_loop::{EventLoop, Remote};

/// The message if a responder is dropped.
const NO_ANSWER: &str = "there was no response from the network";

/// Answers one request, at most once. If it is dropped, the request fails.
#[must_use = "without an answer, the request fails"]
pub struct Responder {
    /// `None` if it has answered.
    fetch: Option<Rc<Fetch>>,
    event_loop: Weak<EventLoop>,
    remote: Remote,
    flow: Flow,
}

debug!(Responder, "is_aborted" = |responder| responder.is_aborted());

impl Responder {
    pub(super) fn new(fetch: Rc<Fetch>, event_loop: &Rc<EventLoop>) -> Self {
        let flow = fetch.flow();
        Self { fetch: Some(fetch), event_loop: Rc::downgrade(event_loop), remote: event_loop.remote(), flow }
    }

    /// Whether the program has aborted the request, so that nothing waits for the answer.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.fetch.as_ref().is_none_or(|fetch| fetch.is_over())
    }

    /// The event loop of the request, if it still exists.
    #[must_use]
    #[doc(hidden)]
    pub fn event_loop(&self) -> Option<Rc<EventLoop>> {
        self.event_loop.upgrade()
    }

    /// Answers. The response arrives now: its task is queued.
    pub fn respond(mut self, answer: Answer) {
        if let (Some(fetch), Some(event_loop)) = (self.fetch.take(), self.event_loop.upgrade()) {
            fetch.answered(answer, true, &event_loop);
        }
    }

    /// Answers after a latency by the clock of the event loop, in whole milliseconds. Until then, the event loop does
    /// not end.
    pub fn respond_after(mut self, latency: Duration, answer: Answer) {
        if let (Some(fetch), Some(event_loop)) = (self.fetch.take(), self.event_loop.upgrade()) {
            fetch.answered_after(latency, answer, true, &event_loop);
        }
    }

    /// Answers with a response whose body follows: the bytes of `head` are only its start. The promise of `fetch` is
    /// resolved without the rest, unless the request has integrity metadata.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use std::time::Duration;
    ///
    /// use posttask::fetch::{Network, NetworkRequest, NetworkResponse, Responder};
    ///
    /// struct Slow;
    ///
    /// impl Network for Slow {
    ///     fn send(&self, _: NetworkRequest, responder: Responder) {
    ///         let writer = responder.respond_in_parts(NetworkResponse::new(200, Vec::new()));
    ///         for part in ["one, ", "two, ", "three"] {
    ///             writer.send_after(Duration::from_millis(20), part.into());
    ///         }
    ///         writer.end();
    ///     }
    /// }
    ///
    /// let mut runtime = posttask::Runtime::builder().virtual_time().network(Rc::new(Slow)).build()?;
    /// runtime.run_script(
    ///     "globalThis.result = '';
    ///     (async () => {
    ///         const { body } = await fetch('https://example.com/');
    ///         for await (const text of body.pipeThrough(new TextDecoderStream())) {
    ///             result += `${performance.now()} ms: ${text}`;
    ///         }
    ///     })()",
    /// )?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("result")?.as_string(), Some("20 ms: one, 40 ms: two, 60 ms: three".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn respond_in_parts(self, head: NetworkResponse) -> BodyWriter {
        self.respond_in_parts_after(Duration::ZERO, head)
    }

    /// As [`Self::respond_in_parts`], after a latency as that of [`Self::respond_after`].
    pub fn respond_in_parts_after(mut self, latency: Duration, head: NetworkResponse) -> BodyWriter {
        let fetch = self.fetch.take();
        self.flow.sent(head.body.len());
        if let (Some(fetch), Some(event_loop)) = (&fetch, self.event_loop.upgrade()) {
            fetch.answered_after(latency, Ok(head), false, &event_loop);
        }
        BodyWriter::new(fetch, Weak::clone(&self.event_loop), self.remote.clone(), self.flow.clone())
    }

    /// Makes it possible to answer from another thread. Until then, or until the program aborts the request, the event
    /// loop does not end.
    pub fn into_remote(mut self) -> RemoteResponder {
        let (remote, flow) = (self.remote.clone(), self.flow.clone());
        let (Some(fetch), Some(event_loop)) = (self.fetch.take(), self.event_loop.upgrade()) else {
            flow.cancel();
            return RemoteResponder { id: None, remote, flow };
        };
        fetch.answer_comes_from_elsewhere(&event_loop);
        RemoteResponder { id: Some(fetch.id()), remote, flow }
    }
}

impl Drop for Responder {
    fn drop(&mut self) {
        // The event loop may be in the middle of something: the request fails in a later turn.
        if let Some(fetch) = self.fetch.take().filter(|fetch| !fetch.is_over()) {
            answer_in_a_task(fetch.id(), &self.remote, &self.flow, Err(NO_ANSWER.to_owned()), true);
        }
    }
}

/// Answers one request from any thread, at most once. Made by [`Responder::into_remote`]. If it is dropped, the request
/// fails.
#[must_use = "without an answer, the request fails"]
pub struct RemoteResponder {
    /// `None` if it has answered.
    id: Option<u64>,
    remote: Remote,
    flow: Flow,
}

debug!(RemoteResponder, "is_aborted" = |responder| responder.is_aborted());

impl RemoteResponder {
    /// Whether the program has aborted the request, so that nothing waits for the answer.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.flow.is_canceled()
    }

    /// Calls `steps` when the program aborts the request, on the thread of the event loop, or at once if it has. The
    /// steps replace those of an earlier call, and are dropped with the responder.
    pub fn on_abort(&self, steps: impl FnOnce() + Send + 'static) {
        self.flow.on_cancel(Box::new(steps));
    }

    /// Answers. The response arrives when the event loop takes its next task.
    pub fn respond(mut self, answer: Answer) {
        if let Some(id) = self.id.take() {
            self.flow.forget();
            answer_in_a_task(id, &self.remote, &self.flow, answer, true);
        }
    }

    /// Answers with a response whose body follows: the bytes of `head` are only its start. The promise of `fetch` is
    /// resolved without the rest, unless the request has integrity metadata.
    pub fn respond_in_parts(mut self, head: NetworkResponse) -> RemoteBodyWriter {
        let id = self.id.take();
        self.flow.sent(head.body.len());
        if let Some(id) = id {
            answer_in_a_task(id, &self.remote, &self.flow, Ok(head), false);
        }
        RemoteBodyWriter::new(id, self.remote.clone(), self.flow.clone())
    }
}

impl Drop for RemoteResponder {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            self.flow.forget();
            answer_in_a_task(id, &self.remote, &self.flow, Err(NO_ANSWER.to_owned()), true);
        }
    }
}

fn answer_in_a_task(id: u64, remote: &Remote, flow: &Flow, answer: Answer, is_whole: bool) {
    let flow = flow.clone();
    // If the loop is gone, so is the request.
    let _ = remote.queue_a_task(move |context| {
        // An aborted fetch is not open any more.
        let fetch = open_fetch(id, context).filter(|fetch| fetch.flow().is(&flow));
        if let (Some(fetch), Some(event_loop)) = (fetch, EventLoop::of(context)) {
            fetch.answered(answer, is_whole, &event_loop);
        }
    });
}
