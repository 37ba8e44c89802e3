//! The guard for everything that is "current" for a while.

use std::cell::Cell;

/// Puts the previous value back into a cell when it is dropped. Made by [`set_while`].
pub(crate) struct Restore<'a, T> {
    cell: &'a Cell<T>,
    previous: Option<T>,
}

/// Sets a cell for as long as the returned guard lives.
#[must_use = "the previous value comes back as soon as the guard is dropped"]
pub(crate) fn set_while<T>(cell: &Cell<T>, value: T) -> Restore<'_, T> {
    Restore { cell, previous: Some(cell.replace(value)) }
}

impl<T> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        if let Some(previous) = self.previous.take() {
            // What was set meanwhile is dropped only when the cell holds the previous value again.
            drop(self.cell.replace(previous));
        }
    }
}
