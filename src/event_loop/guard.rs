//! A guard that sets a cell temporarily.

use std::cell::Cell;

/// Restores the previous value of a cell when it is dropped. Returned by [`set_while`].
pub(crate) struct Restore<'a, T> {
    cell: &'a Cell<T>,
    previous: Option<T>,
}

/// Sets a cell until the returned guard is dropped.
#[must_use = "the previous value is restored as soon as the guard is dropped"]
pub(crate) fn set_while<T>(cell: &Cell<T>, value: T) -> Restore<'_, T> {
    Restore { cell, previous: Some(cell.replace(value)) }
}

impl<T> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        if let Some(previous) = self.previous.take() {
            // The replaced value is dropped only after the cell holds the previous value again.
            drop(self.cell.replace(previous));
        }
    }
}
