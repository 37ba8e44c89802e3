//! The real network: HTTP/1.1 with the crate `hyper`, and TLS with `rustls`, on one thread for all requests.
//!
//! Redirects are followed by the caller, so their hosts are checked, too.

mod connector;
mod content_codings;
mod exchange;
mod queue;
mod request_body;
mod tls;

use std::sync::{Arc, OnceLock};
use std::thread;

use futures_util::future::{AbortHandle, Abortable};
use posttask::fetch::{Network, NetworkRequest, Responder};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use super::ca_file::CaFile;
use super::hosts::Hosts;
use super::refusal::host_and_port;
use connector::Proxies;
use exchange::Exchanges;
use queue::{Job, Queue, Slot};

/// Sends requests to the hosts that are allowed.
pub(super) struct HttpClient {
    hosts: Hosts,
    ca_file: Option<CaFile>,
    proxies: Proxies,
    /// Present once there was a request.
    worker: OnceLock<Result<Worker, String>>,
}

/// The thread that sends requests. When this is dropped, it ends and closes all connections.
struct Worker {
    sender: Sender,
    _ends: oneshot::Sender<()>,
}

/// Starts requests on the thread.
#[derive(Clone)]
struct Sender {
    handle: Handle,
    exchanges: Arc<Exchanges>,
    queue: Arc<Queue>,
}

impl HttpClient {
    /// The certificates of servers are verified with those of the file, if there is one.
    pub(super) fn new(hosts: Hosts, ca_file: Option<&CaFile>) -> Self {
        Self { hosts, ca_file: ca_file.cloned(), proxies: Proxies::from_env(), worker: OnceLock::new() }
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
        match self.worker.get_or_init(|| Worker::start(self.ca_file.as_ref(), &self.proxies)) {
            Ok(Worker { sender, .. }) => {
                sender.queue.push(Job { request, responder: responder.into_remote() });
                sender.start_waiting();
            }
            Err(error) => responder.respond(Err(format!("{url}: the network cannot be started: {error}"))),
        }
    }

    fn sends_streams(&self) -> bool {
        true
    }
}

impl Worker {
    fn start(ca_file: Option<&CaFile>, proxies: &Proxies) -> Result<Self, String> {
        let exchanges = Exchanges::new(ca_file, proxies.clone()).map_err(|error| error.to_string())?;
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        let sender = Sender { handle: runtime.handle().clone(), exchanges: Arc::new(exchanges), queue: Arc::default() };
        let (ends, ended) = oneshot::channel();
        let run = move || {
            // The result is that the worker was dropped.
            let _ = runtime.block_on(ended);
            // Host names are looked up on threads that may still wait for an answer.
            runtime.shutdown_background();
        };
        let thread = thread::Builder::new().name("network".to_owned()).spawn(run);
        thread.map(|_| Self { sender, _ends: ends }).map_err(|error| error.to_string())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The requests under way end with the thread, and must not start others then.
        self.sender.queue.clear();
    }
}

impl Sender {
    /// Starts the requests that wait, as far as there are slots for them.
    fn start_waiting(&self) {
        while let Some(Job { request, responder }) = self.queue.pop() {
            let (abort, registration) = AbortHandle::new_pair();
            // What is dropped closes its connection.
            responder.on_abort(move || abort.abort());
            let sender = self.clone();
            let slot = Slot::new(Arc::clone(&self.queue), Box::new(move || sender.start_waiting()));
            let exchanges = Arc::clone(&self.exchanges);
            let exchange = async move { exchanges.run(request, responder, slot).await };
            self.handle.spawn(Abortable::new(exchange, registration));
        }
    }
}

#[cfg(test)]
mod tests;
