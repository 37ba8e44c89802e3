//! One run of a program under a schedule and a strategy.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::chooser::{AppliedDeviation, Chooser, Points, SkippedDeviation};
use super::outcome::{Ending, Outcome};
use super::rules::Bounds;
use super::schedule::Deviation;
use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::strategy::{Strategy, Weights};
use super::tracker::{Ran, Tracker};
use crate::event_loop::{
    Candidate, Candidates, DefaultPolicy, Event, Location, Observer, OrderingIdentifier, Origin, Policy,
    TaskSource, Time, Timestamp, Turn, VirtualTime, WaitingTimer, Work, WorkId, WorkKind,
};
use crate::host::drawn_random_numbers;
use crate::html::{ConsoleOutput, ErrorSink, Uncaught};
use crate::runtime::{MainStatus, Runtime, RuntimeBuilder};
use crate::scheduling::{EffectivePriority, QueueKind};
use crate::Error;

/// The number of bytes of console output of a run that are kept.
const KEPT_OUTPUT: usize = 1 << 20;

/// Limits that end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Virtual time.
    pub(super) time: Duration,
    /// The number of tasks that run without time passing.
    pub(super) tasks_at_once: usize,
    /// The number of microtasks of a checkpoint.
    pub(super) microtasks: usize,
    /// The number of rounds of a JavaScript loop.
    pub(super) loop_rounds: u64,
}

/// A program to explore: starts itself in a new runtime.
pub(super) type Start<'a> = dyn Fn(&mut Runtime) -> Result<MainStatus, Error> + Sync + 'a;

/// How to run a program.
pub(super) struct Plan<'a, S> {
    pub(super) start: &'a Start<'a>,
    /// Prepares the builder of each runtime.
    pub(super) configure: &'a (dyn Fn(RuntimeBuilder) -> RuntimeBuilder + Sync + 'a),
    pub(super) bounds: Bounds,
    pub(super) limits: Limits,
    pub(super) deviations: &'a [Deviation],
    pub(super) seed: u64,
    pub(super) strategy: S,
    /// Whether the strategy is asked. Otherwise, the run follows the deviations only.
    pub(super) asks: bool,
    /// The name of the program's file, which names of work omit.
    pub(super) main_file: &'a Path,
}

/// The result of a run.
pub(super) struct Run {
    pub(super) outcome: Outcome,
    pub(super) applied: Vec<AppliedDeviation>,
    pub(super) skipped: Vec<SkippedDeviation>,
    pub(super) points: Points,
    pub(super) ran: Vec<Ran>,
    /// How much work each place led to.
    pub(super) weights: Weights,
    /// How many random numbers the program drew.
    pub(super) random_numbers: u64,
    /// Identifies the order.
    pub(super) order: u64,
    /// Whether the strategy stopped the run. Then it has no outcome.
    pub(super) is_stopped: bool,
}

/// The console and the error sink of a run.
#[derive(Default)]
struct Output {
    console: RefCell<String>,
    errors: RefCell<Vec<Uncaught>>,
}

impl ConsoleOutput for Output {
    fn out(&self, line: &str) {
        let mut console = self.console.borrow_mut();
        if console.len() + line.len() < KEPT_OUTPUT {
            console.push_str(line);
            console.push('\n');
        }
    }

    fn err(&self, line: &str) {
        self.out(line);
    }
}

impl ErrorSink for Output {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.errors.borrow_mut().push(uncaught.clone());
    }
}

/// The state that the policy and the observer of a run share.
struct Shared<S> {
    tracker: RefCell<Tracker>,
    chooser: RefCell<Chooser<S>>,
    clock: Rc<VirtualTime>,
    places: RefCell<FxHashMap<Origin, Arc<str>>>,
    main_file: String,
    /// The number of tasks that have run since time passed, and when it did.
    tasks_at_once: Cell<(usize, Timestamp)>,
}

impl<S> Shared<S> {
    /// The place of a piece of work, as a part of its name.
    fn place(&self, work: Work, location: impl FnOnce() -> Option<Location>) -> Arc<str> {
        let Some(origin) = work.origin else { return kind_name(work.kind).into() };
        let known = self.places.borrow().get(&origin).cloned();
        known.unwrap_or_else(|| {
            let place: Arc<str> = match location() {
                Some(Location { file, line, column }) if file == self.main_file => format!("{line}:{column}").into(),
                Some(location) => location.to_string().into(),
                None => kind_name(work.kind).into(),
            };
            self.places.borrow_mut().insert(origin, Arc::clone(&place));
            place
        })
    }
}

/// The place of work that no source location has asked for.
fn kind_name(kind: WorkKind) -> String {
    kind.as_str().replace(' ', "-")
}

struct Watcher<S>(Rc<Shared<S>>);

impl<S: Strategy> Observer for Watcher<S> {
    fn observe(&self, now: Timestamp, event: &Event<'_>) {
        let shared = &self.0;
        let mut tracker = shared.tracker.borrow_mut();
        match event {
            Event::Scheduled(it) => {
                let place = shared.place(it.work, || it.location());
                tracker.scheduled(it.work, place, it.source, it.scheduled_by);
            }
            Event::Ready { work } => tracker.ready(*work),
            Event::TimerFired { work } => tracker.timer_fired(*work),
            Event::Started { work } => {
                tracker.started(*work, now);
                let (tasks, since) = shared.tasks_at_once.get();
                shared.tasks_at_once.set(if since == now { (tasks + 1, now) } else { (1, now) });
            }
            Event::IdlePeriodStarted { deadline } => tracker.idle_period_started(*deadline),
            Event::Ended { work, .. } => tracker.ended(*work),
            Event::CheckpointStarted { work, within } => tracker.checkpoint_started(*work, *within),
            Event::CheckpointEnded { work, .. } => tracker.checkpoint_ended(*work),
            _ => {}
        }
    }
}

/// The policy of a run. By default, it chooses as `base` does.
struct Deciding<S> {
    shared: Rc<Shared<S>>,
    base: Box<dyn Policy>,
}

impl<S: Strategy> Policy for Deciding<S> {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let mut candidates = *candidates;
        loop {
            let default = self.base.choose(&candidates);
            let all = candidates.all();
            let tracker = self.shared.tracker.borrow();
            let now = self.shared.clock.now();
            let mut chooser = self.shared.chooser.borrow_mut();
            let notice = |timer| chooser.notice(timer, now);
            let Some(situation) = situation(default, &all, &candidates, &tracker, now, notice) else { return default };
            let step = chooser.decide(&situation, &tracker);
            drop(chooser);
            drop(tracker);
            match step {
                step if step == situation.default => return default,
                Step::Run(work) | Step::Fire(work) => {
                    return all.into_iter().find(|candidate| candidate.id() == Some(work)).unwrap_or(default);
                }
                Step::WaitUntil(due) => self.shared.clock.advance(due.duration_since(self.shared.clock.now())),
            }
            let Some(refreshed) = candidates.refreshed() else { return default };
            candidates = refreshed;
        }
    }

    fn idle_period(&mut self, callback: &Candidate<'_>, longest: Duration) -> Duration {
        let tracker = self.shared.tracker.borrow();
        let Some(callback) = callback.id() else { return longest };
        let is_short = self.shared.chooser.borrow_mut().shortens_idle_period(callback, &tracker);
        if is_short { Duration::ZERO } else { longest }
    }
}

/// Describes what the loop could do next. `None` if a candidate is not known, so that there is nothing to decide.
fn situation(
    default: Candidate<'_>,
    all: &[Candidate<'_>],
    candidates: &Candidates<'_>,
    tracker: &Tracker,
    now: Timestamp,
    mut notice: impl FnMut(WorkId) -> Timestamp,
) -> Option<Situation> {
    let work = default.id()?;
    let step = if default.due().is_some() { Step::Fire(work) } else { Step::Run(work) };
    let head = |candidate: &Candidate<'_>| {
        let level = candidate.effective_priority();
        let queue = match (candidate.source(), level) {
            (Some(source), _) => Queue::Source(source),
            (None, Some(_)) => Queue::Scheduler,
            (None, None) => Queue::Idle,
        };
        Some(Head { work: candidate.id()?, queue, level })
    };
    let mut timer = |timer: WaitingTimer| {
        let queue = match (TaskSource::of(timer.work.kind), timer.work.kind) {
            (Some(source), _) => Queue::Source(source),
            (None, WorkKind::IdleCallback) => Queue::Source(TaskSource::IdleTask),
            (None, _) => Queue::Scheduler,
        };
        Timer {
            work: timer.work.id,
            due: timer.due,
            noticed: if timer.due <= now { notice(timer.work.id) } else { timer.due },
            delay: timer.delay,
            group: OrderingIdentifier::of(timer.work.kind),
            serial: timer.serial,
            queue,
            level: timer.priority.map(|priority| EffectivePriority::new(priority, QueueKind::Tasks)),
        }
    };
    let last = tracker.last();
    Some(Situation {
        now,
        default: step,
        heads: all.iter().filter(|candidate| candidate.due().is_none()).filter_map(head).collect(),
        timers: candidates.timers().into_iter().map(&mut timer).collect(),
        last: Last {
            work: last.map(|(work, _)| work),
            started: last.map_or_else(Timestamp::default, |(_, started)| started),
        },
    })
}

impl<S: Strategy + 'static> Plan<'_, S> {
    /// Runs the program in a new runtime.
    ///
    /// # Errors
    ///
    /// Returns the error of a runtime that cannot be built or of a program that cannot be started. Exceptions of the
    /// program are part of the outcome.
    pub(super) fn run(self) -> Result<Run, Error> {
        let clock = Rc::new(VirtualTime::new());
        let output = Rc::new(Output::default());
        let shared = Rc::new(Shared {
            tracker: RefCell::default(),
            chooser: RefCell::new(Chooser::new(self.bounds, self.deviations, self.strategy, self.asks)),
            clock: Rc::clone(&clock),
            places: RefCell::default(),
            main_file: self.main_file.display().to_string(),
            tasks_at_once: Cell::default(),
        });
        let seed = self.deviations.iter().find_map(|deviation| match deviation {
            Deviation::Seed(seed) => Some(*seed),
            _ => None,
        });
        let builder = Runtime::builder()
            .time(clock)
            .seed(seed.unwrap_or(self.seed))
            .console(Rc::clone(&output) as _)
            .error_sink(Rc::clone(&output) as _)
            .policy(Deciding { shared: Rc::clone(&shared), base: Box::new(DefaultPolicy) });
        let mut runtime = (self.configure)(builder).build()?;
        runtime.with_context(|context| {
            context.runtime_limits_mut().set_loop_iteration_limit(self.limits.loop_rounds);
        });
        runtime.event_loop().limit_microtasks(self.limits.microtasks);
        runtime.event_loop().set_observer(Some(Rc::new(Watcher(Rc::clone(&shared)))));
        let main = (self.start)(&mut runtime)?;
        let ending = drive(&mut runtime, &shared, &main, &self.limits);
        let random_numbers = runtime.with_context(|context| drawn_random_numbers(context));
        // The collector may keep parts of a program, and with them the loop, for a while.
        runtime.event_loop().set_policy(DefaultPolicy);
        runtime.event_loop().set_observer(None);
        drop(runtime);
        Ok(Run { random_numbers, ..finish(shared, &output, ending) })
    }
}

/// Turns the loop until nothing is left to do or a limit is reached.
fn drive<S: Strategy>(runtime: &mut Runtime, shared: &Shared<S>, main: &MainStatus, limits: &Limits) -> Ending {
    let event_loop = Rc::clone(runtime.event_loop());
    loop {
        let turn = runtime.turn();
        if shared.chooser.borrow().is_stopped {
            return Ending::Completed;
        }
        if shared.tasks_at_once.get().0 > limits.tasks_at_once || event_loop.has_exceeded_microtasks() {
            return Ending::NoProgress;
        }
        if event_loop.now().elapsed() > limits.time {
            return Ending::TimedOut;
        }
        if turn != Turn::Idle {
            continue;
        }
        match event_loop.next_deadline() {
            _ if !runtime.has_work() => {
                return if main.is_done() { Ending::Completed } else { Ending::Unfinished };
            }
            Some(due) => event_loop.sleep(Some(due)),
            // Only another thread could continue the program.
            None => return Ending::Unfinished,
        }
    }
}

fn finish<S: Strategy>(shared: Rc<Shared<S>>, output: &Output, ending: Ending) -> Run {
    let (chooser, tracker) = match Rc::try_unwrap(shared) {
        Ok(Shared { chooser, tracker, .. }) => (chooser.into_inner(), tracker.into_inner()),
        Err(_) => unreachable!("the loop, which held the policy and the observer, has others now"),
    };
    let is_stopped = chooser.is_stopped;
    let (applied, skipped, points) = chooser.finish();
    let skipped = skipped.into_iter().map(|deviation| SkippedDeviation::new(deviation, &tracker)).collect();
    let outcome = Outcome { ending, errors: output.errors.take(), console: output.console.take() };
    let (order, weights) = (tracker.history(), tracker.weights());
    let random_numbers = 0;
    Run { outcome, weights, random_numbers, applied, skipped, points, ran: tracker.into_ran(), order, is_stopped }
}
