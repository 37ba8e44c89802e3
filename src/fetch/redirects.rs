//! Requests over the network and their redirects: <https://fetch.spec.whatwg.org/#http-fetch>.

use boa_gc::Gc;
use url::Url;

use super::header_list::{HeaderList, is_forbidden_in_responses};
use super::network::{NetworkRequest, NetworkResponse};
use super::request::Request;
use super::request_options::RequestRedirect;
use super::response::{Head, ResponseType};
use crate::file_api::Bytes;

/// The longest chain of redirects.
const MAX_REDIRECTS: usize = 20;

/// What a fetch results in. An error is the message of a `TypeError`.
pub(super) type Outcome = Result<(Head, HeaderList, Bytes), String>;

/// What follows from a response.
pub(super) enum Step {
    Follow,
    End(Outcome),
}

/// A request over the network, as it was sent last.
pub(super) struct Exchange {
    request: NetworkRequest,
    first_url: String,
    redirects: usize,
    mode: RequestRedirect,
}

impl Exchange {
    pub(super) fn new(request: &Gc<Request>) -> Self {
        let mut headers = request.headers.list();
        for (name, value) in [("Accept", "*/*"), ("Accept-Language", "en-US,en;q=0.9")] {
            if !headers.contains(name) {
                headers.set(name, value.to_owned());
            }
        }
        let body = request.body.borrow().as_ref().and_then(|body| body.bytes());
        let request_to_send = NetworkRequest {
            method: request.parameters.method.clone(),
            url: request.parameters.url.clone(),
            headers: headers.iter().cloned().collect(),
            body: body.map(|bytes| bytes.as_slice().to_vec()),
            priority: request.parameters.priority,
        };
        let first_url = request_to_send.url.to_string();
        Self { request: request_to_send, first_url, redirects: 0, mode: request.parameters.redirect }
    }

    pub(super) fn first_url(&self) -> &str {
        &self.first_url
    }

    pub(super) fn request(&self) -> NetworkRequest {
        self.request.clone()
    }

    /// Follows a redirect, or ends: [HTTP-redirect fetch](https://fetch.spec.whatwg.org/#http-redirect-fetch).
    pub(super) fn answered(&mut self, response: NetworkResponse) -> Step {
        let Some(target) = location(&response, &self.request.url) else {
            return Step::End(Ok(self.finish(response)));
        };
        let url = &self.request.url;
        match (self.mode, target) {
            (RequestRedirect::Error, _) => {
                Step::End(Err(format!("{url} answers with a redirect, which the request does not allow")))
            }
            (RequestRedirect::Manual, _) => {
                let head = Head { kind: ResponseType::OpaqueRedirect, url: Some(url.clone()), ..Head::default() };
                Step::End(Ok((head, HeaderList::default(), Bytes::default())))
            }
            (RequestRedirect::Follow, _) if self.redirects == MAX_REDIRECTS => {
                Step::End(Err(format!("there are more than {MAX_REDIRECTS} redirects")))
            }
            (RequestRedirect::Follow, Err(message)) => Step::End(Err(message)),
            (RequestRedirect::Follow, Ok(target)) => {
                self.redirects += 1;
                redirect(&mut self.request, response.status, target);
                Step::Follow
            }
        }
    }

    fn finish(&self, response: NetworkResponse) -> (Head, HeaderList, Bytes) {
        let NetworkResponse { status, status_text, headers, body } = response;
        let is_visible = |(name, _): &(String, String)| !is_forbidden_in_responses(name);
        let url = Some(self.request.url.clone());
        let head = Head { kind: ResponseType::Basic, url, is_redirected: self.redirects > 0, status, status_text };
        (head, headers.into_iter().filter(is_visible).collect(), body.into())
    }
}

/// The URL that a redirect leads to. `None` if the response is none.
fn location(response: &NetworkResponse, url: &Url) -> Option<Result<Url, String>> {
    if ![301, 302, 303, 307, 308].contains(&response.status) {
        return None;
    }
    let (_, location) = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"))?;
    let target = crate::url::parse(location, Some(url));
    let target = target.map_err(|error| format!("{url} redirects to '{location}': {error}"));
    Some(target.and_then(|mut target| {
        if target.fragment().is_none() {
            target.set_fragment(url.fragment());
        }
        let is_http = ["http", "https"].contains(&target.scheme());
        if is_http { Ok(target) } else { Err(format!("{url} redirects to '{target}', whose scheme is not allowed")) }
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
