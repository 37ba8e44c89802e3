//! The `posttask` command: parses the arguments, runs a subcommand and returns the exit code.

mod announcing;
mod arguments;
mod await_watcher;
mod commands;
mod components;
mod corpus;
mod coverage;
mod coverage_options;
mod deadline;
mod dom;
mod duration;
mod exit_status;
#[doc(hidden)]
pub mod fuzzing;
mod instruments;
mod large_allocations;
mod like;
#[expect(unsafe_code, reason = "the allocator is a C library")]
mod memory;
#[expect(unsafe_code, reason = "it is an allocator")]
mod memory_limit;
mod missing_globals;
mod moved_code;
mod network;
mod new_runtime;
mod node;
mod order;
#[cfg(unix)]
mod order_server;
mod output_files;
mod page;
mod panics;
mod place_functions;
mod program;
mod reporter;
mod shell_words;
mod signals;
mod stack_frames;
mod stats_output;
mod terminal;
mod terminal_mode;
mod testing;
mod trace;
mod watch;
mod whole_file;
mod wpt;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use clap::error::Error;
use clap::{CommandFactory, Parser};

use arguments::{Arguments, Bounds, Command, Repl, Run, WPT_FILE, WptFile};
use commands::{compare, explore, repl, replay, run, test};
use exit_status::ExitStatus;
pub use memory_limit::Allocator;
#[cfg(unix)]
use posttask::internal::runtime::on_a_large_stack_of_its_own;

/// The size in bytes of the stack that the command runs on.
const STACK_SIZE: usize = 8 << 20;

/// Runs the command with the arguments of the process, and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    memory::set_up();
    #[cfg(unix)]
    if std::env::args_os().nth(1).is_some_and(|first| first == order_server::SERVER) {
        return serve_orders().into();
    }
    panics::report_panics();
    // The system decides how large the stack of the first thread is, and `ulimit -s` may make it too small to parse
    // the arguments.
    match thread::Builder::new().name("main".to_owned()).stack_size(STACK_SIZE).spawn(run_the_command) {
        Ok(main) => main.join().unwrap_or_else(|_| ExitStatus::Panicked.exit()),
        Err(_) => panics::or_exit(run_the_command),
    }
}

fn run_the_command() -> ExitCode {
    signals::report_large_files();
    if std::env::args_os().nth(1).is_some_and(|first| first == WPT_FILE) {
        let options = WptFile::try_parse_from(std::env::args_os().skip(1));
        return options.map_or_else(print_argument_error, |options| commands::wpt::wpt_file(&options)).into();
    }
    Arguments::parse_all(with_run(std::env::args_os().collect()))
        .map_or_else(print_argument_error, run_a_command)
        .into()
}

fn run_a_command(arguments: Arguments) -> ExitStatus {
    let color = arguments.color;
    if let Err(error) = apply(arguments.bounds) {
        terminal::say(format_args!("cannot wait for the deadline: {error}"));
        return ExitStatus::Usage;
    }
    match arguments.command {
        Some(Command::Run(options)) if !options.compare.is_empty() => compare::compare(&options),
        Some(Command::Run(options)) => run::run(&options, color),
        Some(Command::Explore(options)) => explore::explore(&options, color),
        Some(Command::Replay(options)) => replay::replay(&options),
        Some(Command::Test(options)) => test::test(&options, color),
        Some(Command::Wpt(options)) => commands::wpt::wpt(&options),
        Some(Command::Completions(options)) => {
            // Generated in memory first, because the generator panics if it cannot write.
            let mut script = Vec::new();
            clap_complete::generate(options.shell, &mut Arguments::command(), "posttask", &mut script);
            terminal::write(String::from_utf8_lossy(&script));
            ExitStatus::Success
        }
        Some(Command::Man(options)) => commands::man::man(&options).unwrap_or_else(print_argument_error),
        Some(Command::Repl(options)) => repl::repl(&options, color),
        None if stdin().is_terminal() => repl::repl(&Repl::default(), color),
        None => run::run(&Run::default(), color),
    }
}

/// Serves the orders of an exploration to the process that has started this one. This process starts no threads: see
/// [`order_server`].
#[cfg(unix)]
fn serve_orders() -> ExitStatus {
    memory::use_large_pages();
    signals::report_large_files();
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    arguments.remove(1);
    let serve = || {
        let arguments = Arguments::parse_all(arguments).ok()?;
        apply(Bounds { deadline: None, ..arguments.bounds }).ok()?;
        match arguments.command? {
            Command::Explore(options) => explore::serve(&options),
            Command::Test(options) => test::serve(&options),
            _ => None,
        }
    };
    on_a_large_stack_of_its_own(serve).ok().flatten().map_or(ExitStatus::Usage, |()| ExitStatus::Success)
}

/// Applies the limits to the process.
///
/// # Errors
///
/// Returns the error of the operating system if the deadline cannot be waited for.
fn apply(bounds: Bounds) -> io::Result<()> {
    memory_limit::set(match bounds.max_memory {
        Some(mebibytes) => mebibytes.saturating_mul(1 << 20),
        None => memory_limit::default_limit(),
    });
    bounds.deadline.map_or(Ok(()), deadline::set)
}

/// Prints the error in the arguments, or the help or version that they request.
#[expect(clippy::needless_pass_by_value, reason = "for `map_or_else`")]
fn print_argument_error(error: Error) -> ExitStatus {
    let printed = error.print();
    if error.use_stderr() {
        return ExitStatus::Usage;
    }
    terminal::exit_on_write_error(printed.and_then(|()| stdout().flush()));
    ExitStatus::Success
}

/// Inserts the command `run` before arguments that start with a file or an option of that command, so that
/// `posttask app.js` runs a file.
fn with_run(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut index = 1;
    while let Some(argument) = arguments.get(index).and_then(|argument| argument.to_str()) {
        index += match argument {
            "--color" | "--deadline" | "--max-memory" => 2,
            _ if ["--color=", "--deadline=", "--max-memory="].iter().any(|name| argument.starts_with(name)) => 1,
            _ => break,
        };
    }
    let Some(first) = arguments.get(index).and_then(|argument| argument.to_str()) else { return arguments };
    // The commands are only defined if the word could be one, because that takes longer than the rest.
    let is_file = |name: &str| name.contains(['.', '/', '\\']) || Path::new(name).is_file() && !is_command(name);
    let is_run = match first {
        "-h" | "--help" | "-V" | "--version" => false,
        option if option.starts_with('-') => true,
        word => is_file(word),
    };
    if is_run {
        arguments.insert(1, "run".into());
    }
    arguments
}

fn is_command(word: &str) -> bool {
    Arguments::command().find_subcommand(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::with_run;

    #[test]
    fn run_can_be_left_out() {
        let arguments = |line: &str| line.split(' ').map(Into::into).collect();
        for line in [
            "app.js a b",
            "src/app",
            "-e 1",
            "-",
            "--virtual-time app.js",
            "--color never app.js",
            "--color=never -p 1",
        ] {
            let expected = format!("posttask run {line}");
            assert_eq!(with_run(arguments(&format!("posttask {line}"))), arguments(&expected) as Vec<_>);
        }
        for line in [
            "posttask",
            "posttask run app.js",
            "posttask wpt",
            "posttask --help",
            "posttask rnu",
            "posttask --color=never wpt",
        ] {
            assert_eq!(with_run(arguments(line)), arguments(line) as Vec<_>);
        }
    }
}
