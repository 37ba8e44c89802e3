//! Suites whose functions are called when the file has been loaded, as Vitest does it: first those of the file, each
//! followed by those that it contains.

use std::cell::{Cell, RefCell};

use boa_engine::JsObject;

use super::tree::NodeId;

/// The suites that wait. By default, none do: functions of suites are called at once.
#[derive(Default)]
pub(super) struct DeferredSuites {
    pub(super) is_on: Cell<bool>,
    /// Those that the file, or the suite that was built last, has declared.
    declared: RefCell<Vec<(NodeId, JsObject)>>,
    /// The others. The next one is the last.
    waiting: RefCell<Vec<(NodeId, JsObject)>>,
    /// The suite that was built last.
    current: Cell<Option<NodeId>>,
}

impl DeferredSuites {
    pub(super) fn add(&self, suite: NodeId, function: JsObject) {
        self.declared.borrow_mut().push((suite, function));
    }

    /// Whether the function of a suite has not been called.
    pub(super) fn contains(&self, suite: NodeId) -> bool {
        let has = |suites: &RefCell<Vec<(NodeId, JsObject)>>| suites.borrow().iter().any(|(other, _)| *other == suite);
        has(&self.declared) || has(&self.waiting)
    }

    /// Returns the suite whose function was called last.
    pub(super) fn current(&self) -> Option<NodeId> {
        self.current.get()
    }

    /// Returns the suite to build next, with its function.
    pub(super) fn take_next(&self) -> Option<(NodeId, JsObject)> {
        let mut waiting = self.waiting.borrow_mut();
        waiting.extend(self.declared.take().into_iter().rev());
        let next = waiting.pop();
        self.current.set(next.as_ref().map(|(suite, _)| *suite));
        next
    }
}
