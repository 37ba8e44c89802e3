//! How a fetch ends before its end: it is aborted, or its body is not wanted any more.

use boa_engine::{Context, JsValue};

use super::fetch::{Fetch, State};
use crate::event_loop::{Ending, Event, EventLoop};
use crate::web::dom::AbortSignal;
use crate::web::fetch::incoming::BytesSender;

impl Fetch {
    /// [Aborts](https://fetch.spec.whatwg.org/#abort-fetch) the fetch: its promise, or the body of its response, is
    /// rejected with the reason.
    pub(super) fn abort(&self, reason: &JsValue, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let on_cancel = self.on_cancel.take();
        if self.stop(&event_loop) {
            if let Some(steps) = on_cancel {
                steps(context);
            }
            let sending = self.sending.take();
            if let Some(sending) = sending {
                sending.cancel(reason.clone(), context);
            }
            self.promise.reject(reason.clone(), context);
            self.fail_the_body(reason, &event_loop, context);
        }
    }

    /// Ends the fetch before its end. Returns false if it is over.
    fn stop(&self, event_loop: &EventLoop) -> bool {
        let work = self.work.get();
        match self.state.replace(State::Over) {
            State::Over => return false,
            // Its task ends the work.
            State::Arrived => {}
            State::Delayed(timer) => {
                event_loop.cancel_timer(timer);
                event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Aborted });
            }
            State::Waiting | State::WaitingElsewhere | State::Paused => {
                event_loop.is_back(work);
                event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Aborted });
            }
        }
        self.held.take();
        self.give_up_the_body();
        self.close();
        true
    }

    /// Nothing more can happen.
    pub(super) fn end(&self) {
        self.state.replace(State::Over);
        self.forget_the_signal();
        self.give_up_the_body();
        self.close();
    }

    pub(super) fn forget_the_signal(&self) {
        if let Some(steps) = self.abort_steps.take() {
            AbortSignal::remove_algorithm(&self.request.signal, steps);
        }
    }

    pub(super) fn close(&self) {
        let closed = self.open.upgrade().and_then(|open| open.fetches.borrow_mut().remove(&self.id));
        drop(closed);
    }
}

impl BytesSender for Fetch {
    fn have_been_read(&self, bytes: usize, context: &mut Context) {
        let flow = self.flow();
        flow.read(bytes);
        let on_demand = if flow.is_full() { None } else { self.on_demand.take() };
        if let Some(steps) = on_demand {
            steps(context);
        }
        let is_paused = matches!(*self.state.borrow(), State::Paused);
        if let Some(event_loop) = EventLoop::of(context).filter(|_| is_paused) {
            self.wait(&event_loop);
        }
    }

    fn cancel(&self, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let on_cancel = self.on_cancel.take();
        if self.stop(&event_loop) {
            self.forget_the_signal();
            self.body.take();
            if let Some(steps) = on_cancel {
                steps(context);
            }
        }
    }
}
