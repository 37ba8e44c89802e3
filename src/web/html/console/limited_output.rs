//! A console that may only write so much.

use std::cell::Cell;
use std::rc::Rc;

use super::ConsoleOutput;

/// Passes text on until a number of bytes is reached.
pub(crate) struct LimitedOutput {
    output: Rc<dyn ConsoleOutput>,
    limit: u64,
    /// The bytes that may still be written; `None` when the limit was exceeded.
    left: Cell<Option<u64>>,
}

impl LimitedOutput {
    pub(crate) fn new(output: Rc<dyn ConsoleOutput>, limit: u64) -> Self {
        Self { output, limit, left: Cell::new(Some(limit)) }
    }

    /// Whether this line may be written. Reports the first one that may not.
    fn allows(&self, line: &str) -> bool {
        let Some(left) = self.left.get() else { return false };
        let rest = u64::try_from(line.len() + 1).ok().and_then(|length| left.checked_sub(length));
        self.left.set(rest);
        if rest.is_none() {
            let limit = self.limit;
            self.output.err(&format!("the limit of {limit} bytes of console output is exceeded: the rest is dropped"));
        }
        rest.is_some()
    }
}

impl ConsoleOutput for LimitedOutput {
    fn out(&self, line: &str) {
        if self.allows(line) {
            self.output.out(line);
        }
    }

    fn err(&self, line: &str) {
        if self.allows(line) {
            self.output.err(line);
        }
    }

    fn write(&self, is_error: bool, text: &str) {
        if self.allows(text) {
            self.output.write(is_error, text);
        }
    }

    fn is_colored(&self) -> bool {
        self.output.is_colored()
    }
}
