//! What a worker is created with.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsData, JsError, JsResult, JsString};
use boa_gc::{Finalize, Gc, Trace};
use url::Url;

use crate::engine::ModuleSource;
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
