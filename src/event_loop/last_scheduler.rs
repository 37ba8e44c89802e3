//! The scheduler that Rust posted to last.

use std::cell::RefCell;

use boa_engine::realm::Realm;
use boa_gc::{Gc, GcErased, Trace};

/// The last realm in which Rust posted a task, and its scheduler: looking it up takes longer than queuing the task.
#[derive(Default)]
pub(super) struct LastScheduler(RefCell<Option<(Realm, GcErased)>>);

impl LastScheduler {
    /// The scheduler of this realm, if it was posted to last.
    #[inline]
    pub(super) fn get<T: Trace>(&self, realm: &Realm) -> Option<Gc<T>> {
        let last = self.0.borrow();
        let (_, scheduler) = last.as_ref().filter(|(of, _)| of == realm)?;
        scheduler.clone().downcast()
    }

    /// Remembers the scheduler of a realm.
    pub(super) fn set<T: Trace>(&self, realm: Realm, scheduler: Gc<T>) {
        let previous = self.0.replace(Some((realm, GcErased::new(scheduler))));
        drop(previous);
    }

    /// Forgets the scheduler.
    pub(super) fn clear(&self) {
        drop(self.0.take());
    }
}
