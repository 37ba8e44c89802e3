//! The `posttask test` command.

mod describe;
mod exploring;
mod files;
mod jobs;
mod outputs;
mod plan;
mod pool;
mod progress;
mod rerun;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{ColorChoice, Test};
use super::exit_status::ExitStatus;
use super::output_files::{self, OutputError};
use super::program::front_end;
use super::terminal::{end_on_interrupt, print_error};
use super::watch;
use crate::event_loop::{Clock, RealTime};
use crate::front_end::{FrontEnd, FrontEndError};
use crate::testing::report::FileReport;
use crate::testing::reporters::{Stop, Summary};
use files::FilesError;
use outputs::Outputs;
use plan::Plan;
use pool::Pool;
use progress::ProgressLine;
use rerun::{FailedTests, RerunError};

/// Why no tests can run.
#[derive(Debug, thiserror::Error)]
enum TestError {
    #[error(transparent)]
    Files(#[from] FilesError),
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Rerun(#[from] RerunError),
    #[error(transparent)]
    Run(#[from] crate::Error),
    #[error("--trace, --stats and --timeline need a single test file, and there are {0}")]
    Several(usize),
    #[error("cannot handle SIGINT: {0}")]
    Signal(ctrlc::Error),
    #[error("cannot handle SIGINT: {0}")]
    Interrupt(std::io::Error),
    #[error("cannot watch files: {0}")]
    Watch(notify::Error),
    #[error("{0}")]
    Output(String),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
}

/// The seed of `--randomize`, if none is given, is a random number.
const LARGEST_SEED: u64 = 1_000_000;

pub(super) fn test(options: &Test, color: ColorChoice) -> ExitStatus {
    let status = run(options, color).unwrap_or_else(|error| {
        print_error(format_args!("posttask: {error}"));
        ExitStatus::Usage
    });
    if options.watch {
        watch::wait(status);
    }
    status
}

fn run(options: &Test, color: ColorChoice) -> Result<ExitStatus, TestError> {
    let clock = RealTime::new();
    let front_end = front_end(&options.sources)?;
    if options.watch {
        watch::restart_on_changes(&front_end).map_err(TestError::Watch)?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    if options.watch {
        end_on_interrupt().map_err(TestError::Interrupt)?;
    } else {
        stop_on_interrupt(&stop)?;
    }
    options.network.check(!options.real_time, "add --real-time").map_err(TestError::Output)?;
    let failed = options.rerun_failures.as_deref().map(FailedTests::read).transpose()?.flatten();
    let files = chosen_files(options, failed.as_ref(), &front_end)?;
    if options.observation.writes_output() && files.len() > 1 {
        return Err(TestError::Several(files.len()));
    }
    output_files::check(&options.observation, files.first().map(PathBuf::as_path))?;
    let seed = options.seed.or_else(|| options.randomize.then(|| fastrand::u64(..LARGEST_SEED)));
    let plan = Arc::new(Plan::new(options, Arc::clone(&front_end), seed, failed, Arc::clone(&stop)));
    let mut outputs =
        Outputs::open(&options.reporters, options.verbose, color, &front_end).map_err(TestError::Output)?;
    let progress = ProgressLine::new(files.len());
    let mut summary = Summary::new(options.slowest);
    summary.seed = seed;
    let mut failing = plan.failed.clone().unwrap_or_default();
    outputs.start();
    Pool::new(&plan, files, &progress).run(|report: &FileReport| {
        summary.add_file(report);
        failing.update(report);
        // A file without a selected test is not worth a line.
        if !(plan.is_filtered() && report.is_empty()) {
            progress.suspend(|| outputs.file(report));
        }
    })?;
    progress.end();
    let interrupted = stop.load(Ordering::Relaxed);
    summary.stop = match plan.is_incomplete.load(Ordering::Relaxed) {
        _ if interrupted => Some(Stop::Interrupted),
        true => Some(Stop::Bailed),
        false => None,
    };
    summary.set_elapsed(clock.now().elapsed());
    outputs.end(&summary).map_err(TestError::Output)?;
    if let Some(path) = &options.rerun_failures {
        failing.write(path)?;
    }
    Ok(status(&plan, &summary, interrupted, options.rerun_failures.as_deref()))
}

fn status(plan: &Plan, summary: &Summary, interrupted: bool, list: Option<&Path>) -> ExitStatus {
    plan.warn_about_only();
    if interrupted {
        return ExitStatus::Interrupted;
    }
    if summary.is_failure() {
        return ExitStatus::Uncaught;
    }
    if summary.counts.tests == 0 && summary.files > 0 {
        match list.filter(|_| plan.failed.is_some()) {
            Some(list) => print_error(format_args!(
                "posttask: no tests ran: those that {} lists do not exist any more; delete it to run all tests",
                list.display()
            )),
            None => {
                print_error("posttask: no tests ran: no test has a name that was asked for, or the files declare none");
            }
        }
        return ExitStatus::Usage;
    }
    ExitStatus::Success
}

/// The files to run: those that the arguments name, or those that have failed, and of these the ones of this part.
fn chosen_files(
    options: &Test,
    failed: Option<&FailedTests>,
    front_end: &Arc<FrontEnd>,
) -> Result<Vec<PathBuf>, TestError> {
    let files = files::find(&options.paths)?;
    let files = match failed {
        Some(failed) => files.into_iter().filter(|file| failed.has_file(file)).collect(),
        None => files,
    };
    let files = options.shard.unwrap_or_default().select(files);
    if files.is_empty() {
        let why = if options.shard.is_some() { "this part has no files" } else { "no file has tests that failed" };
        print_error(format_args!("posttask: no tests ran: {why}"));
    }
    for file in &files {
        front_end.uses(file);
    }
    Ok(files)
}

/// Makes the first SIGINT end the run after the tests that are running, and the second one end the process.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) -> Result<(), TestError> {
    let stop = Arc::clone(stop);
    let stop_or_exit = move || {
        if stop.swap(true, Ordering::Relaxed) {
            ExitStatus::Interrupted.exit();
        }
        print_error("posttask: finishing the running tests; Ctrl-C again ends them at once");
    };
    ctrlc::set_handler(stop_or_exit).map_err(TestError::Signal)
}
