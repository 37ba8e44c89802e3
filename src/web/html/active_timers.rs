//! A global's [map of setTimeout and setInterval IDs][ids].
//!
//! [ids]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#map-of-settimeout-and-setinterval-ids

use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::event_loop::{TimerId, WorkId};

/// The timer that an id refers to.
#[derive(Clone, Copy)]
pub(super) struct ActiveTimer {
    /// The event loop's timer, which may have fired.
    pub(super) timer: TimerId,
    /// The work that is done after the timer has fired. An id that is reused refers to other work.
    pub(super) work: WorkId,
    /// Whether it keeps the program alive.
    pub(super) keeps_alive: bool,
}

/// The ids in use.
#[derive(Default)]
pub(super) struct ActiveTimers {
    timers: RefCell<FxHashMap<i32, ActiveTimer>>,
    last_id: Cell<i32>,
    /// Whether the ids have started again at 1. Only then can the next one be in use.
    started_again: Cell<bool>,
}

impl ActiveTimers {
    /// Returns an unused id greater than zero. After 2^31 - 1, the ids start again at 1.
    pub(super) fn next_id(&self) -> i32 {
        loop {
            let id = self.last_id.get().checked_add(1).unwrap_or_else(|| {
                self.started_again.set(true);
                1
            });
            self.last_id.set(id);
            if !self.started_again.get() || !self.timers.borrow().contains_key(&id) {
                return id;
            }
        }
    }

    pub(super) fn set(&self, id: i32, active: ActiveTimer) {
        self.timers.borrow_mut().insert(id, active);
    }

    pub(super) fn get(&self, id: i32) -> Option<ActiveTimer> {
        self.timers.borrow().get(&id).copied()
    }

    pub(super) fn clear(&self, id: i32) -> Option<ActiveTimer> {
        self.timers.borrow_mut().remove(&id)
    }

    /// Frees an id if it still refers to this work.
    pub(super) fn clear_work(&self, id: i32, work: WorkId) {
        if let Entry::Occupied(entry) = self.timers.borrow_mut().entry(id)
            && entry.get().work == work
        {
            entry.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{ActiveTimer, ActiveTimers};
    use crate::Runtime;
    use crate::event_loop::WorkKind;

    #[test]
    fn ids_in_use_are_skipped_after_wrapping_around() {
        let mut runtime = Runtime::builder().virtual_time().build().unwrap();
        let event_loop = Rc::clone(runtime.event_loop());
        let work = runtime.with_context(|context| event_loop.new_work(WorkKind::Timeout, context));
        let timer = event_loop.run_steps_after_a_timeout(1, work, |_, _| {});
        let active = ActiveTimer { timer, work: work.id, keeps_alive: true };
        let ids = ActiveTimers::default();
        for expected in [1, 2] {
            assert_eq!(ids.next_id(), expected);
            ids.set(expected, active);
        }
        ids.last_id.set(i32::MAX - 1);
        assert_eq!([(); 2].map(|()| ids.next_id()), [i32::MAX, 3]);
        ids.clear_work(1, work.id);
        ids.last_id.set(0);
        assert_eq!(ids.next_id(), 1);
    }
}
