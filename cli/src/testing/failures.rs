//! Descriptions of failures.

use std::fmt::Write;
use std::mem;

use boa_engine::{Context, JsError, JsValue};
use posttask::event_loop::{EventLoop, Location, WorkKind};
use posttask::html::{RequestSite, Uncaught, UncaughtKind};
use posttask::internal::event_loop::milliseconds;
use posttask::internal::html::{describe, describe_with_causes};

use super::assert::{compared, with_differences};
use super::endings::failure;
use super::ownership::{Left, LeftKind};
use super::report::{Failure, FailureKind};
use crate::stack_frames::is_foreign;

/// The most rounds that a loop may run in one call.
pub(super) const LOOP_ROUNDS: u64 = 50_000_000;

/// The number of lines in a list of leftovers.
const SHOWN_LEFTOVERS: usize = 20;

/// The number of frames that are kept of a package that is called through many functions.
const KEPT_PACKAGE_FRAMES: usize = 4;

/// Describes the exception of a test or hook.
pub(super) fn of_exception(error: JsError, event_loop: &EventLoop, context: &mut Context) -> Failure {
    let (mut uncaught, value, causes) = describe_with_causes(error, context);
    let posted = event_loop.current_origin().filter(|(kind, _)| *kind != WorkKind::Test);
    uncaught.requested_at =
        posted.and_then(|(kind, origin)| Some(RequestSite { kind, location: event_loop.location(origin)? }));
    uncaught.message = with_differences(&uncaught.message, &value, context).unwrap_or(uncaught.message);
    for (cause, value) in uncaught.causes.iter_mut().zip(&causes) {
        cause.message = with_differences(&cause.message, value, context).unwrap_or(mem::take(&mut cause.message));
    }
    Failure { compared: compared(&value, context), ..of_uncaught(&uncaught, FailureKind::TestCode) }
}

/// Describes an error that nothing caught.
pub(super) fn of_uncaught(uncaught: &Uncaught, kind: FailureKind) -> Failure {
    let kind = match (kind, uncaught.kind) {
        (FailureKind::UncaughtException, UncaughtKind::UnhandledRejection) => FailureKind::UnhandledRejection,
        (FailureKind::UncaughtException, kind) if kind.is_of_the_engine() => FailureKind::EngineFault,
        (kind, _) => kind,
    };
    let message = match kind {
        FailureKind::UncaughtException | FailureKind::UnhandledRejection | FailureKind::EngineFault => {
            uncaught.headline()
        }
        _ => uncaught.message.clone(),
    };
    // Everybody knows that a test was declared.
    let mut shown = uncaught.clone();
    shown.requested_at = shown.requested_at.filter(|site| site.kind != WorkKind::Test);
    // The line of the test says more than that of the library that it calls.
    let own = uncaught.stack.iter().filter(|frame| !is_foreign(frame)).find_map(|frame| Location::at_end_of(frame));
    keep_own_frame(&mut shown.stack);
    let is_of_text = uncaught.message.starts_with("SyntaxError");
    let location = own.filter(|_| !is_of_text).or_else(|| uncaught.location());
    Failure { location, details: shown.details(), ..failure(kind, message) }
}

/// Leaves out frames of packages, if otherwise the first frame that is not in a package would not be shown.
fn keep_own_frame(stack: &mut Vec<String>) {
    if let Some(own) = stack.iter().position(|frame| !is_foreign(frame)).filter(|own| *own > KEPT_PACKAGE_FRAMES + 1) {
        let left_out = own - KEPT_PACKAGE_FRAMES;
        stack.splice(KEPT_PACKAGE_FRAMES..own, [format!("... and {left_out} more in packages")]);
    }
}

/// Converts a failure to an error, as the outcome of a run.
pub(super) fn to_uncaught(failure: &Failure) -> Uncaught {
    let Failure { message, details, location, .. } = failure;
    // The details are shown in the same way as a stack.
    let has_place = details.iter().any(|line| Location::at_end_of(line).as_ref() == location.as_ref());
    let place = location.iter().filter(|_| !has_place).map(|place| format!("at <anonymous> ({place})"));
    let mut uncaught = Uncaught::new(UncaughtKind::FailedTest, message.clone());
    uncaught.stack = place.chain(details.iter().cloned()).collect();
    uncaught
}

/// The failure of a test whose signal has been aborted.
pub(super) fn aborted(reason: &JsValue, context: &mut Context) -> Failure {
    let (uncaught, _) = describe(JsError::from_opaque(reason.clone()), context);
    of_uncaught(&uncaught, FailureKind::Aborted)
}

/// The failure of a test that has left work, ports, or promises of its clock.
pub(super) fn of_leftovers(left: &[Left], waits: usize, event_loop: &EventLoop) -> Failure {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for line in left.iter().map(|left| in_words(left, event_loop)) {
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    let mut message = String::from("the test has ended, but work that it started has not:");
    for (line, count) in lines.iter().take(SHOWN_LEFTOVERS) {
        let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = write!(message, "\n  {line}{times}");
    }
    if waits > 0 {
        message += "\n  a promise of t.clock that it does not await";
    }
    let more: usize = lines.iter().skip(SHOWN_LEFTOVERS).map(|(_, count)| count).sum();
    if more > 0 {
        let _ = write!(message, "\n  and {more} more");
    }
    let location = left.iter().find_map(|left| left.location.as_deref().cloned());
    let details = vec!["wait for it, cancel it, or allow it with the option { leftovers: 'ignore' }".to_owned()];
    Failure { location, details, ..failure(FailureKind::Leftovers, message) }
}

/// Says how many tests have left something, and how much.
pub(super) fn counted_leftovers(left: &[usize]) -> String {
    let tests = if left.len() == 1 { "1 test has".to_owned() } else { format!("{} tests have", left.len()) };
    let left: usize = left.iter().sum();
    let works = if left == 1 {
        "a timer, task, port or worker".to_owned()
    } else {
        format!("{left} timers, tasks, ports or workers")
    };
    format!(
        "warning: {tests} left {works} behind (--leftovers warn lists them, --leftovers error makes the tests fail)"
    )
}

fn in_words(left: &Left, event_loop: &EventLoop) -> String {
    let (what, verb) = match left.what {
        LeftKind::Port => ("an open message channel".to_owned(), "created"),
        LeftKind::Worker => ("a worker that has not ended".to_owned(), "created"),
        LeftKind::Work(work) => {
            let what = match (work.kind, work.priority) {
                (WorkKind::Timeout, _) => "a timer".to_owned(),
                (WorkKind::Interval, _) => "an interval".to_owned(),
                (WorkKind::Immediate, _) => "an immediate".to_owned(),
                (WorkKind::Continuation, _) => "a continuation of scheduler.yield".to_owned(),
                (WorkKind::Task, Some(priority)) => format!("a {priority} task"),
                (WorkKind::IdleCallback, _) => "an idle callback".to_owned(),
                (WorkKind::AnimationFrame, _) => "an animation frame".to_owned(),
                (kind, _) => format!("a {} that has not arrived", kind.as_str()),
            };
            (what, work.kind.request_verb())
        }
    };
    let due = left.due.map(|due| format!(", due in {} ms", milliseconds(due.duration_since(event_loop.now()))));
    let place = left.location.as_ref().map(|place| format!(", {verb} at {place}"));
    format!("{what}{}{}", due.unwrap_or_default(), place.unwrap_or_default())
}

/// The text of a warning about an error that makes no test fail.
pub(super) fn warning(uncaught: &Uncaught) -> String {
    format!("warning: {}\n{}", uncaught.headline(), uncaught.details().join("\n"))
}

/// Describes an error of a run in which a test was explored.
pub(crate) fn of_error_of_a_run(uncaught: &Uncaught) -> Failure {
    match uncaught.kind {
        UncaughtKind::FailedTest => of_uncaught(uncaught, FailureKind::TestCode),
        _ => of_uncaught(uncaught, FailureKind::UncaughtException),
    }
}
