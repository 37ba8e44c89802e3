//! `fetch`: <https://fetch.spec.whatwg.org/#fetch-method>.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use rustc_hash::FxHashMap;

use super::abort_flag::AbortFlag;
use super::bad_ports;
use super::body::{Body, Content};
use super::header_list::HeaderList;
use super::integrity;
use super::local_urls;
use super::network::{Answer, Network};
use super::redirects::{Exchange, Outcome, Step};
use super::request::{Arguments, Request, new_request};
use super::request_options::RequestMode;
use super::responder::Responder;
use super::response::{Head, Response};
use crate::event_loop::{
    Ending, Event, EventLoop, QueuePosition, TaskSource, TimerId, Timestamp, Work, WorkKind, WorkRequest, in_realm,
};
use crate::web::dom::{AbortSignal, AlgorithmId};
use crate::web::file_api::Bytes;
use crate::web::html::{GlobalScope, base_url};
use crate::web::performance::{ResourceTiming, mark_resource_timing};
use crate::web::webidl::{
    PendingPromise, catch_as_rejection, define_global_operation, event_loop, exception_value, require_arguments,
    static_string, type_error,
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
    /// The answer comes at a time that only the network knows.
    Waiting,
    /// The answer comes from another thread, or the fetch is dropped.
    WaitingElsewhere {
        is_aborted: AbortFlag,
    },
    /// The answer has a latency.
    Delayed(TimerId),
    /// The task that resolves the promise, or that of the body, has been queued.
    Arrived,
    Over,
}

/// The status, the media type and the length of a resource.
type Resource = (u16, String, usize);

/// A fetch.
pub(super) struct Fetch {
    id: u64,
    promise: Rc<PendingPromise>,
    realm: Realm,
    request: Gc<Request>,
    abort_steps: Cell<Option<AlgorithmId>>,
    work: Work,
    source: TaskSource,
    state: RefCell<State>,
    /// The network, unless the URL is not one of the network.
    network: Option<(Rc<dyn Network>, RefCell<Exchange>)>,
    open: Weak<OpenFetches>,
    /// When the request was made, when the last redirect was answered, and when the response arrived.
    times: Cell<(Timestamp, Option<Timestamp>, Option<Timestamp>)>,
    /// The body of the response, once that is there.
    body: RefCell<Option<Gc<Body>>>,
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
        start_when_body_is_there(request, Rc::new(pending), &event_loop, context)?;
        Ok(promise)
    }))
}

/// Reads the body of the request if it is a stream: a network sends it as a whole.
fn start_when_body_is_there(
    request: Gc<Request>,
    promise: Rc<PendingPromise>,
    event_loop: &Rc<EventLoop>,
    context: &mut Context,
) -> JsResult<()> {
    let body = request.body.borrow().clone().filter(|body| body.is_stream());
    let Some(body) = body else {
        start(&request, promise, event_loop, context);
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
                in_realm(&realm, context, |context| start(&request, promise, &event_loop, context));
            }
            (Ok(_), None) => {}
        }
    });
    Ok(())
}

fn start(request: &Gc<Request>, promise: Rc<PendingPromise>, event_loop: &Rc<EventLoop>, context: &mut Context) {
    if let Some(outcome) = without_a_network(request, context) {
        return Fetch::new(request, promise, None, event_loop, context).arrive(outcome, event_loop);
    }
    let current = context.get_data::<CurrentNetwork>();
    let current = current.map(|current| (Rc::clone(&current.network), Rc::clone(&current.open)));
    let has_network = current.is_some();
    let fetch = Fetch::new(request, promise, current, event_loop, context);
    if has_network {
        fetch.send(event_loop);
    } else {
        fetch.arrive(Err(format!("{}: this program has no network", request.parameters.url)), event_loop);
    }
}

/// Fetches by the [scheme](https://fetch.spec.whatwg.org/#concept-scheme-fetch) of the URL. `None` if this needs a
/// network.
fn without_a_network(request: &Gc<Request>, context: &Context) -> Option<Outcome> {
    let parameters = &request.parameters;
    let is_foreign = || base_url(context).is_none_or(|base| base.origin() != parameters.url.origin());
    let is_forbidden = || parameters.mode == RequestMode::SameOrigin && is_foreign();
    match parameters.url.scheme() {
        "blob" => Some(local_urls::blob(parameters)),
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
        network: Option<(Rc<dyn Network>, Rc<OpenFetches>)>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> Rc<Self> {
        let source = TaskSource::Response(event_loop.new_arrival_id());
        let work = WorkRequest { source: Some(source), ..WorkKind::Fetch.into() };
        let open = network.as_ref().map(|(_, open)| Rc::clone(open));
        let id = open.as_ref().map_or(0, |open| open.next_id.replace(open.next_id.get() + 1));
        let fetch = Rc::new(Self {
            id,
            promise,
            realm: context.realm().clone(),
            request: request.clone(),
            abort_steps: Cell::new(None),
            work: event_loop.new_work(work, context),
            source,
            state: RefCell::new(State::Waiting),
            network: network.map(|(network, _)| (network, RefCell::new(Exchange::new(request)))),
            open: open.as_ref().map(Rc::downgrade).unwrap_or_default(),
            times: Cell::new((event_loop.now(), None, None)),
            body: RefCell::default(),
        });
        if let Some(open) = open {
            open.fetches.borrow_mut().insert(id, Rc::clone(&fetch));
        }
        let aborted = Rc::clone(&fetch);
        let steps =
            AbortSignal::on_abort(&request.signal, move |signal, context| aborted.abort(signal.reason(), context));
        fetch.abort_steps.set(steps);
        fetch
    }

    /// Its number in its context.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Whether nothing waits for an answer.
    pub(super) fn is_over(&self) -> bool {
        matches!(*self.state.borrow(), State::Over)
    }

    /// The answer will come from another thread. Returns a flag that is set when nothing waits for it any more.
    pub(super) fn answer_comes_from_elsewhere(&self, event_loop: &EventLoop) -> AbortFlag {
        let is_aborted = AbortFlag::default();
        if self.is_over() {
            is_aborted.set();
        } else {
            event_loop.waits_elsewhere(self.work);
            self.state.replace(State::WaitingElsewhere { is_aborted: is_aborted.clone() });
        }
        is_aborted
    }

    fn send(self: &Rc<Self>, event_loop: &Rc<EventLoop>) {
        let Some((network, exchange)) = &self.network else { return };
        let request = exchange.borrow().request();
        if self.exceeds_the_keepalive_limit() {
            let message = "the bodies of pending keepalive requests exceed 64 KiB";
            return self.arrive(Err(format!("{}: {message}", request.url)), event_loop);
        }
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

    /// The end of [main fetch](https://fetch.spec.whatwg.org/#main-fetch). `None` stands for a null body, which
    /// has no integrity.
    fn checked(&self, outcome: Outcome) -> Result<(Head, HeaderList, Option<Bytes>), String> {
        let (head, headers, bytes) = outcome?;
        let parameters = &self.request.parameters;
        let bytes = head.has_body(&parameters.method).then_some(bytes);
        let matches = |bytes: &Bytes| integrity::matches(bytes.as_slice(), &parameters.integrity);
        if parameters.integrity.is_empty() || bytes.as_ref().is_some_and(matches) {
            return Ok((head, headers, bytes));
        }
        Err(format!("the body of {} does not match the request's integrity metadata", parameters.url))
    }

    /// The network has answered: there is a response, or a redirect to follow.
    pub(super) fn answered(self: &Rc<Self>, answer: Answer, event_loop: &Rc<EventLoop>) {
        let Some((_, exchange)) = self.network.as_ref().filter(|_| !self.is_over()) else { return };
        event_loop.is_back(self.work);
        self.state.replace(State::Waiting);
        let step = answer.map(|response| exchange.borrow_mut().answered(response));
        match step {
            Ok(Step::Follow) => {
                let (start, _, response) = self.times.get();
                self.times.set((start, Some(event_loop.now()), response));
                self.send(event_loop);
            }
            Ok(Step::End(outcome)) => self.arrive(outcome, event_loop),
            Err(message) => self.arrive(Err(message), event_loop),
        }
    }

    /// The network has answered, and the answer arrives after a latency.
    pub(super) fn answered_after(self: &Rc<Self>, latency: Duration, answer: Answer, event_loop: &Rc<EventLoop>) {
        let milliseconds = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX);
        if milliseconds == 0 || self.is_over() {
            return self.answered(answer, event_loop);
        }
        let (waiting, weak, values) = (Rc::clone(self), Rc::downgrade(event_loop), event_loop.capture());
        let timer = event_loop.run_steps_after_a_timeout(milliseconds, self.work, move |_, _| {
            if let Some(event_loop) = weak.upgrade() {
                let _values = event_loop.enter(values);
                waiting.answered(answer, &event_loop);
            }
        });
        self.state.replace(State::Delayed(timer));
    }

    /// The response has arrived: a task resolves the promise.
    fn arrive(self: &Rc<Self>, outcome: Outcome, event_loop: &EventLoop) {
        self.queue(self.work, event_loop, move |fetch, event_loop, context| {
            fetch.respond(outcome, event_loop, context);
        });
    }

    /// Queues a task, which has no effect if the fetch is over by then.
    fn queue(
        self: &Rc<Self>,
        work: Work,
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
        event_loop.queue_a_cancelable_task(self.source, work, QueuePosition::Last, realm, is_canceled, steps);
    }

    fn respond(self: &Rc<Self>, outcome: Outcome, event_loop: &EventLoop, context: &mut Context) {
        let outcome = self.checked(outcome).map_err(|message| type_error(format!("fetch: {message}")));
        let response = outcome.and_then(|(head, headers, bytes)| {
            let body = bytes.is_some().then(|| Body::incomplete(Some(self.request.signal.clone())));
            let bytes = bytes.unwrap_or_default();
            let resource = (head.status, headers.essence(), bytes.len());
            let response = Response::fetched(head, headers, body.clone(), context)?;
            self.body.replace(body);
            Ok((response, resource, bytes))
        });
        match response {
            Ok((response, resource, bytes)) => {
                let (start, redirected, _) = self.times.get();
                self.times.set((start, redirected, Some(event_loop.now())));
                self.promise.resolve(response.into(), event_loop, context);
                self.deliver_the_body(resource, bytes, event_loop, context);
            }
            Err(error) => {
                self.end();
                self.report_timing(Resource::default(), event_loop, context);
                let reason = exception_value(error, context);
                self.promise.reject(reason, context);
            }
        }
    }

    /// The body arrives in a task after that of the response.
    fn deliver_the_body(
        self: &Rc<Self>,
        resource: Resource,
        bytes: Bytes,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        // Resolving the promise may have run code of the program that aborted the fetch.
        if self.is_over() {
            return;
        }
        let request = WorkRequest { source: Some(self.source), ..WorkKind::ResponseBody.into() };
        let work = event_loop.new_work_of(request, self.work.origin, context);
        self.queue(work, event_loop, move |fetch, event_loop, context| {
            fetch.end();
            fetch.report_timing(resource, event_loop, context);
            fetch.complete(Content::Complete(bytes), event_loop, context);
        });
    }

    /// [Reports timing](https://fetch.spec.whatwg.org/#finalize-and-report-timing), if the URL is one of the network.
    fn report_timing(
        &self,
        (status, content_type, body_size): Resource,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
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

    fn complete(&self, result: Content, event_loop: &EventLoop, context: &mut Context) {
        let body = self.body.take();
        if let Some(body) = body {
            body.complete(result, event_loop, context);
        }
    }

    /// [Aborts](https://fetch.spec.whatwg.org/#abort-fetch) the fetch: its promise, or the body of its response, is
    /// rejected with the reason.
    fn abort(&self, reason: JsValue, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        match self.state.replace(State::Over) {
            State::Over => return,
            // Its task ends the work.
            State::Arrived => {}
            State::Delayed(timer) => {
                event_loop.cancel_timer(timer);
                event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
            }
            State::WaitingElsewhere { is_aborted } => {
                is_aborted.set();
                event_loop.is_back(self.work);
                event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted });
            }
            State::Waiting => event_loop.notify(|| Event::Ended { work: self.work.id, how: Ending::Aborted }),
        }
        self.close();
        self.promise.reject(reason.clone(), context);
        self.complete(Content::Failed(reason), &event_loop, context);
    }

    /// Nothing more can happen.
    fn end(&self) {
        self.state.replace(State::Over);
        if let Some(steps) = self.abort_steps.take() {
            AbortSignal::remove_algorithm(&self.request.signal, steps);
        }
        self.close();
    }

    fn close(&self) {
        let closed = self.open.upgrade().and_then(|open| open.fetches.borrow_mut().remove(&self.id));
        drop(closed);
    }
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("fetch"), 1, fetch, context)
}
