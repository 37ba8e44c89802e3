//! One request and its response.

use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use hyper::body::{Body, Bytes, Incoming};
use hyper::ext::ReasonPhrase;
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, Entry, HeaderName, HeaderValue, PROXY_AUTHORIZATION, USER_AGENT,
};
use hyper::http::{Extensions, request, response};
use hyper::{Request, Response, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{self, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use posttask::fetch::{NetworkRequest, NetworkResponse, RemoteBodyWriter, RemoteResponder, Upload};

use super::connector::{PlainConnector, Proxies, Used};
use super::content_codings::{ACCEPTED, Decoder};
use super::queue::Slot;
use super::request_body::RequestBody;
use super::tls::tls_config;
use crate::network::ca_file::CaFile;

/// The most headers of a response. The standard does not limit them, but they need memory.
const MOST_HEADERS: usize = 1024;

/// How long a connection stays open for the next request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

const PRODUCT: &str = concat!("posttask/", env!("CARGO_PKG_VERSION"));

/// Sends requests, and keeps connections for others.
pub(super) struct Exchanges {
    client: Client<HttpsConnector<PlainConnector>, RequestBody>,
    proxies: Proxies,
}

impl Exchanges {
    /// The certificates of servers are verified with those of the file, if there is one.
    ///
    /// # Errors
    ///
    /// Those of [`tls_config`].
    pub(super) fn new(ca_file: Option<&CaFile>, proxies: Proxies) -> Result<Self, rustls::Error> {
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls_config(ca_file)?)
            .https_or_http()
            .enable_http1()
            .wrap_connector(PlainConnector::new(proxies.clone()));
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .http1_max_headers(MOST_HEADERS)
            .build(connector);
        Ok(Self { client, proxies })
    }

    /// Sends a request, and passes on what the server answers.
    pub(super) async fn run(&self, request: NetworkRequest, responder: RemoteResponder, mut slot: Slot) {
        let url = request.url.clone();
        match self.send(request).await {
            Ok(response) => {
                let (head, body) = response.into_parts();
                let codings = head.headers.get_all(CONTENT_ENCODING).into_iter().filter_map(|it| it.to_str().ok());
                let decoder = Decoder::new(codings);
                let writer = responder.respond_in_parts(network_response(&head));
                if let Err(error) = pass_on(body, decoder, &writer, &mut slot).await {
                    writer.fail(format!("{url}: {error}"));
                } else {
                    writer.end();
                }
            }
            Err(error) => responder.respond(Err(format!("{url}: {error}"))),
        }
    }

    /// Sends a request. If the server closes a connection that was used before instead of answering, it is sent again
    /// on another one: the server may have closed it before the request arrived.
    async fn send(&self, request: NetworkRequest) -> Result<Response<Incoming>, String> {
        let (parts, body, upload) = self.parts(request)?;
        if let Some(upload) = upload {
            let body = RequestBody::Stream { upload, has_ended: false };
            return self.try_send(Request::from_parts(parts, body)).await.map_err(|error| reason_of(&error));
        }
        loop {
            let request = Request::from_parts(parts.clone(), RequestBody::Whole(body.clone()));
            match self.try_send(request).await {
                Err(error) if was_used(&error) => {}
                result => return result.map_err(|error| reason_of(&error)),
            }
        }
    }

    async fn try_send(&self, request: Request<RequestBody>) -> Result<Response<Incoming>, legacy::Error> {
        let response = self.client.request(request).await?;
        if let Some(used) = response.extensions().get::<Used>() {
            used.set();
        }
        Ok(response)
    }

    /// The head of a request, and its body in one of two forms.
    fn parts(&self, request: NetworkRequest) -> Result<(request::Parts, Bytes, Option<Upload>), String> {
        let mut head = Request::builder().method(request.method.as_str()).uri(request.url.as_str());
        for (name, value) in &request.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| error.to_string())?;
            let value = HeaderValue::from_bytes(&isomorphic_encode(value)).map_err(|error| error.to_string())?;
            head = head.header(name, value);
        }
        let (mut parts, ()) = head.body(()).map_err(|error| error.to_string())?.into_parts();
        // HTTP-network-or-cache fetch: https://fetch.spec.whatwg.org/#concept-http-network-or-cache-fetch
        let headers = &mut parts.headers;
        let has_no_body = request.body.is_none() && request.upload.is_none();
        if has_no_body && ["POST", "PUT"].contains(&request.method.as_str()) {
            headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        for (name, value) in [(ACCEPT_ENCODING, ACCEPTED), (USER_AGENT, PRODUCT)] {
            if let Entry::Vacant(entry) = headers.entry(name) {
                entry.insert(HeaderValue::from_static(value));
            }
        }
        if let Some(authorization) = self.proxies.authorization(&parts.uri) {
            headers.insert(PROXY_AUTHORIZATION, authorization);
        }
        Ok((parts, request.body.unwrap_or_default().into(), request.upload))
    }
}

/// Whether a request has failed because the server has closed a connection that it had used before.
fn was_used(error: &legacy::Error) -> bool {
    let mut extensions = Extensions::new();
    if let Some(connected) = error.connect_info() {
        connected.get_extras(&mut extensions);
    }
    let is_closed = |error: &(dyn Error + 'static)| {
        let hyper = error.downcast_ref::<hyper::Error>();
        let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
        hyper.is_some_and(|error| error.is_incomplete_message() || error.is_canceled())
            || matches!(
                io,
                Some(io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionAborted)
            )
    };
    extensions.get::<Used>().is_some_and(Used::get) && causes(error).any(is_closed)
}

/// Passes on a body as it arrives. While the program reads nothing, the request makes room for another.
async fn pass_on(
    mut body: Incoming,
    mut decoder: Decoder,
    writer: &RemoteBodyWriter,
    slot: &mut Slot,
) -> Result<(), String> {
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        // There may be trailers, which no program sees.
        let Ok(bytes) = frame.map_err(|error| reason_of(&error))?.into_data() else { continue };
        for decoded in decoder.decode(&bytes) {
            if !send(decoded.map_err(|error| error.to_string())?, writer, slot).await {
                return Ok(());
            }
        }
    }
    send(decoder.finish().map_err(|error| error.to_string())?, writer, slot).await;
    Ok(())
}

/// Waits until the program wants more, and sends it some bytes. Returns whether the rest is wanted.
async fn send(bytes: Vec<u8>, writer: &RemoteBodyWriter, slot: &mut Slot) -> bool {
    if bytes.is_empty() {
        return true;
    }
    if writer.is_full() {
        slot.free();
        poll_fn(|cx| writer.poll_ready(cx)).await;
        slot.take();
    }
    writer.send(bytes)
}

/// A response without its body.
fn network_response(head: &response::Parts) -> NetworkResponse {
    let header = |(name, value): (&HeaderName, &HeaderValue)| (name.to_string(), isomorphic_decode(value.as_bytes()));
    let mut response = NetworkResponse::new(head.status.as_u16(), Vec::new());
    response.status_text = reason_phrase(head.status, &head.extensions);
    response.headers = head.headers.iter().map(header).collect();
    response
}

/// The reason phrase of the server. `hyper` leaves it out if it is the usual one.
fn reason_phrase(status: StatusCode, extensions: &Extensions) -> String {
    match extensions.get::<ReasonPhrase>() {
        Some(phrase) => isomorphic_decode(phrase.as_bytes()),
        None => status.canonical_reason().unwrap_or_default().to_owned(),
    }
}

/// An error and what caused it, from the outside to the inside.
fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// Why a request or a response has failed: the innermost cause that says it.
fn reason_of(error: &(dyn Error + 'static)) -> String {
    let innermost = causes(error).last().map(ToString::to_string).unwrap_or_default();
    // `hyper` has no other way to tell.
    if innermost == "message head is too large" {
        return format!("the head of the response is too large, or has more than {MOST_HEADERS} headers");
    }
    innermost
}

/// [Isomorphic encodes](https://infra.spec.whatwg.org/#isomorphic-encode) a text whose characters are bytes.
fn isomorphic_encode(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

/// [Isomorphic decodes](https://infra.spec.whatwg.org/#isomorphic-decode) bytes.
fn isomorphic_decode(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
