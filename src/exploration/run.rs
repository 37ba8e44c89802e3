//! One run of a program under a schedule and a strategy.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::active::{AppliedDeviation, SkippedDeviation};
use super::chooser::Chooser;
use super::connection::{Begin, Choices, Shared};
use super::footprints::{Recorder, Uses, define};
use super::outcome::{Ending, Outcome};
use super::points::{Points, SeenOrders};
use super::rules::Bounds;
use super::schedule::Deviation;
use super::strategy::Strategy;
use super::tracker::{Ran, Weights};
use crate::Error;
use crate::engine::{drawn_random_numbers, random_seed};
use crate::event_loop::{DefaultPolicy, EventLoop, Observer, Quirks, Turn, VirtualTime};
use crate::panic_message::panic_message;
use crate::runtime::{Idle, LARGE_STACK, Runtime, RuntimeBuilder, Supervisor};
use crate::web::html::{ConsoleOutput, ErrorSink, Uncaught, UncaughtKind};

/// The number of bytes of console output of a run that are kept.
const KEPT_OUTPUT: usize = 1 << 20;

/// The number of uncaught errors of a run that are kept.
const KEPT_ERRORS: usize = 20;

/// Limits that end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Virtual time.
    pub(super) time: Duration,
    /// The number of tasks.
    pub(super) tasks: u64,
    /// The number of tasks that run without time passing.
    pub(super) tasks_at_once: usize,
    /// The number of microtasks of a checkpoint.
    pub(super) microtasks: usize,
    /// The number of rounds of a JavaScript loop.
    pub(super) loop_rounds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            tasks: u64::MAX,
            tasks_at_once: 100_000,
            microtasks: 1_000_000,
            loop_rounds: 10_000_000,
        }
    }
}

impl Limits {
    /// Sets the limits that the runtime checks itself.
    pub(super) fn apply(&self, runtime: &mut Runtime) {
        runtime.with_context(|context| {
            context.runtime_limits_mut().set_loop_iteration_limit(self.loop_rounds);
        });
        let event_loop = runtime.event_loop();
        event_loop.set_limits(event_loop.limits().microtasks(self.microtasks));
    }
}

/// A program to explore: starts itself in a new runtime.
pub(super) type Start<'a> = dyn Fn(&mut Runtime, Rc<dyn Choices>) -> Result<Box<dyn Supervisor>, Error> + Sync + 'a;

/// Configures the runtime of a run.
pub(super) type Configure<'a> = dyn Fn(RuntimeBuilder) -> RuntimeBuilder + Sync + 'a;

/// Makes an observer for a run.
pub(super) type MakeObserver<'a> = dyn Fn() -> Rc<dyn Observer> + Sync + 'a;

/// How to run a program.
pub(super) struct Plan<'a, S> {
    pub(super) start: &'a Start<'a>,
    pub(super) configure: &'a Configure<'a>,
    /// Makes another observer for the run.
    pub(super) observer: Option<&'a MakeObserver<'a>>,
    pub(super) bounds: Bounds,
    /// How the host departs from the standards.
    pub(super) quirks: Quirks,
    pub(super) limits: Limits,
    pub(super) deviations: &'a [Deviation],
    pub(super) seed: u64,
    /// Without a strategy, the run follows the deviations only.
    pub(super) strategy: Option<S>,
    /// The name of the program's file, which names of work omit.
    pub(super) main_file: &'a Path,
    /// What the functions of the program use, if it announces them.
    pub(super) uses: Option<&'a Arc<Uses>>,
    /// Says which order the run follows, when it has come to its first decision. Then `bounds` must be those of that
    /// order, and the deviations and the strategy here do not count. The process ends with the run.
    pub(super) begin: Option<Begin<S>>,
    /// Whether to stop the run, which then has no outcome.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// The result of a run.
pub(super) struct Run {
    pub(super) outcome: Outcome,
    pub(super) applied: Vec<AppliedDeviation>,
    pub(super) skipped: Vec<SkippedDeviation>,
    pub(super) points: Points,
    /// The pairs of places whose work could run in either order.
    pub(super) pairs: BTreeMap<(Arc<str>, Arc<str>), SeenOrders>,
    pub(super) ran: Vec<Ran>,
    /// How much work each place led to.
    pub(super) weights: Weights,
    /// How many random numbers the program drew.
    pub(super) random_numbers: u64,
    /// Identifies the order: what ran, and when if the program reads a clock.
    pub(super) order: u64,
    /// Whether work ran only because it had waited for too much newer work.
    pub(super) is_bounded: bool,
    /// Whether the strategy stopped the run. Then it has no outcome.
    pub(super) is_stopped: bool,
}

impl Run {
    /// A run that was stopped because there was no time left.
    pub(super) fn stopped() -> Self {
        Self {
            outcome: Outcome { ending: Ending::Completed, errors: Vec::new(), console: String::new() },
            applied: Vec::new(),
            skipped: Vec::new(),
            points: Points::default(),
            pairs: BTreeMap::new(),
            ran: Vec::new(),
            weights: Weights::default(),
            random_numbers: 0,
            order: 0,
            is_bounded: false,
            is_stopped: true,
        }
    }
}

/// The console and the error sink of a run.
#[derive(Default)]
struct Output {
    console: RefCell<String>,
    errors: RefCell<Vec<Uncaught>>,
    /// Who learns that something is printed.
    recorder: OnceCell<Rc<Recorder>>,
}

impl Output {
    fn announce(&self) {
        if let Some(recorder) = self.recorder.get() {
            recorder.prints();
        }
    }

    /// Keeps the limit that was exceeded. The rejection of a promise that it led to is not reported any more.
    fn note_exceeded_limit(&self, event_loop: &EventLoop) {
        let mut errors = self.errors.borrow_mut();
        if errors.is_empty() {
            errors.extend(event_loop.exceeded_limit().as_ref().map(Uncaught::of_exceeded));
        }
    }
}

impl ConsoleOutput for Output {
    fn out(&self, line: &str) {
        self.announce();
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
        self.announce();
        let mut errors = self.errors.borrow_mut();
        if errors.len() < KEPT_ERRORS && !uncaught.is_possible_fault_in_a_package() {
            errors.push(uncaught.clone());
        }
    }
}

impl<S: Strategy + 'static> Plan<'_, S> {
    /// Runs the program in a new runtime. The stack of the thread must have the size [`LARGE_STACK`].
    ///
    /// # Errors
    ///
    /// Returns the error of a runtime that cannot be built or of a program that cannot be started. Exceptions of the
    /// program and panics are part of the outcome.
    pub(super) fn run(self) -> Result<Run, Error> {
        // Weak references must not depend on the garbage of earlier runs, as far as the collector allows.
        boa_gc::force_collect();
        let output = Rc::new(Output::default());
        let recorder = self.uses.map(|uses| Rc::new(Recorder::new(Arc::clone(uses))));
        let chooser = Chooser::new(self.bounds, self.deviations, self.strategy).most_tasks(self.limits.tasks);
        let clock = Some(Rc::new(VirtualTime::new()));
        let shared = Shared::recorded(chooser, clock, self.main_file, recorder.clone());
        let builder =
            (self.configure)(Runtime::builder()).console(Rc::clone(&output) as _).error_sink(Rc::clone(&output) as _);
        let builder = shared.configure(builder, self.quirks, self.seed);
        let mut runtime = builder.caller_stack(LARGE_STACK).build()?;
        self.limits.apply(&mut runtime);
        let is_last = self.begin.is_some();
        if let Some(begin) = self.begin {
            shared.wait(begin, runtime.with_context(|context| random_seed(context)));
        }
        let observer = match self.observer {
            None => shared.observer(),
            Some(make) => Rc::new(vec![shared.observer(), make()]),
        };
        runtime.event_loop().set_observer(Some(observer));
        if let Some(recorder) = recorder {
            runtime.try_with_context(|context| define(&recorder, context))?;
            output.recorder.get_or_init(|| Rc::clone(&recorder));
            runtime.event_loop().set_access_observer(Some(recorder));
        }
        let ran = catch_unwind(AssertUnwindSafe(|| {
            let program = (self.start)(&mut runtime, Rc::clone(&shared) as _)?;
            let ending = drive(&mut runtime, &shared, &*program, self.is_over, &self.limits);
            output.note_exceeded_limit(runtime.event_loop());
            // What happens when the runtime is dropped is not part of the run.
            shared.end_of_run(ending.is_some());
            Ok(ending)
        }));
        let (ending, random_numbers) = match ran {
            Ok(ending) if is_last => (ending?, end_with_the_process(runtime)),
            Ok(ending) => (ending?, end(runtime)),
            Err(panic) => {
                output.errors.borrow_mut().push(panicked(&panic_message(&*panic)));
                shared.end_of_run(true);
                // Nobody knows in which state the runtime is.
                (Some(Ending::Panicked), catch_unwind(AssertUnwindSafe(|| end(runtime))).unwrap_or_default())
            }
        };
        let run = finish(&shared, self.bounds, &output, ending);
        Ok(Run { random_numbers, is_stopped: run.is_stopped || ending.is_none(), ..run })
    }
}

/// Drops a runtime. Returns how many random numbers its program drew.
fn end(mut runtime: Runtime) -> u64 {
    let random_numbers = runtime.with_context(|context| drawn_random_numbers(context));
    // The collector may keep parts of a program, and with them the loop, for a while.
    runtime.event_loop().set_policy(DefaultPolicy);
    runtime.event_loop().set_observer(None);
    runtime.event_loop().set_access_observer(None);
    random_numbers
}

/// Like [`end`], for a process that ends soon: to drop the runtime would take longer than many runs.
fn end_with_the_process(mut runtime: Runtime) -> u64 {
    let random_numbers = runtime.with_context(|context| drawn_random_numbers(context));
    std::mem::forget(runtime);
    random_numbers
}

/// The error of a run that panicked.
fn panicked(message: &str) -> Uncaught {
    Uncaught::new(UncaughtKind::Panic, message.to_owned())
}

/// Turns the loop until nothing is left to do or a limit is reached. `None` if it is stopped before that.
pub(super) fn drive<S: Strategy + 'static>(
    runtime: &mut Runtime,
    shared: &Shared<S>,
    program: &dyn Supervisor,
    is_over: &dyn Fn() -> bool,
    limits: &Limits,
) -> Option<Ending> {
    let event_loop = Rc::clone(runtime.event_loop());
    loop {
        let turn = runtime.turn();
        if shared.chooser.borrow().is_stopped || is_over() {
            return None;
        }
        if shared.tasks_at_once() > limits.tasks_at_once || turn == Turn::LimitExceeded {
            return Some(Ending::NoProgress);
        }
        if shared.chooser.borrow().is_exhausted() {
            return Some(Ending::Inconclusive);
        }
        if event_loop.now().elapsed() > limits.time {
            return Some(Ending::TimedOut);
        }
        if program.after_turn(runtime) || turn != Turn::Idle {
            continue;
        }
        match program.when_idle(runtime) {
            Idle::Turn => {}
            Idle::Sleep(until) if until.elapsed() > limits.time => return Some(Ending::TimedOut),
            Idle::Sleep(until) => event_loop.sleep(Some(until)),
            Idle::Ended => return Some(Ending::Completed),
            Idle::Unfinished if event_loop.has_suspended_workers() => return Some(Ending::Suspended),
            Idle::Unfinished => return Some(Ending::Unfinished),
        }
    }
}

/// Makes the result of a run. Takes the chooser and the tracker, which nobody needs any more.
fn finish<S: Strategy>(shared: &Shared<S>, bounds: Bounds, output: &Output, ending: Option<Ending>) -> Run {
    let ending = ending.unwrap_or(Ending::Completed);
    let (chooser, mut tracker) = (shared.chooser.replace(Chooser::new(bounds, &[], None)), shared.tracker.take());
    let Chooser { is_bounded, is_stopped, .. } = chooser;
    let skipped = chooser.skipped(&tracker);
    let applied = chooser.applied(&tracker);
    let mut points = chooser.points;
    points.count_other_orders(&tracker);
    let pairs = points.pairs(&tracker);
    let errors = output.errors.take();
    let outcome = Outcome { ending, errors, console: output.console.take() };
    let (order, weights) = (tracker.order(shared.tells_time()), tracker.weights());
    let random_numbers = 0;
    Run {
        outcome,
        weights,
        random_numbers,
        applied,
        skipped,
        points,
        pairs,
        ran: tracker.into_ran(),
        order,
        is_bounded,
        is_stopped,
    }
}
