//! What a worker is created with.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsData, JsError, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use url::Url;

use super::data::WorkerData;
use crate::engine::ModuleSource;
use crate::event_loop::EventLoop;
use crate::web::html::PortEnd;
use crate::web::webidl::type_error;

/// What a worker is created with, for its global scope.
#[derive(Clone, Trace, Finalize, JsData)]
pub(crate) struct WorkerEnvironment {
    /// Of its script.
    #[unsafe_ignore_trace]
    pub(crate) url: Url,
    pub(crate) name: JsString,
    #[unsafe_ignore_trace]
    pub(crate) is_module: bool,
    /// The [closing flag](https://html.spec.whatwg.org/multipage/workers.html#dom-workerglobalscope-closing).
    #[unsafe_ignore_trace]
    pub(crate) closing: Rc<Cell<bool>>,
    /// Reads and parses scripts.
    #[unsafe_ignore_trace]
    pub(crate) source: Rc<dyn ModuleSource>,
    /// The end of its implicit port.
    pub(crate) end: Gc<PortEnd>,
    /// What its creator has given it.
    pub(crate) data: WorkerData,
    /// Whether it was ended in the middle of a turn.
    #[unsafe_ignore_trace]
    pub(crate) is_cut_off: Rc<Cell<bool>>,
}

impl WorkerEnvironment {
    /// That of a context.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context is not that of a worker.
    pub(super) fn of(context: &Context) -> JsResult<Self> {
        let missing = || -> JsError { type_error("this is not the global object of a worker") };
        context.get_data::<Self>().cloned().ok_or_else(missing)
    }
}

/// Returns what the creator of the worker of a context has given it. `None` if that is nothing, or was taken before.
///
/// # Errors
///
/// What deserializing it throws.
pub fn worker_data(context: &mut Context) -> JsResult<Option<JsValue>> {
    let Ok(environment) = WorkerEnvironment::of(context) else { return Ok(None) };
    environment.data.take().map(|data| data.deserialize(context).map(|received| received.value)).transpose()
}

/// The number of the agent of a context: 0 for the program.
#[must_use]
pub fn agent_number(context: &Context) -> u64 {
    EventLoop::of(context).map_or(0, |event_loop| event_loop.agent().get())
}
