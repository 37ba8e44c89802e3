//! Runs test262, the conformance tests of ECMAScript, through the front end, as the command runs files.
//!
//! ```sh
//! cargo test --profile profiling -p posttask-cli --test test262 -- --root CHECKOUT [--jobs N] [--update] [TEST]...
//! ```
//!
//! runs a checkout, or the folders and files with these names in its folder `test`. It prints each result that is not
//! expected, and totals. The failures that are expected are in `expected_failures.txt`; `--update` writes them.
//! `--library` leaves the front end out, which shows what its corrections cause and mend.
//! Without `--root`, tests of this project run, in `checkout/`, which show that the runner works.

mod case;
mod checkout;
mod expectations;
mod host;
mod metadata;
mod own_tests;
mod report;
mod run;
mod skipped;
mod suite;
mod worker;
#[path = "../workspace.rs"]
mod workspace;

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use run::Through;
use suite::Suite;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some(worker::WORKER) => work(&arguments).map(|()| true),
        Some("--root") => Suite::of_arguments(&arguments).and_then(|suite| suite.run()),
        _ => return own_tests::run(),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            report::say(&format!("{error}"));
            ExitCode::from(2)
        }
    }
}

/// Runs the tests that another process names.
fn work(arguments: &[String]) -> io::Result<()> {
    let is_library = arguments.last().is_some_and(|last| last == worker::LIBRARY);
    let through = if is_library { Through::Library } else { Through::FrontEnd };
    worker::work(&arguments.get(1).map(PathBuf::from).unwrap_or_default(), through)
}
