//! Finds the module whose top level is waiting, for the message about a program that cannot finish.

use std::cell::RefCell;

use boa_engine::js_str;
use boa_engine::vm::{CallFrame, CodeBlock};
use boa_gc::Gc;
use posttask::event_loop::{Event, Observer, Subject, Timestamp};

/// An observer that remembers the module whose top level was the last to start waiting.
#[derive(Default)]
pub(super) struct AwaitWatcher {
    last: RefCell<Option<Gc<CodeBlock>>>,
}

impl AwaitWatcher {
    /// Returns the file of that module. The engine does not know the position in the file.
    pub(super) fn file(&self) -> Option<String> {
        self.last.borrow().as_ref().map(|code| code.path().to_string())
    }
}

impl Observer for AwaitWatcher {
    fn wants(&self, event: &Event) -> bool {
        matches!(event, Event::JobCallbackCreated)
    }

    /// An `await` creates a job callback, and the last one that a top level creates before it is suspended belongs to
    /// its `await`.
    fn observe(&self, _: Timestamp, _: &Event, subject: &Subject<'_>) {
        let Subject::Context(context) = subject else { return };
        let caller = context.stack_trace().next();
        let is_known = |code: &Gc<CodeBlock>| self.last.borrow().as_ref().is_some_and(|last| Gc::ptr_eq(last, code));
        if caller.is_some_and(|frame| is_known(frame.code_block())) {
            return;
        }
        // Code without a file, such as the string handler of a timer, is not a module.
        let is_module = |frame: &&CallFrame| {
            let code = frame.code_block();
            *code.name() == js_str!("<main>") && !code.path().to_string().ends_with(" at ")
        };
        if let Some(frame) = caller.filter(is_module) {
            *self.last.borrow_mut() = Some(frame.code_block().clone());
        }
    }
}
