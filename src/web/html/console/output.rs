//! The output of `console`.

use std::io::{self, Write};

/// The output of `console`. Uncaught errors may be written to it too.
pub trait ConsoleOutput {
    /// Writes text from `console.log` and similar methods: one or more lines, without the final line break.
    fn out(&self, line: &str);

    /// Writes text from `console.warn`, `console.error` and similar methods, in the same form.
    fn err(&self, line: &str);

    /// Writes text that may end in the middle of a line, such as that of `process.stdout.write` of Node. By default, it
    /// becomes whole lines.
    fn write(&self, is_error: bool, text: &str) {
        let line = text.strip_suffix('\n').unwrap_or(text);
        if is_error { self.err(line) } else { self.out(line) }
    }

    /// Whether values in the text for [`Self::out`] are colored with ANSI escape sequences. The default is `false`.
    fn is_colored(&self) -> bool {
        false
    }
}

/// The process's standard output and standard error, without colors. Write errors, such as a closed pipe,
/// are ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardOutput;

impl ConsoleOutput for StandardOutput {
    fn out(&self, line: &str) {
        let _ = writeln!(io::stdout().lock(), "{line}");
    }

    fn err(&self, line: &str) {
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
