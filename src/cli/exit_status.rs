//! The one place that knows exit codes.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    Success,
    /// An uncaught exception or an unhandled rejection was reported.
    Uncaught,
    /// Standard output cannot be written.
    Unwritable,
    /// Wrong usage, or input that cannot be read.
    Usage,
    /// The loop ran dry while the main module still awaited something.
    Unfinished,
    /// The time given with `--timeout` passed.
    TimedOut,
    /// SIGINT.
    Interrupted,
    /// Nobody reads the output any more: what a process that dies of SIGPIPE looks like to a shell.
    BrokenPipe,
}

impl ExitStatus {
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Uncaught | Self::Unwritable => 1,
            Self::Usage => 2,
            Self::Unfinished => 13,
            Self::TimedOut => 124,
            Self::Interrupted => 130,
            Self::BrokenPipe => 141,
        }
    }

    /// Ends the process now, from any thread: JavaScript cannot be interrupted.
    pub(super) fn exit(self) -> ! {
        // There is nobody left to tell.
        let _ = (stdout().flush(), stderr().flush());
        std::process::exit(self.code().into())
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        status.code().into()
    }
}
