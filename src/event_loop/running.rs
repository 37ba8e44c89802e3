//! The work that runs on this thread, for the message of a process that ends in the middle of it.

use std::cell::RefCell;
use std::rc::Weak;

use super::origins::Location;
use super::work::WorkKind;

/// Something that runs work.
pub(super) trait RunsWork {
    /// The kind of the running work, and where it was requested. Borrows nothing that may be borrowed already.
    fn running_work(&self) -> Option<(WorkKind, Option<Location>)>;
}

thread_local! {
    /// The loops of this thread, and some that no longer exist.
    static LOOPS: RefCell<Vec<Weak<dyn RunsWork>>> = const { RefCell::new(Vec::new()) };
}

/// Adds a loop of this thread. O(1) amortized.
pub(super) fn register(event_loop: Weak<dyn RunsWork>) {
    LOOPS.with_borrow_mut(|loops| {
        if loops.len() == loops.capacity() {
            loops.retain(|event_loop| event_loop.strong_count() > 0);
        }
        loops.push(event_loop);
    });
}

/// Returns the work that runs on this thread, and where it was requested, as far as that can be read now: anything may
/// be in progress, even a change of the tables.
#[must_use]
pub fn running_work() -> Option<(WorkKind, Option<Location>)> {
    LOOPS
        .try_with(|loops| {
            let loops = loops.try_borrow().ok()?;
            loops.iter().rev().filter_map(Weak::upgrade).find_map(|event_loop| event_loop.running_work())
        })
        .ok()?
}
