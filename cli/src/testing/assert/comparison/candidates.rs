//! The members of a set, or the keys of a map, for which an equal one must still be found.

use std::collections::VecDeque;

use boa_engine::{JsResult, JsValue};

/// The values that are still without an equal one. Equal collections mostly have the same order, or the opposite one,
/// so both ends are tried first.
pub(super) struct Candidates {
    left: VecDeque<JsValue>,
    /// Whether the next value is probably the last one, not the first one.
    backwards: bool,
}

impl Candidates {
    pub(super) fn new(values: Vec<JsValue>) -> Self {
        Self { left: values.into(), backwards: false }
    }

    pub(super) fn len(&self) -> usize {
        self.left.len()
    }

    /// Removes the first value that `is_equal` accepts. Returns whether there is one.
    ///
    /// # Errors
    ///
    /// Whatever `is_equal` returns.
    pub(super) fn take(&mut self, mut is_equal: impl FnMut(&JsValue) -> JsResult<bool>) -> JsResult<bool> {
        let mut first_is_left = true;
        if !self.backwards {
            let Some(first) = self.left.front() else { return Ok(false) };
            if is_equal(first)? {
                self.left.pop_front();
                return Ok(true);
            }
            first_is_left = false;
        }
        self.backwards = true;
        let lowest = usize::from(!first_is_left);
        for index in (lowest..self.left.len()).rev() {
            let Some(value) = self.left.get(index) else { continue };
            if is_equal(value)? {
                // The order of the others does not matter.
                self.left.swap_remove_back(index);
                return Ok(true);
            }
            self.backwards = false;
        }
        Ok(false)
    }
}
