//! Guards that set a cell temporarily.

use std::cell::Cell;
use std::mem;

/// Restores the previous value of a cell when it is dropped. Returned by [`set_while`].
#[derive(Debug)]
#[must_use = "the previous value is restored as soon as the guard is dropped"]
pub struct RestoreCopy<'a, T: Copy> {
    cell: &'a Cell<T>,
    previous: T,
}

/// Sets a cell until the returned guard is dropped.
pub fn set_while<T: Copy>(cell: &Cell<T>, value: T) -> RestoreCopy<'_, T> {
    RestoreCopy { cell, previous: cell.replace(value) }
}

impl<T: Copy> Drop for RestoreCopy<'_, T> {
    fn drop(&mut self) {
        self.cell.set(self.previous);
    }
}

/// Like [`RestoreCopy`], for values that are not copied. Returned by [`replace_while`].
#[must_use = "the previous value is restored as soon as the guard is dropped"]
pub(crate) struct Restore<'a, T: Default> {
    cell: &'a Cell<T>,
    previous: T,
}

/// Like [`set_while`], for values that are not copied.
pub(super) fn replace_while<T: Default>(cell: &Cell<T>, value: T) -> Restore<'_, T> {
    Restore { cell, previous: cell.replace(value) }
}

impl<T: Default> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        // The replaced value is dropped only after the cell holds the previous value again.
        drop(self.cell.replace(mem::take(&mut self.previous)));
    }
}
