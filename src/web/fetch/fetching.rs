//! `fetch`: <https://fetch.spec.whatwg.org/#fetch-method>.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;

use boa_engine::property::PropertyDescriptor;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsError, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::bad_ports;
use super::body::Body;
use super::flow::{BUFFER, Flow};
use super::header_list::HeaderList;
use super::incoming::{BytesSender, Incoming};
use super::integrity;
use super::local_urls;
use super::network::{Answer, Network};
use super::part::{Part, prepend};
use super::redirects::{Exchange, Outcome, Step};
use super::request::{Arguments, Request, new_request};
use super::request_options::RequestMode;
use super::responder::Responder;
use super::response::{Head, Response};
use super::upload::Sending;
use crate::event_loop::{
    Ending, Event, EventLoop, QueuePosition, TaskSource, TimerId, Timestamp, Work, WorkKind, WorkRequest, in_realm,
};
use crate::web::dom::{AbortSignal, AlgorithmId};
use crate::web::html::{GlobalScope, base_url};
use crate::web::performance::{ResourceTiming, mark_resource_timing};
use crate::web::webidl::{
    PendingPromise, catch_as_rejection, define_global_operation, event_loop, exception_value, require_arguments,
    static_string, type_error, with_stack,
};

/// How many bytes the bodies of requests with `keepalive` may have that have not been answered.
const KEEPALIVE_LIMIT: usize = 64 * 1024;

/// The network of a context, and its fetches.
#[derive(Trace, Finalize, JsData)]
struct CurrentNetwork {
    #[unsafe_ignore_trace]
    network: Rc<dyn Network>,
    #[unsafe_ignore_trace]
    open: Rc<OpenFetches>,
}

/// The fetches over the network that have not ended.
#[derive(Default)]
struct OpenFetches {
    fetches: RefCell<FxHashMap<u64, Rc<Fetch>>>,
    next_id: Cell<u64>,
}

impl Drop for OpenFetches {
    /// Threads that send do not wait for a program that has ended.
    fn drop(&mut self) {
        for fetch in self.fetches.take().into_values() {
            fetch.give_up_the_body();
        }
    }
}

/// Sets the network of a context. Fetches that have begun stay with theirs.
pub fn set_network(network: Rc<dyn Network>, context: &mut Context) {
    let open = context.get_data::<CurrentNetwork>().map(|current| Rc::clone(&current.open)).unwrap_or_default();
    context.insert_data(CurrentNetwork { network, open });
}

/// The network of a context.
#[must_use]
pub fn network(context: &Context) -> Option<Rc<dyn Network>> {
    context.get_data::<CurrentNetwork>().map(|current| Rc::clone(&current.network))
}

/// The fetch with this number, if it has not ended.
pub(super) fn open_fetch(id: u64, context: &Context) -> Option<Rc<Fetch>> {
    context.get_data::<CurrentNetwork>()?.open.fetches.borrow().get(&id).cloned()
}

/// Where a fetch is.
enum State {
    /// The answer, or the next part of the body, comes at a time that only the network knows.
    Waiting,
    /// It comes from another thread, or the fetch is dropped.
    WaitingElsewhere,
    /// It would come from another thread, which waits until the program reads what is there.
    Paused,
    /// It has a latency.
    Delayed(TimerId),
    /// The task that resolves the promise, or that of a part of the body, has been queued.
    Arrived,
    Over,
}

/// A response that waits for its body, whose integrity is checked first.
struct Held {
    head: Head,
    headers: HeaderList,
    bytes: Vec<u8>,
    latency: Duration,
}

/// What a network does.
type Steps = Box<dyn FnOnce(&mut Context)>;

/// The status, the media type and the length of a resource.
type Resource = (u16, String, usize);

/// A fetch.
pub(super) struct Fetch {
    id: u64,
    promise: Rc<PendingPromise>,
    realm: Realm,
    request: Gc<Request>,
    abort_steps: Cell<Option<AlgorithmId>>,
    /// What is awaited: the response, then each part of its body.
    work: Cell<Work>,
    source: TaskSource,
    state: RefCell<State>,
    is_answered_elsewhere: Cell<bool>,
    /// What the promise or the body is rejected with if the fetch fails. It has the place of the call.
    error: JsValue,
    /// The network, unless the URL is not one of the network.
    network: Option<(Rc<dyn Network>, RefCell<Exchange>)>,
    open: Weak<OpenFetches>,
    event_loop: Weak<EventLoop>,
    /// When the request was made, when the last redirect was answered, and when the response arrived.
    times: Cell<(Timestamp, Option<Timestamp>, Option<Timestamp>)>,
    /// That of the request that was sent last.
    flow: RefCell<Flow>,
    /// What the network does when it need not wait any more, and when the rest is not wanted.
    on_demand: RefCell<Option<Steps>>,
    on_cancel: RefCell<Option<Steps>>,
    held: RefCell<Option<Held>>,
    /// The body of the request, if it is a stream that is being sent.
    sending: RefCell<Option<Gc<Sending>>>,
    /// What the network has sent of the body, and what is not on its way to the program yet.
    parts: RefCell<VecDeque<Part>>,
    /// The body of the response, once the promise is resolved. `None` if it is null.
    body: RefCell<Option<Gc<Incoming>>>,
    has_responded: Cell<bool>,
    resource: RefCell<Resource>,
}

/// [`fetch`](https://fetch.spec.whatwg.org/#dom-global-fetch).
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn fetch(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| {
        GlobalScope::of_this(this, context)?;
        require_arguments(arguments, 1, "fetch")?;
        let request = new_request(Arguments::convert(arguments, context)?, context)?;
        let event_loop = event_loop(context)?;
        let (promise, pending) = PendingPromise::new(context);
        if request.signal.is_aborted() {
            pending.reject(request.signal.reason(), context);
            return Ok(promise);
        }
        let error = with_stack(type_error(""), context);
        let error = exception_value(error, context);
        start_when_body_is_there(request, Rc::new(pending), error, &event_loop, context)?;
        Ok(promise)
    }))
}

/// Reads the body of the request if it is a stream and the network cannot send it as such.
fn start_when_body_is_there(
    request: Gc<Request>,
    promise: Rc<PendingPromise>,
    error: JsValue,
    event_loop: &Rc<EventLoop>,
    context: &mut Context,
) -> JsResult<()> {
    let body = request.body.borrow().clone().filter(|body| body.is_stream());
    let is_sent = request.parameters.url.scheme().starts_with("http")
        && network(context).is_some_and(|network| network.sends_streams());
    let Some(body) = body.filter(|_| !is_sent) else {
        start(&request, promise, error, event_loop, context);
        return Ok(());
    };
    body.set_used(context)?;
    let rejected = Rc::clone(&promise);
    let steps = AbortSignal::on_abort(&request.signal, move |signal, context| {
        rejected.reject(signal.reason(), context);
    });
    let realm = context.realm().clone();
    Body::when_complete(&body, event_loop, context, move |bytes, _, context| {
        if let Some(steps) = steps {
            AbortSignal::remove_algorithm(&request.signal, steps);
        }
        match (bytes, EventLoop::of(context)) {
            _ if request.signal.is_aborted() => {}
            (Err(reason), _) => promise.reject(reason, context),
            (Ok(_), Some(event_loop)) => {
                in_realm(&realm, context, |context| start(&request, promise, error, &event_loop, context));
            }
            (Ok(_), None) => {}
        }
    });
    Ok(())
}

fn start(
    request: &Gc<Request>,
    promise: Rc<PendingPromise>,
    error: JsValue,
    event_loop: &Rc<EventLoop>,
    context: &mut Context,
) {
    if let Some(outcome) = without_a_network(request, context) {
        return Fetch::new(request, promise, error, None, event_loop, context).arrive(outcome, true, event_loop);
    }
    let current = context.get_data::<CurrentNetwork>();
    let current = current.map(|current| (Rc::clone(&current.network), Rc::clone(&current.open)));
    let has_network = current.is_some();
    let fetch = Fetch::new(request, promise, error, current, event_loop, context);
    if has_network {
        fetch.send_the_stream(context);
        fetch.send(event_loop);
    } else {
        fetch.arrive(Err(format!("{}: this program has no network", request.parameters.url)), true, event_loop);
    }
}

/// Fetches by the [scheme](https://fetch.spec.whatwg.org/#concept-scheme-fetch) of the URL. `None` if this needs a
/// network.
fn without_a_network(request: &Gc<Request>, context: &Context) -> Option<Outcome> {
    let parameters = &request.parameters;
    let is_foreign = || base_url(context).is_none_or(|base| base.origin() != parameters.url.origin());
    let is_forbidden = || parameters.mode == RequestMode::SameOrigin && is_foreign();
    match parameters.url.scheme() {
        "blob" => Some(local_urls::blob(parameters, request.headers.list().get("range").as_deref())),
        "data" => Some(local_urls::data(parameters)),
        "http" | "https" if bad_ports::is_blocked(&parameters.url) => Some(Err(bad_ports::message(&parameters.url))),
        "http" | "https" if is_forbidden() => {
            Some(Err(format!("{} has another origin, which the mode 'same-origin' forbids", parameters.url)))
        }
        "http" | "https" => None,
        scheme => Some(Err(format!("the scheme '{scheme}:' is not supported"))),
    }
}

impl Fetch {
    fn new(
        request: &Gc<Request>,
        promise: Rc<PendingPromise>,
        error: JsValue,
        network: Option<(Rc<dyn Network>, Rc<OpenFetches>)>,
        event_loop: &Rc<EventLoop>,
        context: &mut Context,
    ) -> Rc<Self> {
        let source = TaskSource::Response(event_loop.new_arrival_id());
        let work = WorkRequest { source: Some(source), ..WorkKind::Fetch.into() };
        let open = network.as_ref().map(|(_, open)| Rc::clone(open));
        let client = base_url(context).map_or_else(url::Origin::new_opaque, |base| base.origin());
        let id = open.as_ref().map_or(0, |open| open.next_id.replace(open.next_id.get() + 1));
        let fetch = Rc::new(Self {
            id,
            promise,
            realm: context.realm().clone(),
            request: request.clone(),
            error,
            abort_steps: Cell::new(None),
            work: Cell::new(event_loop.new_work(work, context)),
            source,
            state: RefCell::new(State::Waiting),
            is_answered_elsewhere: Cell::default(),
            network: network.map(|(network, _)| (network, RefCell::new(Exchange::new(request, client)))),
            open: open.as_ref().map(Rc::downgrade).unwrap_or_default(),
            event_loop: Rc::downgrade(event_loop),
            times: Cell::new((event_loop.now(), None, None)),
            flow: RefCell::default(),
            on_demand: RefCell::default(),
            on_cancel: RefCell::default(),
            held: RefCell::default(),
            sending: RefCell::default(),
            parts: RefCell::default(),
            body: RefCell::default(),
            has_responded: Cell::default(),
            resource: RefCell::default(),
        });
        if let Some(open) = open {
            open.fetches.borrow_mut().insert(id, Rc::clone(&fetch));
        }
        let aborted = Rc::clone(&fetch);
        let steps =
            AbortSignal::on_abort(&request.signal, move |signal, context| aborted.abort(&signal.reason(), context));
        fetch.abort_steps.set(steps);
        fetch
    }

    /// Its number in its context.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// What the network does when it need not wait any more.
    pub(super) fn on_demand(&self, steps: Steps) {
        self.on_demand.replace(Some(steps));
    }

    /// What the network does when the rest is not wanted.
    pub(super) fn on_cancel(&self, steps: Steps) {
        self.on_cancel.replace(Some(steps));
    }

    /// Whether nothing waits for an answer.
    pub(super) fn is_over(&self) -> bool {
        matches!(*self.state.borrow(), State::Over)
    }

    /// The flow of the request that was sent last.
    pub(super) fn flow(&self) -> Flow {
        self.flow.borrow().clone()
    }

    /// The answer will come from another thread.
    pub(super) fn answer_comes_from_elsewhere(&self, event_loop: &EventLoop) {
        self.is_answered_elsewhere.set(true);
        if !self.is_over() {
            self.wait(event_loop);
        }
    }

    /// Waits for the network.
    fn wait(&self, event_loop: &EventLoop) {
        let state = if !self.is_answered_elsewhere.get() {
            State::Waiting
        } else if self.body.borrow().as_ref().is_some_and(|body| body.is_unread(BUFFER)) {
            State::Paused
        } else {
            event_loop.waits_elsewhere(self.work.get());
            State::WaitingElsewhere
        };
        self.state.replace(state);
    }

    /// Starts to read the body of the request, if it is a stream.
    fn send_the_stream(&self, context: &mut Context) {
        let body = self.request.body.borrow().clone().filter(|body| body.is_stream());
        let stream = body.and_then(|body| Body::stream(&body, context).ok());
        // The body of a new request has no reader.
        let sending = stream.and_then(|stream| Sending::start(&stream, context).ok());
        if let (Some(sending), Some((_, exchange))) = (sending, &self.network) {
            exchange.borrow_mut().set_upload(sending.upload());
            self.sending.replace(Some(sending));
        }
    }

    fn send(self: &Rc<Self>, event_loop: &Rc<EventLoop>) {
        let Some((network, exchange)) = &self.network else { return };
        let request = exchange.borrow().request();
        if self.exceeds_the_keepalive_limit() {
            let message = "the bodies of pending keepalive requests exceed 64 KiB";
            return self.arrive(Err(format!("{}: {message}", request.url)), true, event_loop);
        }
        self.flow.take();
        self.is_answered_elsewhere.set(false);
        network.send(request, Responder::new(Rc::clone(self), event_loop));
    }

    /// Whether the body is too much for those in flight with `keepalive`:
    /// [HTTP-network-or-cache fetch](https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
    fn exceeds_the_keepalive_limit(&self) -> bool {
        let Some(open) = self.open.upgrade().filter(|_| self.keepalive_bytes() > 0) else { return false };
        let fetches = open.fetches.borrow();
        let of_group = fetches.values().filter(|fetch| fetch.realm == self.realm);
        of_group.map(|fetch| fetch.keepalive_bytes()).sum::<usize>() > KEEPALIVE_LIMIT
    }

    fn keepalive_bytes(&self) -> usize {
        let is_in_flight = !matches!(*self.state.borrow(), State::Arrived | State::Over);
        let exchange = self.network.as_ref().filter(|_| is_in_flight).map(|(_, exchange)| exchange);
        exchange.map_or(0, |exchange| exchange.borrow().keepalive_bytes())
    }

    /// The network has answered: there is a response, or a redirect to follow. If the body is not whole, it follows in
    /// parts.
    pub(super) fn answered(self: &Rc<Self>, answer: Answer, is_whole: bool, event_loop: &Rc<EventLoop>) {
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
    pub(super) fn answered_after(
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

    /// The network does not have to send the rest.
    fn give_up_the_body(&self) {
        self.parts.take();
        self.on_demand.take();
        self.on_cancel.take();
        self.flow().cancel();
    }

    /// The end of [main fetch](https://fetch.spec.whatwg.org/#main-fetch): a task resolves the promise. If integrity is
    /// demanded, the whole body must be there; a null body has none.
    fn arrive(self: &Rc<Self>, outcome: Outcome, is_whole: bool, event_loop: &EventLoop) {
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
    pub(super) fn part_sent(self: &Rc<Self>, part: Part, flow: &Flow, event_loop: &EventLoop) {
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
                    held.latency += latency;
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

    /// Queues a task, which has no effect if the fetch is over by then.
    fn queue(
        self: &Rc<Self>,
        event_loop: &EventLoop,
        steps: impl FnOnce(&Rc<Self>, &EventLoop, &mut Context) + 'static,
    ) {
        self.state.replace(State::Arrived);
        let (fetch, waiting, realm) = (Rc::clone(self), Rc::clone(self), self.realm.clone());
        let steps = move |event_loop: &EventLoop, context: &mut Context| {
            if fetch.is_over() {
                return Ok(Ending::Aborted);
            }
            steps(&fetch, event_loop, context);
            Ok(Ending::Returned)
        };
        let is_canceled = move || waiting.is_over();
        let work = self.work.get();
        event_loop.queue_a_cancelable_task(self.source, work, QueuePosition::Last, realm, is_canceled, steps);
    }

    /// The error with this message. Its stack is that of the call.
    fn network_error(&self, message: &str, context: &mut Context) -> JsValue {
        let message = JsString::from(format!("fetch: {message}"));
        if let Some(error) = self.error.as_object() {
            let property = PropertyDescriptor::builder().value(message).writable(true).configurable(true);
            // The program has never seen the error, so nothing keeps it from getting a message.
            let _ = error.define_property_or_throw(js_string!("message"), property, context);
        }
        self.error.clone()
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
                Incoming::of_sender(sender, self.request.signal.clone())
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
            body.end(event_loop, context);
        }
    }

    fn fail_the_body(&self, reason: &JsValue, event_loop: &EventLoop, context: &mut Context) {
        let body = self.body.take();
        if let Some(body) = body {
            body.fail(reason, event_loop, context);
        }
    }

    /// [Reports timing](https://fetch.spec.whatwg.org/#finalize-and-report-timing), if the URL is one of the network.
    fn report_timing(&self, event_loop: &EventLoop, context: &mut Context) {
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

    /// [Aborts](https://fetch.spec.whatwg.org/#abort-fetch) the fetch: its promise, or the body of its response, is
    /// rejected with the reason.
    fn abort(&self, reason: &JsValue, context: &mut Context) {
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
    fn end(&self) {
        self.state.replace(State::Over);
        self.forget_the_signal();
        self.give_up_the_body();
        self.close();
    }

    fn forget_the_signal(&self) {
        if let Some(steps) = self.abort_steps.take() {
            AbortSignal::remove_algorithm(&self.request.signal, steps);
        }
    }

    fn close(&self) {
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

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("fetch"), 1, fetch, context)
}
