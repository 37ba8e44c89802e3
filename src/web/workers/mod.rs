//! Dedicated workers: `Worker`, the global scope of a worker, and what they need of their host.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/workers.html>. The host runs each worker as an agent of its own:
//! another context with another event loop. Omitted: shared workers.

mod data;
pub(crate) mod ending;
pub(crate) mod environment;
mod global_scope;
mod host;
mod import_scripts;
mod location;
mod options;
mod script_text;
mod script_url;
pub(crate) mod worker_interface;

use boa_engine::{Context, JsResult};

pub(crate) use environment::WorkerEnvironment;
pub(crate) use global_scope::create_worker_global_object;
pub(crate) use host::{Shared, TooManyWorkers, WorkerHost, WorkerRequest, set_worker_host};
pub(crate) use script_text::{ScriptText, script_text};
use worker_interface::Worker;

use super::file_api;
use super::html::is_worker;
use super::webidl::Interface;

/// Registers `Worker` in the current realm, and the members of its global object if it is that of a worker. To be
/// called after everything that `WindowOrWorkerGlobalScope` includes is defined.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    Worker::register(context)?;
    if !is_worker(context) {
        return Ok(());
    }
    file_api::register_in_worker(context)?;
    global_scope::register(context)
}
