//! The arguments of `posttask wpt`.

use std::path::PathBuf;

use clap::{Args, Parser};
use posttask::exploration::Shard;

use super::jobs::MOST_JOBS;
use crate::wpt::Global;

/// Run web-platform-tests: posttask's own subset, or any checkout
#[derive(Debug, Args)]
pub(crate) struct Wpt {
    /// Files, folders or test ids below the root (default: all tests)
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,

    /// The root folder: a checkout of web-platform-tests, or a folder with the same layout
    #[arg(long, value_name = "DIR", default_value = "wpt-subset")]
    pub(crate) root: PathBuf,

    /// Run the tests on these global objects: window, dedicatedworker (default: both)
    #[arg(long, value_name = "GLOBALS", value_delimiter = ',', value_parser = clap::value_parser!(Global))]
    pub(crate) globals: Vec<Global>,

    /// A JSON file of known failures; without it, all tests are expected to pass
    #[arg(long, value_name = "FILE")]
    pub(crate) expectations: Option<PathBuf>,

    /// Write the results of this run to the expectations file
    #[arg(long, requires = "expectations")]
    pub(crate) update: bool,

    /// Write the results to this file, in the format of wptreport.json
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Continue an interrupted run: skip the tests whose results are already in the --report file
    #[arg(long, requires = "report", conflicts_with_all = ["repeat", "merge"])]
    pub(crate) resume: bool,

    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    /// The number of tests to run in parallel (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(crate) jobs: Option<u16>,

    /// Multiply all timeouts by X
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    pub(crate) timeout_multiplier: f64,

    /// Run the tests in a random order, with this seed
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Run all tests N times; any unexpected result fails the run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,

    /// List the tests without running them, with the reasons why others are omitted or disabled
    #[arg(long)]
    pub(crate) list: bool,

    /// Merge the reports of shards into one, written to the --report file
    #[arg(
        long,
        value_name = "REPORT",
        num_args = 1..,
        requires = "report",
        conflicts_with_all = ["list", "seed", "repeat"]
    )]
    pub(crate) merge: Vec<PathBuf>,
}

/// The first argument of a process that the test runner starts. It is not a subcommand, because completion scripts list
/// even hidden subcommands.
pub(crate) const WPT_FILE: &str = "wpt-file";

/// Run one test and print its result as JSON
#[derive(Debug, Parser)]
#[command(name = WPT_FILE)]
pub(crate) struct WptFile {
    /// The root folder
    pub(crate) root: PathBuf,
    /// The test, as JSON
    pub(crate) test: String,
    /// The timeout in milliseconds
    pub(crate) timeout: u64,
    /// End when standard input ends
    #[arg(long)]
    pub(crate) end_with_input: bool,
}

/// Timeouts are at most a minute, so that this is longer than anybody waits.
const MAX_MULTIPLIER: f64 = 1e6;

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= MAX_MULTIPLIER => Ok(number),
        _ => Err(format!("not a number greater than zero and at most {MAX_MULTIPLIER}")),
    }
}

#[cfg(test)]
mod tests {
    use super::positive;

    #[test]
    fn multipliers_of_timeouts_have_a_limit() {
        assert_eq!(positive("1.5"), Ok(1.5));
        assert!(["0", "-1", "NaN", "inf", "1e300"].iter().all(|text| positive(text).is_err()));
    }
}
