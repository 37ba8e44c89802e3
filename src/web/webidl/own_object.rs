//! The object of a state that other states refer to.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::construction::create;
use super::interface::Interface;

/// The JavaScript object of a state, which is made when it is needed, or by whoever makes the state.
#[derive(Default, Trace, Finalize)]
pub(crate) struct OwnObject(GcRefCell<Option<JsObject>>);

impl OwnObject {
    pub(crate) fn set(&self, object: JsObject) {
        *self.0.borrow_mut() = Some(object);
    }

    /// The object; `undefined` if it has not been made.
    pub(crate) fn value(&self) -> JsValue {
        self.0.borrow().clone().map(JsValue::from).unwrap_or_default()
    }

    /// The object of `state`, which this belongs to. It is made in the current realm if there is none.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(crate) fn get_or_create<T>(&self, state: &Gc<T>, context: &mut Context) -> JsResult<JsValue>
    where
        T: Interface<State = T> + Trace,
    {
        if self.0.borrow().is_none() {
            self.set(create(state, context)?);
        }
        Ok(self.value())
    }
}
