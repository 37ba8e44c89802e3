//! The record of all values that travel.

use std::any::Any;
use std::rc::Rc;

use boa_engine::JsValue;
use boa_gc::{Finalize, Gc, Trace};

use super::async_context::{AsyncContextMapping, VariableId};
use super::continuation_state::ContinuationState;
use super::owner::OwnerId;

/// The ambient values of code: they are current while it runs. What the code leaves for later captures them, and enters
/// them when it runs: promise reactions and microtasks all of them, and other work those of [`Self::for_new_work`].
///
/// A new ambient value is one more field here.
#[derive(Clone, Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct AmbientValues {
    /// The [current continuation state][state], which `yield()` inherits from.
    ///
    /// [state]: https://wicg.github.io/scheduling-apis/#event-loop-current-scheduling-state
    pub(crate) state: Option<ContinuationState>,
    /// Whom the code belongs to; `None` if owners are not tracked.
    pub(crate) owner: Option<OwnerId>,
    /// The values of the program's variables and of the embedder; `None` if there are none.
    pub(crate) mapping: Option<Gc<AsyncContextMapping>>,
}

impl AmbientValues {
    /// Whether no value is set.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        let Self { state, owner, mapping } = self;
        state.is_none() && owner.is_none() && mapping.is_none()
    }

    /// The values that work gets: not the state, which is that of one task, and not the owner, which whoever tracks
    /// owners sets when the work starts.
    pub(crate) fn for_new_work(self) -> Self {
        Self { state: None, owner: None, ..self }
    }

    /// These values without a continuation state.
    pub(crate) fn without_state(self) -> Self {
        Self { state: None, ..self }
    }

    /// These values with another value of a variable.
    pub(crate) fn with_variable(self, variable: VariableId, value: JsValue) -> Self {
        let mapping = self.copy_of_the_mapping().with_variable(variable, value);
        Self { mapping: Some(Gc::new(mapping)), ..self }
    }

    /// These values with another value of the embedder.
    pub(crate) fn with_host(self, host: Rc<dyn Any>) -> Self {
        let mapping = self.copy_of_the_mapping().with_host(host);
        Self { mapping: Some(Gc::new(mapping)), ..self }
    }

    /// These values without variables.
    pub(crate) fn without_variables(self) -> Self {
        let mapping = self.mapping.as_ref().and_then(|mapping| mapping.without_variables());
        Self { mapping: mapping.map(Gc::new), ..self }
    }

    fn copy_of_the_mapping(&self) -> AsyncContextMapping {
        self.mapping.as_deref().cloned().unwrap_or_default()
    }
}
