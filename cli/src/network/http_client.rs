//! The real network: HTTP/1.1 with the crate `ureq`, and TLS with `rustls`.
//!
//! Each request has a thread while it is under way. Requests beyond the number of threads wait, those with a higher
//! priority less long. Redirects are followed by the caller, so their hosts are checked, too.

use std::collections::{HashSet, VecDeque};
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use posttask::Url;
use posttask::fetch::{
    Network, NetworkRequest, NetworkResponse, RemoteBodyWriter, RemoteResponder, RequestPriority, Responder,
};
use ureq::http::{self, HeaderName, HeaderValue};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector, DefaultConnector};
use ureq::{Agent, AsSendBody, Body, SendBody};
use ureq_proto::client::MAX_RESPONSE_HEADERS;

use super::ca_file::CaFile;
use super::hosts::Hosts;
use super::reason_phrase::{self, RemembersReasonPhrases};
use super::refusal::host_and_port;

/// The number of requests that are under way at the same time.
const MOST_THREADS: usize = 16;

/// The number of bytes of the largest body that is received.
const LARGEST_BODY: u64 = 1 << 30;

/// The number of threads that may still be busy with aborted requests, beside the others.
const MOST_ABANDONED: usize = 64;

/// The most bytes of a body that are passed on at a time.
const PIECE: usize = 1 << 16;

/// How long a connection may take to be made. After that, the program decides when to give up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Sends requests to the hosts that are allowed.
#[derive(Debug)]
pub(super) struct HttpClient {
    hosts: Hosts,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    agent: Agent,
    queue: Mutex<Queue>,
}

/// The requests that wait, and the threads.
#[derive(Debug, Default)]
struct Queue {
    high: VecDeque<Job>,
    normal: VecDeque<Job>,
    low: VecDeque<Job>,
    /// The number of threads, without the abandoned ones.
    threads: usize,
    /// The number of threads that are busy with aborted requests. They end afterwards.
    abandoned: usize,
    /// The numbers of the requests that are under way and not aborted.
    running: HashSet<u64>,
    next_number: u64,
}

#[derive(Debug)]
struct Job {
    request: NetworkRequest,
    responder: RemoteResponder,
}

impl HttpClient {
    /// The certificates of servers are verified with those of the file, if there is one.
    pub(super) fn new(hosts: Hosts, ca_file: Option<&CaFile>) -> Self {
        let roots = ca_file.map_or(RootCerts::WebPki, CaFile::roots);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .user_agent(concat!("posttask/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .build();
        let connector = DefaultConnector::new().chain(RemembersReasonPhrases);
        let agent = Agent::with_parts(config, connector, DefaultResolver::default());
        let shared = Shared { agent, queue: Mutex::default() };
        Self { hosts, shared: Arc::new(shared) }
    }
}

impl Network for HttpClient {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        let url = &request.url;
        if !self.hosts.allow(url) {
            let host = host_and_port(url);
            let message = format!("{url}: requests to {host} are not allowed; --allow-net={host} allows them");
            return responder.respond(Err(message));
        }
        let mut queue = self.shared.queue();
        queue.of(request.priority).push_back(Job { request, responder: responder.into_remote() });
        if queue.threads < MOST_THREADS {
            Shared::start_a_thread(&self.shared, queue);
        }
    }

    fn sends_streams(&self) -> bool {
        true
    }
}

impl Queue {
    fn of(&mut self, priority: RequestPriority) -> &mut VecDeque<Job> {
        match priority {
            RequestPriority::High => &mut self.high,
            RequestPriority::Auto => &mut self.normal,
            RequestPriority::Low => &mut self.low,
        }
    }

    fn has_jobs(&self) -> bool {
        [&self.high, &self.normal, &self.low].iter().any(|jobs| !jobs.is_empty())
    }

    fn pop(&mut self) -> Option<Job> {
        self.high.pop_front().or_else(|| self.normal.pop_front()).or_else(|| self.low.pop_front())
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_a_thread(this: &Arc<Self>, mut queue: MutexGuard<'_, Queue>) {
        queue.threads += 1;
        drop(queue);
        let worker = Worker { shared: Arc::clone(this), is_counted: true };
        // If there is no thread, the request waits for one of the others. If there is no other, it fails.
        if thread::Builder::new().name("network".to_owned()).spawn(move || worker.run()).is_err() {
            this.give_up_without_threads();
        }
    }

    /// Runs what waits for the program, during which the thread of a request does not count.
    fn while_it_waits<T>(this: &Arc<Self>, number: u64, wait: impl FnOnce() -> T) -> T {
        let mut queue = this.queue();
        if !queue.running.remove(&number) {
            drop(queue);
            return wait();
        }
        queue.threads -= 1;
        if queue.has_jobs() {
            Self::start_a_thread(this, queue);
        } else {
            drop(queue);
        }
        let result = wait();
        let mut queue = this.queue();
        queue.threads += 1;
        queue.running.insert(number);
        result
    }

    /// A request was aborted: its thread, which may wait for the server for ever, does not count any more.
    fn abandon(this: &Arc<Self>, number: u64) {
        let mut queue = this.queue();
        if queue.abandoned == MOST_ABANDONED || !queue.running.remove(&number) {
            return;
        }
        queue.threads -= 1;
        queue.abandoned += 1;
        if queue.has_jobs() {
            Self::start_a_thread(this, queue);
        }
    }

    fn give_up_without_threads(&self) {
        let mut queue = self.queue();
        // The worker that could not start has been dropped.
        if queue.threads > 0 {
            return;
        }
        while let Some(job) = queue.pop() {
            job.responder.respond(Err(format!("{}: the system cannot start a thread", job.request.url)));
        }
    }
}

/// A thread that sends requests until none waits.
struct Worker {
    shared: Arc<Shared>,
    /// Whether the queue counts it.
    is_counted: bool,
}

impl Worker {
    fn run(mut self) {
        while let Some((number, Job { request, responder })) = self.next() {
            let shared = Arc::clone(&self.shared);
            responder.on_abort(move || Shared::abandon(&shared, number));
            if !responder.is_aborted() {
                self.answer(number, request, responder);
            }
            if !self.is_needed_after(number) {
                return;
            }
        }
    }

    /// Sends a request, and passes on what the server answers.
    fn answer(&self, number: u64, request: NetworkRequest, responder: RemoteResponder) {
        let url = request.url.clone();
        match send(&self.shared.agent, request) {
            Ok(response) => {
                let (head, body) = response.into_parts();
                self.pass_on(number, body, &url, responder.respond_in_parts(network_response(&head)));
            }
            Err(message) => responder.respond(Err(message)),
        }
    }

    /// Passes on a body as it arrives. While the program reads nothing, this thread makes room for another.
    fn pass_on(&self, number: u64, body: Body, url: &Url, writer: RemoteBodyWriter) {
        let mut reader = body.into_with_config().limit(LARGEST_BODY).reader();
        let mut piece = vec![0; PIECE];
        loop {
            match reader.read(&mut piece) {
                Ok(0) => return writer.end(),
                Ok(read) => {
                    let bytes = piece[..read].to_vec();
                    let is_wanted = if writer.is_full() {
                        Shared::while_it_waits(&self.shared, number, || writer.send(bytes))
                    } else {
                        writer.send(bytes)
                    };
                    if !is_wanted {
                        return;
                    }
                }
                Err(error) => return writer.fail(format!("{url}: {error}")),
            }
        }
    }

    /// Whether this thread counts after a request. It does not if the request was aborted in the meantime.
    fn is_needed_after(&mut self, number: u64) -> bool {
        let mut queue = self.shared.queue();
        let counts = queue.running.remove(&number);
        if !counts {
            queue.abandoned -= 1;
            self.is_counted = false;
        }
        counts
    }

    /// Takes a request. If there is none, this is not a worker any more: the next request starts another one.
    fn next(&mut self) -> Option<(u64, Job)> {
        let mut queue = self.shared.queue();
        let Some(job) = queue.pop() else {
            queue.threads -= 1;
            self.is_counted = false;
            return None;
        };
        let number = queue.next_number;
        queue.next_number += 1;
        queue.running.insert(number);
        Some((number, job))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.is_counted {
            let mut queue = self.shared.queue();
            queue.threads = queue.threads.saturating_sub(1);
        }
    }
}

fn send(agent: &Agent, request: NetworkRequest) -> Result<http::Response<Body>, String> {
    let url = request.url;
    let failed = |error: &dyn std::fmt::Display| format!("{url}: {error}");
    let mut head = http::Request::builder().method(request.method.as_str()).uri(url.as_str());
    for (name, value) in &request.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| failed(&error))?;
        let value = HeaderValue::from_bytes(&isomorphic_encode(value)).map_err(|error| failed(&error))?;
        head = head.header(name, value);
    }
    let response = match (request.upload, request.body) {
        (Some(upload), _) => run(agent, head, SendBody::from_owned_reader(upload)),
        (None, Some(body)) => run(agent, head, body),
        (None, None) => run(agent, head, ()),
    };
    response.map_err(|error| failed(&reason_of(&error)))
}

fn run(
    agent: &Agent,
    head: http::request::Builder,
    body: impl AsSendBody,
) -> Result<http::Response<Body>, ureq::Error> {
    agent.run(head.body(body)?)
}

/// A response without its body.
fn network_response(head: &http::response::Parts) -> NetworkResponse {
    let header = |(name, value): (&HeaderName, &HeaderValue)| (name.to_string(), isomorphic_decode(value.as_bytes()));
    let mut response = NetworkResponse::new(head.status.as_u16(), Vec::new());
    response.status_text = reason_phrase(head.status);
    response.headers = head.headers.iter().map(header).collect();
    response
}

/// The reason phrase of the server, or that of the status if it was not seen.
fn reason_phrase(status: http::StatusCode) -> String {
    let phrase = reason_phrase::take(status.as_u16()).map(|phrase| isomorphic_decode(&phrase));
    phrase.unwrap_or_else(|| status.canonical_reason().unwrap_or_default().to_owned())
}

/// Why a request has failed. `ureq` accepts no more than this number of headers, which the standard does not limit.
fn reason_of(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Protocol(ureq_proto::Error::HttpParseTooManyHeaders) => {
            format!("the response has more than {MAX_RESPONSE_HEADERS} headers")
        }
        error => error.to_string(),
    }
}

/// [Isomorphic encodes](https://infra.spec.whatwg.org/#isomorphic-encode) a text whose characters are bytes.
fn isomorphic_encode(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

/// [Isomorphic decodes](https://infra.spec.whatwg.org/#isomorphic-decode) bytes.
fn isomorphic_decode(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
#[path = "http_client_tests.rs"]
mod tests;
