//! Steps that wait for the end of the JavaScript that is on the stack.

use std::cell::RefCell;

use boa_engine::Context;

/// Steps that wait for the end of the JavaScript that is on the stack.
#[derive(Default)]
pub(crate) struct AfterJavaScript {
    steps: RefCell<Vec<HostSteps>>,
}

type HostSteps = Box<dyn FnOnce(&mut Context)>;

crate::debug!(AfterJavaScript);

impl AfterJavaScript {
    pub(crate) fn add(&self, steps: impl FnOnce(&mut Context) + 'static) {
        self.steps.borrow_mut().push(Box::new(steps));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.borrow().is_empty()
    }

    /// Runs and removes all steps.
    pub(crate) fn run(&self, context: &mut Context) {
        self.steps.take().into_iter().for_each(|steps| steps(context));
    }
}
