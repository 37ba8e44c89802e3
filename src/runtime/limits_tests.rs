//! Programs that do not end.

use std::rc::Rc;
use std::thread;
use std::time::Duration;

use super::Runtime;
use crate::error::Error;
use crate::event_loop::{Exceeded, Limits, Outcome, WorkKind, WorkLimit};
use crate::scheduling::TaskPriority;
use crate::web::html::{ErrorSink, Uncaught};

const LIMITS: Limits = Limits::none().microtasks(1_000).loop_iterations(10_000).calls(50);

/// Reports nothing.
struct Ignored;

impl ErrorSink for Ignored {
    fn uncaught(&self, _: &Uncaught) {}
}

fn runtime(limits: Limits) -> Runtime {
    Runtime::builder().virtual_time().limits(limits).build().unwrap()
}

/// Runs a program until a limit is exceeded, and returns what the event loop knows of it.
fn exceeded(source: &str) -> (Runtime, Exceeded) {
    let mut runtime = runtime(LIMITS);
    runtime.run_script(source).unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded, "{source}");
    let exceeded = runtime.event_loop().exceeded_limit().unwrap();
    (runtime, exceeded)
}

fn shown(runtime: &mut Runtime, source: &str) -> String {
    runtime.run_script(source).unwrap().display().to_string()
}

#[test]
fn loops_are_ended_and_no_handler_of_the_program_runs() {
    let loops = [
        "for (;;);",
        "while (true);",
        "do { } while (1);",
        "try { for (;;); } catch { log.push('caught') } finally { log.push('finally') }",
        "[1].forEach(() => { for (;;); });",
        "for (const x of (function* () { for (;;) yield 1 })());",
        "({ get x() { for (;;); } }).x",
        "new (class { constructor() { for (;;); } })",
        "JSON.parse('[1]', () => { for (;;); })",
    ];
    for text in loops {
        let (mut runtime, exceeded) = exceeded(&format!("var log = []; setTimeout(() => {{ {text} }}, 1)"));
        assert_eq!(exceeded.limit, WorkLimit::LoopIterations(10_000), "{text}");
        assert_eq!(exceeded.work, Some(WorkKind::Timeout), "{text}");
        assert_eq!(shown(&mut runtime, "log.length"), "0", "{text}");
    }
}

#[test]
fn a_loop_in_a_task_rejects_its_promise_and_the_others_run() {
    let (mut runtime, exceeded) = exceeded(
        "var log = [];
         scheduler.postTask(() => { for (;;); }).catch(error => log.push(String(error)));
         scheduler.postTask(() => log.push('other'));",
    );
    assert_eq!(
        exceeded.to_string().split(" (in").next(),
        Some("a loop has run 10000 times, which is the limit of this runtime")
    );
    assert!(exceeded.requested_at.is_some_and(|place| place.line == 2));
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let log = "\"RangeError: a loop has run 10000 times, which is the limit of this runtime,other\"";
    assert_eq!(shown(&mut runtime, "log.join()"), log);
}

/// See "After an `await`, such a recursion is not even reported" in `docs/boa-gaps.md`. When this fails, the engine
/// reports it.
#[test]
fn a_loop_after_an_await_is_ended_and_the_engine_does_not_say_so() {
    let mut runtime = runtime(LIMITS);
    let result = runtime.eval_async("(async () => { await 0; for (;;); })()");
    assert!(matches!(result, Err(Error::Unsettled)), "{result:?}");
    assert_eq!(runtime.event_loop().exceeded_limit(), None);
}

#[test]
fn microtasks_without_an_end_are_dropped() {
    for text in [
        "const again = () => queueMicrotask(again); again()",
        "const again = () => Promise.resolve().then(again); again()",
        "(async () => { for (;;) await 0 })()",
        "new EventTarget().dispatchEvent(new Event('x')); (async function f() { await null; f() })()",
    ] {
        let (mut runtime, exceeded) =
            exceeded(&format!("setTimeout(() => {{ {text} }}); setTimeout(() => {{ after = 1 }})"));
        assert_eq!((exceeded.limit, exceeded.work), (WorkLimit::Microtasks(1_000), Some(WorkKind::Timeout)), "{text}");
        assert_eq!(runtime.run(), Outcome::OutOfWork);
        assert_eq!(shown(&mut runtime, "after"), "1");
        // Each is an error of the program.
        assert_eq!(runtime.uncaught_count(), 1, "{text}");
    }
}

#[test]
fn the_functions_that_wait_for_a_promise_return_the_limit() {
    let mut runtime = runtime(LIMITS);
    let limit = |result: Result<_, Error>| match result {
        Err(Error::LimitExceeded(exceeded)) => exceeded.limit,
        other => panic!("{other:?}"),
    };
    assert_eq!(limit(runtime.run_script("for (;;);")), WorkLimit::LoopIterations(10_000));
    // It has been told.
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(limit(runtime.eval_async("(async () => { for (;;) await 0 })()")), WorkLimit::Microtasks(1_000));
    assert_eq!(limit(runtime.eval_async("(async () => { for (;;); })()")), WorkLimit::LoopIterations(10_000));
    assert_eq!(runtime.eval_async("Promise.resolve(7)").unwrap().as_number(), Some(7.0));
    let deep = runtime.run_script("(function f(n) { return f(n + 1) })(0)");
    assert!(matches!(deep, Err(Error::JavaScript(exception)) if exception.name() == Some("RangeError")));
}

#[test]
fn a_turn_takes_a_limited_time() {
    let limit = Duration::from_millis(1);
    let mut runtime = runtime(Limits::none().turn_time(limit));
    runtime.run_script("setTimeout(async () => { for (;;) await 0 })").unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded);
    assert_eq!(runtime.event_loop().exceeded_limit().unwrap().limit, WorkLimit::TurnTime(limit));
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn another_thread_stops_the_loop_between_two_microtasks() {
    let mut runtime = Runtime::builder().build().unwrap();
    runtime
        .run_script(
            "var ended = false, log = [];
             setTimeout(async () => { while (!ended) await 0; log.push('microtask'); });
             setTimeout(() => log.push('timer'));",
        )
        .unwrap();
    let remote = runtime.event_loop().remote();
    let stopping = thread::spawn(move || remote.stop());
    assert_eq!(runtime.run(), Outcome::Stopped);
    stopping.join().unwrap();
    runtime.run_script("ended = true").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    // The checkpoint goes on before the next task.
    assert_eq!(shown(&mut runtime, "log.join()"), "\"microtask,timer\"");
}

#[test]
fn a_stopped_checkpoint_keeps_its_microtasks() {
    let mut runtime = runtime(Limits::none());
    let remote = runtime.event_loop().remote();
    let stop = Rc::new(move || remote.stop());
    let posted = Rc::clone(&stop);
    runtime.run_script("var log = []; queueMicrotask(() => log.push(1)); queueMicrotask(() => log.push(2))").unwrap();
    runtime
        .post_task(TaskPriority::UserVisible, move |_| {
            posted();
            Ok(boa_engine::JsValue::undefined())
        })
        .unwrap();
    assert_eq!(runtime.run(), Outcome::Stopped);
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(shown(&mut runtime, "log.join()"), "\"1,2\"");
}

/// The engine leaves the promise of the module pending, and ends the recursion with an error that nobody can catch.
#[test]
fn a_module_that_recurses_too_deeply_is_an_error() {
    let mut runtime = Runtime::builder().virtual_time().error_sink(Rc::new(Ignored)).build().unwrap();
    let result = runtime.eval_module("function f() { f() } f()", "deep.mjs".as_ref());
    let Err(Error::JavaScript(exception)) = result else { panic!("{result:?}") };
    assert_eq!(exception.name(), Some("RangeError"));
    assert!(exception.location().is_some_and(|place| place.to_string().starts_with("deep.mjs:1:")), "{exception:?}");
    assert!(runtime.thrown_value(&exception).is_some());
    // It is not the answer of what is pending for another reason.
    assert!(matches!(runtime.eval_async("new Promise(() => {})"), Err(Error::Unsettled)));
}

/// The engine would panic.
#[test]
fn declarations_with_using_are_refused_however_they_are_compiled() {
    let mut runtime = Runtime::builder().virtual_time().error_sink(Rc::new(Ignored)).build().unwrap();
    for source in [
        "using x = null",
        "(function () { using x = null })()",
        "eval('using x = null')",
        "(0, eval)('(function () { using x = null })()')",
        "new Function('using x = null')",
        "(async function () {}).constructor('await using x = null')",
    ] {
        let error = runtime.run_script(source).unwrap_err().to_string();
        assert!(error.starts_with("SyntaxError: `using` declarations are not supported"), "{source}: {error}");
    }
    assert!(runtime.eval_module("await using x = null", "using.mjs".as_ref()).is_err());
    runtime.run_script("setTimeout('using x = null')").unwrap();
    runtime.run();
    assert_eq!(runtime.uncaught_count(), 1);
    assert_eq!(runtime.run_script("({ using: 1 }).using").unwrap().as_number(), Some(1.0));
}
