//! Tests of tasks and futures that Rust posts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context as PollContext, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, Source};
use futures_util::future::join;

use super::{JobError, TaskOptions, TaskSignal, post_task};
use crate::event_loop::{Outcome, RealTime, VirtualTime};
use crate::scheduling::TaskPriority::{Background, UserBlocking, UserVisible};
use crate::web::dom::AbortSignal;
use crate::web::html::{ConsoleOutput, ErrorSink, Uncaught};
use crate::{Runtime, RuntimeBuilder};

#[derive(Default)]
struct Lines(RefCell<Vec<String>>);

impl ConsoleOutput for Lines {
    fn out(&self, line: &str) {
        self.0.borrow_mut().push(line.to_owned());
    }

    fn err(&self, line: &str) {
        self.0.borrow_mut().push(format!("error: {line}"));
    }
}

impl ErrorSink for Lines {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.0.borrow_mut().push(uncaught.headline());
    }
}

fn on(builder: RuntimeBuilder) -> (Runtime, Rc<Lines>) {
    let lines = Rc::new(Lines::default());
    let builder = builder.console(Rc::clone(&lines) as _).error_sink(Rc::clone(&lines) as _);
    (builder.build().unwrap(), lines)
}

fn runtime() -> (Runtime, Rc<Lines>) {
    on(Runtime::builder().virtual_time())
}

fn run(context: &mut Context, source: &str) -> JsResult<JsValue> {
    context.eval(Source::from_bytes(source))
}

fn thrown(message: &'static str) -> JsError {
    JsNativeError::error().with_message(message).into()
}

fn text(result: Option<JsResult<JsValue>>) -> String {
    match result {
        None => "none".to_owned(),
        Some(Ok(value)) => value.display().to_string(),
        Some(Err(error)) => error.to_string(),
    }
}

#[test]
fn rust_and_javascript_tasks_are_in_the_same_queues() {
    let (mut runtime, lines) = runtime();
    let post = |runtime: &mut Runtime, name: &'static str, priority| {
        let log = Rc::clone(&lines);
        drop(runtime.post_task(priority, move |_| {
            log.out(name);
            Ok(JsValue::undefined())
        }));
    };
    let script = |priority: &str| {
        format!("scheduler.postTask(() => console.log('js {priority}'), {{ priority: '{priority}' }})")
    };
    post(&mut runtime, "rust background", Background);
    runtime.run_script(&script("background")).unwrap();
    runtime.run_script(&script("user-visible")).unwrap();
    post(&mut runtime, "rust user-visible", UserVisible);
    runtime.run_script(&script("user-blocking")).unwrap();
    post(&mut runtime, "rust user-blocking", UserBlocking);
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(
        lines.0.take(),
        [
            "js user-blocking",
            "rust user-blocking",
            "js user-visible",
            "rust user-visible",
            "rust background",
            "js background"
        ]
    );
}

#[test]
fn what_a_callback_starts_inherits_its_priority() {
    let (mut runtime, lines) = runtime();
    let task = runtime.post_task(Background, |context| {
        run(
            context,
            "(async () => {
                 scheduler.postTask(() => console.log('visible'));
                 await scheduler.yield();
                 console.log('continuation');
             })()",
        )
    });
    runtime.run();
    assert_eq!(lines.0.take(), ["visible", "continuation"]);
    // A promise that the callback returns is awaited.
    assert_eq!(text(task.unwrap().result()), "undefined");
}

#[test]
fn a_task_follows_its_signal() {
    let (mut runtime, lines) = runtime();
    let signal = runtime.run_script("globalThis.c = new TaskController({ priority: 'background' }); c.signal").unwrap();
    let signal = TaskSignal::from_value(&signal).unwrap();
    let followed = |name: &'static str| {
        let lines = Rc::clone(&lines);
        move |_: &mut Context| {
            lines.out(name);
            Ok(JsValue::undefined())
        }
    };
    let options = || TaskOptions::new().signal(signal.abort_signal());
    let first = runtime.post_task(options(), followed("first")).unwrap();
    let other = runtime.post_task(UserVisible, followed("other")).unwrap();
    let delayed = runtime.post_task(options().delay(Duration::from_micros(1500)), followed("never")).unwrap();
    runtime.run_script("c.setPriority('user-blocking')").unwrap();
    runtime.run_until_idle();
    runtime.run_script("c.abort('why')").unwrap();
    let late = runtime.post_task(options(), followed("never")).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(lines.0.take(), ["first", "other"]);
    let results = [first, other, delayed, late].map(|task| text(task.result()));
    assert_eq!(results, ["undefined", "undefined", "\"why\"", "\"why\""]);
}

#[test]
fn a_handle_aborts_and_changes_the_priority() {
    let (mut runtime, lines) = runtime();
    let post = |runtime: &mut Runtime, name: &'static str| {
        let log = Rc::clone(&lines);
        let callback = move |context: &mut Context| {
            log.out(name);
            run(context, "(async () => { await scheduler.yield(); console.log('continuation') })()")
        };
        runtime.post_task(UserVisible, callback).unwrap()
    };
    let [low, old, high, aborted] = ["low", "old", "high", "aborted"].map(|name| post(&mut runtime, name));
    runtime.with_context(|context| {
        low.set_priority(Background, context).unwrap();
        high.set_priority(UserBlocking, context).unwrap();
        high.set_priority(UserBlocking, context).unwrap();
        aborted.abort(None, context).unwrap();
        aborted.abort(Some(1.into()), context).unwrap();
        aborted.set_priority(UserBlocking, context).unwrap();
    });
    runtime.run();
    assert_eq!(lines.0.take(), ["high", "continuation", "old", "continuation", "low", "continuation"]);
    let error = runtime.describe_error(aborted.result().unwrap().unwrap_err());
    assert!(error.to_string().starts_with("AbortError"), "{error}");
    assert_eq!(text(old.result()), "undefined");
}

#[test]
fn a_moved_task_keeps_its_age() {
    let (mut runtime, lines) = runtime();
    let tasks: Vec<_> = (0..4)
        .map(|number| {
            let log = Rc::clone(&lines);
            let priority = if number == 1 { Background } else { UserVisible };
            let callback = move |_: &mut Context| {
                log.out(&number.to_string());
                Ok(JsValue::undefined())
            };
            runtime.post_task(priority, callback).unwrap()
        })
        .collect();
    runtime.with_context(|context| tasks[1].set_priority(UserVisible, context).unwrap());
    runtime.run();
    assert_eq!(lines.0.take(), ["0", "1", "2", "3"]);
}

#[test]
fn exceptions_are_results_or_reported() {
    let (mut runtime, lines) = runtime();
    let kept = runtime.post_task(UserVisible, |_| Err(thrown("kept"))).unwrap();
    drop(runtime.post_task(UserVisible, |_| Err(thrown("dropped"))).unwrap());
    drop(runtime.post_task(UserVisible, |context| run(context, "Promise.reject(new Error('in a promise'))")).unwrap());
    let promised = runtime.post_task(UserVisible, |_| Err(thrown("promised"))).unwrap();
    let promise = runtime.with_context(|context| promised.promise(context)).unwrap();
    drop(promised);
    drop(promise);
    runtime.run();
    assert_eq!(text(kept.result()), "Error: kept (native)");
    assert_eq!(
        lines.0.take(),
        [
            "Uncaught Error: dropped",
            "Uncaught (in promise) Error: in a promise",
            "Uncaught (in promise) Error: promised"
        ]
    );
}

#[test]
fn the_promise_of_a_task_is_settled_like_that_of_post_task() {
    let (mut runtime, lines) = runtime();
    let task = runtime.post_task(UserVisible, |_| Ok(JsValue::from(1))).unwrap();
    runtime.with_context(|context| {
        let promise = task.promise(context).unwrap();
        assert_eq!(JsValue::from(promise.clone()), JsValue::from(task.promise(context).unwrap()));
        let global = context.global_object();
        global.set(JsString::from("p"), promise, true, context).unwrap();
    });
    runtime.run_script("p.then(value => console.log(value)); scheduler.postTask(() => console.log('next'))").unwrap();
    runtime.run();
    assert_eq!(lines.0.take(), ["1", "next"]);
    // A promise that is asked for later.
    let promise = runtime.with_context(|context| task.promise(context)).unwrap();
    assert_eq!(promise.state(), boa_engine::builtins::promise::PromiseState::Fulfilled(1.into()));
}

/// Converts the options of `postTask`.
fn options(given: &JsValue, context: &mut Context) -> JsResult<TaskOptions> {
    let mut options = TaskOptions::new();
    let Some(given) = given.as_object() else { return Ok(options) };
    let invalid = || JsError::from(JsNativeError::typ());
    let priority = given.get(JsString::from("priority"), context)?;
    if !priority.is_undefined() {
        let priority = priority.to_string(context)?.to_std_string_lossy().parse();
        options = options.priority(priority.map_err(|_| invalid())?);
    }
    let signal = given.get(JsString::from("signal"), context)?;
    if !signal.is_undefined() {
        options = options.signal(&AbortSignal::from_value(&signal).ok_or_else(invalid)?);
    }
    Ok(options)
}

/// `postTask` in Rust: posts a Rust task that calls the function.
fn post_task_in_rust(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.get_or_undefined(0).as_callable().unwrap();
    let options = match options(arguments.get_or_undefined(1), context) {
        Ok(options) => options,
        Err(error) => return JsPromise::reject(error, context).map(JsValue::from),
    };
    let call = move |context: &mut Context| callback.call(&JsValue::undefined(), &[], context);
    let task = post_task(options, call, context)?;
    task.promise(context).map(JsValue::from)
}

/// The same random programs that have Chromium's order when JavaScript posts their tasks.
#[test]
fn random_programs_have_the_same_order_with_rust_tasks() {
    let (mut runtime, lines) = runtime();
    runtime.with_context(|context| {
        let global = context.global_object();
        let scheduler = global.get(JsString::from("scheduler"), context).unwrap().as_object().unwrap();
        let function = NativeFunction::from_fn_ptr(post_task_in_rust).to_js_function(context.realm());
        scheduler.set(JsString::from("postTask"), function, true, context).unwrap();
    });
    runtime.set_arguments(&[]).unwrap();
    let source = include_str!("../../../js-tests/programs/scheduler/random_programs.js");
    runtime.start_source(source, "random_programs.js".as_ref(), crate::SourceKind::Detect);
    runtime.run();
    let expected: Vec<&str> =
        include_str!("../../../js-tests/programs/scheduler/random_programs.out").lines().collect();
    assert_eq!(lines.0.take(), expected);
}

#[test]
fn a_future_yields_waits_and_sleeps_in_continuations() {
    let (mut runtime, lines) = runtime();
    let log = |name: &'static str| move |context: &mut Context| run(context, &format!("console.log('{name}')"));
    runtime.run_script("scheduler.postTask(() => console.log('older task'))").unwrap();
    let mut future = runtime
        .spawn(UserVisible, async move |task| {
            task.with(log("first")).await?;
            task.with(|context| run(context, "scheduler.postTask(() => console.log('newer task'))")).await?;
            task.yield_now().await;
            task.with(log("second")).await?;
            let promise = task.with(|context| run(context, "scheduler.postTask(() => 5, { delay: 10 })")).await?;
            let promise = JsPromise::from_object(promise.as_object().unwrap())?;
            let five = task.settled(&promise).await?;
            join(task.sleep(Duration::from_millis(30)), task.sleep(Duration::from_millis(20))).await;
            join(task.yield_now(), task.with(log("joined"))).await.1?;
            let now = task.with(|context| run(context, "performance.now()")).await?;
            Ok::<_, JsError>((five.as_number(), now.as_number()))
        })
        .unwrap();
    assert!(future.take_output().is_none());
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(lines.0.take(), ["older task", "first", "second", "newer task", "joined"]);
    assert_eq!(future.take_output().unwrap().unwrap().unwrap(), (Some(5.0), Some(40.0)));
}

#[test]
fn continuations_of_futures_compare_with_those_of_javascript() {
    let (mut runtime, lines) = runtime();
    let log = Rc::clone(&lines);
    let future = runtime
        .spawn(Background, async move |task| {
            for step in 0..3 {
                log.out(&format!("rust {step}"));
                task.yield_now().await;
            }
        })
        .unwrap();
    runtime
        .run_script(
            "scheduler.postTask(async () => {
                 for (let step = 0; step < 3; step++) {
                     console.log(`js ${step}`);
                     await scheduler.yield();
                 }
             }, { priority: 'background' })",
        )
        .unwrap();
    runtime.turn();
    runtime.with_context(|context| future.set_priority(UserBlocking, context)).unwrap();
    runtime.run();
    assert_eq!(lines.0.take(), ["rust 0", "rust 1", "rust 2", "js 0", "js 1", "js 2"]);
    assert!(future.is_finished());
}

#[test]
fn a_future_is_aborted_by_its_handle_its_signal_or_itself() {
    let (mut runtime, _) = runtime();
    let dropped = Rc::new(());
    let forever = |dropped: &Rc<()>| {
        let dropped = Rc::clone(dropped);
        async move |task: super::AsyncTask| {
            while Rc::strong_count(&dropped) > 0 {
                task.sleep(Duration::from_secs(1)).await;
            }
        }
    };
    let by_handle = runtime.spawn(UserVisible, forever(&dropped)).unwrap();
    let signal = runtime.run_script("globalThis.c = new AbortController(); c.signal").unwrap();
    let signal = AbortSignal::from_value(&signal).unwrap();
    let mut by_signal = runtime.spawn(TaskOptions::new().signal(&signal), forever(&dropped)).unwrap();
    let mut by_itself = runtime
        .spawn(TaskOptions::new().signal(&signal), async |task| {
            task.with(|context| run(context, "c.abort('itself')")).await.unwrap();
            task.yield_now().await;
            unreachable!("aborted");
        })
        .unwrap();
    assert_eq!(runtime.run_until_idle(), Outcome::Waiting);
    runtime.with_context(|context| by_handle.abort(None, context)).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(Rc::strong_count(&dropped), 1);
    let reason = |output: Option<Result<(), super::Aborted>>| output.unwrap().unwrap_err().reason;
    assert_eq!(reason(by_signal.take_output()), JsValue::from(JsString::from("itself")));
    assert_eq!(reason(by_itself.take_output()), JsValue::from(JsString::from("itself")));
    let mut late = runtime.spawn(TaskOptions::new().signal(&signal), forever(&dropped)).unwrap();
    assert!(late.take_output().unwrap().is_err());
    assert_eq!(Rc::strong_count(&dropped), 1);
    // One that waits when the runtime is dropped.
    drop(runtime.spawn(UserVisible, forever(&dropped)).unwrap());
    runtime.run_until_idle();
    drop(runtime);
    assert_eq!(Rc::strong_count(&dropped), 1);
}

#[test]
fn a_future_is_woken_from_another_thread_and_keeps_the_loop_alive() {
    let (mut runtime, _) = on(Runtime::builder().time(Rc::new(RealTime::new())));
    let (sender, receiver) = futures_channel::oneshot::channel();
    let mut future = runtime.spawn(UserVisible, async |_| receiver.await.unwrap()).unwrap();
    assert_eq!(runtime.run_until_idle(), Outcome::Waiting);
    let place = runtime.event_loop().pending().elsewhere[0].location.clone().unwrap();
    assert!(place.file.ends_with("tests.rs"), "{place}");
    let thread = thread::spawn(move || sender.send(7).unwrap());
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    thread.join().unwrap();
    assert_eq!(future.take_output().unwrap().unwrap(), 7);
}

#[test]
fn calls_from_other_threads_have_a_priority_and_a_result() {
    let (mut runtime, lines) = on(Runtime::builder().time(Rc::new(RealTime::new())));
    runtime
        .run_script("for (let i = 0; i < 100; i++) scheduler.postTask(() => {}, { priority: 'user-blocking' })")
        .unwrap();
    let remote = runtime.event_loop().remote();
    let say = |name: &'static str| move |context: &mut Context| drop(run(context, &format!("console.log('{name}')")));
    remote.call(Background, say("background")).detach();
    remote.call(UserVisible, say("first")).detach();
    let aborted = remote.call(UserVisible, say("aborted"));
    aborted.abort();
    let sum = remote.call(UserBlocking, |context| {
        run(context, "console.log('urgent'); 1 + 2").ok().and_then(|sum| sum.as_number())
    });
    remote.call(UserVisible, say("second")).detach();
    runtime.run();
    assert_eq!(lines.0.take(), ["urgent", "first", "second", "background"]);
    assert_eq!(sum.wait(), Ok(Some(3.0)));
    assert_eq!(aborted.wait(), Err(JobError::Aborted));
    // What was not taken is dropped with the loop.
    let token = Arc::new(());
    let (queued, called) = (Arc::clone(&token), Arc::clone(&token));
    remote.queue_a_task(move |_| drop(queued)).unwrap();
    let waits = remote.call(UserBlocking, move |_| drop(called));
    drop(runtime);
    assert_eq!(Arc::strong_count(&token), 1);
    assert!(remote.is_closed() && remote.queue_a_task(|_| {}).is_err());
    assert_eq!(waits.wait(), Err(JobError::Closed));
    assert_eq!(remote.call(UserBlocking, |_| {}).wait(), Err(JobError::Closed));
}

#[test]
fn a_job_that_panics_has_no_result() {
    let (mut runtime, _) = runtime();
    let remote = runtime.event_loop().remote();
    let job = remote.call::<()>(UserBlocking, |_| panic!("on purpose"));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| runtime.run()));
    assert!(panicked.is_err());
    assert_eq!(job.wait(), Err(JobError::Panicked));
}

/// Tells a thread that it was woken.
struct Bell(std::sync::mpsc::Sender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // The thread may have gone on.
        let _ = self.0.send(());
    }
}

#[test]
fn an_executor_without_a_clock_can_poll_the_loop() {
    let (mut runtime, lines) = on(Runtime::builder().time(Rc::new(RealTime::new())));
    runtime.run_script("setTimeout(() => console.log('timer'), 3)").unwrap();
    let (sender, rings) = std::sync::mpsc::channel();
    let waker = Waker::from(Arc::new(Bell(sender)));
    let mut polling = PollContext::from_waker(&waker);
    while runtime.poll(&mut polling) == Poll::Pending {
        // Nothing but the alarm wakes this thread.
        rings.recv().unwrap();
    }
    assert_eq!(lines.0.take(), ["timer"]);
    // In virtual time, nobody has to wait.
    let (mut runtime, lines) = on(Runtime::builder().time(Rc::new(VirtualTime::new())));
    runtime.run_script("setTimeout(() => console.log('timer'), 3e6)").unwrap();
    assert_eq!(runtime.poll(&mut PollContext::from_waker(Waker::noop())), Poll::Ready(Outcome::OutOfWork));
    assert_eq!(lines.0.take(), ["timer"]);
}

#[test]
fn stop_ends_every_way_of_driving() {
    let (mut runtime, _) = runtime();
    let remote = runtime.event_loop().remote();
    runtime.run_script("setTimeout(() => {}, 10)").unwrap();
    let waker = Waker::noop();
    let ways: [fn(&mut Runtime) -> Outcome; 5] = [
        Runtime::run,
        Runtime::run_until_idle,
        |runtime| runtime.run_until(crate::event_loop::Timestamp::default()),
        |runtime| runtime.run_for(crate::event_loop::Budget::Tasks(1)),
        |runtime| match runtime.poll(&mut PollContext::from_waker(Waker::noop())) {
            Poll::Ready(outcome) => outcome,
            Poll::Pending => Outcome::Waiting,
        },
    ];
    for way in ways {
        remote.stop();
        assert_eq!(way(&mut runtime), Outcome::Stopped);
    }
    remote.stop();
    assert_eq!(runtime.turn(), crate::event_loop::Turn::Stopped);
    assert_eq!(runtime.poll(&mut PollContext::from_waker(waker)), Poll::Ready(Outcome::OutOfWork));
}

#[test]
fn a_value_of_the_embedder_travels_with_tasks_and_futures() {
    let (mut runtime, lines) = runtime();
    let event_loop = Rc::clone(runtime.event_loop());
    let log = |lines: &Rc<Lines>| {
        let lines = Rc::clone(lines);
        move |context: &mut Context, place: &str| {
            let value = crate::event_loop::EventLoop::of(context).and_then(|event_loop| event_loop.host_value::<u32>());
            lines.out(&format!("{place}: {value:?}"));
        }
    };
    let (in_task, in_future) = (log(&lines), log(&lines));
    let with = |value: u32| TaskOptions::new().host_value(Rc::new(value));
    let nested = log(&lines);
    let task = runtime.post_task(with(1), move |context| {
        in_task(context, "task");
        drop(post_task(
            UserVisible,
            move |context| {
                nested(context, "nested task");
                Ok(JsValue::undefined())
            },
            context,
        ));
        Ok(JsValue::undefined())
    });
    let future = runtime.spawn(with(2), async move |task| {
        let in_future = Rc::new(in_future);
        for place in ["future", "after yielding"] {
            let in_future = Rc::clone(&in_future);
            task.with(move |context| in_future(context, place)).await;
            task.yield_now().await;
        }
        task.sleep(Duration::from_millis(5)).await;
        task.with(move |context| in_future(context, "after sleeping")).await;
    });
    let aborted = runtime.post_task(with(3), |_| Ok(JsValue::undefined())).unwrap();
    runtime.with_context(|context| aborted.abort(None, context)).unwrap();
    let outer = log(&lines);
    event_loop.with_host_value(Rc::new(4_u32), || runtime.with_context(|context| outer(context, "now")));
    runtime.run();
    drop((task, future));
    assert_eq!(
        lines.0.take(),
        [
            "now: Some(4)",
            "task: Some(1)",
            "future: Some(2)",
            "after yielding: Some(2)",
            "nested task: Some(1)",
            "after sleeping: Some(2)"
        ]
    );
    assert_eq!(event_loop.captured_count(), 0);
}
