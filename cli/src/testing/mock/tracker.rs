//! The mocks that a tracker has created.

use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use posttask::internal::webidl::type_error;

use super::function_context::FunctionState;
use super::property_context::PropertyState;

/// Something that can be restored.
#[derive(Clone, Trace, Finalize)]
enum Mock {
    Function(Gc<FunctionState>),
    Property(Gc<PropertyState>),
    /// An object with a method `restore`.
    Module(JsObject),
}

/// The state of a `MockTracker`.
#[derive(Default, Trace, Finalize)]
pub(super) struct TrackerState {
    mocks: GcRefCell<Vec<Mock>>,
    /// `mock.timers`, once it has been read.
    timers: GcRefCell<Option<JsObject>>,
}

impl TrackerState {
    pub(super) fn len(&self) -> usize {
        self.mocks.borrow().len()
    }

    pub(super) fn add_function(&self, state: &Gc<FunctionState>) {
        self.mocks.borrow_mut().push(Mock::Function(state.clone()));
    }

    pub(super) fn add_property(&self, state: &Gc<PropertyState>) {
        self.mocks.borrow_mut().push(Mock::Property(state.clone()));
    }

    pub(super) fn add_module(&self, mock: JsObject) {
        self.mocks.borrow_mut().push(Mock::Module(mock));
    }

    pub(super) fn timers(&self) -> Option<JsObject> {
        self.timers.borrow().clone()
    }

    pub(super) fn set_timers(&self, timers: Option<JsObject>) {
        *self.timers.borrow_mut() = timers;
    }

    /// Restores all mocks, in the order in which they were created.
    ///
    /// # Errors
    ///
    /// The first exception of an object that does not allow it. All others are restored.
    pub(super) fn restore_all(&self, context: &mut Context) -> JsResult<()> {
        let mocks = self.mocks.borrow().clone();
        let mut result = Ok(());
        for mock in mocks {
            let restored = match mock {
                Mock::Function(ref state) => state.restore(context),
                Mock::Property(ref state) => state.restore(context),
                Mock::Module(ref mock) => call_method(mock, "restore", context),
            };
            result = result.and(restored);
        }
        result
    }

    /// Restores all mocks and timers, and forgets the mocks.
    ///
    /// # Errors
    ///
    /// Those of [`Self::restore_all`].
    pub(super) fn reset(&self, context: &mut Context) -> JsResult<()> {
        let result = self.restore_all(context);
        self.mocks.borrow_mut().clear();
        let Some(timers) = self.timers() else { return result };
        result.and(call_method(&timers, "reset", context))
    }
}

fn call_method(object: &JsObject, name: &str, context: &mut Context) -> JsResult<()> {
    let method = object.get(JsString::from(name), context)?.as_callable();
    method.map_or(Ok(()), |method| method.call(&object.clone().into(), &[], context).map(drop))
}

/// The native data of a `MockTracker`.
#[derive(Trace, Finalize, JsData)]
pub(super) struct TrackerObject(Gc<TrackerState>);

impl TrackerObject {
    pub(super) fn new(state: &Gc<TrackerState>) -> Self {
        Self(state.clone())
    }

    /// Returns the state of a tracker.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is no tracker.
    pub(super) fn state_of(this: &JsValue) -> JsResult<Gc<TrackerState>> {
        let object = this.as_object();
        let state = object.as_ref().and_then(|object| Some(object.downcast_ref::<Self>()?.0.clone()));
        state.ok_or_else(|| type_error("'this' is not a MockTracker"))
    }
}
