//! Steps that wait for the end of the JavaScript that is on the stack.

use std::cell::RefCell;

/// Steps that wait for the end of the JavaScript that is on the stack.
#[derive(Default)]
pub(crate) struct AfterJavaScript {
    steps: RefCell<Vec<Box<dyn FnOnce()>>>,
}

crate::debug!(AfterJavaScript);

impl AfterJavaScript {
    pub(crate) fn add(&self, steps: impl FnOnce() + 'static) {
        self.steps.borrow_mut().push(Box::new(steps));
    }

    /// Runs and removes all steps.
    #[inline]
    pub(crate) fn run(&self) {
        if !self.steps.borrow().is_empty() {
            self.steps.take().into_iter().for_each(|steps| steps());
        }
    }
}
