//! Requests over the network and their redirects: <https://fetch.spec.whatwg.org/#http-fetch>.

use boa_engine::Context;
use boa_gc::Gc;
use url::{Origin, Url};

use super::bad_ports;
use super::header_list::{HeaderList, is_forbidden_in_responses};
use super::headers::Guard;
use super::network::{NetworkRequest, NetworkResponse, Upload};
use super::request::Request;
use super::request_options::{RequestMode, RequestRedirect};
use super::response::{Head, ResponseType};
use crate::web::file_api::Bytes;

/// Headers of a connection, or of the bytes that are sent.
const OF_CONNECTIONS: [&str; 9] =
    ["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

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
    origins: RequestMode,
    /// The origin of the program. Without a base URL, it is an opaque one.
    client: Origin,
    /// Whether the request has been to another origin than that of the program: its response tainting is "cors".
    is_tainted: bool,
    keepalive: bool,
    /// Whether the body was read from a stream, so that it cannot be sent again: its source is null.
    is_streamed: bool,
    /// What the headers of a response are filtered by.
    guard: Guard,
}

impl Exchange {
    pub(super) fn new(request: &Gc<Request>, client: Origin, context: &Context) -> Self {
        let mut headers = request.headers.list();
        for (name, value) in [("Accept", "*/*"), ("Accept-Language", "en-US,en;q=0.9")] {
            if !headers.contains(name) {
                headers.set(name, value.to_owned());
            }
        }
        // Programs for Node can set them, but they say how the request is sent.
        for name in OF_CONNECTIONS {
            headers.delete(name);
        }
        let body = request.body.borrow().as_ref().and_then(|body| body.bytes());
        let request_to_send = NetworkRequest {
            method: request.parameters.method.clone(),
            url: request.parameters.url.clone(),
            headers: headers.to_pairs(),
            body: body.map(|bytes| bytes.as_slice().to_vec()),
            upload: None,
            priority: request.parameters.priority,
        };
        let first_url = request_to_send.url.to_string();
        Self {
            request: request_to_send,
            first_url,
            redirects: 0,
            mode: request.parameters.redirect,
            origins: request.parameters.mode,
            is_tainted: request.parameters.url.origin() != client,
            client,
            keepalive: request.parameters.keepalive,
            is_streamed: request.body.borrow().as_ref().is_some_and(|body| body.is_of_stream()),
            guard: Guard::Response.of_host(context),
        }
    }

    /// What the body counts for in the limit of those with `keepalive`, in bytes.
    pub(super) fn keepalive_bytes(&self) -> usize {
        self.request.body.as_ref().filter(|_| self.keepalive).map_or(0, Vec::len)
    }

    pub(super) fn first_url(&self) -> &str {
        &self.first_url
    }

    /// The body is sent while it is read.
    pub(super) fn set_upload(&mut self, upload: Upload) {
        self.request.upload = Some(upload);
    }

    pub(super) fn request(&self) -> NetworkRequest {
        self.request.clone()
    }

    /// Ends, or follows a redirect: [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch), step 6.
    pub(super) fn answered(&mut self, response: NetworkResponse) -> Step {
        if response.status < 200 {
            let (url, status) = (&self.request.url, response.status);
            return Step::End(Err(format!("{url} responds with the status {status}, which is not a valid response")));
        }
        if ![301, 302, 303, 307, 308].contains(&response.status) {
            return Step::End(Ok(self.finish(response)));
        }
        let url = &self.request.url;
        match self.mode {
            RequestRedirect::Error => {
                Step::End(Err(format!("{url} responds with a redirect, which the request does not allow")))
            }
            RequestRedirect::Manual => {
                let head = Head { kind: ResponseType::OpaqueRedirect, url: Some(url.clone()), ..Head::default() };
                Step::End(Ok((head, HeaderList::default(), Bytes::default())))
            }
            RequestRedirect::Follow => self.follow(response).unwrap_or_else(|message| Step::End(Err(message))),
        }
    }

    /// [HTTP-redirect fetch](https://fetch.spec.whatwg.org/#http-redirect-fetch). A response that does not say where it
    /// leads to is not followed.
    fn follow(&mut self, response: NetworkResponse) -> Result<Step, String> {
        let url = &self.request.url;
        let Some(target) = location(&response, url)? else { return Ok(Step::End(Ok(self.finish(response)))) };
        if self.redirects == MAX_REDIRECTS {
            return Err(format!("{}: there are more than {MAX_REDIRECTS} redirects", self.first_url));
        }
        // The steps of main fetch that concern URLs.
        if bad_ports::is_blocked(&target) {
            return Err(bad_ports::message(&target));
        }
        if self.origins == RequestMode::SameOrigin && target.origin() != url.origin() {
            return Err(format!("{url} redirects to '{target}', which the mode 'same-origin' forbids"));
        }
        // Steps 9 and 10.
        let is_foreign = target.origin() != self.client;
        let has_credentials = !target.username().is_empty() || target.password().is_some();
        if has_credentials && self.origins == RequestMode::Cors && (is_foreign || self.is_tainted) {
            return Err(format!("{url} redirects to another origin, with credentials in the URL"));
        }
        self.is_tainted |= is_foreign;
        // Step 11.
        if response.status != 303 && self.is_streamed {
            return Err(format!("{url} responds with a redirect, but the stream that is the body was sent"));
        }
        self.redirects += 1;
        self.is_streamed = false;
        redirect(&mut self.request, response.status, target);
        Ok(Step::Follow)
    }

    fn finish(&self, response: NetworkResponse) -> (Head, HeaderList, Bytes) {
        let NetworkResponse { status, status_text, headers, body } = response;
        let is_visible = |(name, _): &(String, String)| self.guard == Guard::None || !is_forbidden_in_responses(name);
        let url = Some(self.request.url.clone());
        let head = Head { kind: ResponseType::Basic, url, is_redirected: self.redirects > 0, status, status_text };
        (head, headers.into_iter().filter(is_visible).collect(), body.into())
    }
}

/// A value whose characters are bytes, decoded as UTF-8: what servers send, and the URL parser expects.
fn utf8(value: &str) -> String {
    let bytes: Option<Vec<u8>> = value.chars().map(|character| u8::try_from(character).ok()).collect();
    bytes.map_or_else(|| value.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The [location URL](https://fetch.spec.whatwg.org/#concept-response-location-url) of a redirect. `None` if there is
/// none.
fn location(response: &NetworkResponse, url: &Url) -> Result<Option<Url>, String> {
    let mut locations = response.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("location"));
    let Some((_, location)) = locations.next() else { return Ok(None) };
    if locations.next().is_some() {
        return Err(format!("{url} redirects to several locations"));
    }
    let location = utf8(location);
    let target = crate::web::url::parse(&location, Some(url));
    let mut target = target.map_err(|error| format!("{url} redirects to '{location}': {error}"))?;
    if target.fragment().is_none() {
        target.set_fragment(url.fragment());
    }
    let is_http = ["http", "https"].contains(&target.scheme());
    if is_http { Ok(Some(target)) } else { Err(format!("{url} redirects to '{target}', whose scheme is not allowed")) }
}

/// Changes a request for its redirect: it may become a `GET`, and headers that identify the user stay with their
/// origin.
fn redirect(request: &mut NetworkRequest, status: u16, target: Url) {
    let method = request.method.as_str();
    let becomes_get =
        ([301, 302].contains(&status) && method == "POST") || (status == 303 && !["GET", "HEAD"].contains(&method));
    if becomes_get {
        "GET".clone_into(&mut request.method);
        (request.body, request.upload) = (None, None);
        let of_bodies = ["content-encoding", "content-language", "content-location", "content-type"];
        remove_headers(request, &of_bodies);
    }
    if request.url.origin() != target.origin() {
        // Programs in browsers cannot set the others, and Node removes them, too.
        let of_origin = ["authorization", "cookie", "host", "proxy-authorization"];
        remove_headers(request, &of_origin);
    }
    request.url = target;
}

fn remove_headers(request: &mut NetworkRequest, names: &[&str]) {
    request.headers.retain(|(name, _)| !names.iter().any(|it| name.eq_ignore_ascii_case(it)));
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{NetworkRequest, NetworkResponse, location, redirect};
    use crate::web::fetch::RequestPriority;

    #[test]
    fn locations_are_utf_8() {
        let response = |value: &str| NetworkResponse {
            status: 302,
            headers: vec![("Location".to_owned(), value.to_owned())],
            ..NetworkResponse::default()
        };
        let url = Url::parse("http://a.test/x").unwrap();
        let target = |value: &str| location(&response(value), &url).unwrap().unwrap().path().to_owned();
        assert_eq!(target("/\u{c3}\u{a9}"), "/%C3%A9");
        assert_eq!(target("/\u{e9}"), "/%EF%BF%BD");
        assert_eq!(target("/\u{20ac}"), "/%E2%82%AC");
    }

    #[test]
    fn headers_that_identify_the_user_stay_with_their_origin() {
        let headers = ["Authorization", "Cookie", "Host", "Proxy-Authorization", "X-A"];
        let names = |target: &str| {
            let mut request = NetworkRequest {
                method: "GET".to_owned(),
                url: Url::parse("http://a.test/x").unwrap(),
                headers: headers.map(|name| (name.to_owned(), "1".to_owned())).to_vec(),
                body: None,
                upload: None,
                priority: RequestPriority::default(),
            };
            redirect(&mut request, 302, Url::parse(target).unwrap());
            request.headers.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names("http://a.test/y"), headers);
        assert_eq!(names("http://b.test/y"), ["X-A"]);
    }
}
