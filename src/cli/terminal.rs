//! The process's standard streams: colours where they are wanted, and a quiet end when nobody reads.

use std::fmt::Display;
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

/// Writes a line to standard output. Does not return if that fails: see [`written`].
pub(super) fn print(line: impl Display) {
    let mut stream = stdout().lock();
    written(writeln!(stream, "{line}").and_then(|()| stream.flush()));
}

/// Writes a line to standard error. Where that fails there is nobody to tell, but if nobody reads it any more the
/// process ends without a word, as with SIGPIPE.
pub(super) fn complain(line: impl Display) {
    let mut stream = stderr().lock();
    let result = writeln!(stream, "{line}").and_then(|()| stream.flush());
    if result.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        ExitStatus::BrokenPipe.exit();
    }
}

/// Ends the process if standard output could not be written: without a word if nobody reads it any more, as with
/// SIGPIPE, else with a message.
pub(super) fn written(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        ExitStatus::BrokenPipe.exit();
    }
    complain(format_args!("posttask: standard output cannot be written: {error}"));
    ExitStatus::Unwritable.exit();
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
        print(line);
    }

    fn err(&self, line: &str) {
        complain(line);
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
