//! The process's standard streams: colours where they are wanted, and a quiet end when nobody reads.

use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};

use super::arguments::ColorChoice;
use super::exit_status::ExitStatus;
use crate::html::ConsoleOutput;

/// Whether text for a stream is coloured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) coloured: bool,
}

impl Style {
    /// The style for a stream: as asked for, or for a terminal unless [`NO_COLOR`](https://no-color.org) is set.
    pub(super) fn new(choice: ColorChoice, stream: &impl IsTerminal) -> Self {
        let coloured = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                stream.is_terminal() && !no_color && !dumb
            }
        };
        Self { coloured }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// For what went wrong.
    pub(super) fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// For what matters less.
    pub(super) fn faint(self, text: &str) -> String {
        self.paint("90", text)
    }
}

/// Writes a line to a stream. If nobody reads it any more the process ends without a word, as with SIGPIPE.
pub(super) fn write_line(mut stream: impl Write, line: &str) {
    if let Err(error) = writeln!(stream, "{line}").and_then(|()| stream.flush())
        && error.kind() == ErrorKind::BrokenPipe
    {
        ExitStatus::BrokenPipe.exit();
    }
}

/// The console on the standard streams.
pub(super) struct StandardStreams {
    style: Style,
}

impl StandardStreams {
    pub(super) fn new(choice: ColorChoice) -> Self {
        Self { style: Style::new(choice, &stdout()) }
    }
}

impl ConsoleOutput for StandardStreams {
    fn out(&self, line: &str) {
        write_line(stdout().lock(), line);
    }

    fn err(&self, line: &str) {
        write_line(stderr().lock(), line);
    }

    fn is_coloured(&self) -> bool {
        self.style.coloured
    }
}

/// Makes SIGINT end the process, with what was written so far flushed.
///
/// # Errors
///
/// What the operating system says if the signal cannot be handled.
pub(super) fn end_on_interrupt() -> io::Result<()> {
    ctrlc::set_handler(|| ExitStatus::Interrupted.exit()).map_err(io::Error::other)
}
