//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

/// JavaScript with Prioritized Task Scheduling, outside the browser.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  posttask run app.js                       run a program until nothing is left to do
  posttask run --virtual-time app.js        the same, without waiting for timers
  posttask run --timeout 10s app.mjs a b    give up after ten seconds; a and b are in scriptArgs";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(Run),
}

/// Run a program: a classic script, or a module (.mjs, or a file that only parses as one)
#[derive(Debug, Args)]
pub(super) struct Run {
    /// The file to run
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,

    /// Arguments for the program, in the global array scriptArgs
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) arguments: Vec<String>,

    /// Let time jump to the next timer instead of waiting for it; it starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(super) virtual_time: bool,

    /// Give up after this time (500ms, 10s, 2m), in virtual time if that is on; exit code 124
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(super) timeout: Option<Duration>,

    /// Add the global testHost, for tests of posttask itself
    #[arg(long, hide = true)]
    pub(super) test_host: bool,
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; write 500ms, 10s or 2m"))
}
