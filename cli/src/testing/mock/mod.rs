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

use boa_engine::{Context, JsObject, JsResult};
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
