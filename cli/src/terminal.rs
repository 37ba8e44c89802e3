//! The standard streams of the process: colors, and what happens if writing fails.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::thread;
use std::time::Duration;

use posttask::html::ConsoleOutput;

use crate::arguments::ColorChoice;
use crate::exit_status::{ExitStatus, output_is_lost};
use crate::testing::reporters::visible;

pub(super) use crate::testing::reporters::Palette as Style;

/// The time after which writing to a stream that was full is tried again.
const RETRY: Duration = Duration::from_millis(1);

impl Style {
    /// Returns the style for a stream. `auto` colors a terminal, unless [`NO_COLOR`](https://no-color.org) is set or
    /// `TERM` is `dumb`.
    pub(super) fn new(choice: ColorChoice, stream: &impl IsTerminal) -> Self {
        let colored = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                stream.is_terminal() && !no_color && !dumb
            }
        };
        Self { colored }
    }
}

/// A stream that waits until it can be written. Another process may have made it non-blocking, for example the one at
/// the other end of a terminal or socket that they share.
struct Waiting<W>(W);

impl<W: Write> Waiting<W> {
    fn wait<R>(&mut self, mut write: impl FnMut(&mut W) -> io::Result<R>) -> io::Result<R> {
        loop {
            match write(&mut self.0) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::park_timeout(RETRY),
                result => return result,
            }
        }
    }
}

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(|stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.wait(W::flush)
    }
}

/// Writes text to standard output. Ends the process if that fails: see [`exit_on_write_error`].
pub(super) fn write(text: impl Display) {
    exit_on_write_error(try_write(text));
}

fn try_write(text: impl Display) -> io::Result<()> {
    let mut stream = Waiting(stdout().lock());
    write!(stream, "{text}").and_then(|()| stream.flush())
}

/// Writes a line to standard output. The caller passes the result to [`exit_on_write_error`] when nothing else is lost
/// if the process ends.
pub(super) fn try_print(line: impl Display) -> io::Result<()> {
    try_write(format_args!("{line}\n"))
}

/// Writes a line to standard output, as [`write`] does.
pub(super) fn print(line: impl Display) {
    write(format_args!("{line}\n"));
}

/// Writes a line to standard error. If the pipe is closed, the process ends silently, as with SIGPIPE. Other errors
/// cannot be reported, but change the exit code of the process: see [`output_is_lost`].
pub(super) fn print_error(line: impl Display) {
    write_error(format_args!("{line}\n"));
}

/// Writes text to standard error, as [`print_error`] writes a line.
fn write_error(text: impl Display) {
    let mut stream = Waiting(stderr().lock());
    match write!(stream, "{text}").and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitStatus::BrokenPipe.exit(),
        Err(_) => output_is_lost(),
        Ok(()) => {}
    }
}

/// Writes a message of the command to standard error. It may contain names that others have chosen, so control
/// characters become visible.
pub(super) fn say(message: impl Display) {
    print_error(format_args!("posttask: {}", visible(&message.to_string())));
}

/// Ends the process if standard output could not be written: silently if the pipe is closed, as with SIGPIPE, and
/// otherwise with a message.
pub(super) fn exit_on_write_error(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        ExitStatus::BrokenPipe.exit();
    }
    say(format_args!("cannot write to standard output: {error}"));
    ExitStatus::Unwritable.exit();
}

/// A console that prints to the standard streams.
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
        print_error(line);
    }

    fn write(&self, is_error: bool, text: &str) {
        if is_error { write_error(text) } else { write(text) }
    }

    fn is_colored(&self) -> bool {
        self.style.colored
    }
}
