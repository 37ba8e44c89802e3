//! The mocks of `node:test`: <https://nodejs.org/api/test.html#class-mocktracker>.

mod arguments;
mod chunks;
mod classes;
mod fetch;
mod function_context;
mod method;
mod mock_function;
mod property_context;
#[cfg(test)]
mod tests;
mod tracker;
mod tracker_methods;

use boa_engine::{Context, JsObject, JsResult, NativeFunction, js_string};
use boa_gc::Gc;

use classes::prototype_of;
use tracker::{TrackerObject, TrackerState};

/// The handle of a `MockTracker` object. It keeps the mocked objects alive.
#[derive(Clone)]
pub(crate) struct MockTracker(Gc<TrackerState>);

posttask::debug!(MockTracker, "mocks" = |tracker| tracker.0.len());

impl MockTracker {
    /// Restores everything that was mocked, and forgets the mocks: what `mock.reset()` does.
    ///
    /// # Errors
    ///
    /// The first exception of an object that cannot be restored, such as a frozen one. All others are restored.
    pub(crate) fn reset(&self, context: &mut Context) -> JsResult<()> {
        self.0.reset(context)
    }
}

/// Defines what compiled code calls instead of `import()` in a file that uses `mock.module`.
///
/// # Errors
///
/// Whatever a program throws that has changed the object of the host.
pub(crate) fn let_imports_be_mocked(context: &mut Context) -> JsResult<()> {
    let host = context.global_object().get(js_string!("__posttask"), context)?;
    let Some(host) = host.as_object() else { return Ok(()) };
    let imported = NativeFunction::from_fn_ptr(tracker_methods::imported).to_js_function(context.realm());
    host.create_data_property_or_throw(js_string!("imported"), imported, context).map(drop)
}

/// Creates a `MockTracker` object, such as `mock` of `node:test` or `t.mock`, and its handle.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(crate) fn create(context: &mut Context) -> JsResult<(JsObject, MockTracker)> {
    let prototype = prototype_of(&tracker_methods::MEMBERS, context)?;
    let state = Gc::new(TrackerState::default());
    let object = JsObject::from_proto_and_data(prototype, TrackerObject::new(&state));
    Ok((object, MockTracker(state)))
}
