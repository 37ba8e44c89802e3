//! `fetch`: <https://fetch.spec.whatwg.org/#fetch-method>.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use url::Url;

use super::body::{Body, Content};
use super::data_url;
use super::header_list::HeaderList;
use super::network::{Network, NetworkRequest, NetworkResponse};
use super::request::{Request, new_request};
use super::request_options::{RequestMode, RequestRedirect};
use super::response::{Head, Response, ResponseType};
use crate::dom::{AbortSignal, AlgorithmId};
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, TimerId, Work, WorkKind};
use crate::file_api::Bytes;
use crate::html::{GlobalScope, base_url};
use crate::webidl::{
    PendingPromise, catch_as_rejection, define_global_operation, event_loop, exception_value, require_arguments,
    type_error,
};

/// The longest chain of redirects.
const MAX_REDIRECTS: usize = 20;

/// The network of a context.
#[derive(Trace, Finalize, JsData)]
struct CurrentNetwork {
    #[unsafe_ignore_trace]
    network: Rc<dyn Network>,
}

/// Sets the network of a context.
pub(crate) fn set_network(network: Rc<dyn Network>, context: &mut Context) {
    context.insert_data(CurrentNetwork { network });
}

/// A fetch that has not ended.
struct Fetch {
    promise: PendingPromise,
    realm: Realm,
    signal: Gc<AbortSignal>,
    abort_steps: Cell<Option<AlgorithmId>>,
    /// The timer of its latency.
    timer: Cell<Option<TimerId>>,
    /// The body of the response, once that is there.
    body: RefCell<Option<Gc<Body>>>,
    is_over: Cell<bool>,
    source: TaskSource,
}

/// What a fetch results in.
type Outcome = Result<(Head, HeaderList, Bytes), String>;

/// [`fetch`](https://fetch.spec.whatwg.org/#dom-global-fetch).
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn fetch(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| {
        GlobalScope::of_this(this, context)?;
        require_arguments(arguments, 1, "fetch")?;
        let request = new_request(arguments, context)?;
        let event_loop = event_loop(context)?;
        let (promise, pending) = PendingPromise::new(context);
        if request.signal.is_aborted() {
            pending.reject(request.signal.reason(), context);
            return Ok(promise);
        }
        start(&request, pending, &event_loop, context);
        Ok(promise)
    }))
}

fn start(request: &Gc<Request>, promise: PendingPromise, event_loop: &EventLoop, context: &mut Context) {
    let source = TaskSource::MessagePort(event_loop.new_port_id());
    let fetch = Rc::new(Fetch {
        promise,
        realm: context.realm().clone(),
        signal: request.signal.clone(),
        abort_steps: Cell::new(None),
        timer: Cell::new(None),
        body: RefCell::default(),
        is_over: Cell::new(false),
        source,
    });
    let aborted = Rc::clone(&fetch);
    let steps = AbortSignal::on_abort(&request.signal, move |signal, context| aborted.abort(signal.reason(), context));
    fetch.abort_steps.set(steps);
    let (outcome, latency) = outcome(request, context);
    let work =
        event_loop.new_work(crate::event_loop::Request { source: Some(source), ..WorkKind::Fetch.into() }, context);
    let milliseconds = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX);
    if milliseconds == 0 {
        return fetch.arrive(work, outcome, event_loop);
    }
    let waiting = Rc::clone(&fetch);
    let timer = event_loop.run_steps_after_a_timeout(milliseconds, work, move |event_loop, _| {
        waiting.timer.set(None);
        waiting.arrive(work, outcome, event_loop);
    });
    fetch.timer.set(Some(timer));
}

impl Fetch {
    /// The response has arrived: a task resolves the promise.
    fn arrive(self: &Rc<Self>, work: Work, outcome: Outcome, event_loop: &EventLoop) {
        let fetch = Rc::clone(self);
        event_loop.queue_a_global_task(
            self.source,
            work,
            QueuePosition::Last,
            self.realm.clone(),
            move |event_loop, context| {
                if !fetch.is_over.get() {
                    fetch.respond(outcome, event_loop, context);
                }
                Ok(())
            },
        );
    }

    fn respond(self: &Rc<Self>, outcome: Outcome, event_loop: &EventLoop, context: &mut Context) {
        let response =
            outcome.map_err(|message| type_error(format!("fetch: {message}"))).and_then(|(head, headers, bytes)| {
                let body = Body::incomplete();
                let response = Response::fetched(head, headers, body.clone(), context)?;
                *self.body.borrow_mut() = Some(body);
                Ok((response, bytes))
            });
        match response {
            Ok((response, bytes)) => {
                self.promise.resolve(response.into(), event_loop, context);
                self.deliver_the_body(bytes, event_loop, context);
            }
            Err(error) => {
                self.end();
                let reason = exception_value(error, context);
                self.promise.reject(reason, context);
            }
        }
    }

    /// The body arrives in a task after that of the response.
    fn deliver_the_body(self: &Rc<Self>, bytes: Bytes, event_loop: &EventLoop, context: &mut Context) {
        let fetch = Rc::clone(self);
        let work = event_loop.new_host_work(WorkKind::Fetch, context);
        event_loop.queue_a_global_task(
            self.source,
            work,
            QueuePosition::Last,
            self.realm.clone(),
            move |event_loop, context| {
                fetch.complete(Content::Complete(bytes), event_loop, context);
                fetch.end();
                Ok(())
            },
        );
    }

    fn complete(&self, result: Content, event_loop: &EventLoop, context: &mut Context) {
        let body = self.body.borrow().clone();
        if let Some(body) = body {
            body.complete(result, event_loop, context);
        }
    }

    /// [Aborts](https://fetch.spec.whatwg.org/#abort-fetch) the fetch: its promise, or the body of its response, is
    /// rejected with the reason.
    fn abort(&self, reason: JsValue, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        if self.is_over.replace(true) {
            return;
        }
        if let Some(timer) = self.timer.take() {
            event_loop.cancel_timer(timer);
        }
        self.promise.reject(reason.clone(), context);
        self.complete(Content::Failed(reason), &event_loop, context);
    }

    /// Nothing more can happen.
    fn end(&self) {
        self.is_over.set(true);
        if let Some(steps) = self.abort_steps.take() {
            AbortSignal::remove_algorithm(&self.signal, steps);
        }
    }
}

/// Fetches by the [scheme](https://fetch.spec.whatwg.org/#concept-scheme-fetch) of the URL.
fn outcome(request: &Gc<Request>, context: &mut Context) -> (Outcome, std::time::Duration) {
    let none = std::time::Duration::ZERO;
    let parameters = &request.parameters;
    let is_foreign = || base_url(context).is_none_or(|base| base.origin() != parameters.url.origin());
    match parameters.url.scheme() {
        "data" => {
            let is_head = parameters.method == "HEAD";
            let response = data_url::response(&parameters.url);
            let body = |bytes| if is_head { Bytes::default() } else { bytes };
            (response.map(|(head, headers, bytes)| (head, headers, body(bytes))), none)
        }
        "http" | "https" if parameters.mode == RequestMode::SameOrigin && is_foreign() => {
            (Err(format!("{} has another origin, which the mode 'same-origin' forbids", parameters.url)), none)
        }
        "http" | "https" => match context.get_data::<CurrentNetwork>().map(|current| Rc::clone(&current.network)) {
            Some(network) => over_the_network(&*network, request),
            None => (Err(format!("{}: this program has no network", parameters.url)), none),
        },
        scheme => (Err(format!("the scheme '{scheme}:' is not supported")), none),
    }
}

/// Follows redirects: <https://fetch.spec.whatwg.org/#http-redirect-fetch>. The latencies add up.
fn over_the_network(network: &dyn Network, request: &Gc<Request>) -> (Outcome, std::time::Duration) {
    let mut latency = std::time::Duration::ZERO;
    let mut sent = network_request(request);
    for redirects in 0..=MAX_REDIRECTS {
        let (answer, took) = network.answer(&sent);
        latency += took;
        let response = match answer {
            Ok(response) => response,
            Err(message) => return (Err(message), latency),
        };
        let target = location(&response, &sent.url).filter(|_| request.parameters.redirect == RequestRedirect::Follow);
        let Some(target) = target else { return (finish(response, &sent.url, redirects, request), latency) };
        match target {
            Ok(target) => redirect(&mut sent, response.status, target),
            Err(message) => return (Err(message), latency),
        }
    }
    (Err(format!("there are more than {MAX_REDIRECTS} redirects")), latency)
}

fn network_request(request: &Gc<Request>) -> NetworkRequest {
    let mut headers = request.headers.list();
    for (name, value) in [("Accept", "*/*"), ("Accept-Language", "en-US,en;q=0.9")] {
        if !headers.contains(name) {
            headers.set(name, value.to_owned());
        }
    }
    let body = request.body.borrow().as_ref().and_then(|body| body.bytes());
    NetworkRequest {
        method: request.parameters.method.clone(),
        url: request.parameters.url.clone(),
        headers: headers.iter().cloned().collect(),
        body: body.map(|bytes| bytes.as_slice().to_vec()),
    }
}

/// The URL that a redirect leads to. `None` if the response is none.
fn location(response: &NetworkResponse, url: &Url) -> Option<Result<Url, String>> {
    if ![301, 302, 303, 307, 308].contains(&response.status) {
        return None;
    }
    let (_, location) = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"))?;
    let target = url.join(location).map_err(|error| format!("a redirect to '{location}': {error}"));
    Some(target.and_then(|mut target| {
        if target.fragment().is_none() {
            target.set_fragment(url.fragment());
        }
        let is_http = ["http", "https"].contains(&target.scheme());
        if is_http { Ok(target) } else { Err(format!("a redirect to '{target}', whose scheme is not allowed")) }
    }))
}

/// Changes a request for its redirect: it may become a `GET`, and headers that identify the user stay with their
/// origin.
fn redirect(request: &mut NetworkRequest, status: u16, target: Url) {
    let method = request.method.as_str();
    let becomes_get =
        ([301, 302].contains(&status) && method == "POST") || (status == 303 && !["GET", "HEAD"].contains(&method));
    if becomes_get {
        "GET".clone_into(&mut request.method);
        request.body = None;
        let of_bodies = ["content-encoding", "content-language", "content-location", "content-type"];
        request.headers.retain(|(name, _)| !of_bodies.iter().any(|of_body| name.eq_ignore_ascii_case(of_body)));
    }
    if request.url.origin() != target.origin() {
        request.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("authorization"));
    }
    request.url = target;
}

fn finish(response: NetworkResponse, url: &Url, redirects: usize, request: &Gc<Request>) -> Outcome {
    let is_redirect = location(&response, url).is_some();
    if is_redirect && request.parameters.redirect == RequestRedirect::Error {
        return Err(format!("{url} answers with a redirect, which the request does not allow"));
    }
    if is_redirect && request.parameters.redirect == RequestRedirect::Manual {
        let head = Head { kind: ResponseType::OpaqueRedirect, url: Some(url.clone()), ..Head::default() };
        return Ok((head, HeaderList::default(), Bytes::default()));
    }
    let NetworkResponse { status, status_text, headers, body } = response;
    let is_visible = |(name, _): &(String, String)| !super::header_list::is_forbidden_in_responses(name);
    let head =
        Head { kind: ResponseType::Basic, url: Some(url.clone()), is_redirected: redirects > 0, status, status_text };
    Ok((head, headers.into_iter().filter(is_visible).collect(), body.into()))
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation("fetch", 1, fetch, context)
}
