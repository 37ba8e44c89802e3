//! A guard that sets a cell temporarily.

use std::cell::Cell;
use std::mem;

/// Restores the previous value of a cell when it is dropped. Returned by [`set_while`].
pub(crate) struct Restore<'a, T: Default> {
    cell: &'a Cell<T>,
    previous: T,
}

/// Sets a cell until the returned guard is dropped.
#[must_use = "the previous value is restored as soon as the guard is dropped"]
pub(crate) fn set_while<T: Default>(cell: &Cell<T>, value: T) -> Restore<'_, T> {
    Restore { cell, previous: cell.replace(value) }
}

impl<T: Default> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        // The replaced value is dropped only after the cell holds the previous value again.
        drop(self.cell.replace(mem::take(&mut self.previous)));
    }
}
