//! Tests of the ways to drive a runtime, and of its limits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::task::{Context as PollContext, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use boa_engine::Source;
use boa_engine::job::NativeAsyncJob;

use super::{Runtime, RuntimeBuilder};
use crate::Error;
use crate::event_loop::{Budget, Clock, Deadline, Limits, Outcome, RealTime, TaskSource, Timestamp, Turn, VirtualTime};
use crate::scheduling::TaskPriority::{Background, UserBlocking};
use crate::web::html::ConsoleOutput;

#[test]
fn a_budget_runs_at_least_one_task() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    runtime.run_script("globalThis.n = 0; for (let i = 0; i < 5; i++) scheduler.postTask(() => n++)").unwrap();
    let ran = |runtime: &mut Runtime| runtime.run_script("n").unwrap().as_number().unwrap();
    assert_eq!((runtime.run_for(Budget::Tasks(0)), ran(&mut runtime)), (Outcome::BudgetSpent, 1.0));
    assert_eq!((runtime.run_for(Budget::Time(Duration::ZERO)), ran(&mut runtime)), (Outcome::BudgetSpent, 2.0));
    assert_eq!((runtime.run_for(Budget::Tasks(2)), ran(&mut runtime)), (Outcome::BudgetSpent, 4.0));
    runtime.run_script("setTimeout(() => n++, 10)").unwrap();
    assert_eq!((runtime.run_for(Budget::Tasks(9)), ran(&mut runtime)), (Outcome::Waiting, 5.0));
    assert_eq!(runtime.next_deadline(), Deadline::At(Timestamp::default().after_milliseconds(10)));
    runtime.run();
    assert_eq!(runtime.run_for(Budget::Tasks(1)), Outcome::OutOfWork);
}

#[test]
fn a_budget_of_time_is_spent_although_virtual_time_stands_still() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    runtime.run_script("globalThis.n = 0; const again = () => { n++; scheduler.postTask(again) }; again()").unwrap();
    assert_eq!(runtime.run_for(Budget::Time(Duration::from_millis(4))), Outcome::BudgetSpent);
    assert_eq!(runtime.run_script("n").unwrap().as_number(), Some(257.0));
}

#[test]
fn a_virtual_clock_needs_its_parker() {
    let clock = Rc::new(VirtualTime::new());
    assert!(matches!(Runtime::builder().clock(Rc::clone(&clock) as _).build(), Err(Error::NoParker)));
    let mut runtime = Runtime::builder().parker(Rc::clone(&clock) as _).clock(clock).build().unwrap();
    runtime.run_script("setTimeout(() => globalThis.fired = true, 5000)").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert!(runtime.run_script("fired").unwrap().to_boolean());
}

#[test]
fn work_that_the_host_adds_wakes_the_executor() {
    struct Woken(AtomicBool);
    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let event_loop = Rc::clone(runtime.event_loop());
    let _alive = event_loop.remote().keep_alive();
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut executor = PollContext::from_waker(&waker);
    let ran = Rc::new(Cell::new(0));
    for number in 1..=2 {
        assert_eq!(runtime.poll(&mut executor), Poll::Pending);
        assert!(!woken.0.load(Ordering::Relaxed));
        let runs = Rc::clone(&ran);
        if number == 1 {
            event_loop.queue_a_task(TaskSource::Engine, move |_, _| runs.set(number));
        } else {
            event_loop.queue_a_microtask(move |_, _| runs.set(number));
        }
        assert!(woken.0.swap(false, Ordering::Relaxed));
        assert_eq!(runtime.poll(&mut executor), Poll::Pending);
        assert_eq!(ran.get(), number);
    }
}

#[test]
fn idle_callbacks_get_the_hosts_deadline() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let ask = "requestIdleCallback(deadline => globalThis.left = deadline.timeRemaining())";
    let left = |runtime: &mut Runtime| runtime.run_script("left").unwrap().as_number();
    runtime.run_script(ask).unwrap();
    runtime.run_for(Budget::Time(Duration::from_millis(7)));
    assert_eq!(left(&mut runtime), Some(7.0));
    runtime.run_script(ask).unwrap();
    runtime.run_until_idle();
    assert_eq!(left(&mut runtime), Some(50.0));
}

#[test]
fn the_next_deadline_is_now_at_or_never() {
    let clock = Rc::new(VirtualTime::new());
    let mut runtime = Runtime::builder().time(Rc::clone(&clock)).build().unwrap();
    assert_eq!(runtime.next_deadline(), Deadline::Never);
    runtime.run_script("setTimeout(() => {}, 20)").unwrap();
    assert_eq!(runtime.next_deadline(), Deadline::At(Timestamp::default().after_milliseconds(20)));
    clock.advance(Duration::from_millis(20));
    assert_eq!(runtime.next_deadline(), Deadline::Now);
    runtime.run_until_idle();
    let remote = runtime.event_loop().remote();
    let _alive = remote.keep_alive();
    assert_eq!((runtime.next_deadline(), runtime.run_until_idle()), (Deadline::Never, Outcome::Waiting));
    assert!(runtime.event_loop().pending().kept_alive[0].file.ends_with("driving_tests.rs"));
    remote.queue_a_task(|_| {}).unwrap();
    assert_eq!((runtime.next_deadline(), runtime.event_loop().pending().delivered), (Deadline::Now, 1));
    runtime.run_until_idle();
    assert_eq!(runtime.next_deadline(), Deadline::Never);
    runtime.event_loop().waker().wake();
    assert_eq!(runtime.next_deadline(), Deadline::Now);
}

#[test]
#[expect(clippy::await_holding_refcell_ref, reason = "this is the mistake")]
fn a_job_that_keeps_the_context_is_dropped_with_an_error() {
    #[derive(Default)]
    struct Lines(RefCell<Vec<String>>);
    impl ConsoleOutput for Lines {
        fn out(&self, line: &str) {
            self.0.borrow_mut().push(line.to_owned());
        }
        fn err(&self, line: &str) {
            self.out(line);
        }
    }
    let lines = Rc::new(Lines::default());
    let mut runtime = Runtime::builder().virtual_time().console(Rc::clone(&lines) as _).build().unwrap();
    let went_on = Rc::new(Cell::new(false));
    let after = Rc::clone(&went_on);
    runtime.with_context(|context| {
        let job = NativeAsyncJob::new(async move |context| {
            let kept = context.borrow_mut();
            futures_util::pending!();
            after.set(true);
            drop(kept);
            Ok(boa_engine::JsValue::undefined())
        });
        context.enqueue_job(job.into());
    });
    runtime.run_script("scheduler.postTask(() => console.log('still runs'))").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let lines = lines.0.take();
    assert!(lines[0].contains("kept the context borrowed across an await"), "{lines:?}");
    assert_eq!((lines[1].as_str(), went_on.get()), ("still runs", false));
}

#[test]
fn a_call_with_a_priority_does_not_wait_for_others() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let remote = runtime.event_loop().remote();
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    for _ in 0..3 {
        let order = Arc::clone(&order);
        remote.call(Background, move |_| order.lock().unwrap().push("background")).detach();
    }
    let urgent = Arc::clone(&order);
    remote.call(UserBlocking, move |_| urgent.lock().unwrap().push("urgent")).detach();
    runtime.run();
    assert_eq!(*order.lock().unwrap(), ["urgent", "background", "background", "background"]);
}

#[test]
fn a_host_is_woken_in_its_own_loop() {
    struct Bell(std::sync::mpsc::Sender<()>);
    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            let _ = self.0.send(());
        }
    }
    let (sender, woken) = channel();
    let runtime = Runtime::builder().waker(Waker::from(Arc::new(Bell(sender)))).build().unwrap();
    let remote = runtime.event_loop().remote();
    thread::spawn(move || remote.queue_a_task(|_| {}).unwrap());
    woken.recv().unwrap();
    assert_eq!(runtime.next_deadline(), Deadline::Now);
}

#[test]
fn a_runtime_has_a_thread_of_its_own() {
    let thread = Runtime::spawn_thread("own", |builder| {
        let mut runtime = builder.virtual_time().build()?;
        runtime.run_script("globalThis.name = 'own'")?;
        Ok(runtime)
    })
    .unwrap();
    let name = thread.remote().call(UserBlocking, |context| {
        let name = context.eval(Source::from_bytes("name")).unwrap();
        (name.to_string(context).unwrap().to_std_string_lossy(), thread::current().name().map(str::to_owned))
    });
    assert_eq!(name.wait(), Ok(("own".to_owned(), Some("own".to_owned()))));
    thread.stop().unwrap();
    let failed = Runtime::spawn_thread("fails", |builder| {
        builder.build()?.run_script("throw 5")?;
        unreachable!()
    });
    assert!(matches!(failed, Err(Error::JavaScript(_))));
    let panics = Runtime::spawn_thread("panics", |_| panic!("on purpose"));
    assert!(matches!(panics, Err(Error::Panicked)));
    let panics = Runtime::spawn_thread("panics later", RuntimeBuilder::build).unwrap();
    assert!(panics.remote().call::<()>(UserBlocking, |_| panic!("on purpose")).wait().is_err());
    assert!(panics.stop().is_err());
}

#[test]
fn a_promise_that_nothing_settles_is_an_error() {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    assert!(matches!(runtime.eval_async("new Promise(() => {})"), Err(Error::Unsettled)));
    assert!(matches!(runtime.eval_async("Promise.reject(new TypeError('x'))"), Err(Error::JavaScript(_))));
    assert_eq!(runtime.uncaught_count(), 0);
    runtime.run_script("setTimeout(() => stop(), 5)").unwrap();
    runtime.event_loop().remote().stop();
    assert!(matches!(runtime.eval_async("new Promise(() => {})"), Err(Error::Stopped)));
    assert_eq!(runtime.eval_async("7").unwrap().as_number(), Some(7.0));
    let module = runtime.eval_module("export const x = await 8; setTimeout(() => {}, 1)", "m.js".as_ref()).unwrap();
    let x = runtime.with_context(|context| module.get(boa_engine::JsString::from("x"), context)).unwrap();
    assert_eq!(x.as_number(), Some(8.0));
    assert!(runtime.eval_module("throw 1", "n.js".as_ref()).is_err());
    assert!(runtime.eval_module("{", "o.js".as_ref()).is_err());
}

#[test]
fn limits_are_exceptions() {
    let limits = Limits::none().tasks(3).timers(2).messages(2);
    let mut runtime = Runtime::builder().virtual_time().limits(limits).build().unwrap();
    let mut run = |source: &str| {
        let result = runtime.eval_async(&format!("(async () => {{ {source} }})()"));
        let text = result.map_or_else(|error| error.to_string(), |value| value.display().to_string());
        runtime.run_until_idle();
        text
    };
    let many = |call: &str| format!("for (let i = 0; i < 9; i++) {call}; return 'not reached'");
    for (call, what) in [
        ("scheduler.postTask(() => {}).catch(error => { globalThis.failed ??= error })", ""),
        ("setTimeout(() => {})", "2 timers"),
        ("setInterval(() => {}, 5)", "2 timers"),
        ("requestIdleCallback(() => {})", "3 tasks"),
        ("AbortSignal.timeout(9)", "2 timers"),
        ("(globalThis.c ??= new MessageChannel()).port1.postMessage(i)", "2 messages"),
    ] {
        let text = run(&many(call));
        let expected = format!("QuotaExceededError: {what} are waiting, which is the limit of this runtime");
        assert!(what.is_empty() || text.starts_with(&expected), "{call}: {text}");
        // What waits is gone, except for what would never end.
        run("for (let id = 0; id < 99; id++) clearTimeout(id); c?.port1.close()"
            .replace("c?.", "globalThis.c?.")
            .as_str());
    }
    assert!(run("throw failed").starts_with("QuotaExceededError: 3 tasks"));
    assert!(run(&many("scheduler.postTask(() => {}, { delay: 5 }).catch(() => {})")).contains("not"));
    assert_eq!(run("for (let i = 0; i < 99; i++) await scheduler.yield(); return 1"), "1");
    let failed = runtime.with_context(|context| {
        (0..5)
            .map(|_| crate::web::scheduler::post_task(Background, |_| Ok(1.into()), context).is_err())
            .collect::<Vec<_>>()
    });
    assert_eq!(failed, [false, false, false, true, true]);
}

#[test]
fn console_output_is_limited() {
    #[derive(Default)]
    struct Lines(RefCell<Vec<String>>);
    impl ConsoleOutput for Lines {
        fn out(&self, line: &str) {
            self.0.borrow_mut().push(line.to_owned());
        }
        fn err(&self, line: &str) {
            self.out(line);
        }
    }
    let lines = Rc::new(Lines::default());
    let builder = Runtime::builder().console(Rc::clone(&lines) as _).limits(Limits::none().console_bytes(10));
    builder.build().unwrap().run_script("for (let i = 0; i < 5; i++) console.log('abcd')").unwrap();
    let expected = ["abcd", "abcd", "the limit of 10 bytes of console output is exceeded: the rest is dropped"];
    assert_eq!(lines.0.take(), expected);
}

#[test]
fn a_clock_and_a_parker_of_the_embedder() {
    struct Fast(RealTime);
    impl Clock for Fast {
        fn now(&self) -> Timestamp {
            Timestamp::since_origin(self.0.now().elapsed() * 1000)
        }
        fn origin(&self) -> std::time::SystemTime {
            self.0.origin()
        }
    }
    let mut runtime = Runtime::builder().clock(Rc::new(Fast(RealTime::new()))).build().unwrap();
    runtime.run_script("setTimeout(() => globalThis.done = true, 20)").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert!(runtime.run_script("done").unwrap().to_boolean());
    assert_eq!(runtime.turn(), Turn::Idle);
}

/// Each runtime belongs to its thread: they share nothing but the process.
#[test]
fn a_hundred_runtimes_run_on_a_hundred_threads() {
    let threads: Vec<_> = (0..100)
        .map(|number| Runtime::spawn_thread(&format!("loop {number}"), RuntimeBuilder::build).unwrap())
        .collect();
    let program = "globalThis.order = []; for (const priority of ['background', 'user-visible', 'user-blocking'])
        scheduler.postTask(() => order.push(priority[5]), { priority })";
    for thread in &threads {
        let evaluated =
            thread.remote().call(UserBlocking, move |context| context.eval(Source::from_bytes(program)).is_ok());
        assert_eq!(evaluated.wait(), Ok(true));
    }
    let orders = threads.iter().map(|thread| {
        thread.remote().call(Background, |context| {
            let order = context.eval(Source::from_bytes("order.join()")).unwrap();
            order.to_string(context).unwrap().to_std_string_escaped()
        })
    });
    let orders: Vec<_> = orders.collect();
    for order in orders {
        assert_eq!(order.wait().unwrap(), "b,v,r");
    }
}

#[test]
fn the_host_draws_the_frames() {
    let mut runtime = Runtime::builder().virtual_time().host_frames().build().unwrap();
    let at = |milliseconds| Timestamp::default().after_milliseconds(milliseconds);
    assert_eq!((runtime.wants_frame(), runtime.frame(at(1))), (false, Turn::Idle));
    runtime
        .run_script(
            "var log = [];
             const note = name => time => { log.push(name + time); queueMicrotask(() => log.push('m')) };
             cancelAnimationFrame(requestAnimationFrame(note('canceled')));
             requestAnimationFrame(time => { note('a')(time); requestAnimationFrame(note('next')) });
             const b = requestAnimationFrame(() => { throw 'wrong' });
             requestAnimationFrame(note('c')); cancelAnimationFrame(b);
             scheduler.postTask(() => log.push('task'));",
        )
        .unwrap();
    // A frame does not keep the program alive, and is no task.
    assert!(runtime.wants_frame());
    assert!(matches!(runtime.frame(at(16)), Turn::Ran(_)));
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert!(matches!(runtime.frame(at(33)), Turn::Ran(_)));
    assert_eq!((runtime.wants_frame(), runtime.frame(at(50))), (false, Turn::Idle));
    assert_eq!(runtime.run_script("log.join()").unwrap().as_string(), Some("a16,m,c16,m,task,next33,m".into()));
}

#[test]
fn frames_end_with_their_limits_and_report_exceptions() {
    let limits = Limits::none().loop_iterations(1_000);
    let mut runtime = Runtime::builder().virtual_time().host_frames().limits(limits).build().unwrap();
    runtime
        .run_script(
            "var ran = 0;
             requestAnimationFrame(() => { for (;;); });
             requestAnimationFrame(() => { throw new Error('reported') });
             requestAnimationFrame(() => ran++);",
        )
        .unwrap();
    assert_eq!(runtime.frame(Timestamp::default()), Turn::LimitExceeded);
    assert_eq!(runtime.uncaught_count(), 2);
    assert_eq!(runtime.run_script("ran").unwrap().as_number(), Some(1.0));
    // Without a display of the host, there is nothing to draw.
    let mut other = Runtime::builder().virtual_time().build().unwrap();
    assert_eq!((other.wants_frame(), other.frame(Timestamp::default())), (false, Turn::Idle));
}
