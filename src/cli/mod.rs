//! The command `posttask`: arguments in, exit code out.

mod arguments;
mod exit_status;
mod memory;
mod repl;
mod reporter;
mod run;
mod terminal;
mod wpt;

use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, Error};
use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command, Repl, Run};
use exit_status::ExitStatus;

/// Parses the process's arguments, does what they say and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    memory::set_up();
    let arguments = Arguments::try_parse().unwrap_or_else(|error| with_a_tip(error).exit());
    let color = arguments.color;
    let status = match arguments.command {
        Some(Command::Run(options)) => run::run(&options, color),
        Some(Command::Wpt(options)) => wpt::wpt(&options),
        Some(Command::WptFile(options)) => wpt::wpt_file(&options),
        Some(Command::Completions(options)) => {
            clap_complete::generate(options.shell, &mut Arguments::command(), "posttask", &mut stdout());
            ExitStatus::Success
        }
        Some(Command::Repl(options)) => repl::repl(&options, color),
        None if stdin().is_terminal() => repl::repl(&Repl::default(), color),
        None => run::run(&Run::default(), color),
    };
    status.into()
}

/// A file in the place of a command is one that somebody wants to run.
fn with_a_tip(mut error: Error) -> Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && Path::new(word).is_file()
    {
        let tip = format!("to run a file: posttask run {word}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
