//! Tasks that have run, and whose results wait for promises.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Tasks of type `T` that have run, and whose results wait for promises.
pub(crate) struct Unsettled<T: ?Sized>(RefCell<Vec<Weak<T>>>);

impl<T: ?Sized> Default for Unsettled<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: ?Sized> Unsettled<T> {
    /// Adds a task. O(1) amortized.
    pub(crate) fn add(&self, task: Weak<T>) {
        let mut tasks = self.0.borrow_mut();
        if tasks.len() == tasks.capacity() {
            tasks.retain(|task| task.strong_count() > 0);
            // Before the next search, as many must be added.
            let kept = tasks.len();
            tasks.reserve(kept.max(16));
        }
        tasks.push(task);
    }

    /// Takes the tasks that still exist.
    pub(crate) fn take(&self) -> impl Iterator<Item = Rc<T>> {
        self.0.take().into_iter().filter_map(|task| task.upgrade())
    }
}
