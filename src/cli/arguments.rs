//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::wpt::{Global, Shard};

/// What `--version` prints. The engine's version decides what a program may do.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (Boa 0.22.0)");

/// JavaScript with Prioritized Task Scheduling, outside the browser.
///
/// Without a command: the prompt on a terminal, a program from standard input otherwise.
#[derive(Debug, Parser)]
#[command(name = "posttask", version = VERSION, about, max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// When to use colours; `auto` looks for a terminal and at `NO_COLOR`
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) color: ColorChoice,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
Examples:
  posttask run app.js                       run a program until nothing is left to do
  posttask run --virtual-time app.js        the same, without waiting for timers
  posttask run --timeout 10s app.mjs a b    give up after ten seconds; a and b are in scriptArgs
  posttask run -p 'await scheduler.postTask(() => 42)'
                                            print a value
  posttask repl                             a prompt whose event loop is alive
  posttask wpt                              run the tests in wpt-subset
  posttask wpt --root ~/wpt scheduler       run a folder of a checkout of web-platform-tests";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(Run),
    Repl(Repl),
    Wpt(Wpt),
    Completions(Completions),
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// Run a program: a classic script, or a module (.mjs, or a text that only parses as one)
#[derive(Debug, Default, Args)]
pub(super) struct Run {
    /// The file to run, or - for standard input; then arguments for the program, in the global array scriptArgs
    #[arg(
        value_name = "FILE|ARGS",
        trailing_var_arg = true,
        required_unless_present_any = ["eval", "print"]
    )]
    pub(super) operands: Vec<String>,

    /// Run this text
    #[arg(short, long, value_name = "CODE", conflicts_with = "print", allow_hyphen_values = true)]
    pub(super) eval: Option<String>,

    /// Run this text and print the value of its last statement, awaited if it is a promise
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true)]
    pub(super) print: Option<String>,

    /// Let time jump to the next timer instead of waiting for it; it starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(super) virtual_time: bool,

    /// Give up after this time (500ms, 10s, 2m), in virtual time if that is on; exit code 124
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(super) timeout: Option<Duration>,

    /// Whether a promise that is rejected with nobody listening makes the exit code 1, or is only told of
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub(super) unhandled_rejections: UnhandledRejections,

    /// Add the global testHost, for tests of posttask itself
    #[arg(long, hide = true)]
    pub(super) test_host: bool,
}

/// What an unhandled rejection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum UnhandledRejections {
    Warn,
    #[default]
    Error,
}

/// A prompt whose event loop is alive while it waits
#[derive(Debug, Default, Args)]
pub(super) struct Repl {
    /// Run this file first
    #[arg(short = 'i', long = "init", value_name = "FILE")]
    pub(super) init: Option<PathBuf>,

    /// Time stands still until .advance or .run moves it; it starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(super) virtual_time: bool,
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; write 500ms, 10s or 2m"))
}

/// Run web-platform-tests: our own subset, or any checkout
#[derive(Debug, Args)]
pub(super) struct Wpt {
    /// Files, folders or test ids below the root; all tests if there is none
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,

    /// The root: a checkout of web-platform-tests, or a folder that is laid out like one
    #[arg(long, value_name = "DIR", default_value = "wpt-subset")]
    pub(super) root: PathBuf,

    /// Global objects to run tests on
    #[arg(long, value_name = "GLOBALS", value_delimiter = ',', value_parser = clap::value_parser!(Global))]
    pub(super) globals: Vec<Global>,

    /// What is known not to pass; without it, everything is expected to
    #[arg(long, value_name = "FILE")]
    pub(super) expectations: Option<PathBuf>,

    /// Make this run's results the expectations
    #[arg(long, requires = "expectations")]
    pub(super) update: bool,

    /// Write the results as wptreport.json
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// How many tests at a time; as many as there are cores
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<usize>,

    /// Multiply all timeouts
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    pub(super) timeout_multiplier: f64,

    /// Run the tests in an order drawn from this number
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Run everything this often; every unexpected result counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,

    /// Only list the tests, and what is omitted or disabled, with the reasons
    #[arg(long)]
    pub(super) list: bool,

    /// Merge reports of shards into one, written with --report
    #[arg(long, value_name = "REPORT", num_args = 1.., requires = "report")]
    pub(super) merge: Vec<PathBuf>,
}

/// The first argument of a process that the runner of tests starts. It is no command: those are in the help and in
/// completion scripts, even hidden ones.
pub(super) const WPT_FILE: &str = "wpt-file";

/// Run one test and print its result as JSON
#[derive(Debug, Parser)]
#[command(name = WPT_FILE)]
pub(super) struct WptFile {
    /// The root
    pub(super) root: PathBuf,
    /// The test, as JSON
    pub(super) test: String,
    /// Milliseconds
    pub(super) timeout: u64,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) && number > 0.0 => Ok(number),
        _ => Err("not a number greater than zero".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, ValueEnum};

    use super::{Arguments, VERSION, WPT_FILE};

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn completion_scripts_know_commands_for_people_only() {
        for shell in clap_complete::Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "posttask", &mut script);
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("wpt") && !script.contains(WPT_FILE), "{shell}");
        }
    }

    #[test]
    fn the_version_of_the_engine_is_the_one_in_use() {
        let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
        let (_, engine) = lock.split_once("name = \"boa_engine\"\nversion = \"").unwrap();
        let (engine, _) = engine.split_once('"').unwrap();
        assert_eq!(VERSION, format!("{} (Boa {engine})", env!("CARGO_PKG_VERSION")));
    }
}
