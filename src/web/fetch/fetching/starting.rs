//! How a fetch begins.

use std::rc::Rc;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::fetch::Fetch;
use super::networks::{CurrentNetwork, network};
use crate::event_loop::{EventLoop, in_realm};
use crate::web::dom::AbortSignal;
use crate::web::fetch::bad_ports;
use crate::web::fetch::body::Body;
use crate::web::fetch::local_urls;
use crate::web::fetch::redirects::Outcome;
use crate::web::fetch::request::{Arguments, Request, new_request};
use crate::web::fetch::request_options::RequestMode;
use crate::web::html::{GlobalScope, base_url};
use crate::web::streams::ReadableStream;
use crate::web::webidl::{
    PendingPromise, catch_as_rejection, define_global_operation, event_loop, exception_value, require_arguments,
    static_string, type_error, with_stack,
};

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
            abort_the_call(&request, &pending, context)?;
            return Ok(promise);
        }
        let error = with_stack(type_error(""), context);
        let error = exception_value(error, context);
        start_when_body_is_there(request, Rc::new(pending), error, &event_loop, context)?;
        Ok(promise)
    }))
}

/// [Aborts a `fetch()` call](https://fetch.spec.whatwg.org/#abort-fetch) that has no response.
fn abort_the_call(request: &Request, promise: &PendingPromise, context: &mut Context) -> JsResult<()> {
    let reason = request.signal.reason();
    promise.reject(reason.clone(), context);
    let body = request.body.borrow().clone().filter(|body| body.is_stream());
    if let Some(body) = body {
        let stream = Body::stream(&body, context)?;
        // Step 2: only if it is readable.
        if stream.is_readable() {
            ReadableStream::cancel(&stream, reason, context);
        }
    }
    Ok(())
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
    let stream = Body::stream(&body, context)?;
    let rejected = Rc::clone(&promise);
    let steps = AbortSignal::on_abort(&request.signal, move |signal, context| {
        rejected.reject(signal.reason(), context);
        ReadableStream::cancel(&stream, signal.reason(), context);
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

pub(in crate::web::fetch) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("fetch"), 1, fetch, context)
}
