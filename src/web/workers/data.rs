//! What a host gives a worker that it creates, besides messages: the data of the workers of Node.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::web::html::Serialized;

/// A structured clone, until the worker takes it; `None` for a worker of the web.
#[derive(Clone, Default, Trace, Finalize)]
pub(crate) struct WorkerData(Option<Gc<GcRefCell<Option<Serialized>>>>);

impl WorkerData {
    pub(super) fn new(value: &JsValue, transfer: &[JsObject], context: &mut Context) -> JsResult<Self> {
        let serialized = Serialized::from_value(value, transfer, context)?;
        Ok(Self(Some(Gc::new(GcRefCell::new(Some(serialized))))))
    }

    /// Returns what was given, the first time.
    pub(super) fn take(&self) -> Option<Serialized> {
        self.0.as_ref().and_then(|data| data.borrow_mut().take())
    }

    /// Whether something was given.
    pub(crate) const fn is_given(&self) -> bool {
        self.0.is_some()
    }
}
