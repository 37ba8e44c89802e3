//! Programs that do not end.

use std::rc::Rc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsValue, js_string};

use super::Runtime;
use crate::error::Error;
use crate::event_loop::{Clock, Exceeded, Limits, Outcome, RealTime, WorkKind, WorkLimit};
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

/// Lets time of the machine pass.
fn pass(time: Duration) {
    let clock = RealTime::new();
    let end = clock.now().after(time);
    while clock.now() < end {
        thread::yield_now();
    }
}

#[test]
fn time_that_passes_between_turns_does_not_count() {
    let mut runtime = runtime(Limits::none().turn_time(Duration::from_millis(100)));
    runtime.run_script("setTimeout(() => {})").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    pass(Duration::from_millis(150));
    runtime.run_script("var ran; Promise.resolve().then(() => { ran = 1 })").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(shown(&mut runtime, "ran"), "1");
}

/// Takes at least this time of the machine.
fn busy(runtime: &mut Runtime, time: Duration) {
    let busy = move |_: &[JsValue], _: &mut Context| {
        pass(time);
        Ok(JsValue::undefined())
    };
    runtime.set_function("busy", busy).unwrap();
}

#[test]
fn a_task_without_microtasks_that_was_late_is_told() {
    let limit = Duration::from_millis(5);
    let mut runtime = runtime(Limits::none().turn_time(limit));
    busy(&mut runtime, Duration::from_millis(10));
    runtime.run_script("setTimeout(() => { busy(); done = true }); setTimeout(() => { after = true })").unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded);
    let exceeded = runtime.event_loop().exceeded_limit().unwrap();
    assert_eq!((exceeded.limit, exceeded.work), (WorkLimit::TurnTime(limit), Some(WorkKind::Timeout)));
    assert!(exceeded.requested_at.is_some_and(|place| place.line == 1));
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(shown(&mut runtime, "done && after"), "true");
}

#[test]
fn a_call_takes_a_limited_time() {
    let limit = Duration::from_millis(10);
    let limits = Limits::none().call_time(limit);
    let mut runtime = Runtime::builder().limits(limits).error_sink(Rc::new(Ignored)).build().unwrap();
    runtime.run_script("async function spin() { for (;;) await 0 }").unwrap();
    let spin = runtime.global("spin").unwrap();
    let results = [
        runtime.eval_async("new Promise(resolve => setTimeout(resolve, 3_600_000))"),
        runtime.call_async(&spin, &[]),
        runtime
            .eval_module("await new Promise(resolve => setTimeout(resolve, 3_600_000))", "m.mjs".as_ref())
            .map(Into::into),
    ];
    for result in results {
        let Err(Error::LimitExceeded(exceeded)) = result else { panic!("{result:?}") };
        assert_eq!(exceeded.limit, WorkLimit::CallTime(limit));
    }
    // Other calls have a time of their own, and the loop itself has none.
    assert_eq!(runtime.eval_async("Promise.resolve(7)").unwrap().as_number(), Some(7.0));
    pass(limit);
    assert_eq!(runtime.run_until_idle(), Outcome::Waiting);
}

#[test]
fn a_call_that_ends_late_is_the_one_that_fails() {
    let limit = Duration::from_millis(5);
    let limits = Limits::none().call_time(limit);
    let mut runtime = Runtime::builder().limits(limits).error_sink(Rc::new(Ignored)).build().unwrap();
    busy(&mut runtime, Duration::from_millis(10));
    for source in ["busy(); 1", "busy(); throw new Error('late')", "busy(); Promise.resolve(1)"] {
        assert!(matches!(runtime.eval_async(source), Err(Error::LimitExceeded(_))), "{source}");
    }
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn a_program_takes_a_limited_time() {
    let limit = Duration::from_millis(20);
    let limits = Limits::none().program_time(limit);
    let mut runtime = Runtime::builder().virtual_time().limits(limits).error_sink(Rc::new(Ignored)).build().unwrap();
    busy(&mut runtime, Duration::from_millis(8));
    // Waiting does not count.
    pass(limit);
    runtime.run_script("var runs = 0; setInterval(() => { busy(); runs++ }, 1000)").unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded);
    let exceeded = runtime.event_loop().exceeded_limit().unwrap();
    assert_eq!((exceeded.limit, exceeded.work), (WorkLimit::ProgramTime(limit), Some(WorkKind::Interval)));
    assert_eq!(runtime.run_until_idle(), Outcome::LimitExceeded);
    assert_eq!(runtime.event_loop().exceeded_limit().unwrap(), exceeded);
    let promise = pending_promise(&mut runtime);
    for result in [runtime.run_script("runs"), runtime.eval_async("0"), runtime.settle(&promise)] {
        assert!(matches!(&result, Err(Error::LimitExceeded(it)) if **it == exceeded), "{result:?}");
    }
    assert!(matches!(runtime.eval_module("0", "m.mjs".as_ref()), Err(Error::LimitExceeded(_))));
    let runs = runtime.with_context(|context| context.global_object().get(js_string!("runs"), context));
    assert!(runs.unwrap().as_number().is_some_and(|runs| (1.0..=3.0).contains(&runs)));
}

fn pending_promise(runtime: &mut Runtime) -> JsValue {
    runtime.with_context(|context| JsPromise::new_pending(context).0.into())
}

#[test]
fn a_thread_ends_with_the_time_of_its_program() {
    let limits = Limits::none().program_time(Duration::from_millis(5));
    let thread = Runtime::spawn_thread("js", move |builder| {
        let mut runtime = builder.limits(limits).error_sink(Rc::new(Ignored)).build()?;
        runtime.run_script("const again = () => scheduler.postTask(again); again()").map(|_| runtime)
    });
    let thread = thread.unwrap();
    let job = thread.remote().spawn(TaskPriority::Background, async |_| std::future::pending::<()>().await);
    assert_eq!(job.wait(), Err(crate::scheduler::JobError::Closed));
    assert_eq!(thread.finish(Duration::from_secs(30)).unwrap(), Outcome::LimitExceeded);
}

#[test]
fn a_worker_ends_with_its_time_and_the_program_goes_on() {
    let modules = crate::engine::MemoryModules::new()
        .module("app:w.js", "const again = () => scheduler.postTask(again); again()");
    let limits = Limits::none().program_time(Duration::from_millis(200));
    let builder = Runtime::builder().virtual_time().limits(limits).module_source(Rc::new(modules));
    let mut runtime = builder.error_sink(Rc::new(Ignored)).build().unwrap();
    runtime.run_script("new Worker('app:w.js')").unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded);
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(shown(&mut runtime, "1 + 1"), "2");
}

/// Nobody can terminate a worker that does not return, so only a limit ends its task.
#[test]
fn an_endless_loop_of_a_worker_is_ended_and_the_program_goes_on() {
    let modules = crate::engine::MemoryModules::new()
        .module("app:w.js", "onmessage = () => postMessage('ready'); try { for (;;); } finally { for (;;); }");
    let limits = Limits::none().loop_iterations(10_000);
    let builder = Runtime::builder().virtual_time().limits(limits).module_source(Rc::new(modules));
    let mut runtime = builder.error_sink(Rc::new(Ignored)).build().unwrap();
    runtime
        .run_script(
            "var log = [], worker = new Worker('app:w.js');
             worker.onerror = ({ message }) => log.push(message);
             worker.onmessage = ({ data }) => { log.push(data); worker.terminate(); };
             worker.postMessage(0);",
        )
        .unwrap();
    assert_eq!(runtime.run(), Outcome::LimitExceeded);
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let log = "Uncaught RangeError: a loop has run 10000 times, which is the limit of this runtime; ready";
    assert_eq!(shown(&mut runtime, "log.join('; ')"), format!("{log:?}"));
}

/// No handler of the program can go on after the limit, so `stop` ends the thread.
#[test]
fn a_thread_with_an_endless_loop_is_stopped() {
    let limits = Limits::none().loop_iterations(100_000).microtasks(10_000);
    for endless in [
        "for (;;);",
        "function f() { try { for (;;); } catch { f() } finally { f() } } f()",
        "setTimeout(function again() { setTimeout(again); for (;;); })",
        "(async function f() { for (;;) await 0 })()",
        "const again = () => { scheduler.postTask(again); for (;;); }; again()",
    ] {
        let (starts, started) = channel();
        let thread = Runtime::spawn_thread("js", move |builder| {
            let mut runtime = builder.limits(limits).error_sink(Rc::new(Ignored)).build()?;
            runtime.set_function("start", move |_, _| {
                starts.send(()).unwrap();
                Ok(JsValue::undefined())
            })?;
            runtime.run_script(&format!("setTimeout(() => {{ start(); {endless} }})")).map(|_| runtime)
        });
        started.recv().unwrap();
        thread.unwrap().stop().unwrap();
    }
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
            Ok(JsValue::undefined())
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
