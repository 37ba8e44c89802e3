//! A global's [map of setTimeout and setInterval IDs](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#map-of-settimeout-and-setinterval-ids).

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::event_loop::{TimerId, WorkId};

/// What an id stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Active {
    /// The timer runs, and delays this work.
    Waiting(TimerId, WorkId),
    /// The task that does this work is queued, or runs.
    Fired(WorkId),
}

/// The ids that are in use.
#[derive(Default)]
pub(super) struct ActiveTimers {
    timers: RefCell<FxHashMap<i32, Active>>,
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

    pub(super) fn set(&self, id: i32, active: Active) {
        self.timers.borrow_mut().insert(id, active);
    }

    pub(super) fn is(&self, id: i32, active: Active) -> bool {
        self.timers.borrow().get(&id) == Some(&active)
    }

    pub(super) fn clear(&self, id: i32) -> Option<Active> {
        self.timers.borrow_mut().remove(&id)
    }
}
