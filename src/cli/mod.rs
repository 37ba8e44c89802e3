//! The command `posttask`: arguments in, exit code out.

mod arguments;
mod exit_status;
mod run;
mod wpt;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// Parses the process's arguments, does what they say and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let status = match arguments.command {
        Command::Run(run) => run::run(&run),
        Command::Wpt(wpt) => wpt::wpt(&wpt),
        Command::WptFile(file) => wpt::wpt_file(&file),
    };
    status.into()
}
