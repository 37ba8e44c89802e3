//! Values of properties that are accessors as long as the engine may read them as such.

use std::cell::Cell;

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{JsData, JsObject, JsValue};
use boa_gc::{Finalize, GcRefCell, Trace};

/// The value for which an accessor stands. Its clones are the same value.
#[derive(Clone, Debug, Trace, Finalize)]
pub(crate) struct LateValue(JsObject<Slot>);

#[derive(Debug, Trace, Finalize, JsData)]
struct Slot {
    value: GcRefCell<JsValue>,
    is_writable: Cell<bool>,
    is_configurable: Cell<bool>,
    stays: Cell<bool>,
}

impl LateValue {
    pub(crate) fn new(value: JsValue, is_writable: bool, is_configurable: bool) -> Self {
        let (value, stays) = (GcRefCell::new(value), Cell::default());
        let (is_writable, is_configurable) = (Cell::new(is_writable), Cell::new(is_configurable));
        Self(JsObject::new_unique(None, Slot { value, is_writable, is_configurable, stays }))
    }

    pub(crate) fn value(&self) -> JsValue {
        self.0.borrow().data().value.borrow().clone()
    }

    pub(crate) fn set(&self, value: JsValue) {
        *self.0.borrow().data().value.borrow_mut() = value;
    }

    pub(crate) fn is_writable(&self) -> bool {
        self.0.borrow().data().is_writable.get()
    }

    /// Whether the attributes of the value can be changed, although the accessor can always be.
    pub(crate) fn is_configurable(&self) -> bool {
        self.0.borrow().data().is_configurable.get()
    }

    pub(crate) fn forbid_writing(&self) {
        self.0.borrow().data().is_writable.set(false);
    }

    /// Whether the property has to stay an accessor.
    pub(crate) fn stays(&self) -> bool {
        self.0.borrow().data().stays.get()
    }

    pub(crate) fn stay(&self) {
        self.0.borrow().data().stays.set(true);
    }

    /// Makes a function `get` stand for the value. No program sees the function, so its prototype can say so.
    pub(crate) fn mark(&self, getter: &JsFunction) {
        getter.set_prototype(Some(self.0.clone().upcast()));
    }

    /// The property as a program sees it.
    pub(crate) fn shown(&self, accessor: &PropertyDescriptor) -> PropertyDescriptor {
        PropertyDescriptor::builder()
            .value(self.value())
            .writable(self.is_writable())
            .maybe_enumerable(accessor.enumerable())
            .configurable(accessor.configurable() == Some(true) && self.is_configurable())
            .build()
    }
}

/// Returns the value for which a function `get` stands.
pub(crate) fn late_value(getter: &JsValue) -> Option<LateValue> {
    getter.as_object()?.prototype()?.downcast::<Slot>().ok().map(LateValue)
}
