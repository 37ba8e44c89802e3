//! The command-line arguments.

mod bounds;
mod corpus;
mod explore;
mod host;
mod jobs;
mod load_once;
mod named;
mod observation;
mod reduce;
mod repl;
mod replay;
mod run;
mod sources;
mod surroundings;
mod test;
mod wpt;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use bounds::Bounds;
pub(crate) use corpus::CorpusOptions;
pub(crate) use explore::{Explore, FailOn, Ports};
pub(crate) use host::Host;
pub(crate) use observation::Observation;
pub(crate) use reduce::Reduce;
pub(crate) use repl::Repl;
pub(crate) use replay::{Debugger, Replay};
pub(crate) use run::{Run, UnhandledRejections};
pub(crate) use sources::Sources;
pub(crate) use surroundings::Surroundings;
pub(crate) use test::{Destination, GlobalsOption, LeftoversOption, OtherRunner, Test};
pub(crate) use wpt::{WPT_FILE, Wpt, WptFile};

/// The output of `--version`. The version of the engine determines which language features a program can use.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (Boa 0.22.0)");

/// JavaScript with Prioritized Task Scheduling, outside the browser.
///
/// Without a command, starts a prompt if standard input is a terminal, and otherwise runs standard input as a program.
#[derive(Debug, Parser)]
#[command(name = "posttask", bin_name = "posttask", version = VERSION, about)]
#[command(max_term_width = 100, after_help = EXAMPLES)]
#[command(override_usage = "posttask [OPTIONS] [COMMAND]\n       posttask [OPTIONS] FILE [ARGS]...")]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// When to color output; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) color: ColorChoice,

    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// The command line of one command alone. Defining all commands takes twenty times as long as parsing.
#[derive(Debug, Parser)]
#[command(name = "posttask", bin_name = "posttask")]
struct Only<C: Subcommand> {
    #[command(subcommand)]
    command: C,

    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    color: ColorChoice,

    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Debug, Subcommand)]
enum OnlyRun {
    Run(Run),
}

#[derive(Debug, Subcommand)]
enum OnlyTest {
    Test(Box<Test>),
}

impl Arguments {
    /// Parses the arguments of the process. The first is its name.
    ///
    /// # Errors
    ///
    /// Returns an error for invalid arguments, and for a request of help or of the version.
    pub(super) fn parse_all(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let parsed = match arguments.get(1) {
            Some(command) if command == "run" => Only::try_parse_from(&arguments).ok().map(|only| {
                let Only { command: OnlyRun::Run(run), color, bounds } = only;
                (Command::Run(run), color, bounds)
            }),
            Some(command) if command == "test" => Only::try_parse_from(&arguments).ok().map(|only| {
                let Only { command: OnlyTest::Test(test), color, bounds } = only;
                (Command::Test(test), color, bounds)
            }),
            _ => None,
        };
        if let Some((command, color, bounds)) = parsed {
            return Ok(Self { command: Some(command), color, bounds });
        }
        // An error lists all commands.
        Self::try_parse_from(arguments)
    }
}

/// When to color output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
Examples:
  posttask app.js                           run a program until nothing is left to do
  posttask run --watch app.ts               run it again whenever one of its files changes
  posttask run --virtual-time app.js        run it without waiting for timers
  posttask run --timeout 10s app.mjs a b    stop after ten seconds; scriptArgs contains a and b
  posttask run -p 'await scheduler.postTask(() => 42)'
                                            print a value
  posttask explore app.js                   find the orders in which a program fails
  posttask run --order '4:1<6:3' app.js     run a program in one of these orders
  posttask replay --order '4:1<6:3' app.js  debug it in Node
  posttask test                             run tests for node:test, Vitest, Jest or Mocha
  posttask repl                             start a prompt whose event loop keeps running
  posttask wpt                              run the tests in wpt-subset
  posttask wpt --root ~/wpt scheduler       run a folder of a web-platform-tests checkout";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(Run),
    Explore(Explore),
    Replay(Replay),
    Test(Box<Test>),
    Repl(Repl),
    Wpt(Wpt),
    Completions(Completions),
    Man(Man),
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell to generate the script for
    pub(super) shell: clap_complete::Shell,
}

/// Print a page for the program man
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command that the page is about, such as test (default: posttask itself)
    pub(super) command: Option<String>,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, ValueEnum};

    use super::{Arguments, VERSION, WPT_FILE};

    #[test]
    fn the_command_line_definition_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn completion_scripts_omit_hidden_commands() {
        for shell in clap_complete::Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "posttask", &mut script);
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("wpt") && !script.contains(WPT_FILE), "{shell}");
        }
    }

    #[test]
    fn the_version_names_the_engine_version_in_use() {
        let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock"));
        let (_, engine) = lock.split_once("name = \"boa_engine\"\nversion = \"").unwrap();
        let (engine, _) = engine.split_once('"').unwrap();
        assert_eq!(VERSION, format!("{} (Boa {engine})", env!("CARGO_PKG_VERSION")));
    }
}
