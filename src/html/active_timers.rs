//! A global's [map of setTimeout and setInterval IDs](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#map-of-settimeout-and-setinterval-ids).

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::event_loop::{TimerId, WorkId};

/// What an id stands for.
#[derive(Clone, Copy)]
pub(super) struct ActiveTimer {
    /// The timer, which may have fired.
    pub(super) timer: TimerId,
    /// What is done when it has fired. An id that is used again stands for other work.
    pub(super) work: WorkId,
}

/// The ids that are in use.
#[derive(Default)]
pub(super) struct ActiveTimers {
    timers: RefCell<FxHashMap<i32, ActiveTimer>>,
    last_id: Cell<i32>,
}

impl ActiveTimers {
    /// An unused id greater than zero. After 2^31 - 1 it starts again.
    pub(super) fn next_id(&self) -> i32 {
        let timers = self.timers.borrow();
        loop {
            let id = self.last_id.get().checked_add(1).unwrap_or(1);
            self.last_id.set(id);
            if !timers.contains_key(&id) {
                return id;
            }
        }
    }

    pub(super) fn set(&self, id: i32, active: ActiveTimer) {
        self.timers.borrow_mut().insert(id, active);
    }

    /// Whether an id still stands for this work.
    pub(super) fn is(&self, id: i32, work: WorkId) -> bool {
        self.timers.borrow().get(&id).is_some_and(|active| active.work == work)
    }

    pub(super) fn clear(&self, id: i32) -> Option<ActiveTimer> {
        self.timers.borrow_mut().remove(&id)
    }
}
