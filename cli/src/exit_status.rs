//! The exit codes of the command.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use crate::terminal_mode;
use crate::trace::close_all_traces;

/// Whether something that was written to standard error is lost.
static IS_OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// How long the output of a process that must end may take to be written.
const GRACE: Duration = Duration::from_secs(1);

/// Something could not be written to standard error: the process does not succeed.
pub(super) fn output_is_lost() {
    IS_OUTPUT_LOST.store(true, Ordering::Relaxed);
}

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    Success,
    /// An uncaught exception or an unhandled rejection was reported.
    Uncaught,
    /// A program has different outputs as different hosts.
    Different,
    /// Standard output could not be written.
    Unwritable,
    /// Invalid arguments, or input that could not be read.
    Usage,
    /// The program does not have what the order of `--order` is about, so it ran in another order.
    DoesNotFit,
    /// Nothing is left to do, but the program still awaits a promise.
    Unfinished,
    /// The engine or posttask has panicked. The exit code is the one of a Rust program that panics.
    Panicked,
    /// The time given with `--timeout` or `--deadline` has passed.
    TimedOut,
    /// The process would need more memory than `--max-memory` allows, or than the system has. The exit code is the one
    /// of a process that aborts.
    OutOfMemory,
    /// The process received SIGINT.
    Interrupted,
    /// The process received SIGTERM.
    Terminated,
    /// The process received SIGHUP.
    HungUp,
    /// The pipe that receives the output is closed. The exit code is the one that shells report for SIGPIPE.
    BrokenPipe,
    /// The code that the program has chosen, with `process.exit` or `process.exitCode`.
    Chosen(u8),
}

impl ExitStatus {
    /// Returns the status of a program that ends with a code of its own.
    pub(super) fn chosen(code: u8) -> Self {
        if code == 0 { Self::Success } else { Self::Chosen(code) }
    }

    pub(super) fn code(self) -> u8 {
        match self {
            // Success includes that everything was written.
            Self::Success => IS_OUTPUT_LOST.load(Ordering::Relaxed).into(),
            Self::Uncaught | Self::Different | Self::Unwritable => 1,
            Self::Usage => 2,
            Self::DoesNotFit => 3,
            Self::Unfinished => 13,
            Self::Panicked => 101,
            Self::TimedOut => 124,
            Self::OutOfMemory => 134,
            Self::HungUp => 129,
            Self::Interrupted => 130,
            Self::BrokenPipe => 141,
            Self::Terminated => 143,
            Self::Chosen(code) => code,
        }
    }

    /// Ends the process immediately, from any thread, because running JavaScript cannot be interrupted.
    pub(super) fn exit(self) -> ! {
        write_the_rest();
        std::process::exit(self.code().into())
    }

    /// Like [`Self::exit`], for a process that must end although nobody may read its output: what cannot be written
    /// within a second is lost. `say` is called first.
    pub(super) fn exit_soon(self, say: impl FnOnce() + Send + 'static) -> ! {
        let (written, is_written) = sync_channel::<()>(0);
        let writing = thread::Builder::new().spawn(move || {
            say();
            write_the_rest();
            drop(written);
        });
        if writing.is_ok() {
            let _ = is_written.recv_timeout(GRACE);
        }
        std::process::exit(self.code().into())
    }
}

/// Ends the traces and the changes of the terminal, and flushes the output.
fn write_the_rest() {
    close_all_traces();
    terminal_mode::restore();
    // Errors cannot be reported any more.
    let _ = (stdout().flush(), stderr().flush());
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        status.code().into()
    }
}
