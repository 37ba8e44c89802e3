//! The mapping of [AsyncContext](https://tc39.es/proposal-async-context/), with a value of the embedder as one more
//! entry.

use std::any::Any;
use std::rc::Rc;

use boa_engine::JsValue;
use boa_gc::{Finalize, Trace};

/// The key of a variable.
pub type VariableId = u64;

/// The values of variables, and that of the embedder. A mapping never changes: a change makes a copy.
#[derive(Clone, Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct AsyncContextMapping {
    /// The value of the embedder. It holds no JavaScript values.
    #[unsafe_ignore_trace]
    host: Option<Rc<dyn Any>>,
    /// A program has few variables, so they are in a list.
    variables: Vec<(VariableId, JsValue)>,
}

impl AsyncContextMapping {
    /// The value of a variable, if one is set.
    pub(crate) fn get(&self, variable: VariableId) -> Option<JsValue> {
        self.variables.iter().find(|(id, _)| *id == variable).map(|(_, value)| value.clone())
    }

    /// The value of the embedder, if one is set.
    pub(crate) fn host(&self) -> Option<&Rc<dyn Any>> {
        self.host.as_ref()
    }

    /// This mapping with another value of a variable.
    pub(crate) fn with_variable(mut self, variable: VariableId, value: JsValue) -> Self {
        match self.variables.iter_mut().find(|(id, _)| *id == variable) {
            Some((_, known)) => *known = value,
            None => self.variables.push((variable, value)),
        }
        self
    }

    /// This mapping with another value of the embedder.
    pub(crate) fn with_host(self, host: Rc<dyn Any>) -> Self {
        Self { host: Some(host), ..self }
    }

    /// The mapping that has only this mapping's value of the embedder; `None` if there is none.
    pub(crate) fn without_variables(&self) -> Option<Self> {
        let host = Some(self.host.clone()?);
        Some(Self { host, variables: Vec::new() })
    }
}
