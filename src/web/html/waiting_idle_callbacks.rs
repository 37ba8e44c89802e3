//! A global's [list of idle request callbacks][list], together with its list of runnable idle callbacks: the callbacks
//! that have not run, by handle.
//!
//! [list]: https://w3c.github.io/requestidlecallback/#dfn-list-of-idle-request-callbacks

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::event_loop::{IdleId, TimerId, WorkId};

/// A callback that waits for an idle period or, if it has one, its timeout.
#[derive(Clone, Copy)]
pub(super) struct WaitingIdleCallback {
    pub(super) work: WorkId,
    pub(super) idle: IdleId,
    pub(super) timeout: Option<TimerId>,
}

/// The waiting callbacks of a global.
#[derive(Default)]
pub(super) struct WaitingIdleCallbacks {
    waiting: RefCell<FxHashMap<u32, WaitingIdleCallback>>,
    last_handle: Cell<u32>,
}

impl WaitingIdleCallbacks {
    pub(super) fn next_handle(&self) -> u32 {
        let handle = self.last_handle.get().wrapping_add(1).max(1);
        self.last_handle.set(handle);
        handle
    }

    pub(super) fn insert(&self, handle: u32, callback: WaitingIdleCallback) {
        self.waiting.borrow_mut().insert(handle, callback);
    }

    /// Whether a callback waits.
    pub(super) fn contains(&self, handle: u32) -> bool {
        self.waiting.borrow().contains_key(&handle)
    }

    /// Removes and returns a callback. `None` if it has run or was canceled.
    pub(super) fn take(&self, handle: u32) -> Option<WaitingIdleCallback> {
        self.waiting.borrow_mut().remove(&handle)
    }
}
