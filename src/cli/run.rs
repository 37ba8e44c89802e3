//! `posttask run`.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::arguments::Run;
use super::exit_status::ExitStatus;
use crate::event_loop::{Outcome, Timestamp};
use crate::runtime::{Builder, STACK_SIZE};
use crate::{Error, Runtime};

/// How long after the timeout a callback that does not return is waited for.
const GRACE: Duration = Duration::from_millis(250);

/// Runs the program on a thread of its own. If a callback outlives the timeout, the process ends all the same: the engine
/// cannot be interrupted.
pub(super) fn run(options: &Run) -> ExitStatus {
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let program = thread::Builder::new().name("javascript".to_owned()).stack_size(STACK_SIZE).spawn_scoped(
            scope,
            move || {
                // The receiver is gone only if the process is about to end.
                let _ = sender.send(execute(options));
            },
        );
        if let Err(error) = program {
            return failed(&Error::Thread(error));
        }
        let status = match options.timeout {
            Some(timeout) if !options.virtual_time => receiver.recv_timeout(timeout + GRACE),
            _ => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match status {
            Ok(status) => status,
            // The thread panicked, which the scope makes known.
            Err(RecvTimeoutError::Disconnected) => ExitStatus::Uncaught,
            Err(RecvTimeoutError::Timeout) => {
                timed_out(options, "a callback is still running");
                std::process::exit(ExitStatus::TimedOut.code().into());
            }
        }
    })
}

fn execute(options: &Run) -> ExitStatus {
    start_and_run(options).unwrap_or_else(|error| failed(&error))
}

fn failed(error: &Error) -> ExitStatus {
    eprintln!("posttask: {error}");
    ExitStatus::Usage
}

fn timed_out(options: &Run, why: &str) {
    let timeout = humantime::format_duration(options.timeout.unwrap_or_default());
    eprintln!("posttask: {} did not end within {timeout}: {why}", options.file.display());
}

fn start_and_run(options: &Run) -> Result<ExitStatus, Error> {
    let builder = Builder::default().test_host(options.test_host);
    let builder = if options.virtual_time { builder.virtual_time() } else { builder };
    let mut runtime: Runtime = builder.build()?;
    runtime.set_arguments(&options.arguments)?;
    let main = runtime.start_file(&options.file)?;
    let outcome = match options.timeout {
        Some(timeout) => runtime.run_until(Timestamp::since_origin(timeout)),
        None => runtime.run(),
    };
    Ok(match outcome {
        Outcome::TimedOut => {
            timed_out(options, "work is left");
            ExitStatus::TimedOut
        }
        Outcome::RanDry | Outcome::Stopped if runtime.uncaught_count() > 0 => ExitStatus::Uncaught,
        Outcome::RanDry if !main.is_done() => {
            eprintln!(
                "posttask: {}: nothing is left to do, but the module still awaits a promise",
                options.file.display()
            );
            ExitStatus::Unfinished
        }
        Outcome::RanDry | Outcome::Stopped => ExitStatus::Success,
    })
}
