use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::Waker;
use std::thread;
use std::time::{Duration, SystemTime};

use boa_engine::builtins::promise::Promise;
use boa_engine::context::ContextBuilder;
use boa_engine::job::{GenericJob, IntervalJob, Job, NativeAsyncJob, NativeJob, NativeJobFn, PromiseJob, TimeoutJob};
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsValue};
use proptest::prelude::*;

use super::{
    Batch, Candidate, Candidates, Clock, Deadline, DefaultPolicy, Ending, EngineFault, ErrorReporting, Event,
    EventLoop, Location, Observer, Origin, Outcome, Parker, Policy, Pump, QueuePosition, SchedulerQueue, SchedulerTask,
    Subject, TaskSource, TimerId, Timestamp, Turn, VirtualTime, Work, WorkId, WorkKind,
};
use crate::event_loop::queues::{CandidateSource, Exceeded, Selection, Timer, TimerInfo, Timers, WaitingTimer};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueKind, TaskPriority};

type Log = Rc<RefCell<Vec<String>>>;

/// An event loop with its own context and a log. The time is virtual by default.
struct Bench {
    event_loop: Rc<EventLoop>,
    context: Context,
    log: Log,
}

struct ToLog(Log);

impl ErrorReporting for ToLog {
    fn report_an_exceeded_limit(&self, exceeded: &Exceeded, _: &EventLoop) {
        self.0.borrow_mut().push(exceeded.to_string());
    }

    fn report_an_exception(&self, exception: JsError, _: &EventLoop, _: &mut Context) {
        self.0.borrow_mut().push(format!("reported {exception}"));
    }

    fn report_an_engine_fault(&self, _: EngineFault, what: &str, _: Option<&Location>) {
        self.0.borrow_mut().push(format!("fault {what}"));
    }

    fn notify_about_rejected_promises(&self, _: Batch, _: &EventLoop, _: &mut Context) {}

    fn a_rejected_promise_was_handled(&self, _: &JsObject<Promise>, _: &EventLoop, _: &mut Context) {}
}

impl Bench {
    fn new() -> Self {
        Self::on(Rc::new(VirtualTime::new()))
    }

    fn on<T: Clock + Parker + 'static>(time: Rc<T>) -> Self {
        let event_loop = EventLoop::new(time);
        let log = Log::default();
        event_loop.set_error_reporting(Rc::new(ToLog(Rc::clone(&log))));
        let context = ContextBuilder::new().job_executor(Rc::clone(&event_loop)).build().unwrap();
        Self { event_loop, context, log }
    }

    fn say(&self, label: &str) -> impl Fn() + 'static {
        let (log, label) = (Rc::clone(&self.log), label.to_owned());
        move || log.borrow_mut().push(label.clone())
    }

    fn run(&mut self) -> Outcome {
        let cell = RefCell::new(&mut self.context);
        Pump::new(Rc::clone(&self.event_loop), &cell).run(None)
    }

    fn order(&self) -> Vec<String> {
        self.log.take()
    }
}

/// A fake source of candidates.
#[derive(Default)]
struct MadeUp {
    scheduler_task: Option<(EffectivePriority, EnqueueOrder)>,
    plain_task: Option<EnqueueOrder>,
    wants_idle: bool,
}

impl CandidateSource for MadeUp {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        self.scheduler_task
    }

    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)> {
        self.plain_task.map(|age| (TaskSource::Timer, age))
    }

    fn task(&self, source: TaskSource) -> Option<EnqueueOrder> {
        self.plain_task.filter(|_| source == TaskSource::Timer)
    }

    fn oldest_tasks(&self) -> Vec<(TaskSource, EnqueueOrder, WorkId)> {
        self.plain_task.map(|age| (TaskSource::Timer, age, WorkId::new(1))).into_iter().collect()
    }

    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)> {
        None
    }

    fn frame_waits_since(&self) -> Option<Timestamp> {
        None
    }

    fn timers_that_may_fire(&self) -> Vec<TimerInfo> {
        Vec::new()
    }

    fn timers(&self) -> Vec<WaitingTimer> {
        Vec::new()
    }

    fn may_run_idle_callbacks(&self) -> bool {
        self.wants_idle
    }

    fn now(&self) -> Timestamp {
        Timestamp::default()
    }

    fn is_idle_period(&self) -> bool {
        false
    }

    fn due(&self, _: TimerId) -> Option<Timestamp> {
        None
    }

    fn work(&self, _: Selection) -> Option<Work> {
        None
    }

    fn location(&self, _: Origin) -> Option<Location> {
        None
    }
}

#[test]
fn the_default_policy_follows_the_specification() {
    use QueueKind::{Continuations, Tasks};
    let level = |priority, kind, age| Some((EffectivePriority::new(priority, kind), EnqueueOrder::FIRST.after(age)));
    let plain = |age| Some(EnqueueOrder::FIRST.after(age));
    let (task, plain_task) = (Some(Selection::SchedulerTask), Some(Selection::Task(TaskSource::Timer)));
    let (background, visible, blocking) =
        (TaskPriority::Background, TaskPriority::UserVisible, TaskPriority::UserBlocking);
    let table = [
        // Next scheduler task, next other task, whether an idle callback is waiting, expected choice.
        (level(blocking, Continuations, 9), plain(1), true, task),
        (level(blocking, Tasks, 9), plain(1), true, task),
        (level(visible, Continuations, 9), plain(1), true, task),
        (level(visible, Tasks, 9), plain(1), true, plain_task),
        (level(visible, Tasks, 1), plain(9), true, task),
        (level(background, Continuations, 1), plain(9), true, plain_task),
        (level(background, Tasks, 1), plain(9), true, plain_task),
        (level(background, Tasks, 1), None, true, task),
        (None, plain(1), true, plain_task),
        (None, None, true, Some(Selection::IdleCallback)),
        (None, None, false, None),
    ];
    for (scheduler_task, plain_task, wants_idle, expected) in table {
        let ready = MadeUp { scheduler_task, plain_task, wants_idle };
        let candidates = Candidates::of(&ready);
        let chosen = candidates.map(|candidates| DefaultPolicy.choose(&candidates).what);
        assert_eq!(chosen, expected, "{scheduler_task:?} {plain_task:?} {wants_idle}");
    }
}

struct Say {
    say: Box<dyn Fn()>,
    work: Work,
}

impl SchedulerTask for Say {
    fn enqueue(self: Rc<Self>, _: QueuePosition, _: &EventLoop) {}

    fn priority(&self) -> TaskPriority {
        TaskPriority::default()
    }

    fn run(self: Rc<Self>, _: &EventLoop, _: &mut Context) -> Ending {
        (self.say)();
        Ending::Returned
    }

    fn discard(&self) {}

    fn work(&self) -> &Work {
        &self.work
    }
}

impl Bench {
    /// Queues a scheduler task that logs a label.
    fn post(&mut self, label: &str, priority: TaskPriority) {
        let work = self.event_loop.new_work(WorkKind::Task, &mut self.context);
        let queue = SchedulerQueue { priority, kind: QueueKind::Tasks, own: None };
        self.event_loop.queue_a_scheduler_task(
            queue,
            QueuePosition::Last,
            Rc::new(Say { say: Box::new(self.say(label)), work }),
        );
    }

    /// Sets a timer whose task logs a label.
    fn set_timer(&mut self, label: &str, delay: u64) {
        let say = self.say(label);
        let work = self.event_loop.new_work(WorkKind::Timeout, &mut self.context);
        let realm = self.context.realm().clone();
        self.event_loop.run_steps_after_a_timeout(delay, work, move |event_loop, place| {
            event_loop.queue_a_global_task(TaskSource::Timer, work, place, realm, move |_, _| {
                say();
                Ok(())
            });
        });
    }

    /// Sets a timer with the given steps.
    fn run_after(&mut self, delay: u64, steps: impl FnOnce(&EventLoop) + 'static) {
        let work = self.event_loop.new_work(WorkKind::EngineJob, &mut self.context);
        self.event_loop.run_steps_after_a_timeout(delay, work, move |event_loop, _| steps(event_loop));
    }
}

/// Always chooses the last of all candidates, and records the numbers of its choices.
struct LastOfAll(Rc<RefCell<Vec<u64>>>);

impl Policy for LastOfAll {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let chosen = candidates.all().pop().unwrap_or_else(|| candidates.any());
        self.0.borrow_mut().extend(chosen.id().map(WorkId::get));
        chosen
    }

    fn explain(&self, _: &Candidate<'_>, _: &Candidates<'_>) -> String {
        "the last of all".to_owned()
    }
}

#[test]
fn a_stateful_policy_chooses_among_the_candidates() {
    let mut bench = Bench::new();
    let numbers = Rc::default();
    bench.event_loop.set_policy(LastOfAll(Rc::clone(&numbers)));
    bench.post("task 1", TaskPriority::UserBlocking);
    bench.set_timer("timer 2", 0);
    let message = bench.say("message 3");
    bench.event_loop.queue_a_task(TaskSource::Remote, move |_, _| message());
    bench.set_timer("timer 4", 0);
    bench.run();
    // Timers come first in the list of candidates, and the second timer must not fire before the first.
    assert_eq!(bench.order(), ["message 3", "task 1", "timer 2", "timer 4"]);
    assert_eq!(numbers.take(), [3, 1, 2, 2, 4, 4]);
}

#[test]
fn due_timers_still_fire_if_a_policy_delays_them() {
    /// Lets timers fire only when nothing else is ready.
    struct TimersLast;

    impl Policy for TimersLast {
        fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
            candidates.scheduler_task().or(candidates.oldest_task()).unwrap_or_else(|| candidates.any())
        }

        fn explain(&self, _: &Candidate<'_>, _: &Candidates<'_>) -> String {
            String::new()
        }
    }

    let mut bench = Bench::new();
    bench.event_loop.set_policy(TimersLast);
    bench.set_timer("timer", 0);
    bench.post("background", TaskPriority::Background);
    assert_eq!(bench.run(), Outcome::OutOfWork);
    assert_eq!(bench.order(), ["background", "timer"]);
}

#[test]
fn a_timer_without_a_delay_keeps_its_enqueue_order() {
    let mut bench = Bench::new();
    bench.set_timer("5 ms", 5);
    bench.post("before", TaskPriority::UserVisible);
    bench.set_timer("at once", 0);
    bench.post("after", TaskPriority::UserVisible);
    // Simulates a task that took longer than the delay. Like Chromium, the loop runs the timer without a delay first.
    bench.event_loop.time.park(Some(Timestamp::default().after_milliseconds(9)));
    bench.run();
    assert_eq!(bench.order(), ["before", "at once", "after", "5 ms"]);
}

/// Logs events.
struct Diary(Log);

impl Observer for Diary {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let line = match event {
            Event::Scheduled(scheduled) => {
                let by = scheduled.scheduled_by.map(|by| format!(" by {by}")).unwrap_or_default();
                format!("{} scheduled: {}{by}", scheduled.work, scheduled.kind.as_str())
            }
            Event::Ready { work } => format!("{work} ready"),
            Event::Chosen { work, .. } => {
                let Subject::Choice(choice) = subject else { panic!("a choice has a subject") };
                format!("{} chosen: {}", work.unwrap(), choice.explain())
            }
            Event::Started { work } => format!("{work} started"),
            Event::Ended { work, how } => format!("{work} ended: {how:?}"),
            Event::CheckpointStarted { work, within } => {
                let within = within.map(|work| format!(" within {work}")).unwrap_or_default();
                format!("{work} checkpoint started{within}")
            }
            Event::CheckpointEnded { work, microtasks, .. } => format!("{work} checkpoint ended: {microtasks}"),
            Event::TimerSet { work, due } => format!("{work} timer set, due at {due}"),
            Event::TimerFired { work } => format!("{work} timer fired at {now}"),
            Event::TimerCleared { work } => format!("{work} timer cleared"),
            Event::Sleeping { until } => format!("sleeping until {}", until.unwrap()),
            Event::Woke => "woke".to_owned(),
            _ => return,
        };
        self.0.borrow_mut().push(line);
    }
}

#[test]
fn the_observer_receives_every_event_of_a_task() {
    let mut bench = Bench::new();
    bench.event_loop.set_observer(Some(Rc::new(Diary(Rc::clone(&bench.log)))));
    bench.set_timer("says", 7);
    bench.event_loop.queue_a_task(TaskSource::DomManipulation, |event_loop, context| {
        event_loop.queue_a_microtask(|_, _| {});
        event_loop.queue_a_microtask(|event_loop, context| {
            let work = event_loop.new_work(WorkKind::Timeout, context);
            let timer = event_loop.run_steps_after_a_timeout(1, work, |_, _| {});
            event_loop.cancel_timer(timer);
        });
        event_loop.new_work(WorkKind::Message, context);
    });
    bench.run();
    let expected = [
        "#1 scheduled: setTimeout",
        "#1 timer set, due at 7 ms",
        "#2 ready",
        "#2 chosen: it is the oldest task that was not posted by a scheduler; no scheduler task is waiting",
        "#2 started",
        "#3 scheduled: message by #2",
        "#2 ended: Returned",
        "#4 checkpoint started",
        "#5 scheduled: setTimeout by #4",
        "#5 timer set, due at 1 ms",
        "#5 timer cleared",
        "#4 checkpoint ended: 2",
        "sleeping until 7 ms",
        "woke",
        "#1 chosen: it is due, and no timer fires before it",
        "#1 timer fired at 7 ms",
        "#1 ready",
        "#1 chosen: it is the oldest task that was not posted by a scheduler; no scheduler task is waiting",
        "#1 started",
        "says",
        "#1 ended: Returned",
    ];
    assert_eq!(bench.order(), expected);
}

#[test]
fn an_observer_can_replace_the_policy_and_the_observer() {
    /// Removes itself and replaces the policy as soon as something is chosen.
    struct Meddler(std::rc::Weak<EventLoop>);

    impl Observer for Meddler {
        fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
            if let (Event::Chosen { .. }, Some(event_loop)) = (event, self.0.upgrade()) {
                event_loop.set_observer(None);
                event_loop.set_policy(DefaultPolicy);
                let _ = event_loop.pending();
            }
        }
    }

    let mut bench = Bench::new();
    bench.event_loop.set_observer(Some(Rc::new(Meddler(Rc::downgrade(&bench.event_loop)))));
    bench.post("a", TaskPriority::Background);
    bench.set_timer("b", 0);
    bench.run();
    assert_eq!(bench.order(), ["b", "a"]);
}

#[test]
fn a_checkpoint_without_microtasks_clears_kept_objects() {
    // The context's list of kept objects is private, so the test uses a `WeakRef`, as in kept_objects_of_tasks.js.
    let mut bench = Bench::new();
    bench.context.eval(boa_engine::Source::from_bytes("globalThis.kept = new WeakRef({})")).unwrap();
    bench.event_loop.perform_a_microtask_checkpoint(&mut bench.context);
    boa_gc::force_collect();
    let gone = bench.context.eval(boa_engine::Source::from_bytes("kept.deref() === undefined")).unwrap();
    assert!(gone.to_boolean());
}

#[test]
fn timers_fire_in_order_with_a_checkpoint_after_each() {
    let mut bench = Bench::new();
    for (label, delay) in [("c 20", 20), ("a 10", 10), ("b 10", 10)] {
        let (say, micro) = (bench.say(label), bench.say(&format!("microtask of {label}")));
        bench.run_after(delay, move |event_loop| {
            event_loop.queue_a_task(TaskSource::Timer, move |event_loop, _| {
                say();
                event_loop.queue_a_microtask(move |_, _| micro());
            });
        });
    }
    bench.run();
    let expected = ["a 10", "microtask of a 10", "b 10", "microtask of b 10", "c 20", "microtask of c 20"];
    assert_eq!(bench.order(), expected);
    assert_eq!(bench.event_loop.now(), Timestamp::default().after_milliseconds(20));
}

#[test]
fn every_kind_of_job_runs_even_after_errors() {
    let mut bench = Bench::new();
    let realm = bench.context.realm().clone();
    let fails = || JsNativeError::typ().with_message("on purpose");
    let ok = |say: Box<dyn Fn()>| {
        move || {
            say();
            Ok(JsValue::undefined())
        }
    };
    let steps = |label: &str| ok(Box::new(bench.say(label)));
    let (promise, generic, timeout, asynchronous) =
        (steps("promise"), steps("generic"), steps("timeout"), steps("async"));
    let ticks = Rc::new(Cell::new(0));
    let tick = bench.say("interval");
    let counted = Rc::clone(&ticks);
    let interval = IntervalJob::new(
        NativeJobFn::new(move |_| {
            tick();
            counted.set(counted.get() + 1);
            Err(JsNativeError::typ().with_message("in an interval").into())
        }),
        30,
    );
    let token = interval.cancellation_token().clone();
    let cancelled = TimeoutJob::new(NativeJob::new(|_| panic!("a cancelled job ran")), 5);
    let cancelled_token = cancelled.cancellation_token().clone();
    let jobs: Vec<Job> = vec![
        interval.into(),
        cancelled.into(),
        TimeoutJob::new(NativeJob::new(move |_| timeout()), 10).into(),
        GenericJob::new(move |_| Err(fails().into()), realm.clone()).into(),
        GenericJob::new(move |_| generic(), realm).into(),
        PromiseJob::new(move |_| Err(fails().into())).into(),
        PromiseJob::new(move |_| promise()).into(),
        NativeAsyncJob::new(async |_| Err(JsNativeError::typ().with_message("async").into())).into(),
        NativeAsyncJob::new(async move |_| asynchronous()).into(),
    ];
    for job in jobs {
        bench.context.enqueue_job(job);
    }
    cancelled_token.cancel(&mut bench.context);
    let stop = Rc::clone(&ticks);
    bench.run_after(65, move |event_loop| {
        event_loop.queue_a_task(TaskSource::Timer, move |_, context| {
            assert_eq!(stop.get(), 2);
            token.cancel(context);
        });
    });
    bench.context.run_jobs().unwrap();
    let order = bench.order();
    let first_line = |text: String| text.lines().next().map(str::to_owned);
    let (reported, ran): (Vec<_>, Vec<_>) =
        order.into_iter().filter_map(first_line).partition(|line| line.starts_with("reported"));
    assert_eq!(ran, ["promise", "async", "generic", "timeout", "interval", "interval"]);
    assert_eq!(reported.len(), 5, "{reported:?}");
    assert!(!bench.event_loop.has_work());
}

#[test]
fn a_pending_async_job_is_polled_only_after_a_wake() {
    let mut bench = Bench::on(Rc::new(super::RealTime::new()));
    let polls = Rc::new(Cell::new(0));
    let counted = Rc::clone(&polls);
    let job = NativeAsyncJob::new(async move |_| {
        let mut started = false;
        std::future::poll_fn(|polling| {
            counted.set(counted.get() + 1);
            if std::mem::replace(&mut started, true) {
                return std::task::Poll::Ready(());
            }
            let waker: Waker = polling.waker().clone();
            thread::spawn(move || waker.wake());
            std::task::Poll::Pending
        })
        .await;
        Ok(JsValue::undefined())
    });
    bench.context.enqueue_job(job.into());
    assert_eq!(bench.run(), Outcome::OutOfWork);
    assert_eq!(polls.get(), 2);
}

#[test]
fn other_threads_can_queue_tasks_and_stop_the_loop() {
    let mut bench = Bench::on(Rc::new(super::RealTime::new()));
    let remote = bench.event_loop.remote();
    let alive = remote.keep_alive();
    let thread = thread::spawn(move || {
        let (sender, receiver) = std::sync::mpsc::channel();
        remote.queue_a_task(move |_| sender.send(()).unwrap()).unwrap();
        receiver.recv().unwrap();
        drop(alive);
        remote
    });
    assert_eq!(bench.run(), Outcome::OutOfWork);
    let remote = thread.join().unwrap();
    bench.run_after(3_600_000, |_| panic!("the loop was not stopped"));
    thread::spawn(move || remote.stop());
    assert_eq!(bench.run(), Outcome::Stopped);
}

/// Virtual time that counts how often the loop sleeps.
struct Counting {
    time: VirtualTime,
    parked: Cell<usize>,
}

impl Clock for Counting {
    fn now(&self) -> Timestamp {
        self.time.now()
    }

    fn origin(&self) -> SystemTime {
        self.time.origin()
    }
}

impl Parker for Counting {
    fn park(&self, until: Option<Timestamp>) {
        self.parked.set(self.parked.get() + 1);
        self.time.park(until);
    }

    fn unparker(&self) -> Waker {
        self.time.unparker()
    }
}

#[test]
fn the_loop_sleeps_once_per_deadline() {
    let time = Rc::new(Counting { time: VirtualTime::new(), parked: Cell::new(0) });
    let mut bench = Bench::on(Rc::clone(&time));
    for delay in [2000, 1000, 1000] {
        bench.run_after(delay, |_| {});
    }
    assert_eq!(bench.run(), Outcome::OutOfWork);
    assert_eq!(time.parked.get(), 2);
    assert_eq!(time.now().elapsed(), Duration::from_secs(2));
}

#[test]
fn memory_is_released_after_a_burst_and_before_long_sleeps() {
    thread_local! {
        static RELEASES: Cell<usize> = const { Cell::new(0) };
    }
    let mut bench = Bench::new();
    bench.event_loop.set_release_memory(|| RELEASES.set(RELEASES.get() + 1));
    let mut releases_after = |tasks: usize, timers: &[u64]| {
        for _ in 0..tasks {
            bench.event_loop.queue_a_task(TaskSource::DomManipulation, |_, _| {});
        }
        for &delay in timers {
            bench.run_after(delay, |_| {});
        }
        assert_eq!(bench.run(), Outcome::OutOfWork);
        RELEASES.replace(0)
    };
    assert_eq!(releases_after(900, &[]), 0);
    assert_eq!(releases_after(2000, &[]), 1);
    assert_eq!(releases_after(900, &[]), 0);
    assert_eq!(releases_after(0, &[50, 90]), 0);
    assert_eq!(releases_after(0, &[50, 500]), 1);
}

#[test]
fn the_loop_stops_at_a_deadline_and_can_continue() {
    let mut bench = Bench::new();
    for delay in [10, 30] {
        let say = bench.say(&delay.to_string());
        bench.run_after(delay, move |_| say());
    }
    let event_loop = Rc::clone(&bench.event_loop);
    let cell = RefCell::new(&mut bench.context);
    let mut pump = Pump::new(event_loop, &cell);
    assert_eq!(pump.run(Some(Timestamp::default().after_milliseconds(20))), Outcome::TimedOut);
    assert_eq!(pump.next_deadline(), Deadline::At(Timestamp::default().after_milliseconds(30)));
    assert_eq!(pump.turn(), Turn::Idle);
    assert_eq!(pump.run(None), Outcome::OutOfWork);
    drop(pump);
    assert_eq!(bench.order(), ["10", "30"]);
}

#[test]
fn idle_callbacks_requested_while_idle_run_in_the_next_period() {
    let mut bench = Bench::new();
    let (first, again, task) = (bench.say("idle"), bench.say("idle again"), bench.say("task"));
    let work = bench.event_loop.new_work(WorkKind::IdleCallback, &mut bench.context);
    bench.event_loop.request_idle(work, move |deadline, event_loop, context| {
        first();
        assert_eq!(deadline, Timestamp::default().after(super::queues::IDLE_PERIOD));
        let work = event_loop.new_work(WorkKind::IdleCallback, context);
        event_loop.request_idle(work, move |_, _, _| {
            again();
            Ending::Returned
        });
        event_loop.queue_a_task(TaskSource::Timer, move |_, _| task());
        Ending::Returned
    });
    let cancelled = bench.event_loop.request_idle(work, |_, _, _| panic!("a cancelled callback ran"));
    assert!(bench.event_loop.cancel_idle(cancelled));
    assert!(!bench.event_loop.cancel_idle(cancelled));
    bench.run();
    assert_eq!(bench.order(), ["idle", "task", "idle again"]);
}

#[test]
fn a_panic_restores_the_continuation_state() {
    let bench = Bench::new();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let state =
            super::ContinuationState::new(bench.event_loop.new_scheduler_id(), None, None, boa_gc::Gc::new(1_u32));
        let _state = bench.event_loop.enter_state(state);
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert!(bench.event_loop.capture().is_empty());
}

#[derive(Clone, Debug)]
enum TimerOperation {
    Start(u64),
    Stop(usize),
    Wait(u64),
}

fn timer_operation() -> impl Strategy<Value = TimerOperation> {
    use TimerOperation::{Start, Stop, Wait};
    prop_oneof![
        5 => (0..20_u64).prop_map(Start),
        3 => any::<usize>().prop_map(Stop),
        2 => (0..8_u64).prop_map(Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Compares the timers with a list that is searched linearly for the timer that fires first.
    #[test]
    fn timers_agree_with_a_list(operations in prop::collection::vec(timer_operation(), 1..300)) {
        let mut timers = Timers::default();
        // Whether the timer has a delay (timers without one fire first), its due time and its number.
        let mut list: Vec<(bool, Timestamp, usize)> = Vec::new();
        let (mut ids, mut now) = (Vec::new(), Timestamp::default());
        for operation in operations {
            match operation {
                TimerOperation::Start(delay) => {
                    let number = ids.len();
                    let work = Work { id: WorkId::new(1), kind: WorkKind::Timeout, priority: None, origin: None };
                    let due = now.after_milliseconds(delay);
                    let (leeway, is_immediate, keeps_alive) = (0, delay == 0, number % 2 == 0);
                    let place = None;
                    let timer =
                        Timer { work, delay, due, leeway, is_immediate, keeps_alive, place, steps: number };
                    ids.push(timers.insert(timer));
                    list.push((delay > 0, now.after_milliseconds(delay), number));
                }
                TimerOperation::Stop(which) if !ids.is_empty() => {
                    let number = which % ids.len();
                    let at = list.iter().position(|timer| timer.2 == number);
                    prop_assert_eq!(timers.remove(ids[number]).is_some(), at.is_some());
                    at.map(|at| list.swap_remove(at));
                }
                TimerOperation::Stop(_) => {}
                TimerOperation::Wait(delay) => {
                    now = now.after_milliseconds(delay);
                    while let Some((timer, _)) = timers.first_due(now) {
                        let may_fire = timers.may_fire(now);
                        prop_assert!(may_fire.iter().any(|other| other.id == timer));
                        let fired = timers.remove(timer).map(|timer| timer.steps);
                        let first = list.iter().copied().min();
                        prop_assert_eq!(fired, first.map(|first| first.2));
                        list.retain(|timer| Some(*timer) != first);
                    }
                    prop_assert!(list.iter().all(|timer| timer.1 > now));
                    prop_assert!(timers.may_fire(now).is_empty());
                }
            }
            prop_assert_eq!(timers.len(), list.len());
            prop_assert_eq!(timers.next_due(), list.iter().copied().min().map(|first| first.1));
            prop_assert_eq!(timers.keep_alive(), list.iter().any(|timer| timer.2 % 2 == 0));
            let dues: Vec<_> = timers.list().into_iter().map(|timer| timer.due).collect();
            list.sort_unstable();
            prop_assert_eq!(dues, list.iter().map(|timer| timer.1).collect::<Vec<_>>());
        }
    }
}
