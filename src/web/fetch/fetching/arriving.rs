//! What arrives of a response: its head, then the parts of its body.

use std::rc::{Rc, Weak};
use std::time::Duration;

use boa_engine::{Context, JsError, JsValue};

use super::fetch::{Fetch, Held, State};
use crate::event_loop::{EventLoop, Stall, WorkKind, WorkRequest};
use crate::web::fetch::body::Body;
use crate::web::fetch::flow::Flow;
use crate::web::fetch::header_list::HeaderList;
use crate::web::fetch::incoming::{BytesSender, Incoming};
use crate::web::fetch::integrity;
use crate::web::fetch::network::Answer;
use crate::web::fetch::part::{Part, prepend};
use crate::web::fetch::redirects::{Outcome, Step};
use crate::web::fetch::response::{Head, Response};
use crate::web::performance::{ResourceTiming, mark_resource_timing};
use crate::web::streams::StallWatch;
use crate::web::webidl::exception_value;

impl Fetch {
    /// The network has answered: there is a response, or a redirect to follow. If the body is not whole, it follows in
    /// parts.
    pub(in crate::web::fetch) fn answered(self: &Rc<Self>, answer: Answer, is_whole: bool, event_loop: &Rc<EventLoop>) {
        let Some((_, exchange)) = self.network.as_ref().filter(|_| !self.is_over()) else { return };
        event_loop.is_back(self.work.get());
        self.state.replace(State::Waiting);
        let step = answer.map(|response| exchange.borrow_mut().answered(response));
        match step {
            Ok(Step::Follow) => {
                let (start, _, response) = self.times.get();
                self.times.set((start, Some(event_loop.now()), response));
                self.give_up_the_body();
                self.send(event_loop);
            }
            Ok(Step::End(outcome)) => self.arrive(outcome, is_whole, event_loop),
            Err(message) => self.arrive(Err(message), true, event_loop),
        }
    }

    /// The network has answered, and the answer arrives after a latency.
    pub(in crate::web::fetch) fn answered_after(
        self: &Rc<Self>,
        latency: Duration,
        answer: Answer,
        is_whole: bool,
        event_loop: &EventLoop,
    ) {
        self.after(latency, event_loop, move |fetch, event_loop| fetch.answered(answer, is_whole, event_loop));
    }

    /// Goes on after a latency, at once if that is none.
    fn after(
        self: &Rc<Self>,
        latency: Duration,
        event_loop: &EventLoop,
        steps: impl FnOnce(&Rc<Self>, &Rc<EventLoop>) + 'static,
    ) {
        let milliseconds = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX);
        if let Some(event_loop) = self.event_loop.upgrade().filter(|_| milliseconds == 0 || self.is_over()) {
            return steps(self, &event_loop);
        }
        let (waiting, weak, values) = (Rc::clone(self), Weak::clone(&self.event_loop), event_loop.capture());
        let timer = event_loop.run_steps_after_a_timeout(milliseconds, self.work.get(), move |_, _| {
            if let Some(event_loop) = weak.upgrade() {
                let _values = event_loop.enter(values);
                steps(&waiting, &event_loop);
            }
        });
        self.state.replace(State::Delayed(timer));
    }

    /// The end of [main fetch](https://fetch.spec.whatwg.org/#main-fetch): a task resolves the promise. If integrity is
    /// demanded, the whole body must be there; a null body has none.
    pub(super) fn arrive(self: &Rc<Self>, outcome: Outcome, is_whole: bool, event_loop: &EventLoop) {
        let response = outcome.and_then(|(head, headers, bytes)| {
            let parameters = &self.request.parameters;
            let has_body = head.has_body(&parameters.method);
            if !parameters.integrity.is_empty() {
                if has_body && !is_whole {
                    let (bytes, latency) = (bytes.as_slice().to_vec(), Duration::ZERO);
                    self.held.replace(Some(Held { head, headers, bytes, latency }));
                    return Ok(None);
                }
                if !has_body || !integrity::matches(bytes.as_slice(), &parameters.integrity) {
                    let url = &parameters.url;
                    return Err(format!("the body of {url} does not match the request's integrity metadata"));
                }
            }
            if !has_body {
                self.give_up_the_body();
            }
            let mut parts = self.parts.borrow_mut();
            match self.network {
                Some(_) if has_body => prepend(&bytes, &mut parts),
                None if has_body => parts.push_front(Part::Chunk { latency: Duration::ZERO, bytes }),
                _ => {}
            }
            if is_whole || !has_body {
                parts.push_back(Part::End);
            }
            Ok(Some((head, headers, has_body)))
        });
        let Some(response) = response.transpose() else { return self.gather(event_loop) };
        self.queue(event_loop, move |fetch, event_loop, context| fetch.respond(response, event_loop, context));
    }

    /// A part of the body has been sent.
    pub(in crate::web::fetch) fn part_sent(self: &Rc<Self>, part: Part, flow: &Flow, event_loop: &EventLoop) {
        if self.is_over() || !self.flow().is(flow) {
            return;
        }
        self.parts.borrow_mut().push_back(part);
        if self.held.borrow().is_some() {
            return self.gather(event_loop);
        }
        let is_awaited = matches!(*self.state.borrow(), State::Waiting | State::WaitingElsewhere | State::Paused);
        if self.has_responded.get() && is_awaited {
            event_loop.is_back(self.work.get());
            self.take_a_part(event_loop);
        }
    }

    /// Adds the parts that have been sent to a response that waits for its whole body.
    fn gather(self: &Rc<Self>, event_loop: &EventLoop) {
        let Some(mut held) = self.held.take() else { return };
        let parts = self.parts.take();
        for part in parts {
            match part {
                Part::Chunk { latency, bytes } => {
                    held.latency = held.latency.saturating_add(latency);
                    held.bytes.extend_from_slice(bytes.as_slice());
                    self.flow().read(bytes.len());
                }
                Part::End => {
                    event_loop.is_back(self.work.get());
                    let Held { head, headers, bytes, latency } = held;
                    return self.after(latency, event_loop, move |fetch, event_loop| {
                        fetch.arrive(Ok((head, headers, bytes.into())), true, event_loop);
                    });
                }
                Part::Failure(message) => {
                    event_loop.is_back(self.work.get());
                    return self.arrive(Err(message), true, event_loop);
                }
            }
        }
        self.held.replace(Some(held));
        self.wait(event_loop);
    }

    fn respond(
        self: &Rc<Self>,
        response: Result<(Head, HeaderList, bool), String>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        let response = response.map_err(|message| JsError::from_opaque(self.network_error(&message, context)));
        let response = response.and_then(|(head, headers, has_body)| {
            let body = has_body.then(|| {
                let sender = Rc::downgrade(self) as Weak<dyn BytesSender>;
                let stall = StallWatch::start(Stall::Body, self.work.get().origin, event_loop);
                Incoming::of_sender(sender, self.request.signal.clone(), stall)
            });
            let resource = (head.status, headers.essence(), 0);
            let response = Response::fetched(head, headers, body.clone().map(Body::of_bytes), context)?;
            self.resource.replace(resource);
            self.body.replace(body);
            Ok(response)
        });
        match response {
            Ok(response) => {
                let (start, redirected, _) = self.times.get();
                self.times.set((start, redirected, Some(event_loop.now())));
                self.promise.resolve(response.into(), event_loop, context);
                self.has_responded.set(true);
                self.expect_a_part(event_loop, context);
            }
            Err(error) => {
                self.end();
                self.report_timing(event_loop, context);
                let reason = exception_value(error, context);
                self.promise.reject(reason, context);
            }
        }
    }

    /// The next part of the body arrives in a task after that of the response, or of the part before it.
    fn expect_a_part(self: &Rc<Self>, event_loop: &EventLoop, context: &mut Context) {
        // Resolving a promise may have run code of the program that aborted the fetch.
        if self.is_over() {
            return;
        }
        let request = WorkRequest { source: Some(self.source), ..WorkKind::ResponseBody.into() };
        self.work.set(event_loop.new_work_of(request, self.work.get().origin, context));
        self.take_a_part(event_loop);
    }

    /// Lets the next part arrive, or waits for it.
    fn take_a_part(self: &Rc<Self>, event_loop: &EventLoop) {
        let part = self.parts.borrow_mut().pop_front();
        match part {
            None => self.wait(event_loop),
            Some(Part::Chunk { latency, bytes }) => {
                let part = Part::Chunk { latency: Duration::ZERO, bytes };
                self.after(latency, event_loop, |fetch, event_loop| fetch.queue_part(part, event_loop));
            }
            Some(part) => self.queue_part(part, event_loop),
        }
    }

    fn queue_part(self: &Rc<Self>, part: Part, event_loop: &EventLoop) {
        self.queue(event_loop, |fetch, event_loop, context| fetch.receive(part, event_loop, context));
    }

    /// A part of the body has arrived. If it is known to be the last one, the body ends.
    fn receive(self: &Rc<Self>, part: Part, event_loop: &EventLoop, context: &mut Context) {
        match part {
            Part::Chunk { bytes, .. } => {
                self.resource.borrow_mut().2 += bytes.len();
                let body = self.body.borrow().clone();
                if let Some(body) = body {
                    body.receive(&bytes, context);
                }
                let is_last = matches!(self.parts.borrow().front(), Some(Part::End));
                if is_last && !self.is_over() {
                    self.finish(event_loop, context);
                } else {
                    self.expect_a_part(event_loop, context);
                }
            }
            Part::End => self.finish(event_loop, context),
            Part::Failure(message) => {
                self.end();
                let reason = self.network_error(&message, context);
                self.fail_the_body(&reason, event_loop, context);
            }
        }
    }

    /// The whole body has arrived.
    fn finish(&self, event_loop: &EventLoop, context: &mut Context) {
        self.end();
        self.report_timing(event_loop, context);
        let body = self.body.take();
        if let Some(body) = body {
            Incoming::end(&body, event_loop, context);
        }
    }

    pub(super) fn fail_the_body(&self, reason: &JsValue, event_loop: &EventLoop, context: &mut Context) {
        let body = self.body.take();
        if let Some(body) = body {
            body.fail(reason, event_loop, context);
        }
    }

    /// [Reports timing](https://fetch.spec.whatwg.org/#finalize-and-report-timing), if the URL is one of the network.
    pub(super) fn report_timing(&self, event_loop: &EventLoop, context: &mut Context) {
        let (status, content_type, body_size) = self.resource.take();
        let Some((_, exchange)) = &self.network else { return };
        let (start, redirected, response_start) = self.times.get();
        let url = exchange.borrow().first_url().to_owned();
        let response_end = event_loop.now();
        let timing = ResourceTiming {
            initiator: "fetch",
            url,
            start,
            redirected,
            response_start,
            response_end,
            status,
            body_size,
            content_type,
        };
        if let Err(error) = mark_resource_timing(timing, context) {
            event_loop.report_an_exception(error, context);
        }
    }
}
