//! Which module's top level waits, for a program that never gets any further.

use std::cell::RefCell;

use boa_engine::js_str;
use boa_engine::vm::{CallFrame, CodeBlock};
use boa_gc::Gc;

use crate::event_loop::{Event, Observer, Timestamp};

/// Remembers the module whose top level was the last to begin to wait for something.
#[derive(Default)]
pub(super) struct AwaitWatcher {
    last: RefCell<Option<Gc<CodeBlock>>>,
}

impl AwaitWatcher {
    /// The file of that module. The engine does not know the place in the file.
    pub(super) fn file(&self) -> Option<String> {
        self.last.borrow().as_ref().map(|code| code.path().to_string())
    }
}

impl Observer for AwaitWatcher {
    /// An `await` makes a job callback, and the last one that a top level makes before it is suspended is that of its
    /// `await`.
    fn observe(&self, _: Timestamp, event: &Event<'_>) {
        let Event::JobCallbackMade { context } = event else { return };
        let caller = context.stack_trace().next();
        // Code that is in no file, such as the text of a timer, is no module.
        let is_module = |frame: &&CallFrame| {
            let code = frame.code_block();
            *code.name() == js_str!("<main>") && !code.path().to_string().ends_with(" at ")
        };
        if let Some(frame) = caller.filter(is_module) {
            *self.last.borrow_mut() = Some(frame.code_block().clone());
        }
    }
}
