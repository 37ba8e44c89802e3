//! Requests that JavaScript answers: a `Request` for a function, and the answer that its `Response` is.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};
use url::Url;

use super::body::Body;
use super::body_mixin::HasBody;
use super::headers::{Guard, Headers};
use super::network::{Answer, NetworkRequest, NetworkResponse};
use super::request::{Parameters, Request};
use super::response::{Response, ResponseType};
use crate::event_loop::EventLoop;
use crate::web::dom::AbortSignal;
use crate::web::webidl::{create, implements};

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
        headers: response.headers.list().iter().cloned().collect(),
        body: Vec::new(),
    }
}

/// Whether a value is a `Response` object.
#[must_use]
pub fn is_response(value: &JsValue) -> bool {
    implements::<Response>(value).is_some()
}

/// Calls `then` with the answer that a `Response` object is, when its body is there. The body stays readable, so that a
/// `Response` can answer several requests.
pub fn answer_with(
    value: &JsValue,
    event_loop: &EventLoop,
    context: &mut Context,
    then: impl FnOnce(Answer) + 'static,
) {
    let response = implements::<Response>(value).filter(|response| response.head.kind != ResponseType::Error);
    let Some(response) = response else { return then(Err("network error".to_owned())) };
    let mut answer = without_body(&response);
    match response.body() {
        None => then(Ok(answer)),
        Some(body) if body.is_unusable() => then(Err("the response body has already been read".to_owned())),
        Some(body) => Body::when_complete(&body, event_loop, context, move |bytes, _, _| {
            then(match bytes {
                Ok(bytes) => {
                    answer.body = bytes.as_slice().to_vec();
                    Ok(answer)
                }
                Err(_) => Err("the response body was aborted".to_owned()),
            });
        }),
    }
}
