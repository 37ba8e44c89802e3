//! The `posttask` command: parses the arguments, runs a subcommand and returns the exit code.

mod arguments;
mod await_watcher;
mod compare;
mod exit_status;
mod explore;
mod memory;
mod pending;
mod program;
mod repl;
mod reporter;
mod run;
mod terminal;
mod wpt;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, Error};
use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command, Repl, Run, WPT_FILE, WptFile};
use exit_status::ExitStatus;

/// Runs the command with the arguments of the process, and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    memory::set_up();
    if std::env::args_os().nth(1).is_some_and(|first| first == WPT_FILE) {
        let options = WptFile::try_parse_from(std::env::args_os().skip(1));
        return options.map_or_else(print_argument_error, |options| wpt::wpt_file(&options)).into();
    }
    Arguments::try_parse().map_or_else(print_argument_error, run_a_command).into()
}

fn run_a_command(arguments: Arguments) -> ExitStatus {
    let color = arguments.color;
    match arguments.command {
        Some(Command::Run(options)) if !options.compare.is_empty() => compare::compare(&options),
        Some(Command::Run(options)) => run::run(&options, color),
        Some(Command::Explore(options)) => explore::explore(&options, color),
        Some(Command::Wpt(options)) => wpt::wpt(&options),
        Some(Command::Completions(options)) => {
            // Generated in memory first, because the generator panics if it cannot write.
            let mut script = Vec::new();
            clap_complete::generate(options.shell, &mut Arguments::command(), "posttask", &mut script);
            terminal::exit_on_write_error(stdout().write_all(&script).and_then(|()| stdout().flush()));
            ExitStatus::Success
        }
        Some(Command::Repl(options)) => repl::repl(&options, color),
        None if stdin().is_terminal() => repl::repl(&Repl::default(), color),
        None => run::run(&Run::default(), color),
    }
}

/// Prints the error in the arguments, or the help or version that they request.
fn print_argument_error(error: Error) -> ExitStatus {
    let error = with_run_tip(error);
    let printed = error.print();
    if error.use_stderr() {
        return ExitStatus::Usage;
    }
    terminal::exit_on_write_error(printed.and_then(|()| stdout().flush()));
    ExitStatus::Success
}

/// Adds a tip to the error for an unknown subcommand that is the name of a file.
fn with_run_tip(mut error: Error) -> Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && Path::new(word).is_file()
    {
        let tip = format!("to run a file, use 'posttask run {word}'");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
