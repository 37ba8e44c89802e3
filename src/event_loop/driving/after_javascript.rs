//! What the host has to do once no JavaScript is on the stack any more.

use boa_engine::Context;

use crate::event_loop::event_loop::EventLoop;

impl EventLoop {
    /// Runs steps before the next microtask, or before the next task if there is none. They must not run JavaScript.
    pub(crate) fn when_the_stack_is_empty(&self, steps: impl FnOnce(&mut Context) + 'static) {
        self.after_javascript.add(steps);
    }

    /// To be called when no JavaScript is on the stack.
    #[inline]
    pub(super) fn the_stack_is_empty(&self, context: &mut Context) {
        if !self.after_javascript.is_empty() {
            self.after_javascript.run(context);
        }
    }
}
