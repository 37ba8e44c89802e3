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

use super::timers::{Timer, Timers};
use super::{
    Choice, ErrorReporting, EventLoop, Outcome, Pump, Ready, TaskSource, Time, TimerKind, Timestamp, Turn, VirtualTime,
    default_policy,
};
use crate::scheduling::{EffectivePriority, EnqueueOrder, TaskPriority};

type Log = Rc<RefCell<Vec<String>>>;

/// An event loop in virtual time with a context of its own, and a log.
struct Bench {
    event_loop: Rc<EventLoop>,
    context: Context,
    log: Log,
}

struct ToLog(Log);

impl ErrorReporting for ToLog {
    fn report_an_exception(&self, exception: JsError, _: &mut Context) {
        self.0.borrow_mut().push(format!("reported {exception}"));
    }

    fn notify_about_rejected_promises(&self, _: &mut Context) {}

    fn a_rejected_promise_was_handled(&self, _: &JsObject<Promise>, _: &mut Context) {}
}

impl Bench {
    fn new() -> Self {
        Self::on(Rc::new(VirtualTime::new()))
    }

    fn on(time: Rc<dyn Time>) -> Self {
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

#[test]
fn the_default_policy_is_that_of_the_specification() {
    let level = |priority, is_continuation, age| {
        Some((EffectivePriority::new(priority, is_continuation), EnqueueOrder::FIRST.after(age)))
    };
    let timer = |age| Some((TaskSource::Timer, EnqueueOrder::FIRST.after(age)));
    let (task, timer_task) = (Choice::SchedulerTask, Choice::Task(TaskSource::Timer));
    let (background, visible, blocking) =
        (TaskPriority::Background, TaskPriority::UserVisible, TaskPriority::UserBlocking);
    let table = [
        // the next scheduler task, the next other task, idle wanted, what runs
        (level(blocking, true, 9), timer(1), true, task),
        (level(blocking, false, 9), timer(1), true, task),
        (level(visible, true, 9), timer(1), true, task),
        (level(visible, false, 9), timer(1), true, timer_task),
        (level(visible, false, 1), timer(9), true, task),
        (level(background, true, 1), timer(9), true, timer_task),
        (level(background, false, 1), timer(9), true, timer_task),
        (level(background, false, 1), None, true, task),
        (None, timer(1), true, timer_task),
        (None, None, true, Choice::Idle),
        (None, None, false, Choice::Nothing),
    ];
    for (scheduler_task, task, idle, expected) in table {
        let ready = Ready { scheduler_task, task, idle };
        assert_eq!(default_policy(&ready), expected, "{ready:?}");
    }
}

struct Say(Box<dyn Fn()>);

impl super::SchedulerTask for Say {
    fn run(self: Rc<Self>, _: &mut Context) {
        (self.0)();
    }
}

#[test]
fn another_policy_can_be_set() {
    let mut bench = Bench::new();
    // Timers before everything.
    bench.event_loop.set_policy(|ready| match ready.task {
        Some((source, _)) => Choice::Task(source),
        None => default_policy(ready),
    });
    let queue = bench.event_loop.static_queue(TaskPriority::UserBlocking, false);
    bench.event_loop.queue_a_scheduler_task(queue, Rc::new(Say(Box::new(bench.say("scheduler")))));
    let timer = bench.say("timer");
    bench.event_loop.queue_a_task(TaskSource::Timer, move |_| timer());
    bench.run();
    assert_eq!(bench.order(), ["timer", "scheduler"]);
}

#[test]
fn timers_run_by_due_time_then_by_start_each_with_a_checkpoint() {
    let mut bench = Bench::new();
    for (label, delay) in [("c 20", 20), ("a 10", 10), ("b 10", 10)] {
        let (say, micro) = (bench.say(label), bench.say(&format!("microtask of {label}")));
        bench.event_loop.run_steps_after_a_timeout(delay, TimerKind::Engine, None, move |event_loop| {
            event_loop.queue_a_task(TaskSource::Timer, move |context| {
                say();
                EventLoop::of(context).unwrap().queue_a_microtask(move |_| micro());
            });
        });
    }
    bench.run();
    let expected = ["a 10", "microtask of a 10", "b 10", "microtask of b 10", "c 20", "microtask of c 20"];
    assert_eq!(bench.order(), expected);
    assert_eq!(bench.event_loop.now(), Timestamp::default().after_milliseconds(20));
}

#[test]
fn every_kind_of_job_runs_and_no_error_empties_a_queue() {
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
    bench.event_loop.run_steps_after_a_timeout(65, TimerKind::Engine, None, move |event_loop| {
        event_loop.queue_a_task(TaskSource::Timer, move |context| {
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
fn an_async_job_that_waits_for_another_thread_is_polled_when_it_wakes_and_not_before() {
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
    assert_eq!(bench.run(), Outcome::RanDry);
    assert_eq!(polls.get(), 2);
}

#[test]
fn other_threads_can_queue_tasks_keep_the_loop_alive_and_stop_it() {
    let mut bench = Bench::on(Rc::new(super::RealTime::new()));
    let remote = bench.event_loop.remote();
    let alive = remote.keep_alive();
    let thread = thread::spawn(move || {
        let (sender, receiver) = std::sync::mpsc::channel();
        remote.queue_a_task(move |_| sender.send(()).unwrap());
        receiver.recv().unwrap();
        drop(alive);
        remote
    });
    assert_eq!(bench.run(), Outcome::RanDry);
    let remote = thread.join().unwrap();
    bench.event_loop.run_steps_after_a_timeout(3_600_000, TimerKind::Engine, None, |_| panic!("stopped before"));
    thread::spawn(move || remote.stop());
    assert_eq!(bench.run(), Outcome::Stopped);
}

/// Virtual time that counts how often the loop sleeps and asks.
struct Counting {
    time: VirtualTime,
    parked: Cell<usize>,
}

impl Time for Counting {
    fn now(&self) -> Timestamp {
        self.time.now()
    }

    fn origin(&self) -> SystemTime {
        self.time.origin()
    }

    fn park(&self, until: Option<Timestamp>) {
        self.parked.set(self.parked.get() + 1);
        self.time.park(until);
    }

    fn waker(&self) -> Waker {
        self.time.waker()
    }

    fn is_woken(&self) -> bool {
        self.time.is_woken()
    }
}

#[test]
fn the_loop_sleeps_once_per_deadline_and_never_spins() {
    let time = Rc::new(Counting { time: VirtualTime::new(), parked: Cell::new(0) });
    let mut bench = Bench::on(Rc::clone(&time) as _);
    for delay in [2000, 1000, 1000] {
        bench.event_loop.run_steps_after_a_timeout(delay, TimerKind::Engine, None, |_| {});
    }
    assert_eq!(bench.run(), Outcome::RanDry);
    assert_eq!(time.parked.get(), 2);
    assert_eq!(time.now().elapsed(), Duration::from_secs(2));
}

#[test]
fn memory_is_given_back_when_a_wave_has_passed_and_before_long_sleeps() {
    thread_local! {
        static GIVEN_BACK: Cell<usize> = const { Cell::new(0) };
    }
    let mut bench = Bench::new();
    bench.event_loop.set_give_memory_back(|| GIVEN_BACK.set(GIVEN_BACK.get() + 1));
    let mut given_back_after = |tasks: usize, timers: &[u64]| {
        for _ in 0..tasks {
            bench.event_loop.queue_a_task(TaskSource::DomManipulation, |_| {});
        }
        for &delay in timers {
            bench.event_loop.run_steps_after_a_timeout(delay, TimerKind::Engine, None, |_| {});
        }
        assert_eq!(bench.run(), Outcome::RanDry);
        GIVEN_BACK.replace(0)
    };
    assert_eq!(given_back_after(900, &[]), 0);
    assert_eq!(given_back_after(2000, &[]), 1);
    assert_eq!(given_back_after(900, &[]), 0);
    assert_eq!(given_back_after(0, &[50, 90]), 0);
    assert_eq!(given_back_after(0, &[50, 500]), 1);
}

#[test]
fn a_deadline_stops_the_loop_and_loses_nothing() {
    let mut bench = Bench::new();
    for delay in [10, 30] {
        let say = bench.say(&delay.to_string());
        bench.event_loop.run_steps_after_a_timeout(delay, TimerKind::Engine, None, move |_| say());
    }
    let event_loop = Rc::clone(&bench.event_loop);
    let cell = RefCell::new(&mut bench.context);
    let mut pump = Pump::new(event_loop, &cell);
    assert_eq!(pump.run(Some(Timestamp::default().after_milliseconds(20))), Outcome::TimedOut);
    assert_eq!(pump.next_deadline(), Some(Timestamp::default().after_milliseconds(30)));
    assert_eq!(pump.turn(), Turn::Idle);
    assert_eq!(pump.run(None), Outcome::RanDry);
    drop(pump);
    assert_eq!(bench.order(), ["10", "30"]);
}

#[test]
fn idle_steps_of_one_period_do_not_run_in_it_again() {
    let mut bench = Bench::new();
    let (first, again, task) = (bench.say("idle"), bench.say("idle again"), bench.say("task"));
    bench.event_loop.request_idle(move |deadline, context| {
        first();
        assert_eq!(deadline, Timestamp::default().after(super::IDLE_PERIOD));
        let event_loop = EventLoop::of(context).unwrap();
        event_loop.request_idle(move |_, _| again());
        event_loop.queue_a_task(TaskSource::Timer, move |_| task());
    });
    let cancelled = bench.event_loop.request_idle(|_, _| panic!("cancelled"));
    assert!(bench.event_loop.cancel_idle(cancelled));
    assert!(!bench.event_loop.cancel_idle(cancelled));
    bench.run();
    assert_eq!(bench.order(), ["idle", "task", "idle again"]);
}

#[test]
fn a_panic_in_guarded_steps_restores_the_continuation_state() {
    let bench = Bench::new();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let state = super::ContinuationState::new(bench.event_loop.new_scheduler_id(), None, boa_gc::Gc::new(1_u32));
        bench.event_loop.with_continuation_state(Some(state), || panic!("on purpose"));
    }));
    assert!(panicked.is_err());
    assert!(bench.event_loop.current_continuation_state().is_none());
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

    /// Timers against a list that is searched whole for the one that is due first.
    #[test]
    fn timers_agree_with_a_list(operations in prop::collection::vec(timer_operation(), 1..300)) {
        let mut timers = Timers::default();
        let mut list: Vec<(Timestamp, usize)> = Vec::new();
        let (mut ids, mut now) = (Vec::new(), Timestamp::default());
        let fired = Rc::new(Cell::new(None));
        let event_loop = Bench::new().event_loop;
        for operation in operations {
            match operation {
                TimerOperation::Start(delay) => {
                    let (due, number, fired) = (now.after_milliseconds(delay), ids.len(), Rc::clone(&fired));
                    let steps = Box::new(move |_: &EventLoop| fired.set(Some(number)));
                    let timer = Timer { keeps_alive: number % 2 == 0, kind: TimerKind::Engine, origin: None, steps };
                    ids.push(timers.insert(due, timer));
                    list.push((due, number));
                }
                TimerOperation::Stop(which) if !ids.is_empty() => {
                    let number = which % ids.len();
                    let at = list.iter().position(|timer| timer.1 == number);
                    prop_assert_eq!(timers.remove(ids[number]).is_some(), at.is_some());
                    at.map(|at| list.swap_remove(at));
                }
                TimerOperation::Stop(_) => {}
                TimerOperation::Wait(delay) => {
                    now = now.after_milliseconds(delay);
                    while let Some(steps) = timers.pop_due(now) {
                        steps(&event_loop);
                        let first = list.iter().copied().min();
                        prop_assert_eq!(fired.take(), first.map(|first| first.1));
                        list.retain(|timer| Some(*timer) != first);
                    }
                    prop_assert!(list.iter().all(|timer| timer.0 > now));
                }
            }
            prop_assert_eq!(timers.len(), list.len());
            prop_assert_eq!(timers.next_due(), list.iter().copied().min().map(|first| first.0));
            prop_assert_eq!(timers.keep_alive(), list.iter().any(|timer| timer.1 % 2 == 0));
            let dues: Vec<_> = timers.list().into_iter().map(|timer| timer.0).collect();
            list.sort_unstable();
            prop_assert_eq!(dues, list.iter().map(|timer| timer.0).collect::<Vec<_>>());
        }
    }
}
