//! Drives the tests of a file: makes the calls that the runner asks for, and lets time pass.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, NativeFunction, js_string};
use posttask::event_loop::{Ending, Location, WorkKind};
use posttask::internal::event_loop::milliseconds;
use posttask::internal::runtime::{Idle, Supervisor};
use posttask::internal::webidl::exception_value;
use posttask::internal::webidl::when_settled;
use posttask::{MainStatus, Program, Runtime};

use super::declaring::{build_suite, fail_to_build};
use super::endings::failure;
use super::failures;
use super::host::{Call, Host};
use super::report::{Failure, FailureKind};
use super::runner::Runner;
use super::session::Session;
use super::status::Status;
use super::test_context::{context_of, release};
use super::tree::NodeId;

/// A test file that runs.
pub(super) struct TestProgram {
    pub(super) runner: Rc<Runner<Session>>,
    /// The program that runs: first the one before the file, then the file.
    pub(super) main: RefCell<MainStatus>,
    pub(super) next: RefCell<Option<Program>>,
}

impl Supervisor for TestProgram {
    fn after_turn(&self, runtime: &mut Runtime) -> bool {
        let session = self.runner.host();
        let mut progressed = self.start_next(runtime);
        let is_loaded = self.main.borrow().is_done() && !self.runner.tree().get(NodeId::ROOT).body_has_ended;
        if is_loaded && self.build_suites(runtime) {
            self.attribute_errors();
            self.runner.end_body(NodeId::ROOT);
        }
        session.wake();
        self.attribute_errors();
        self.end_long_calls();
        self.runner.poll();
        let (mut ended, mut call) = (session.take_ended(), session.take_requested_call());
        while !ended.is_empty() || call.is_some() {
            progressed = true;
            runtime.with_context(|context| {
                for node in std::mem::take(&mut ended) {
                    release(&self.runner, node, context);
                }
                if let Some((number, call)) = call.take() {
                    perform(&self.runner, number, call, context);
                } else {
                    session.event_loop.perform_a_microtask_checkpoint(context);
                }
            });
            self.attribute_errors();
            session.wake();
            self.runner.poll();
            (ended, call) = (session.take_ended(), session.take_requested_call());
        }
        progressed
    }

    fn when_idle(&self, runtime: &mut Runtime) -> Idle {
        let session = self.runner.host();
        if self.runner.has_ended() {
            return Idle::Ended;
        }
        let due = if runtime.has_work() { runtime.event_loop().next_due() } else { None };
        let alarm = session.next_alarm();
        match runtime.with_context(|context| session.pass_time(due, context)) {
            Some(Idle::Sleep(until)) => {
                let limits = [Some(until), alarm, session.next_limit(|node| !self.has_timeout(node))];
                return Idle::Sleep(limits.into_iter().flatten().min().unwrap_or(until));
            }
            Some(idle) => return idle,
            None => {}
        }
        if let Some(alarm) = alarm {
            return Idle::Sleep(alarm);
        }
        self.nothing_is_left();
        Idle::Turn
    }
}

impl TestProgram {
    /// Starts the file when the program before it has ended. If that has failed, the file does not run. Returns whether
    /// it has started.
    fn start_next(&self, runtime: &mut Runtime) -> bool {
        if !self.main.borrow().is_done() {
            return false;
        }
        let Some(program) = self.next.take() else { return false };
        self.attribute_errors();
        let starts = self.runner.tree().get(NodeId::ROOT).failures.is_empty();
        if starts {
            let main = runtime.start_program(program);
            *self.main.borrow_mut() = main;
        }
        starts
    }

    /// Builds the suites that have waited for the end of the file, one after the other. Returns whether all are built.
    fn build_suites(&self, runtime: &mut Runtime) -> bool {
        let session = self.runner.host();
        let is_open = |suite: NodeId| !self.runner.tree().get(suite).body_has_ended;
        while !session.deferred_suites.current().is_some_and(is_open) {
            let Some((suite, function)) = session.deferred_suites.take_next() else { return true };
            runtime.with_context(|context| {
                if let Err(error) = build_suite(suite, &function, context) {
                    fail_to_build(&self.runner, suite, session.describe(error, context));
                    self.runner.end_body(suite);
                }
                session.event_loop.perform_a_microtask_checkpoint(context);
            });
        }
        false
    }

    /// Ends tests that take too much real time.
    pub(super) fn check_limits(&self) {
        let session = self.runner.host();
        let limit = session.options.wall_timeout;
        let now = session.real_time();
        session.end_open_calls(|call| {
            let took = now.saturating_sub(call.since_real);
            (took > limit).then(|| session.no_progress(took))
        });
    }

    /// Adds the uncaught errors to the tests that they belong to.
    fn attribute_errors(&self) {
        let session = self.runner.host();
        if session.has_endless_microtasks.take() {
            let endless = failure(FailureKind::Timeout, TOO_MANY_MICROTASKS.to_owned());
            let current = session.ownership.current();
            if !session.end_open_calls(|call| (call.node == current).then(|| endless.clone())) {
                session.uncaught.borrow_mut().push((current, endless));
            }
        }
        let is_loading = !self.runner.tree().get(NodeId::ROOT).body_has_ended;
        for (node, failure) in session.uncaught.take() {
            if is_loading && node == NodeId::ROOT && failure.kind == FailureKind::UncaughtException {
                session.has_failed_to_load.set(true);
            }
            let has_failed = self.runner.tree().is_failure(node);
            if let Some(failure) = self.runner.fail(node, failure).filter(|_| !has_failed) {
                let name = self.runner.tree().full_name(node);
                let message = format!("after the test '{name}' had ended: {}", failure.message);
                // The file has not ended.
                let _ = self.runner.fail(NodeId::ROOT, Failure { message, ..failure });
            }
        }
    }

    /// Ends calls that take longer than a test may take if it does not say how long.
    fn end_long_calls(&self) {
        let session = self.runner.host();
        let (now, limit, moved) = (session.event_loop.now(), session.options.timeout, session.clock.moved.get());
        session.end_open_calls(|call| {
            let took = now.duration_since(call.since).saturating_sub(moved.saturating_sub(call.moved_before));
            (took >= limit && !self.has_timeout(call.node)).then(|| still_runs(took))
        });
    }

    fn has_timeout(&self, node: NodeId) -> bool {
        self.runner.tree().inherited(node, |options| options.timeout).is_some()
    }

    /// Ends what waits for something that cannot happen any more.
    fn nothing_is_left(&self) {
        let session = self.runner.host();
        if self.runner.end_plans() {
            return;
        }
        let is_held = session.clock.is_held();
        let ended = session.end_open_calls(|_| Some(nothing_left("test", is_held)));
        let mut open_suites = self.runner.tree().open_suites();
        open_suites.retain(|suite| !session.deferred_suites.contains(*suite));
        for suite in &open_suites {
            // A suite that has not declared all of its tests has not ended.
            let _ = self.runner.fail(*suite, nothing_left("suite", is_held));
            self.runner.end_body(*suite);
        }
        if !ended && open_suites.is_empty() {
            // No test runs, so the file has not been loaded, and never will be.
            // The engine never settles the promise of a module that it has stopped.
            if self.runner.tree().get(NodeId::ROOT).failures.is_empty() {
                let message = "nothing is left to do, but the file is still awaiting a promise";
                let _ = self.runner.fail(NodeId::ROOT, failure(FailureKind::CancelledByParent, message.to_owned()));
            }
            self.runner.end_body(NodeId::ROOT);
        }
    }
}

const TOO_MANY_MICROTASKS: &str =
    "microtasks keep queuing microtasks, so no task or timer can run; the remaining ones were dropped";

/// Describes the work that runs, or that ran last, and returns where the program asked for it.
pub(crate) fn running(status: &Status) -> (String, Option<Location>) {
    match status.work() {
        Some((kind, Some(place))) if kind != WorkKind::Test => {
            (format!("; the last {} was {} at {place}", kind.as_str(), kind.request_verb()), Some(place))
        }
        _ => (String::new(), None),
    }
}

impl Session {
    /// The failure of a test that has taken this much real time.
    fn no_progress(&self, took: Duration) -> Failure {
        let (what, location) = running(&self.options.status);
        let message = format!("the test has not ended after {:.1} s of real time{what}", took.as_secs_f64());
        Failure { location, ..failure(FailureKind::Timeout, message) }
    }
}

fn nothing_left(what: &str, is_held: bool) -> Failure {
    let message = if is_held {
        format!("the {what} awaits a promise that nothing resolves while the clock is held: call t.clock.advance()")
    } else {
        format!("the {what} is awaiting a promise, but nothing is left to do that could resolve it")
    };
    failure(FailureKind::CancelledByParent, message)
}

fn still_runs(took: Duration) -> Failure {
    let message = format!(
        "the test has not ended after {} ms; the option timeout can allow more time",
        milliseconds(took).round()
    );
    failure(FailureKind::Timeout, message)
}

/// Calls the function of a test or a hook, as a piece of work of its own.
fn perform(runner: &Rc<Runner<Session>>, number: u64, call: Call, context: &mut Context) {
    let session = runner.host();
    let event_loop = Rc::clone(&session.event_loop);
    let origin = runner.tree().get(call.node).declaration.origin;
    let owner = call.node;
    let work = session.ownership.schedule_for(owner, || event_loop.new_work_of(WorkKind::Test, origin, context));
    event_loop.run_at_once(work, context, |event_loop, context| {
        // Node's runner calls the functions in promise jobs.
        event_loop.let_ticks_wait();
        let result = event_loop.call_javascript(context, |context| invoke(runner, number, call, context));
        let ending = Ending::from_result(&result);
        match result {
            Ok(Returned::Later) => {}
            Ok(Returned::Value(value)) => await_value(runner, number, value, context),
            Err(error) => session.settle_with(number, Err(error), context),
        }
        ending
    });
}

/// What the function of a test returned.
enum Returned {
    Value(JsValue),
    /// It calls its second argument when it has ended.
    Later,
}

fn invoke(runner: &Rc<Runner<Session>>, number: u64, call: Call, context: &mut Context) -> JsResult<Returned> {
    let argument = context_of(call.node, context)?;
    let Some(function) = runner.host().function(call.function) else {
        return Ok(Returned::Value(JsValue::undefined()));
    };
    let takes_callback = function.get(js_string!("length"), context)?.as_number() == Some(2.0);
    if !takes_callback {
        return function.call(&argument, std::slice::from_ref(&argument), context).map(Returned::Value);
    }
    let done = done_function(number, call.node, context);
    runner.host().start_callback(number);
    let result = function.call(&argument, &[argument.clone(), done.into()], context)?;
    if result.as_object().is_some_and(|object| object.is::<boa_engine::builtins::promise::Promise>()) {
        let message = "passed a callback but also returned a Promise".to_owned();
        runner.host().settle(number, Err(Box::new(failure(FailureKind::TestCode, message))));
    }
    runner.host().end_callback(number);
    Ok(Returned::Later)
}

/// The callback of a test. It takes an error, if there is one.
fn done_function(number: u64, test: NodeId, context: &mut Context) -> JsObject {
    let steps = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let session = super::session::runner(context)?;
        let error = arguments.get_or_undefined(0);
        let session = session.host();
        let outcome = if error.to_boolean() {
            Err(Box::new(session.describe(JsError::from_opaque(error.clone()), context)))
        } else {
            Ok(())
        };
        session.call_back(number, test, outcome);
        Ok(JsValue::undefined())
    };
    FunctionObjectBuilder::new(context.realm(), NativeFunction::from_copy_closure(steps)).length(1).build().into()
}

/// Ends a call when the promise that it returned is settled.
fn await_value(runner: &Rc<Runner<Session>>, number: u64, value: JsValue, context: &mut Context) {
    if !value.is_object() {
        return runner.host().settle(number, Ok(()));
    }
    let promise = JsPromise::resolve(value, context);
    match promise {
        Ok(promise) => {
            runner.host().event_loop.host_awaits(&promise);
            // The function may outlive the runner.
            let settled = move |result: JsResult<JsValue>, context: &mut Context| {
                if let Ok(runner) = super::session::runner(context) {
                    runner.host().settle_with(number, result, context);
                }
            };
            when_settled(&promise, Box::new(settled), context);
        }
        Err(error) => {
            let reason = exception_value(error, context);
            runner.host().settle_with(number, Err(JsError::from_opaque(reason)), context);
        }
    }
}

/// The failures of a file that ended, as errors of a run.
pub(super) fn errors(runner: &Runner<Session>) -> Vec<posttask::html::Uncaught> {
    let mut errors = Vec::new();
    let tree = runner.tree();
    tree.visit_failures(NodeId::ROOT, &mut |failure| {
        let is_reported = matches!(
            failure.kind,
            FailureKind::Subtests | FailureKind::UncaughtException | FailureKind::UnhandledRejection
        );
        if !is_reported {
            errors.push(failures::to_uncaught(failure));
        }
    });
    errors
}
