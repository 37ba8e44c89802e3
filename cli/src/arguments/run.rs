//! The arguments of `posttask run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use posttask::exploration::Schedule;
use posttask::profiles::Profile;

use super::host::Host;
use super::named::named;
use super::observation::Observation;
use super::sources::Sources;
use super::surroundings::Surroundings;
use crate::duration::duration;
use crate::order::parse_order;
use crate::page::InputOptions;

/// Run a program: JavaScript or TypeScript, a script or a module
#[derive(Debug, Default, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct Run {
    /// The file to run, or - for standard input, and the program's arguments (the global array scriptArgs)
    #[arg(
        value_name = "FILE|ARGS",
        trailing_var_arg = true,
        required_unless_present_any = ["eval", "print"]
    )]
    pub(crate) operands: Vec<String>,

    /// Run CODE instead of a file
    #[arg(short, long, value_name = "CODE", conflicts_with = "print", allow_hyphen_values = true)]
    pub(crate) eval: Option<String>,

    /// Run CODE and print the value of its last statement; a promise is awaited
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) print: Option<String>,

    /// Use virtual time, which starts at 2000-01-01T00:00:00Z and jumps to the next timer instead of waiting
    #[arg(long)]
    pub(crate) virtual_time: bool,

    /// Seed Math.random and crypto (default with --virtual-time: 0)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Run in an order printed by posttask explore; implies --virtual-time
    #[arg(long, value_name = "SCHEDULE", value_parser = parse_order, conflicts_with = "order_file")]
    pub(crate) order: Option<Schedule>,

    /// Run in the order that FILE contains
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) order_file: Option<PathBuf>,

    /// Report tasks longer than 50 ms to performance observers, as entries of type longtask
    #[arg(long)]
    pub(crate) long_tasks: bool,

    /// Run in virtual time as each of these hosts, such as chromium,firefox, and explain differences in the output
    #[arg(
        long,
        value_name = "HOSTS",
        value_delimiter = ',',
        value_parser = named(Profile::ALL, Profile::name),
        conflicts_with_all = ["profile", "order", "order_file", "print", "trace", "stats", "timeline", "warn"]
    )]
    pub(crate) compare: Vec<Profile>,

    /// Rerun the program whenever one of its files changes
    #[arg(long, conflicts_with_all = ["eval", "print", "compare"])]
    pub(crate) watch: bool,

    /// Stop with exit code 124 after this time on the program's clock, such as 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,

    /// Whether an unhandled rejection sets exit code 1 (`error`) or is only reported (`warn`)
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub(crate) unhandled_rejections: UnhandledRejections,

    /// Define the global testHost, for the tests of posttask itself
    #[arg(long, hide = true)]
    pub(crate) test_host: bool,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) host: Host,

    #[command(flatten)]
    pub(crate) surroundings: Surroundings,

    #[command(flatten)]
    pub(crate) observation: Observation,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

/// The effect of an unhandled rejection on the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnhandledRejections {
    Warn,
    #[default]
    Error,
}
