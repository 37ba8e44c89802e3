//! Where `console` writes.

use std::io::{self, Write};

/// Where `console` writes, and where uncaught errors may go.
pub trait ConsoleOutput {
    /// Writes a line of `console.log` and its like.
    fn out(&self, line: &str);

    /// Writes a line of `console.warn` and `console.error`.
    fn err(&self, line: &str);

    /// Whether values in lines for [`Self::out`] are shown in colours.
    fn is_coloured(&self) -> bool {
        false
    }
}

/// The process's standard output and standard error, without colours. A closed pipe is no error.
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
