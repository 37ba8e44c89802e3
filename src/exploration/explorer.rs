//! The explorer and its options.

use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::active::AppliedDeviation;
use super::connection::{Begin, Choices};
use super::footprints::{Obstacle, Uses};
use super::outcome::Outcome;
use super::position::Position;
use super::reduce::Reduce;
use super::report::Tally;
use super::report::{FailOn, Report};
use super::rules::{Bounds, Level};
use super::run::{Configure, Limits, MakeObserver, Plan, Run, Start};
use super::schedule::{Deviation, Schedule};
use super::shard::Shard;
use super::strategy::{DefaultOrder, Strategy, StrategyKind};
use super::worker::{LoadOnce, Worker, Workers};
use crate::Error;
use crate::debug::debug;
use crate::event_loop::{Observer, Quirks};
use crate::runtime::{MainStatus, Runtime, RuntimeBuilder, Supervisor, on_a_large_stack};

/// How far an exploration has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of runs so far.
    pub runs: u64,
    /// The number of distinct orders.
    pub orders: usize,
    /// The number of distinct outcomes.
    pub outcomes: usize,
    /// The number of distinct outcomes that are failures.
    pub failures: usize,
}

/// What receives the report from time to time, and how often.
pub(super) struct Checkpoint<'a> {
    pub(super) interval: Duration,
    pub(super) receive: Box<dyn Fn(Report) + Sync + 'a>,
}

/// How independent work is left out.
pub(super) struct Reduction<'a> {
    pub(super) when: Reduce,
    /// Runs the program so that it announces its functions.
    pub(super) announcing: Box<Explorer<'a>>,
}

/// Explores the orders in which a program can run.
///
/// The program is a function that starts it in a new runtime. It is called for every run, on several threads if
/// [`Self::jobs`] is greater than 1.
///
/// ```
/// use std::path::Path;
///
/// use posttask::exploration::Explorer;
/// use posttask::{Runtime, SourceKind};
///
/// let source = "
///     let saved;
///     setTimeout(() => { saved = 'draft' });
///     scheduler.postTask(() => { if (!saved) throw new Error('nothing to send') });
/// ";
/// let start = |runtime: &mut Runtime| Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script));
/// let explorer = Explorer::new(start).runs(100);
/// let report = explorer.explore()?;
/// let failure = report.failures().next().expect("the task may run before the timer");
/// assert_eq!(failure.outcome.errors[0].message, "Error: nothing to send");
/// assert_eq!(failure.schedule.to_string(), "4:23<3:15");
///
/// // Replay it.
/// let replay = explorer.replay(&failure.schedule)?;
/// assert_eq!(replay.outcome, failure.outcome);
/// # Ok::<(), posttask::Error>(())
/// ```
pub struct Explorer<'a> {
    pub(super) start: Box<Start<'a>>,
    pub(super) progress: Box<dyn Fn(Progress) + Sync + 'a>,
    pub(super) checkpoint: Option<Checkpoint<'a>>,
    pub(super) position: Option<Position>,
    pub(super) configure: Box<Configure<'a>>,
    pub(super) observer: Option<Box<MakeObserver<'a>>>,
    pub(super) is_found: Option<Box<IsFound<'a>>>,
    pub(super) known: Vec<Schedule>,
    pub(super) main_file: PathBuf,
    pub(super) runs: Option<u64>,
    pub(super) duration: Option<Duration>,
    pub(super) bounds: Bounds,
    pub(super) quirks: Quirks,
    pub(super) strategy: StrategyKind,
    pub(super) seed: u64,
    pub(super) jobs: usize,
    pub(super) fail_on: FailOn,
    pub(super) shard: Shard,
    pub(super) limits: Limits,
    pub(super) uses: Option<Arc<Uses>>,
    pub(super) reduction: Option<Reduction<'a>>,
    pub(super) shrinks: bool,
    pub(super) estimates: bool,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) workers: Option<Workers<'a>>,
}

debug!(Explorer<'_>, "runs" = |it| it.runs, "bounds" = |it| it.bounds, "strategy" = |it| it.strategy);

/// Whether an outcome is the one that an exploration looks for.
type IsFound<'a> = dyn Fn(&Outcome) -> bool + Sync + 'a;

/// A run that followed a schedule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// How it ended.
    pub outcome: Outcome,
    /// The deviations that had an effect.
    pub applied: Vec<AppliedDeviation>,
    /// The deviations that did not fit the program.
    pub skipped: Vec<super::SkippedDeviation>,
    /// What ran.
    pub ran: Vec<super::Ran>,
}

impl<'a> Explorer<'a> {
    /// Creates an explorer for a program. The function starts the program in a new runtime, for example with
    /// [`Runtime::start_source`]. It must do the same each time.
    #[must_use]
    pub fn new(start: impl Fn(&mut Runtime) -> Result<MainStatus, Error> + Sync + 'a) -> Self {
        Self::supervised(move |runtime, _| {
            let main = start(runtime)?;
            Ok(Box::new(move || main.is_done()))
        })
    }

    /// Like [`Self::new`], for a program that ends when its supervisor says so.
    #[doc(hidden)]
    pub fn supervised(
        start: impl Fn(&mut Runtime, Rc<dyn Choices>) -> Result<Box<dyn Supervisor>, Error> + Sync + 'a,
    ) -> Self {
        Self {
            start: Box::new(start),
            progress: Box::new(|_| {}),
            checkpoint: None,
            position: None,
            configure: Box::new(|builder| builder),
            observer: None,
            is_found: None,
            known: Vec::new(),
            main_file: PathBuf::from("app.js"),
            runs: None,
            duration: None,
            bounds: Bounds::default(),
            quirks: Quirks::default(),
            strategy: StrategyKind::default(),
            seed: 0,
            jobs: 1,
            fail_on: FailOn::default(),
            shard: Shard::default(),
            limits: Limits::default(),
            uses: None,
            reduction: None,
            shrinks: true,
            estimates: true,
            stop: Arc::default(),
            workers: None,
        }
    }

    /// Sets the name of the program's file. Names of work omit it. The default is `app.js`.
    #[must_use]
    pub fn main_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.main_file = path.into();
        self
    }

    /// Sets a function that configures the runtime of each run, for example its
    /// [module source](RuntimeBuilder::module_source). The exploration itself sets the time, the policy, the seed, the
    /// console and the error sink.
    #[must_use]
    pub fn configure(mut self, configure: impl Fn(RuntimeBuilder) -> RuntimeBuilder + Sync + 'a) -> Self {
        self.configure = Box::new(configure);
        self
    }

    /// Sets the number of runs. The default is 1,000, or no limit if there is a [duration](Self::duration).
    #[must_use]
    pub fn runs(mut self, runs: u64) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Ends the exploration after this time. Runs in progress are finished, and failing orders are shrunk.
    #[must_use]
    pub fn duration(mut self, duration: Duration) -> Self {
        self.duration = Some(duration);
        self
    }

    /// Sets the level of the orders. The default is [`Level::Intent`].
    #[must_use]
    pub fn orders(mut self, level: Level) -> Self {
        self.bounds.level = level;
        self.bounds.separate_ports = level.separates_ports();
        self
    }

    /// Sets whether each port is a task source of its own, even if it has never been transferred, after
    /// [`Self::orders`]. See [`Bounds::separate_ports`].
    #[must_use]
    pub fn separate_ports(mut self, separate: bool) -> Self {
        self.bounds.separate_ports = separate;
        self
    }

    /// Sets how late a timer may be. The default is 16 milliseconds.
    #[must_use]
    pub fn timer_lateness(mut self, lateness: Duration) -> Self {
        self.bounds.timer_lateness = lateness;
        self
    }

    /// Sets how long a task may take. The default is 100 milliseconds.
    #[must_use]
    pub fn task_cost(mut self, cost: Duration) -> Self {
        self.bounds.task_cost = cost;
        self
    }

    /// Sets how the host departs from the standards: the default order is that of the host. By default, it does not.
    #[must_use]
    pub fn quirks(mut self, quirks: Quirks) -> Self {
        self.quirks = quirks;
        self
    }

    /// Sets the strategy. The default is [`StrategyKind::Portfolio`].
    #[must_use]
    pub fn strategy(mut self, strategy: StrategyKind) -> Self {
        self.strategy = strategy;
        self
    }

    /// Sets the seed of the strategies and of `Math.random`. The default is 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of threads. The default is 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Sets what counts as a failure. The default is [`FailOn::Error`].
    #[must_use]
    pub fn fail_on(mut self, fail_on: FailOn) -> Self {
        self.fail_on = fail_on;
        self
    }

    /// Explores only one of several parts, so that several machines can share the work. All parts must have the same
    /// settings.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }

    /// Ends each run after this virtual time. The default is 60 seconds.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.limits.time = time;
        self
    }

    /// Sets a function that is called after each run, from any of the threads.
    #[must_use]
    pub fn on_progress(mut self, progress: impl Fn(Progress) + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Sets a function that receives the report so far: after one of the first runs, and then about as often as the
    /// interval says, also while failing orders are shrunk. It is called on any of the threads, while no run is in
    /// progress. If it takes long, it is called less often, so that it takes at most a twentieth of the time.
    #[must_use]
    pub fn on_checkpoint(mut self, interval: Duration, receive: impl Fn(Report) + Sync + 'a) -> Self {
        self.checkpoint = Some(Checkpoint { interval, receive: Box::new(receive) });
        self
    }

    /// Continues an earlier exploration from its [position](Report::position). The settings must be the same; the
    /// number of runs is that of the earlier exploration. The report only has what is new, and the failures that the
    /// earlier exploration did not shrink, with a count of 0.
    ///
    /// ```
    /// use std::path::Path;
    /// use std::time::Duration;
    ///
    /// use posttask::exploration::{Explorer, StrategyKind};
    /// use posttask::{Runtime, SourceKind};
    ///
    /// let start = |runtime: &mut Runtime| {
    ///     let source = "setTimeout(() => {})";
    ///     Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script))
    /// };
    /// let explorer = || Explorer::new(start).strategy(StrategyKind::Random).runs(10);
    ///
    /// let beginning = explorer().duration(Duration::ZERO).explore()?;
    /// let position = beginning.position.expect("runs are left");
    /// let rest = explorer().resume(position).explore()?;
    /// assert_eq!(beginning.runs + rest.runs, 10);
    /// assert!(rest.position.is_none());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn resume(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Sets a function that makes an observer for each run. It is called on the thread of the run.
    #[must_use]
    pub fn observer(mut self, make: impl Fn() -> Rc<dyn Observer> + Sync + 'a) -> Self {
        self.observer = Some(Box::new(make));
        self
    }

    /// Ends the exploration after a run with an outcome of which the function returns true. It is called on any of the
    /// threads.
    #[must_use]
    pub fn until(mut self, is_found: impl Fn(&Outcome) -> bool + Sync + 'a) -> Self {
        self.is_found = Some(Box::new(is_found));
        self
    }

    /// Runs these orders after the default order, and before any other: for example those that failed in an earlier
    /// exploration. They count as runs. [`Report::known`] has what they did. The bounds of a schedule do not count,
    /// only those of this exploration.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use posttask::exploration::Explorer;
    /// use posttask::{Runtime, SourceKind};
    ///
    /// let source = "
    ///     let saved;
    ///     setTimeout(() => { saved = 'draft' });
    ///     scheduler.postTask(() => { if (!saved) throw new Error('nothing to send') });
    /// ";
    /// let start = |runtime: &mut Runtime| Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script));
    /// let known = vec!["4:23<3:15".parse().expect("a schedule")];
    /// let report = Explorer::new(start).known_orders(known).runs(1).explore()?;
    /// assert!(report.known[0].fits() && report.known[0].is_failure);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn known_orders(mut self, orders: Vec<Schedule>) -> Self {
        self.known = orders;
        self
    }

    /// Sets whether the schedules of failures are shrunk.
    #[must_use]
    #[doc(hidden)]
    pub fn shrinks(mut self, shrinks: bool) -> Self {
        self.shrinks = shrinks;
        self
    }

    /// Sets whether random orders are run before the attempt to run all orders, to estimate how many there are.
    #[must_use]
    #[doc(hidden)]
    pub fn estimates(mut self, estimates: bool) -> Self {
        self.estimates = estimates;
        self
    }

    /// Says what the functions of the program use. It announces its functions as the front end makes it.
    #[must_use]
    #[doc(hidden)]
    pub fn uses(mut self, uses: Arc<Uses>) -> Self {
        self.uses = Some(uses);
        self
    }

    /// Leaves out orders that differ only in independent work from the attempt to run all orders. `announcing` has the
    /// same program and settings, and says what its functions [use](Self::uses). It only runs these orders.
    #[must_use]
    #[doc(hidden)]
    pub fn reduced(mut self, when: Reduce, announcing: Self) -> Self {
        self.reduction = (when != Reduce::Never).then(|| Reduction { when, announcing: Box::new(announcing) });
        self
    }

    /// The first thing that has prevented so far that orders are left out.
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        self.reduction.as_ref()?.announcing.uses.as_ref()?.obstacle().cloned()
    }

    /// Sets a flag that ends the exploration early when it is set.
    #[must_use]
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Runs orders in other processes, which load the program once. `start` starts one in which [`Self::serve`] is
    /// called with the same program and settings. The result is the same.
    #[must_use]
    #[doc(hidden)]
    pub fn workers(mut self, when: LoadOnce, start: impl Fn() -> io::Result<Box<dyn Worker>> + Sync + 'a) -> Self {
        self.workers = Some(Workers { when, start: Box::new(start) });
        self
    }

    /// The report of an exploration with these settings that has not run anything.
    #[must_use]
    #[doc(hidden)]
    pub fn blank_report(&self) -> Report {
        let report = Tally::new(self.fail_on).into_report(0, self.bounds, false);
        Report { seed: self.seed, strategy: self.strategy, ..report }
    }

    /// Runs the program under one schedule.
    ///
    /// # Errors
    ///
    /// As [`Self::explore`].
    pub fn replay(&self, schedule: &Schedule) -> Result<Replay, Error> {
        let follow = || self.run_here::<DefaultOrder>(schedule.bounds, &schedule.deviations, None, u64::MAX, &|| false);
        let run = on_a_large_stack(follow)??;
        Ok(Replay { outcome: run.outcome, applied: run.applied, skipped: run.skipped, ran: run.ran })
    }

    /// Runs the program once in this process, with at most this many tasks. Without a strategy, it follows the
    /// deviations only.
    pub(super) fn run_here<S: Strategy + 'static>(
        &self,
        bounds: Bounds,
        deviations: &[Deviation],
        strategy: Option<S>,
        most_tasks: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Run, Error> {
        let plan = self.plan(bounds, deviations, strategy, is_over);
        Plan { limits: Limits { tasks: most_tasks, ..plan.limits }, ..plan }.run()
    }

    /// Runs the program once. Only when it has come to its first decision, it is known in which order.
    pub(super) fn run_later<S: Strategy + 'static>(&self, begin: Begin<S>) -> Result<Run, Error> {
        Plan { begin: Some(begin), ..self.plan(self.bounds, &[], None, &|| false) }.run()
    }

    fn plan<'b, S: Strategy + 'static>(
        &'b self,
        bounds: Bounds,
        deviations: &'b [Deviation],
        strategy: Option<S>,
        is_over: &'b dyn Fn() -> bool,
    ) -> Plan<'b, S> {
        Plan {
            start: &*self.start,
            configure: &*self.configure,
            observer: self.observer.as_deref(),
            bounds,
            quirks: self.quirks,
            limits: self.limits,
            deviations,
            seed: self.seed,
            strategy,
            main_file: &self.main_file,
            uses: self.uses.as_ref(),
            begin: None,
            is_over,
        }
    }
}
