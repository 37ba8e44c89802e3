//! The real network: HTTP/1.1 with the crate `hyper`, and TLS with `rustls`, on one thread for all requests.
//!
//! Redirects are followed by the caller, so their hosts are checked, too.

mod connector;
mod content_codings;
mod exchange;
mod queue;
mod request_body;

use std::sync::{Arc, OnceLock};
use std::{io, thread};

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
    queue: Arc<Queue>,
    /// Present once there was a request.
    worker: OnceLock<io::Result<Worker>>,
}

/// The thread that sends requests. It ends when this is dropped, and closes all connections.
struct Worker {
    handle: Handle,
    exchanges: Arc<Exchanges>,
    _ends: oneshot::Sender<()>,
}

impl HttpClient {
    /// The certificates of servers are verified with those of the file, if there is one.
    pub(super) fn new(hosts: Hosts, ca_file: Option<&CaFile>) -> Self {
        let (ca_file, proxies) = (ca_file.cloned(), Proxies::from_env());
        Self { hosts, ca_file, proxies, queue: Arc::default(), worker: OnceLock::new() }
    }

    fn worker(&self) -> &io::Result<Worker> {
        self.worker.get_or_init(|| Worker::start(self.ca_file.as_ref(), &self.proxies))
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
        match self.worker() {
            Ok(worker) => {
                self.queue.push(Job { request, responder: responder.into_remote() });
                worker.start_waiting(&self.queue);
            }
            Err(error) => responder.respond(Err(format!("{url}: cannot start the thread of the network: {error}"))),
        }
    }

    fn sends_streams(&self) -> bool {
        true
    }
}

impl Worker {
    fn start(ca_file: Option<&CaFile>, proxies: &Proxies) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let exchanges = Arc::new(Exchanges::new(ca_file, proxies.clone()));
        let (ends, ended) = oneshot::channel();
        thread::Builder::new().name("network".to_owned()).spawn(move || {
            // The result is that the worker was dropped.
            let _ = runtime.block_on(ended);
            // Host names are looked up on threads that may still wait for an answer.
            runtime.shutdown_background();
        })?;
        Ok(Self { handle, exchanges, _ends: ends })
    }

    /// Starts the requests that wait, as far as there are slots for them.
    fn start_waiting(&self, queue: &Arc<Queue>) {
        start_waiting(&self.handle, &self.exchanges, queue);
    }
}

fn start_waiting(handle: &Handle, exchanges: &Arc<Exchanges>, queue: &Arc<Queue>) {
    while let Some(Job { request, responder }) = queue.pop() {
        let (abort, registration) = AbortHandle::new_pair();
        // What is dropped closes its connection.
        responder.on_abort(move || abort.abort());
        let (handle, exchanges, queue) = (handle.clone(), Arc::clone(exchanges), Arc::clone(queue));
        let start_others = {
            let (handle, exchanges, queue) = (handle.clone(), Arc::clone(&exchanges), Arc::clone(&queue));
            move || start_waiting(&handle, &exchanges, &queue)
        };
        let slot = Slot::new(queue, Box::new(start_others));
        let exchange = async move { exchanges.run(request, responder, slot).await };
        handle.spawn(Abortable::new(exchange, registration));
    }
}

#[cfg(test)]
mod tests;
