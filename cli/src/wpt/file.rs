//! Runs one test in this process.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use boa_engine::{Context, JsResult};
use posttask::Runtime;
use posttask::event_loop::{Clock, EventLoop, RealTime, Timestamp};
use posttask::html::{ConsoleOutput, ErrorSink, Uncaught};
use posttask::internal::html::define_window_post_message;
use posttask::internal::runtime::LARGE_STACK;
use posttask_front_end::bounded_file;
use serde::Deserialize;

use super::shell::{self, Site};
use super::{FileResult, Global, HarnessStatus, Metadata, Subtest, Test, WptError, test_utils};

/// The frames per second of the display that tests have, as in browsers.
const FRAMES_PER_SECOND: NonZeroU32 = match NonZeroU32::new(60) {
    Some(hertz) => hertz,
    None => NonZeroU32::MIN,
};

/// Discards what a test prints, and keeps its uncaught errors for the message of the result.
#[derive(Default)]
struct ErrorCollector {
    uncaught: RefCell<Vec<String>>,
}

impl ConsoleOutput for ErrorCollector {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for ErrorCollector {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.uncaught.borrow_mut().push(uncaught.to_string());
    }
}

/// The results that `report.js` sends.
#[derive(Deserialize)]
struct HarnessReport {
    status: HarnessStatus,
    message: Option<String>,
    subtests: Vec<Subtest>,
}

/// Runs one test below `root` in a new runtime, for at most `timeout`.
///
/// A callback that never returns is not interrupted. To survive that, call this function in a separate process, as
/// [`Runner`](super::Runner) does.
///
/// # Errors
///
/// [`WptError::Io`] if the file cannot be read, [`WptError::Runtime`] if the runtime cannot be created.
pub(crate) fn run_file(root: &Path, test: &Test, timeout: Duration) -> Result<FileResult, WptError> {
    let path = root.join(&test.file);
    let source =
        bounded_file::read_ordinary(&path, bounded_file::LARGEST_SOURCE).map_err(WptError::io("read", &path))?;
    let metadata = Metadata::parse(&String::from_utf8_lossy(&source));
    let quiet = Rc::new(ErrorCollector::default());
    let time = Rc::new(RealTime::new());
    let site = Site::new(root, test).map_err(|error| WptError::Malformed { path, reason: error.to_string() })?;
    let site = Rc::new(site);
    let mut runtime = Runtime::builder()
        .caller_stack(LARGE_STACK)
        .base_url(site.url.clone())
        .frames(FRAMES_PER_SECOND)
        .module_source(Rc::clone(&site) as _)
        .network(Rc::clone(&site) as _)
        .time(Rc::clone(&time) as _)
        .console(Rc::clone(&quiet) as _)
        .error_sink(Rc::clone(&quiet) as _)
        .worker_extension(test_utils::define)
        .build()?;
    let reported = shell::ReportSlot::default();
    let loaded = load(&site, test, &metadata, &reported, &mut runtime);
    if let Err(error) = loaded {
        let event_loop = Rc::clone(runtime.event_loop());
        runtime.with_context(|context| event_loop.report_an_exception(error, context));
    }
    wait(&reported, &mut runtime, Timestamp::since_origin(timeout));
    let duration = u64::try_from(time.now().elapsed().as_millis()).unwrap_or(u64::MAX);
    let completed = reported.take();
    Ok(result(test, completed.as_deref(), &quiet.uncaught.take(), duration))
}

/// Runs the shell, the harness, the scripts and the test in one task. The page of a worker only starts the worker.
/// Without a document, the harness considers everything loaded in a microtask, which must not run before the test.
fn load(
    site: &Rc<Site>,
    test: &Test,
    metadata: &Metadata,
    reported: &shell::ReportSlot,
    runtime: &mut Runtime,
) -> JsResult<()> {
    let event_loop = Rc::clone(runtime.event_loop());
    runtime.with_context(|context| {
        let loaded = event_loop
            .call_javascript(context, |context| evaluate_all(site, test, metadata, reported, &event_loop, context));
        event_loop.clean_up_after_running_script(context);
        loaded
    })
}

fn evaluate_all(
    site: &Rc<Site>,
    test: &Test,
    metadata: &Metadata,
    reported: &shell::ReportSlot,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    define_window_post_message(context)?;
    test_utils::define(context)?;
    let host = shell::host(site, metadata, reported, context);
    shell::run(include_str!("shell.js"), &host, context)?;
    shell::evaluate_file(site, "/resources/testharness.js", context)?;
    shell::run(include_str!("report.js"), &host, context)?;
    if test.global == Global::DedicatedWorker {
        return shell::run("fetch_tests_from_worker(new Worker(host.worker));", &host, context);
    }
    for script in &metadata.scripts {
        shell::evaluate_file(site, script, context)?;
    }
    // An exception in the test is reported to the harness as an error event, and does not prevent the call of `done`.
    if let Err(error) = shell::evaluate_file(site, &format!("/{}", test.file), context) {
        event_loop.report_an_exception(error, context);
    }
    Ok(())
}

/// Runs the loop until the harness has reported its results. If nothing is left to do before that, or the deadline
/// passes, calls the harness's function `timeout`.
fn wait(reported: &shell::ReportSlot, runtime: &mut Runtime, deadline: Timestamp) {
    // Reporting stops the loop.
    runtime.run_until(deadline);
    if reported.borrow().is_some() {
        return;
    }
    let event_loop = Rc::clone(runtime.event_loop());
    runtime.with_context(|context| {
        let timed_out = event_loop.call_javascript(context, |context| shell::call_harness("timeout", context));
        event_loop.clean_up_after_running_script(context);
        // If this fails, the harness does not report a result, which counts as an error.
        drop(timed_out);
    });
    runtime.run_until_idle();
}

fn result(test: &Test, completed: Option<&str>, uncaught: &[String], duration: u64) -> FileResult {
    let completed: Option<HarnessReport> = completed.and_then(|json| serde_json::from_str(json).ok());
    let Some(HarnessReport { mut status, mut message, subtests }) = completed else {
        let message =
            if uncaught.is_empty() { "the harness reported no results".to_owned() } else { uncaught.join("\n") };
        return FileResult { duration, ..FileResult::without_subtests(&test.id, HarnessStatus::Error, message) };
    };
    // A harness without subtests only ends with a timeout.
    if matches!(status, HarnessStatus::Ok | HarnessStatus::Timeout) && subtests.is_empty() {
        status = HarnessStatus::Error;
        message = Some("the test has no subtests".to_owned());
    }
    FileResult { test: test.id.clone(), status, message, duration, subtests }
}
