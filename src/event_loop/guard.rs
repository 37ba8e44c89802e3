//! A guard that sets a cell temporarily.

use std::cell::Cell;

/// Restores the previous value of a cell when it is dropped. Returned by [`set_while`].
#[derive(Debug)]
#[must_use = "the previous value is restored as soon as the guard is dropped"]
pub struct Restore<'a, T: Copy> {
    cell: &'a Cell<T>,
    previous: T,
}

/// Sets a cell until the returned guard is dropped.
pub fn set_while<T: Copy>(cell: &Cell<T>, value: T) -> Restore<'_, T> {
    Restore { cell, previous: cell.replace(value) }
}

impl<T: Copy> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        self.cell.set(self.previous);
    }
}
