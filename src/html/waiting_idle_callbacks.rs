//! A global's [list of idle request callbacks](https://w3c.github.io/requestidlecallback/#dfn-list-of-idle-request-callbacks)
//! and its list of runnable ones in one: callbacks that have not run, by their handles.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::event_loop::{IdleId, TimerId, WorkId};

/// A callback that waits for an idle period, and for its timeout if it has one.
#[derive(Clone, Copy)]
pub(super) struct WaitingIdleCallback {
    pub(super) work: WorkId,
    pub(super) idle: IdleId,
    pub(super) timeout: Option<TimerId>,
}

/// The callbacks that wait.
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

    /// Takes a callback off the list. `None` if it ran or was cancelled.
    pub(super) fn take(&self, handle: u32) -> Option<WaitingIdleCallback> {
        self.waiting.borrow_mut().remove(&handle)
    }
}
