use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::Source;
use boa_engine::job::NativeAsyncJob;

use super::Runtime;
use crate::Error;
use crate::engine::MemoryModules;
use crate::event_loop::{
    Deadline, Ending, Event, Observer, Outcome, Quirk, Quirks, Subject, Timestamp, Turn, in_realm,
};
use crate::profiles::Profile;
use crate::web::html::{ConsoleOutput, ErrorSink, Uncaught};

#[derive(Default)]
struct Captured {
    lines: RefCell<Vec<String>>,
}

impl ConsoleOutput for Captured {
    fn out(&self, line: &str) {
        self.lines.borrow_mut().push(line.to_owned());
    }

    fn err(&self, line: &str) {
        self.lines.borrow_mut().push(format!("error: {line}"));
    }
}

impl ErrorSink for Captured {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.lines.borrow_mut().push(format!("uncaught: {}", uncaught.message));
    }
}

fn runtime() -> (Runtime, Rc<Captured>) {
    let captured = Rc::new(Captured::default());
    let builder = Runtime::builder().virtual_time().console(Rc::clone(&captured) as _);
    (builder.error_sink(Rc::clone(&captured) as _).build().unwrap(), captured)
}

/// The console is held by objects of the runtime, so it is free when they are.
#[test]
fn a_runtime_that_is_dropped_with_waiting_work_leaves_no_garbage() {
    let programs = [
        "",
        "scheduler.postTask(() => {}); setTimeout(() => {}); requestIdleCallback(() => {})",
        "scheduler.postTask(() => {}, { signal: new TaskController().signal })",
        "scheduler.postTask(() => {}, { delay: 5, signal: new AbortController().signal })",
        "scheduler.postTask(() => {}, { signal: TaskSignal.any([new TaskController().signal]) })",
        "scheduler.postTask(() => scheduler.yield().then(() => {}), { signal: new TaskController().signal })",
        "Promise.reject(0); new Promise(() => {}).then(() => {})",
        "AbortSignal.timeout(9).onabort = () => {}",
        "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => {}; port2.postMessage(0)",
        "const a = new BroadcastChannel(''), b = new BroadcastChannel(''); a.onmessage = () => {}; b.postMessage(0)",
        "new PerformanceObserver(() => {}).observe({ type: 'mark' }); performance.mark('')",
    ];
    for program in programs {
        let (mut runtime, captured) = runtime();
        runtime.run_script(program).unwrap();
        runtime.turn();
        drop(runtime);
        boa_gc::force_collect();
        assert_eq!(Rc::strong_count(&captured), 1, "{program}");
    }
}

#[test]
fn a_turn_runs_one_task_and_the_next_deadline_is_known() {
    let (mut runtime, captured) = runtime();
    runtime
        .run_script(
            "scheduler.postTask(() => console.log('one'));
             scheduler.postTask(() => console.log('two'));
             setTimeout(() => console.log('three'), 500)",
        )
        .unwrap();
    assert!(matches!(runtime.turn(), Turn::Ran(..)));
    assert_eq!(captured.lines.take(), ["one"]);
    runtime.run_until_idle();
    assert_eq!(captured.lines.take(), ["two"]);
    let deadline = Timestamp::default().after_milliseconds(500);
    assert_eq!(
        (runtime.next_deadline(), runtime.turn(), runtime.has_work()),
        (Deadline::At(deadline), Turn::Idle, true)
    );
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(captured.lines.take(), ["three"]);
    assert!(!runtime.has_work());
}

#[test]
fn uncaught_errors_reach_the_sink_and_are_counted() {
    let (mut runtime, captured) = runtime();
    runtime
        .run_script("setTimeout(() => { throw new Error('lost') }, 1); Promise.reject(2); console.error('x')")
        .unwrap();
    runtime.run();
    assert_eq!(captured.lines.take(), ["error: x", "uncaught: 2", "uncaught: Error: lost"]);
    assert_eq!(runtime.uncaught_count(), 2);
    assert!(runtime.run_script("throw 1").is_err());
    assert!(runtime.run_script("let let = 1").is_err());
    assert_eq!(runtime.uncaught_count(), 2, "returned errors are not reported");
}

#[test]
fn an_async_job_can_take_several_turns() {
    let (mut runtime, captured) = runtime();
    runtime.with_context(|context| {
        context.enqueue_job(
            NativeAsyncJob::new(async |context| {
                futures_util::pending!();
                context.borrow_mut().eval(Source::from_bytes("console.log('resumed')"))
            })
            .into(),
        );
    });
    assert_eq!(runtime.turn(), Turn::Idle);
    assert_eq!(runtime.turn(), Turn::Idle);
    assert!(runtime.has_work());
    assert!(captured.lines.take().is_empty());
    // The runtime drops the job before the context, which the job borrows.
    drop(runtime);
}

#[test]
fn realms_created_from_rust_share_the_event_loop() {
    let (mut runtime, captured) = runtime();
    let realm = runtime.create_realm().unwrap();
    let script = |label: &str| format!("scheduler.postTask(() => console.log('{label}'))");
    runtime.run_script(&script("first")).unwrap();
    runtime.with_context(|context| {
        in_realm(&realm, context, |context| {
            context.eval(Source::from_bytes(&script("second"))).unwrap();
        });
    });
    runtime.run_script(&script("third")).unwrap();
    runtime.run();
    assert_eq!(captured.lines.take(), ["first", "second", "third"]);
}

#[test]
fn runtimes_with_pending_work_can_be_dropped() {
    for _ in 0..20 {
        let (mut runtime, _) = runtime();
        runtime
            .run_script("setInterval(() => {}, 1); scheduler.postTask(() => {}); const c = new TaskController()")
            .unwrap();
        runtime.turn();
    }
}

/// Logs the events that the tests below check.
impl Observer for Captured {
    fn observe(&self, _: Timestamp, event: &Event, subject: &Subject<'_>) {
        let line = match event {
            Event::Scheduled(work) => {
                let Subject::Call(call) = subject else { panic!("work has a subject") };
                let (id, kind) = (work.work, work.kind.as_str());
                let place = call.location().map(|place| format!(" at {}:{}", place.line, place.column));
                let priority = work.priority.map(|priority| format!(", {priority}"));
                let signal = work.signal.map(|signal| format!(", signal {}", signal.get()));
                let delay = work.delay.map(|delay| format!(", {delay} ms"));
                let by = work.scheduled_by.map(|by| format!(", by {by}"));
                let details = [place, priority, signal, delay, by].into_iter().flatten().collect::<String>();
                format!("{id} {kind}{details}, {} calls", call.stack().len())
            }
            Event::Ended { work, how } if *how != Ending::Returned => format!("{work} ended: {how:?}"),
            Event::SignalCreated { signal, .. } => format!("signal {} made", signal.get()),
            Event::SignalAborted { signal } => format!("signal {} aborted", signal.get()),
            Event::PriorityChanged { signal, previous, priority } => {
                format!("signal {}: {previous} -> {priority}", signal.get())
            }
            Event::PromiseRejected { within, .. } => format!("rejected within {within:?}"),
            Event::PromiseHandled => "handled".to_owned(),
            Event::IdlePeriodStarted { deadline } => format!("idle until {deadline}"),
            Event::Delivered { work } => format!("{work} delivered"),
            _ => return,
        };
        self.lines.borrow_mut().push(line);
    }
}

#[test]
fn the_observer_receives_events_of_programs() {
    let (mut runtime, captured) = runtime();
    runtime.event_loop().set_observer(Some(Rc::clone(&captured) as _));
    runtime
        .run_script(
            "function post(signal) {
                 return scheduler.postTask(() => { throw 1 }, { signal }).catch(() => {});
             }
             const c = new TaskController({ priority: 'background' });
             post(c.signal);
             c.setPriority('user-blocking');
             scheduler.postTask(() => {}, { signal: c.signal, delay: 10 }).catch(() => {});
             clearTimeout(setTimeout(() => {}, 5));
             scheduler.postTask(() => { c.abort(); return scheduler.yield() }, { priority: 'background' });
             requestIdleCallback(() => {});
             Promise.reject(2).catch(() => {});",
        )
        .unwrap();
    runtime.event_loop().remote().queue_a_task(|_| {}).unwrap();
    runtime.run();
    let expected = [
        "signal 1 made",
        "#1 task at 2:43, background, signal 1, 3 calls",
        "signal 1: background -> user-blocking",
        "#2 task at 7:32, user-blocking, signal 1, 10 ms, 2 calls",
        "#3 setTimeout at 8:37, 5 ms, 2 calls",
        "#3 ended: Removed",
        "#4 task at 9:32, background, 2 calls",
        "#5 idle callback at 10:33, 2 calls",
        "rejected within None",
        "handled",
        // 6 is the checkpoint after the script.
        "#7 task from another thread, 0 calls",
        "#7 delivered",
        "#1 ended: Threw",
        "signal 1 aborted",
        "#2 ended: Aborted",
        // 8 is the checkpoint after the first task.
        "#9 continuation at 9:74, background, by #4, 2 calls",
        "idle until 50 ms",
    ];
    assert_eq!(captured.lines.take(), expected);
}

#[test]
fn an_aborted_task_ends_as_aborted() {
    let (mut runtime, captured) = runtime();
    runtime.event_loop().set_observer(Some(Rc::clone(&captured) as _));
    runtime
        .run_script(
            "const c = new AbortController();
             scheduler.postTask(() => {}, { signal: c.signal }).catch(() => {});
             scheduler.postTask(() => {}, { signal: c.signal, delay: 1 }).catch(() => {});
             c.abort();",
        )
        .unwrap();
    runtime.run();
    let lines = captured.lines.take();
    let ended: Vec<_> = lines.iter().filter(|line| line.contains("ended") || line.contains("aborted")).collect();
    assert_eq!(ended, ["signal 1 aborted", "#1 ended: Aborted", "#2 ended: Aborted"]);
    assert!(!runtime.has_work());
}

#[test]
fn microtasks_run_after_an_async_job_that_dispatches_events() {
    let (mut runtime, captured) = runtime();
    runtime.event_loop().set_observer(Some(Rc::clone(&captured) as _));
    runtime
        .run_script(
            "globalThis.target = new EventTarget();
             target.addEventListener('x', () => queueMicrotask(() => console.log('microtask')));
             globalThis.fire = target.dispatchEvent.bind(target, new Event('x'));",
        )
        .unwrap();
    runtime.with_context(|context| {
        let job = NativeAsyncJob::new(async |context| {
            let context = &mut context.borrow_mut();
            let fire = context.global_object().get(boa_engine::js_string!("fire"), context)?;
            // A bound native function: the engine does not have a call frame for it.
            fire.as_callable().map(|fire| fire.call(&boa_engine::JsValue::undefined(), &[], context)).transpose()?;
            context.eval(Source::from_bytes("console.log('still in the job')"))
        });
        context.enqueue_job(job.into());
    });
    runtime.run();
    let lines = captured.lines.take();
    let expected = ["#1 asynchronous job, 0 calls", "still in the job", "microtask"];
    assert_eq!(lines, expected);
}

#[test]
fn recorded_locations_do_not_keep_functions_alive() {
    let (mut runtime, captured) = runtime();
    runtime
        .run_script(
            "const registry = new FinalizationRegistry(() => { collected++ });
             globalThis.collected = 0;
             for (let i = 0; i < 500; i++) {
                 const post = new Function(`/* ${i} */ scheduler.postTask(() => {})`);
                 registry.register(post);
                 post();
             }",
        )
        .unwrap();
    runtime.run();
    for _ in 0..3 {
        boa_gc::force_collect();
        runtime.run_script("setTimeout(() => {}, 1)").unwrap();
        runtime.run();
    }
    assert!(
        runtime.run_script("collected").unwrap().as_number() > Some(490.0),
        "{:?}",
        runtime.run_script("collected")
    );
    drop(captured);
}

#[test]
fn errors_can_be_sent_to_other_threads() {
    fn sendable<T: Send + Sync + 'static>(_: &T) {}
    let (mut runtime, _) = runtime();
    let error = runtime.run_script("function f() { throw new Error('a', { cause: 7 }); }\nf()").unwrap_err();
    sendable(&error);
    let Error::JavaScript(exception) = error else { panic!("{error}") };
    assert_eq!(exception.message(), "Error: a");
    assert_eq!(exception.location().map(|location| location.line), Some(1));
    assert!(exception.details().contains(&"cause: 7".to_owned()), "{:?}", exception.details());
    let thrown = runtime.thrown_value(&exception).unwrap().as_object().unwrap();
    assert!(thrown.is::<boa_engine::builtins::error::Error>());
    runtime.run_script("throw 2").unwrap_err();
    assert!(runtime.thrown_value(&exception).is_none(), "only the last value is kept");
}

#[test]
fn an_error_with_itself_as_cause_can_be_described() {
    let (mut runtime, _) = runtime();
    let error = runtime.run_script("const e = new Error('a'); e.cause = e; e.message = [e]; throw e").unwrap_err();
    assert!(error.to_string().starts_with("Error"), "{error}");
}

#[test]
fn each_assignment_to_a_length_removes_elements() {
    let text = "export const clear = array => { array.length = 0; return array; }; globalThis.module = clear";
    let modules = MemoryModules::new().module("clear", text);
    let mut runtime = Runtime::builder().virtual_time().module_source(Rc::new(modules)).build().unwrap();
    runtime
        .run_script(
            "globalThis.script = array => { array.length = 0; return array; };
             setTimeout('globalThis.handler = array => { array.length = 0; return array; }');",
        )
        .unwrap();
    runtime.run();
    runtime.import("clear").unwrap();
    for clear in ["script", "handler", "module"] {
        let cleared = runtime.run_script(&format!("[1, 2, 3].map(n => 0 in {clear}([n])).join()")).unwrap();
        assert_eq!(cleared.as_string(), Some("false,false,false".into()), "{clear}");
    }
}

#[test]
fn an_extension_that_throws_has_a_message_and_a_place() {
    let program = Source::from_bytes("\n  throw new TypeError('no')").with_path(std::path::Path::new("setup.js"));
    let program = RefCell::new(Some(program));
    let extension = move |context: &mut boa_engine::Context| match program.take() {
        Some(program) => context.eval(program).map(drop),
        None => Ok(()),
    };
    let Err(Error::JavaScript(exception)) = Runtime::builder().extension(extension).build() else {
        panic!("it throws")
    };
    assert_eq!(exception.message(), "TypeError: no");
    assert!(exception.location().is_some_and(|place| place.to_string().starts_with("setup.js:2:")), "{exception:?}");
}

/// Collects the stacks of scheduled work.
#[derive(Default)]
struct Stacks(RefCell<Vec<Rc<[String]>>>);

impl Observer for Stacks {
    fn observe(&self, _: Timestamp, _: &Event, subject: &Subject<'_>) {
        if let Subject::Call(call) = subject {
            self.0.borrow_mut().push(call.stack());
        }
    }
}

#[test]
fn the_depth_of_a_recursion_does_not_matter_for_recorded_stacks() {
    let stacks = Rc::new(Stacks::default());
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    runtime.event_loop().set_observer(Some(Rc::clone(&stacks) as _));
    runtime.run_script("(function f(depth) { setTimeout(() => {}); if (depth > 0) f(depth - 1) })(200)").unwrap();
    let stacks = stacks.0.take();
    assert_eq!((stacks.len(), stacks[200].len()), (201, 50));
    assert!(stacks[100..].iter().all(|stack| Rc::ptr_eq(stack, &stacks[200])));
}

#[test]
fn an_aborted_delay_releases_its_values_also_in_a_polyfill() {
    let quirks = Quirks::of(&[Quirk::DelayedTaskRunsInItsTimer]);
    let mut runtime = Runtime::builder().virtual_time().quirks(quirks).build().unwrap();
    let event_loop = Rc::clone(runtime.event_loop());
    for during_the_delay in [true, false] {
        event_loop.with_host_value(Rc::new(1), || {
            runtime
                .run_script(&format!(
                    "globalThis.c = new AbortController();
                     if (!{during_the_delay}) setTimeout(() => c.abort(), 9);
                     scheduler.postTask(() => {{}}, {{ delay: 9, signal: c.signal }}).catch(() => {{}});
                     if ({during_the_delay}) c.abort();"
                ))
                .unwrap();
        });
        runtime.run();
        assert_eq!(event_loop.captured_count(), 0, "{during_the_delay}");
    }
}

#[test]
fn timers_of_collected_signals_end_also_as_another_host() {
    for &profile in Profile::ALL {
        let mut runtime = Runtime::builder().virtual_time().profile(profile).build().unwrap();
        for _ in 0..50 {
            runtime.run_script("for (let n = 0; n < 100; n++) AbortSignal.timeout(1e8)").unwrap();
            boa_gc::force_collect();
        }
        assert!(runtime.event_loop().timer_count() < 2500, "{profile:?}: {}", runtime.event_loop().timer_count());
    }
}

/// Names are read without running JavaScript.
#[test]
fn names_of_exceptions() {
    let (mut runtime, _) = runtime();
    let cases = [
        ("(", Some("SyntaxError")),
        ("null.x", Some("TypeError")),
        ("AbortSignal.abort().throwIfAborted()", Some("AbortError")),
        ("throw new (class extends RangeError { name = 'Own' })", Some("Own")),
        ("throw new (class extends RangeError { get name() { throw 1 } })", Some("Error")),
        ("throw Object.assign(new Error, { name: '\\ud800' })", Some("\\uD800")),
        ("throw 1", None),
        ("throw { name: 'TypeError' }", None),
        ("throw new Proxy(new Error, {})", None),
    ];
    for (source, name) in cases {
        let Err(Error::JavaScript(exception)) = runtime.run_script(source) else { panic!("{source}") };
        assert_eq!(exception.name(), name, "{source}");
    }
}
