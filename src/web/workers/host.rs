//! What workers need of their host.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsData, JsString};
use boa_gc::{Finalize, Gc, Trace};
use url::Url;

use super::data::WorkerData;
use crate::agents::AgentId;
use crate::event_loop::{Location, Origin};
use crate::web::atomics::SharedWaiters;
use crate::web::dom::EventTarget;
use crate::web::fetch::{BlobUrlEntry, BlobUrlStore};
use crate::web::html::{PortEnd, SharedChannels, SharedPorts};
use crate::web::locks::SharedLocks;

/// A worker that a program creates.
pub(crate) struct WorkerRequest {
    /// Of its script.
    pub(crate) url: Url,
    /// What a `blob:` URL referred to when the worker was created.
    pub(crate) blob: Option<BlobUrlEntry>,
    pub(crate) name: JsString,
    pub(crate) is_module: bool,
    /// What its creator gives it besides messages, if it is that of a host.
    pub(crate) data: WorkerData,
    /// Whether its owner is a secure context.
    pub(crate) is_secure: bool,
    /// The end of its implicit port.
    pub(crate) end: Gc<PortEnd>,
    /// The other end.
    pub(crate) outside: Gc<PortEnd>,
    /// The `Worker` object.
    pub(crate) target: Gc<EventTarget>,
    /// Whether the program has terminated it.
    pub(crate) is_terminated: Rc<Cell<bool>>,
    /// Where the program created it, for its event loop.
    pub(crate) origin: Option<Origin>,
    /// The same place.
    pub(crate) created_at: Option<Location>,
    pub(crate) shared: Shared,
}

/// What agents share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) channels: SharedChannels,
    pub(crate) ports: SharedPorts,
    pub(crate) locks: SharedLocks,
    pub(crate) waiters: SharedWaiters,
    pub(crate) blob_urls: BlobUrlStore,
}

impl Shared {
    /// What the agent of a context shares.
    pub(super) fn of(context: &mut Context) -> Self {
        Self {
            channels: SharedChannels::of(context),
            ports: SharedPorts::of(context),
            locks: SharedLocks::of(context),
            waiters: SharedWaiters::of(context),
            blob_urls: BlobUrlStore::of(context),
        }
    }

    /// Shares this with the agent of a new context.
    pub(crate) fn share_with(&self, context: &mut Context) {
        context.insert_data(self.channels.clone());
        context.insert_data(self.ports.clone());
        context.insert_data(self.locks.clone());
        context.insert_data(self.waiters.clone());
        context.insert_data(self.blob_urls.clone());
    }
}

/// The error of a program that creates more workers than the limit.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "{0} {are} running, which is the limit: end workers with terminate() or close()",
    are = if *.0 == 1 { "worker is" } else { "workers are" }
)]
pub(crate) struct TooManyWorkers(pub(crate) usize);

/// Runs workers.
pub(crate) trait WorkerHost {
    /// Creates an agent for a worker, which [runs the worker][run] in a later turn.
    ///
    /// # Errors
    ///
    /// [`TooManyWorkers`] if there are as many as are allowed.
    ///
    /// [run]: https://html.spec.whatwg.org/multipage/workers.html#run-a-worker
    fn start(&self, request: WorkerRequest, context: &mut Context) -> Result<AgentId, TooManyWorkers>;

    /// [Terminates](https://html.spec.whatwg.org/multipage/workers.html#terminate-a-worker) a worker, unless it has
    /// ended.
    fn terminate(&self, worker: AgentId);

    /// Sets whether a worker keeps the program alive while it has work. By default, it does.
    fn set_referenced(&self, worker: AgentId, is_referenced: bool);

    /// The URL of the running program, which those of workers are relative to if there is no API base URL.
    fn program_url(&self, context: &Context) -> Option<Url>;
}

/// The host of a context.
#[derive(Trace, Finalize, JsData)]
struct Host(#[unsafe_ignore_trace] Rc<dyn WorkerHost>);

/// Sets what runs the workers that the program of a context creates.
pub(crate) fn set_worker_host(host: Rc<dyn WorkerHost>, context: &mut Context) {
    context.insert_data(Host(host));
}

/// What runs the workers of a context; `None` if there are no workers.
pub(super) fn worker_host(context: &Context) -> Option<Rc<dyn WorkerHost>> {
    context.get_data::<Host>().map(|Host(host)| Rc::clone(host))
}
