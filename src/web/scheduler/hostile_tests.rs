//! Tests of what Rust code may do wrong: panics, re-entrancy, handles that outlive their loop or meet another one.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as PollContext, Poll, Wake, Waker};
use std::time::Duration;

use boa_engine::job::{Job, NativeAsyncJob};
use boa_engine::{Context, JsResult, JsString, JsValue, Source};

use super::{AsyncTask, JobError, SpawnHandle, TaskHandle, TaskOptions};
use crate::event_loop::{
    Budget, Candidate, Candidates, Clock, Ending, Event, EventLoop, Limits, Observer, Outcome, Policy, Pump, RealTime,
    Subject, TaskSource, ThreadParker, Timestamp, WorkId,
};
use crate::scheduling::TaskPriority::{Background, UserBlocking, UserVisible};
use crate::web::dom::AbortSignal;
use crate::web::html::{ErrorSink, Uncaught};
use crate::{RemoteResolver, Runtime};

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().build().unwrap()
}

fn eval(context: &mut Context, source: &str) -> JsResult<JsValue> {
    context.eval(Source::from_bytes(source))
}

fn text(runtime: &mut Runtime, source: &str) -> String {
    let value = runtime.run_script(source).unwrap();
    runtime.with_context(|context| value.to_string(context).unwrap().to_std_string_escaped())
}

/// Runs the loop, whose code panics.
fn panics(runtime: &mut Runtime) {
    assert!(catch_unwind(AssertUnwindSafe(|| runtime.run())).is_err());
}

/// Counts how often it is called.
#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Shows that it was dropped.
struct Dropped(Rc<Cell<bool>>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

#[test]
fn the_loop_does_not_sleep_while_microtasks_that_the_host_has_queued_make_work_ready() {
    let sources = [
        "Promise.resolve().then(() => scheduler.postTask(() => ran()))",
        "Promise.resolve().then(() => requestIdleCallback(() => ran()))",
        "onunhandledrejection = () => ran(); Promise.reject(7)",
        "Promise.resolve().then(() => { const { port1, port2 } = new MessageChannel();
                                       port1.onmessage = () => { port1.close(); ran() }; port2.postMessage(1) })",
    ];
    for source in sources {
        let mut runtime = runtime();
        runtime.run_script("globalThis.ran = () => globalThis.count = 1").unwrap();
        runtime.with_context(|context| eval(context, source).map(drop)).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork, "{source}");
        assert_eq!(text(&mut runtime, "globalThis.count"), "1", "{source}");
    }
    let mut runtime = runtime();
    let ran = Rc::new(Cell::new(false));
    let sets = Rc::clone(&ran);
    runtime.event_loop().queue_a_microtask(move |event_loop, _| {
        event_loop.queue_a_task(TaskSource::Engine, move |_, _| sets.set(true));
    });
    assert_eq!(runtime.run_until_idle(), Outcome::OutOfWork);
    assert!(ran.get());
}

fn promised(runtime: &mut Runtime, handle: &TaskHandle) -> JsValue {
    runtime.with_context(|context| handle.promise(context)).unwrap().into()
}

#[test]
fn the_promise_of_a_task_can_be_asked_for_at_any_time() {
    let mut runtime = runtime();
    let source = "new Promise(resolve => setTimeout(() => resolve(5), 10))";
    let late = runtime.post_task(UserVisible, |context| eval(context, source)).unwrap();
    runtime.run_until_idle();
    let promise = promised(&mut runtime, &late);
    assert_eq!(runtime.settle(&promise).unwrap().as_number(), Some(5.0));

    // The `then` of the result asks for it.
    for is_early in [true, false] {
        let slot: Rc<RefCell<Option<TaskHandle>>> = Rc::default();
        let asks = Rc::clone(&slot);
        let ask = crate::web::webidl::closure(move |_, _, context| {
            Ok(asks.borrow().as_ref().unwrap().promise(context)?.into())
        });
        let defined = |context: &mut Context| context.register_global_callable(JsString::from("ask"), 0, ask);
        runtime.with_context(defined).unwrap();
        let source = "({ get then() { globalThis.inner = ask(); return resolve => resolve(6) } })";
        let handle = runtime.post_task(UserVisible, |context| eval(context, source)).unwrap();
        let first = is_early.then(|| promised(&mut runtime, &handle));
        *slot.borrow_mut() = Some(handle);
        runtime.run_until_idle();
        let last = promised(&mut runtime, slot.borrow().as_ref().unwrap());
        let inner = runtime.run_script("inner").unwrap();
        assert!(inner == last && first.is_none_or(|first| first == last), "early: {is_early}");
        assert_eq!(runtime.settle(&last).unwrap().as_number(), Some(6.0), "early: {is_early}");
        drop(slot.take());
    }
}

#[test]
fn after_a_panic_nothing_waits_for_ever() {
    let mut runtime = runtime();
    let mut future: SpawnHandle<()> = runtime.spawn(UserVisible, async |_| panic!("in a future")).unwrap();
    panics(&mut runtime);
    let reason = future.take_output().unwrap().unwrap_err().reason;
    assert_eq!(reason.as_string(), Some("the future panicked".into()));

    let with = runtime.spawn(UserVisible, async |task| task.with(|_| panic!("in steps")).await).unwrap();
    panics(&mut runtime);
    assert!(with.is_finished());

    let mut task = runtime.post_task(UserVisible, |_| panic!("in a task")).unwrap();
    let count = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&count));
    assert!(std::pin::Pin::new(&mut task).poll(&mut PollContext::from_waker(&waker)).is_pending());
    panics(&mut runtime);
    assert_eq!(count.0.load(Ordering::Relaxed), 1);
    assert!(task.result().unwrap().unwrap_err().to_string().contains("the task panicked"));

    runtime.with_context(|context| {
        let job = NativeAsyncJob::new(async |_: &RefCell<&mut Context>| panic!("in a job"));
        context.enqueue_job(Job::AsyncJob(job));
    });
    panics(&mut runtime);
    runtime.run_script("scheduler.postTask(() => globalThis.goesOn = true)").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(text(&mut runtime, "goesOn"), "true");
}

#[test]
fn a_dropped_loop_drops_its_futures_and_answers_all_handles() {
    let mut runtime = runtime();
    let dropped: [Rc<Cell<bool>>; 3] = Default::default();
    let [queued, delayed, waiting] = dropped.clone().map(Dropped);
    let count = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&count));
    let signal = runtime.run_script("globalThis.controller = new AbortController(); controller.signal").unwrap();
    let signal = crate::web::webidl::implements::<AbortSignal>(&signal).unwrap();
    let waits = async move |_: AsyncTask| {
        let _dropped = waiting;
        pending::<()>().await;
    };
    let mut waits = runtime.spawn(TaskOptions::new().signal(&signal), waits).unwrap();
    runtime.run_until_idle();
    let delay = TaskOptions::new().delay(Duration::from_mins(1)).signal(&signal);
    let _delayed = runtime.spawn(delay, async move |_| drop(delayed)).unwrap();
    let mut future = runtime.spawn(UserVisible, async move |_| drop(queued)).unwrap();
    let mut task = runtime.post_task(Background, |_| Ok(JsValue::undefined())).unwrap();
    let mut polling = PollContext::from_waker(&waker);
    assert!(std::pin::Pin::new(&mut future).poll(&mut polling).is_pending());
    assert!(std::pin::Pin::new(&mut task).poll(&mut polling).is_pending());
    assert!(std::pin::Pin::new(&mut waits).poll(&mut polling).is_pending());
    drop(runtime);
    assert!(dropped.iter().all(|dropped| dropped.get()));
    assert_eq!(count.0.load(Ordering::Relaxed), 3);
    let Poll::Ready(Err(aborted)) = std::pin::Pin::new(&mut future).poll(&mut polling) else { panic!("it is over") };
    assert_eq!(aborted.reason.as_string(), Some("the event loop no longer exists".into()));
    assert!(task.result().unwrap().is_err() && waits.is_finished());
}

#[test]
fn a_future_that_aborts_itself_stops_at_once() {
    let mut runtime = runtime();
    let slot: Rc<RefCell<Option<SpawnHandle<()>>>> = Rc::default();
    let (own, went_on) = (Rc::clone(&slot), Rc::new(Cell::new(false)));
    let sets = Rc::clone(&went_on);
    let handle = runtime.spawn(UserVisible, async move |task| {
        task.with(move |context| own.borrow().as_ref().map(|handle| handle.abort(None, context))).await;
        sets.set(true);
    });
    *slot.borrow_mut() = Some(handle.unwrap());
    runtime.run();
    assert!(slot.borrow_mut().as_mut().unwrap().take_output().unwrap().is_err());
    assert!(!went_on.get());
}

/// What happened to each piece of work.
#[derive(Default)]
struct Ends(RefCell<Vec<(WorkId, &'static str)>>);

impl Observer for Ends {
    fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
        let seen = match event {
            Event::Started { work } => (*work, "started"),
            Event::Ended { work, how: Ending::Aborted } => (*work, "aborted"),
            Event::Ended { work, .. } => (*work, "ended"),
            _ => return,
        };
        self.0.borrow_mut().push(seen);
    }
}

fn observed(ends: &Rc<Ends>) -> Runtime {
    let runtime = runtime();
    runtime.event_loop().set_observer(Some(Rc::clone(ends) as _));
    runtime
}

#[test]
fn the_promise_of_another_thread_is_one_piece_of_work_that_ends() {
    let ends = Rc::new(Ends::default());
    let mut runtime = observed(&ends);
    let mut resolver = || runtime.with_context(|context| RemoteResolver::new(context).unwrap().1);
    resolver().settle(|_| Ok(1.into())).unwrap();
    drop(resolver());
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let ends = ends.0.take();
    // The last task reports that nobody handles the rejection of the promise whose resolver was dropped.
    let expected = ["started", "ended", "started", "ended", "started", "ended"];
    assert_eq!(ends.iter().map(|(_, what)| *what).collect::<Vec<_>>(), expected);
    assert!(ends[0].0 == ends[1].0 && ends[1].0 < ends[2].0, "{ends:?}");
}

#[test]
fn aborting_a_future_cancels_its_timer_and_each_work_ends_once() {
    let ends = Rc::new(Ends::default());
    let mut runtime = observed(&ends);
    let delayed = runtime.spawn(TaskOptions::new().delay(Duration::from_hours(1)), async |_| ()).unwrap();
    let queued = runtime.spawn(UserVisible, async |_| ()).unwrap();
    let waiting = runtime.spawn(UserBlocking, async |_| pending::<()>().await).unwrap();
    runtime.run_for(Budget::Tasks(1));
    for handle in [&delayed, &queued, &waiting] {
        runtime.with_context(|context| handle.abort(None, context)).unwrap();
    }
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(runtime.event_loop().now(), Timestamp::default());
    let ends = ends.0.take();
    for (work, _) in &ends {
        let ended = ends.iter().filter(|(other, what)| other == work && *what != "started").count();
        assert_eq!(ended, 1, "{ends:?}");
    }
    assert_eq!(ends.iter().filter(|(_, what)| *what == "aborted").count(), 2, "{ends:?}");
}

#[test]
fn a_pump_that_is_dropped_does_not_leave_its_jobs_to_the_next_one() {
    let event_loop = EventLoop::new(Rc::new(RealTime::new()));
    let mut context = Context::builder().job_executor(Rc::clone(&event_loop)).build().unwrap();
    context.enqueue_job(Job::AsyncJob(NativeAsyncJob::new(async |_: &RefCell<&mut Context>| pending().await)));
    let cell = RefCell::new(&mut context);
    assert_eq!(Pump::new(Rc::clone(&event_loop), &cell).run_until_idle(), Outcome::Waiting);
    assert_eq!(Pump::new(Rc::clone(&event_loop), &cell).run(None), Outcome::OutOfWork);
}

#[test]
fn another_future_can_use_an_async_task() {
    let mut runtime = runtime();
    let slot: Rc<RefCell<Option<AsyncTask>>> = Rc::default();
    let (gives, takes) = (Rc::clone(&slot), Rc::clone(&slot));
    let owner = runtime.spawn(UserBlocking, async move |task| {
        *gives.borrow_mut() = Some(task);
        pending::<()>().await;
    });
    let other = runtime.spawn(UserVisible, async move |_| {
        let task = takes.take().unwrap();
        task.yield_now().await;
        task.sleep(Duration::from_millis(5)).await;
        task.with(|context| eval(context, "performance.now()").unwrap().as_number()).await
    });
    assert_eq!(runtime.run_until(Timestamp::since_origin(Duration::from_millis(10))), Outcome::TimedOut);
    let (owner, mut other) = (owner.unwrap(), other.unwrap());
    assert_eq!(other.take_output().unwrap().unwrap(), Some(5.0));
    runtime.with_context(|context| owner.abort(None, context)).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn futures_that_never_wait_let_other_work_run() {
    let mut runtime = runtime();
    let endless = runtime.spawn(UserVisible, async |task: AsyncTask| {
        loop {
            task.with(|_| ()).await;
        }
    });
    let wakes_itself = poll_fn(|polling: &mut PollContext<'_>| -> Poll<()> {
        polling.waker().wake_by_ref();
        Poll::Pending
    });
    let wakes_itself = runtime.spawn(UserVisible, async move |_| wakes_itself.await).unwrap();
    let task = runtime.post_task(UserVisible, |_| Ok(JsValue::from(1))).unwrap();
    let call = runtime.event_loop().remote().call(UserVisible, |_| 2);
    assert_eq!(runtime.run_for(Budget::Tasks(20)), Outcome::BudgetSpent);
    assert!(task.result().is_some() && call.is_finished());
    for handle in [endless.unwrap(), wakes_itself] {
        runtime.with_context(|context| handle.abort(None, context)).unwrap();
    }
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn handles_do_not_touch_another_loop() {
    let (mut one, mut other) = (runtime(), runtime());
    let (task, future) = (one.post_task(UserVisible, |_| Ok(1.into())), one.spawn(UserVisible, async |_| ()));
    let (kept, kept_future) = (other.post_task(UserVisible, |_| Ok(2.into())), other.spawn(UserVisible, async |_| 3));
    let (task, future) = (task.unwrap(), future.unwrap());
    other.with_context(|context| {
        assert!(task.abort(None, context).is_err() && future.abort(None, context).is_err());
        assert!(task.set_priority(Background, context).is_err() && task.promise(context).is_err());
        assert!(future.set_priority(Background, context).is_err());
    });
    other.run();
    one.run();
    assert!(kept.unwrap().result().is_some() && kept_future.unwrap().is_finished());
    assert!(task.result().is_some_and(|result| result.is_ok()) && future.is_finished());
}

/// A clock at half the speed of the machine's.
struct SlowClock(RealTime);

impl Clock for SlowClock {
    fn now(&self) -> Timestamp {
        Timestamp::since_origin(self.0.now().elapsed() / 2)
    }

    fn origin(&self) -> std::time::SystemTime {
        self.0.origin()
    }
}

#[test]
fn an_executor_is_woken_again_if_the_clock_is_slow() {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let clock = Rc::new(SlowClock(RealTime::new()));
    let parker = Rc::new(ThreadParker::new(Rc::clone(&clock) as _));
    let mut runtime = Runtime::builder().clock(clock).parker(parker).build().unwrap();
    runtime.run_script("setTimeout(() => {}, 20)").unwrap();
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    // If the executor were not woken, this would wait for ever.
    while runtime.poll(&mut PollContext::from_waker(&waker)) == Poll::Pending {
        std::thread::park();
    }
}

/// Panics once, when work is ready.
#[derive(Default)]
struct PanicsWhenReady(Cell<bool>);

impl Observer for PanicsWhenReady {
    fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
        assert!(!matches!(event, Event::Ready { .. }) || self.0.replace(true), "an observer panics");
    }
}

#[test]
fn a_task_runs_even_if_an_observer_panics_while_it_is_posted() {
    let mut runtime = runtime();
    runtime.event_loop().set_observer(Some(Rc::new(PanicsWhenReady::default())));
    let runs = Rc::new(Cell::new(0));
    let run = Rc::clone(&runs);
    let post = AssertUnwindSafe(|| {
        runtime.post_task(UserVisible, move |_| {
            run.set(run.get() + 1);
            Ok(JsValue::undefined())
        })
    });
    assert!(catch_unwind(post).is_err());
    runtime.run();
    assert_eq!((runs.get(), Rc::strong_count(&runs)), (1, 1));
}

#[test]
fn an_aborted_task_drops_what_its_callback_captures_at_once() {
    let mut runtime = runtime();
    let aborted = runtime.run_script("globalThis.aborted = AbortSignal.abort(); aborted").unwrap();
    let aborted = AbortSignal::from_value(&aborted).unwrap();
    let cases =
        [TaskOptions::new(), TaskOptions::new().delay(Duration::from_millis(1)), TaskOptions::new().signal(&aborted)];
    for options in cases {
        let dropped = Rc::new(Cell::new(false));
        let captured = Dropped(Rc::clone(&dropped));
        let handle = runtime.post_task(options, move |_| Ok(JsValue::from(captured.0.get()))).unwrap();
        runtime.try_with_context(|context| handle.abort(Some(JsValue::from(1)), context)).unwrap();
        assert!(dropped.get());
        assert!(matches!(handle.result(), Some(Err(_))));
        runtime.run();
    }
}

/// Panics once.
#[derive(Default)]
struct PanicsOnce(Cell<bool>, Rc<RefCell<Vec<String>>>);

impl Observer for PanicsOnce {
    fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
        assert!(!matches!(event, Event::Delivered { .. }) || self.0.replace(true), "an observer panics");
    }
}

impl ErrorSink for PanicsOnce {
    fn uncaught(&self, uncaught: &Uncaught) {
        assert!(self.0.replace(true), "a receiver of errors panics");
        self.1.borrow_mut().push(uncaught.headline());
    }
}

impl Policy for PanicsOnce {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        assert!(self.0.replace(true), "a policy panics");
        self.1.borrow_mut().push("asked".to_owned());
        candidates.any()
    }
}

#[test]
fn panics_of_observers_policies_and_receivers_of_errors_lose_nothing() {
    let observer = Rc::new(PanicsOnce::default());
    let mut runtime = runtime();
    runtime.event_loop().set_observer(Some(observer));
    let remote = runtime.event_loop().remote();
    remote.queue_a_task(|_| ()).unwrap();
    let call = remote.call(UserVisible, |_| 1);
    panics(&mut runtime);
    runtime.run();
    assert_eq!(call.wait(), Ok(1));

    let sink = Rc::new(PanicsOnce::default());
    let mut runtime = Runtime::builder().virtual_time().error_sink(Rc::clone(&sink) as _).build().unwrap();
    runtime.run_script("for (const reason of 'abc') Promise.reject(reason)").unwrap();
    panics(&mut runtime);
    runtime.run();
    assert_eq!(sink.1.borrow().len(), 2);

    let policy = PanicsOnce::default();
    let asked = Rc::clone(&policy.1);
    let mut runtime = Runtime::builder().virtual_time().policy(policy).build().unwrap();
    runtime.run_script("scheduler.postTask(() => {})").unwrap();
    panics(&mut runtime);
    runtime.run();
    assert_eq!(asked.borrow().len(), 1);
}

/// Uses the loop in every callback.
struct Meddles(Rc<EventLoop>, Cell<usize>);

impl Policy for Meddles {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        candidates.any()
    }

    fn wants_events(&self) -> bool {
        true
    }

    fn observe(&mut self, _: Timestamp, _: &Event) {
        self.1.set(self.1.get() + 1);
        if self.1.get() < 10 {
            self.0.queue_a_task(TaskSource::Engine, |_, _| ());
            let _ = self.0.pending();
        }
    }
}

#[test]
fn policies_and_wakers_can_use_the_loop() {
    let mut runtime = runtime();
    let event_loop = Rc::clone(runtime.event_loop());
    runtime.event_loop().set_policy(Meddles(event_loop, Cell::new(0)));
    runtime.run_script("scheduler.postTask(() => {})").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn limits_and_names_are_errors() {
    let limits = Limits::none().tasks(0);
    let mut runtime = Runtime::builder().virtual_time().limits(limits).build().unwrap();
    let call = runtime.event_loop().remote().call(UserVisible, |_| ());
    runtime.run();
    assert_eq!(call.wait(), Err(JobError::Refused));
    let mut call = runtime.event_loop().remote().call(UserVisible, |_| ());
    runtime.run();
    let mut polling = PollContext::from_waker(Waker::noop());
    assert_eq!(std::pin::Pin::new(&mut call).poll(&mut polling), Poll::Ready(Err(JobError::Refused)));
    assert_eq!(call.wait(), Err(JobError::Taken));
    assert!(Runtime::spawn_thread("a\0b", crate::RuntimeBuilder::build).is_err());
}

#[test]
fn a_signal_that_is_aborted_already_ends_the_work_once() {
    let ends = Rc::new(Ends::default());
    let mut runtime = observed(&ends);
    let signal = runtime.run_script("AbortSignal.abort('why')").unwrap();
    let signal = crate::web::webidl::implements::<AbortSignal>(&signal).unwrap();
    let task = runtime.post_task(TaskOptions::new().signal(&signal), |_| Ok(1.into())).unwrap();
    let future = runtime.spawn(TaskOptions::new().signal(&signal), async |_| ()).unwrap();
    assert!(task.result().unwrap().is_err() && future.is_finished());
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(ends.0.borrow().iter().map(|(_, what)| *what).collect::<Vec<_>>(), ["aborted", "aborted"]);
}

#[test]
fn nested_wrapped_functions_are_limited_and_times_stay_in_range() {
    let builder = Runtime::builder().virtual_time().frames(std::num::NonZeroU32::new(1_000).unwrap());
    let mut runtime = builder.experimental(&[crate::web::scheduler::Proposal::AsyncContext]).build().unwrap();
    let wrapped = "let f = () => 1;
        for (let i = 0; i < 50_000; i++) {
            f = AsyncContext.Snapshot.wrap(f);
            Object.defineProperty(f, 'name', { value: '' });
        }
        try { f() } catch (error) { error.name }";
    assert_eq!(text(&mut runtime, wrapped), "RangeError");
    let far = "(async () => {
            for (let i = 0; i < 2_100; i++) await scheduler.postTask(() => {}, { delay: Number.MAX_SAFE_INTEGER });
            requestAnimationFrame(() => {});
            return [new Date().getTime() === Date.now(), Date.now() <= 8.64e15].join();
        })()";
    let far = runtime.eval_async(far).unwrap();
    assert_eq!(far.as_string(), Some("true,true".into()));
}

#[test]
fn a_changed_priority_keeps_the_value_of_the_host() {
    let mut runtime = runtime();
    let options = TaskOptions::new().host_value(Rc::new(7_u32));
    let seen = Rc::new(Cell::new(None));
    let sets = Rc::clone(&seen);
    let task = runtime.post_task(options, move |context| {
        sets.set(EventLoop::of(context).and_then(|event_loop| event_loop.host_value::<u32>()).map(|value| *value));
        Ok(JsValue::undefined())
    });
    let task = task.unwrap();
    runtime.with_context(|context| task.set_priority(Background, context)).unwrap();
    runtime.run();
    assert_eq!(seen.get(), Some(7));
}

#[test]
fn a_future_that_a_timer_wakes_runs_before_work_of_lower_priority() {
    let mut runtime = runtime();
    runtime.run_script("globalThis.order = []; setTimeout(() => order.push('timeout'), 10)").unwrap();
    let future = runtime.spawn(UserBlocking, async |task: AsyncTask| {
        task.sleep(Duration::from_millis(10)).await;
        task.with(|context| eval(context, "order.push('future')").map(drop)).await
    });
    runtime.run();
    assert!(future.unwrap().is_finished());
    assert_eq!(text(&mut runtime, "order.join()"), "future,timeout");
}

#[test]
fn a_future_that_is_polled_by_another_collection_is_woken_through_it() {
    use futures_util::StreamExt;
    use futures_util::stream::FuturesUnordered;
    let mut runtime = runtime();
    let future = runtime.spawn(UserVisible, async |task: AsyncTask| {
        let other = task.clone();
        let mut yields = Box::pin(async move { other.yield_now().await });
        // The first poll has another waker than the later ones.
        assert!(futures_util::poll!(&mut yields).is_pending());
        let mut all: FuturesUnordered<_> = std::iter::once(yields).collect();
        all.next().await
    });
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert!(future.unwrap().is_finished());
}

#[test]
fn an_abort_handle_aborts_in_the_realm_of_its_signal() {
    let mut runtime = runtime();
    let realm = runtime.create_realm().unwrap();
    let other = runtime.with_context(|context| {
        crate::event_loop::in_realm(&realm, context, |context| {
            let signal = eval(context, "globalThis.signal = new AbortController().signal").unwrap();
            let signal = crate::web::webidl::implements::<AbortSignal>(&signal).unwrap();
            crate::web::dom::AbortHandle::new(&signal, context).unwrap()
        })
    });
    other.abort().unwrap();
    runtime.run();
    let is_own = runtime.with_context(|context| {
        crate::event_loop::in_realm(&realm, context, |context| eval(context, "signal.reason instanceof DOMException"))
    });
    assert_eq!(is_own.unwrap().as_boolean(), Some(true));
}

#[test]
fn a_signal_of_another_loop_is_refused() {
    let (mut one, mut other) = (runtime(), runtime());
    let signal = one.run_script("globalThis.c = new TaskController(); c.signal").unwrap();
    one.run_script("globalThis.log = []; for (const n of [1, 2, 3]) scheduler.postTask(() => log.push(n))").unwrap();
    let signal = AbortSignal::from_value(&signal).unwrap();
    let task_signal = crate::web::scheduler::TaskSignal::from_value(&signal.object()).unwrap();
    let options = || TaskOptions::new().signal(&signal);
    assert!(other.post_task(options(), |_| Ok(JsValue::undefined())).is_err());
    assert!(other.spawn(options(), async |task| task.sleep(Duration::from_secs(1)).await).is_err());
    let event_loop = Rc::clone(other.event_loop());
    other.with_context(|context| {
        assert!(crate::web::dom::AbortHandle::new(&signal, context).is_err());
        assert!(AbortSignal::signal_abort(&signal, None, &event_loop, context).is_err());
        assert!(task_signal.signal_priority_change(Background, &event_loop, context).is_err());
    });
    one.run_script("c.abort()").unwrap();
    assert_eq!((one.run(), other.run()), (Outcome::OutOfWork, Outcome::OutOfWork));
    assert_eq!(text(&mut one, "log.join()"), "1,2,3");
}

#[test]
fn a_task_whose_promise_is_never_settled_ends_with_the_loop() {
    let mut runtime = runtime();
    let tasks: Vec<_> = (0..100)
        .map(|_| runtime.post_task(UserVisible, |context| eval(context, "new Promise(() => {})")).unwrap())
        .collect();
    let settled = runtime.post_task(UserVisible, |context| eval(context, "Promise.resolve(1)")).unwrap();
    runtime.run();
    assert!(tasks.iter().all(|task| task.result().is_none()));
    drop(runtime);
    assert!(tasks.iter().all(|task| task.result().unwrap().is_err()));
    assert_eq!(settled.result(), Some(Ok(1.into())));
}

#[test]
fn handles_have_a_result_when_the_loop_of_another_context_is_dropped() {
    let event_loop = EventLoop::new(Rc::new(RealTime::new()));
    let hooks = crate::engine::Hooks::new(Rc::clone(&event_loop), crate::web::html::create_global_object);
    let builder = boa_engine::context::ContextBuilder::new().job_executor(Rc::clone(&event_loop));
    let mut context = builder.host_hooks(Rc::new(hooks)).build().unwrap();
    crate::install::scheduler(&mut context).unwrap();
    let task = super::post_task(UserVisible, |_| Ok(JsValue::undefined()), &mut context).unwrap();
    let future = super::spawn(UserVisible, async |_| pending::<()>().await, &mut context).unwrap();
    let call = event_loop.remote().call(UserVisible, |_| ());
    drop((context, event_loop));
    assert!(task.result().unwrap().is_err() && future.is_finished());
    assert_eq!(call.wait(), Err(JobError::Closed));
}

#[test]
fn tasks_of_the_host_carry_its_value_and_those_of_other_threads_none() {
    let mut runtime = runtime();
    let event_loop = Rc::clone(runtime.event_loop());
    let values = Rc::new(RefCell::new(Vec::new()));
    event_loop.with_host_value(Rc::new(7_u32), || {
        let values = Rc::clone(&values);
        event_loop.queue_a_task(TaskSource::DomManipulation, move |event_loop, _| {
            values.borrow_mut().push(event_loop.host_value::<u32>().map(|value| *value));
        });
    });
    let remote = event_loop.remote();
    let value = |context: &mut Context| EventLoop::of(context)?.host_value::<u32>().map(|value| *value);
    let called = remote.call(UserVisible, value);
    let (sender, received) = std::sync::mpsc::channel();
    remote.queue_a_task(move |context| sender.send(value(context)).unwrap()).unwrap();
    event_loop.with_host_value(Rc::new(8_u32), || runtime.run());
    assert_eq!(*values.borrow(), [Some(7)]);
    assert_eq!((called.wait(), received.recv()), (Ok(None), Ok(None)));
    assert_eq!(event_loop.captured_count(), 0);
}
