//! Which module's top level waits, for a program that never gets any further.

use std::cell::{Cell, RefCell};

use boa_engine::{Context, js_str};
use boa_gc::Gc;

use super::EventLoop;

#[derive(Default)]
pub(super) struct MainAwait {
    watching: Cell<bool>,
    last: RefCell<Option<Gc<boa_engine::vm::CodeBlock>>>,
}

impl EventLoop {
    /// Starts or stops to note which module's top level awaits.
    pub fn watch_main_await(&self, yes: bool) {
        self.main_await.watching.set(yes);
    }

    /// The file of the module whose top level was the last to begin to wait for something. The engine does not know the
    /// place in that file.
    #[must_use]
    pub fn main_await(&self) -> Option<String> {
        self.main_await.last.borrow().as_ref().map(|code| code.path().to_string())
    }

    /// What is called for every job callback: an `await` makes one, and the last one that a top level makes before it
    /// is suspended is that of its `await`.
    pub fn note_main_await(&self, context: &Context) {
        if !self.main_await.watching.get() {
            return;
        }
        if let Some(frame) =
            context.stack_trace().next().filter(|frame| *frame.code_block().name() == js_str!("<main>"))
        {
            *self.main_await.last.borrow_mut() = Some(frame.code_block().clone());
        }
    }
}
