//! How a [`Network`](super::Network) answers a request.

use std::rc::{Rc, Weak};
use std::time::Duration;

use super::abort_flag::AbortFlag;
use super::answer::Answer;
use super::fetching::{Fetch, open_fetch};
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
}

debug!(Responder, "is_aborted" = |responder| responder.is_aborted());

impl Responder {
    pub(super) fn new(fetch: Rc<Fetch>, event_loop: &Rc<EventLoop>) -> Self {
        Self { fetch: Some(fetch), event_loop: Rc::downgrade(event_loop), remote: event_loop.remote() }
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
            fetch.answered(answer, &event_loop);
        }
    }

    /// Answers after a latency by the clock of the event loop, in whole milliseconds. Until then, the event loop does
    /// not end.
    pub fn respond_after(mut self, latency: Duration, answer: Answer) {
        if let (Some(fetch), Some(event_loop)) = (self.fetch.take(), self.event_loop.upgrade()) {
            fetch.answered_after(latency, answer, &event_loop);
        }
    }

    /// Makes it possible to answer from another thread. Until then, or until the program aborts the request, the event
    /// loop does not end.
    pub fn into_remote(mut self) -> RemoteResponder {
        let remote = self.remote.clone();
        let (Some(fetch), Some(event_loop)) = (self.fetch.take(), self.event_loop.upgrade()) else {
            let is_aborted = AbortFlag::default();
            is_aborted.set();
            return RemoteResponder { id: None, remote, is_aborted };
        };
        let is_aborted = fetch.answer_comes_from_elsewhere(&event_loop);
        RemoteResponder { id: Some(fetch.id()), remote, is_aborted }
    }
}

impl Drop for Responder {
    fn drop(&mut self) {
        // The event loop may be in the middle of something: the request fails in a later turn.
        if let Some(fetch) = self.fetch.take().filter(|fetch| !fetch.is_over()) {
            answer_in_a_task(fetch.id(), &self.remote, Err(NO_ANSWER.to_owned()));
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
    is_aborted: AbortFlag,
}

debug!(RemoteResponder, "is_aborted" = |responder| responder.is_aborted());

impl RemoteResponder {
    /// Whether the program has aborted the request, so that nothing waits for the answer.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.is_aborted.is_set()
    }

    /// Calls `steps` when the program aborts the request, on the thread of the event loop, or at once if it has. The
    /// steps replace those of an earlier call, and are dropped with the responder.
    pub fn on_abort(&self, steps: impl FnOnce() + Send + 'static) {
        self.is_aborted.on_set(Box::new(steps));
    }

    /// Answers. The response arrives when the event loop takes its next task.
    pub fn respond(mut self, answer: Answer) {
        if let Some(id) = self.id.take() {
            answer_in_a_task(id, &self.remote, answer);
        }
    }
}

impl Drop for RemoteResponder {
    fn drop(&mut self) {
        self.is_aborted.forget();
        if let Some(id) = self.id.take() {
            answer_in_a_task(id, &self.remote, Err(NO_ANSWER.to_owned()));
        }
    }
}

fn answer_in_a_task(id: u64, remote: &Remote, answer: Answer) {
    // If the loop is gone, so is the request.
    let _ = remote.queue_a_task(move |context| {
        // An aborted fetch is not open any more.
        if let (Some(fetch), Some(event_loop)) = (open_fetch(id, context), EventLoop::of(context)) {
            fetch.answered(answer, &event_loop);
        }
    });
}
