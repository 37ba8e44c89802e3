//! Requests that JavaScript answers: a `Request` for a function, and the answer that its `Response` is.

use std::time::Duration;

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};
use url::Url;

use super::body::{Body, BodyInit};
use super::body_mixin::HasBody;
use super::headers::{Guard, Headers};
use super::network::{NetworkRequest, NetworkResponse, Responder};
use super::pump::send_stream;
use super::request::{Parameters, Request};
use super::response::{Response, ResponseType};
use crate::event_loop::EventLoop;
use crate::web::dom::AbortSignal;
use crate::web::webidl::{create, implements, type_error};

/// Creates the `Request` object that a server receives.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub fn request_object(request: NetworkRequest, context: &mut Context) -> JsResult<JsObject> {
    let list = request.headers.into_iter().collect();
    let (headers, headers_object) = Headers::create(list, Guard::Immutable, context)?;
    let body = request.body.map(|bytes| Body::new(bytes.into()));
    let parameters = Parameters::received(request.method, request.url, request.priority);
    let signal = AbortSignal::create(context)?;
    let state = Request { parameters, headers, headers_object, body: GcRefCell::new(body), signal };
    create(&Gc::new(state), context)
}

/// The method and the URL of a `Request` object. `None` if the value is something else.
#[must_use]
pub fn received(value: &JsValue) -> Option<(String, Url)> {
    let request = implements::<Request>(value)?;
    Some((request.parameters.method.clone(), request.parameters.url.clone()))
}

/// What a server answers with a response, except its body.
fn without_body(response: &Response) -> NetworkResponse {
    NetworkResponse {
        status: response.head.status,
        status_text: response.head.status_text.clone(),
        headers: response.headers.list().to_pairs(),
        body: Vec::new(),
    }
}

/// Whether a value is a `Response` object.
#[must_use]
pub fn is_response(value: &JsValue) -> bool {
    implements::<Response>(value).is_some()
}

/// A `Response` that can answer a request without being read: itself, or its clone if its body is a stream.
///
/// # Errors
///
/// `TypeError` if the stream has a reader.
pub fn reusable(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    match implements::<Response>(value).filter(|response| response.body().is_some_and(|body| body.is_stream())) {
        Some(response) => Ok(Response::copy(&response, context)?.into()),
        None => Ok(value.clone()),
    }
}

/// Answers a request with a `Response` object, after a latency. If its body is a stream, its chunks are sent as they
/// come. Other bodies stay readable.
pub fn answer_with(value: &JsValue, latency: Duration, responder: Responder, url: &Url, context: &mut Context) {
    let failed = |message: &str| Err(format!("{url}: {message}"));
    let response = implements::<Response>(value).filter(|response| response.head.kind != ResponseType::Error);
    let Some(response) = response else { return responder.respond_after(latency, failed("network error")) };
    let mut answer = without_body(&response);
    match response.body() {
        None => responder.respond_after(latency, Ok(answer)),
        Some(body) if body.is_unusable() => {
            responder.respond_after(latency, failed("the response body has already been read"));
        }
        Some(body) if body.is_stream() => {
            let stream = Body::stream(&body, context);
            let writer = responder.respond_in_parts_after(latency, answer);
            let sent = stream.and_then(|stream| send_stream(&stream, writer, context));
            if let (Err(error), Some(event_loop)) = (sent, EventLoop::of(context)) {
                event_loop.report_an_exception(error, context);
            }
        }
        Some(body) => {
            let Some(event_loop) = EventLoop::of(context) else { return };
            let aborted = failed("the response body was aborted");
            Body::when_complete(&body, &event_loop, context, move |bytes, _, _| {
                responder.respond_after(
                    latency,
                    bytes.map_or(aborted, |bytes| {
                        answer.body = bytes.as_slice().to_vec();
                        Ok(answer)
                    }),
                );
            });
        }
    }
}

/// What a server answers that has a `ResponseInit` for it, without a body.
///
/// # Errors
///
/// What the constructor of `Response` throws.
pub fn response_head(init: &JsValue, context: &mut Context) -> JsResult<NetworkResponse> {
    let response = Response::of_init(init, context)?;
    Ok(without_body(&response))
}

/// The bytes of a chunk: what can be the body of a `Response`, except a stream.
///
/// # Errors
///
/// `TypeError` if it is a stream. Whatever `toString` throws.
pub fn chunk_bytes(chunk: &JsValue, context: &mut Context) -> JsResult<Vec<u8>> {
    let (body, _) = BodyInit::convert(chunk, &"chunk", context)?.extract(context)?;
    let bytes = body.bytes().ok_or_else(|| type_error("a stream cannot be a chunk"))?;
    Ok(bytes.as_slice().to_vec())
}
