//! Explores the orders of a program: runs it under many schedules, on several threads, and shrinks what fails.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::active::AppliedDeviation;
use super::clause::Clause;
use super::portfolio::{Portfolio, Task, WALKS};
use super::report::{FailOn, Nondeterminism, OutcomeReport, Report, Tally, deviations};
use super::rules::{Bounds, Level};
use super::run::{Limits, MakeObserver, Plan, Run, Start};
use super::schedule::{Deviation, Schedule};
use super::shard::Shard;
use super::shrink::shrink;
use super::strategy::{DefaultOrder, Exhaustive, Frontier, Strategy, StrategyKind};
use crate::Error;
use crate::debug::debug;
use crate::event_loop::{Departures, Observer, RealTime, Time};
use crate::runtime::{LARGE_STACK, MainStatus, Runtime, on_a_large_stack};

/// One run in this many is repeated, to find out whether schedules determine runs.
const REPEATED: u64 = 50;

/// The number of failing outcomes that are shrunk.
const SHRUNK_OUTCOMES: usize = 20;

/// The number of runs that shrinking one outcome may take.
const SHRINKING_BUDGET: usize = 1_000;

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
    start: Box<Start<'a>>,
    progress: Box<dyn Fn(Progress) + Sync + 'a>,
    observer: Option<Box<MakeObserver<'a>>>,
    main_file: PathBuf,
    runs: Option<u64>,
    duration: Option<Duration>,
    bounds: Bounds,
    departures: Departures,
    strategy: StrategyKind,
    seed: u64,
    jobs: usize,
    fail_on: FailOn,
    shard: Shard,
    limits: Limits,
    stop: Arc<AtomicBool>,
}

debug!(Explorer<'_>, "runs" = |it| it.runs, "bounds" = |it| it.bounds, "strategy" = |it| it.strategy);

/// A run that followed a schedule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// How it ended.
    pub outcome: super::Outcome,
    /// The deviations that had an effect.
    pub applied: Vec<AppliedDeviation>,
    /// The deviations that did not fit the program.
    pub skipped: Vec<super::SkippedDeviation>,
    /// What ran.
    pub ran: Vec<super::Ran>,
}

/// What the threads of an exploration share.
struct Shared {
    tally: Mutex<Tally>,
    next: AtomicU64,
    is_over: AtomicBool,
    clock: RealTime,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Explorer<'a> {
    /// Creates an explorer for a program. The function starts the program in a new runtime, for example with
    /// [`Runtime::start_source`]. It must do the same each time.
    #[must_use]
    pub fn new(start: impl Fn(&mut Runtime) -> Result<MainStatus, Error> + Sync + 'a) -> Self {
        Self {
            start: Box::new(start),
            progress: Box::new(|_| {}),
            observer: None,
            main_file: PathBuf::from("app.js"),
            runs: None,
            duration: None,
            bounds: Bounds::default(),
            departures: Departures::default(),
            strategy: StrategyKind::default(),
            seed: 0,
            jobs: 1,
            fail_on: FailOn::default(),
            shard: Shard::default(),
            limits: Limits {
                time: Duration::from_mins(1),
                tasks_at_once: 100_000,
                microtasks: 1_000_000,
                loop_rounds: 10_000_000,
            },
            stop: Arc::default(),
        }
    }

    /// Sets the name of the program's file. Names of work omit it. The default is `app.js`.
    #[must_use]
    pub fn main_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.main_file = path.into();
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
    pub fn departures(mut self, departures: Departures) -> Self {
        self.departures = departures;
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

    /// Sets a function that makes an observer for each run. It is called on the thread of the run.
    #[must_use]
    pub fn observer(mut self, make: impl Fn() -> Rc<dyn Observer> + Sync + 'a) -> Self {
        self.observer = Some(Box::new(make));
        self
    }

    /// Sets a flag that ends the exploration early when it is set.
    #[must_use]
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Runs the program under many schedules, and shrinks the schedules of failures.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if a thread cannot be started, or the first error of a runtime that cannot be built or
    /// a program that cannot be started. Exceptions of the program are outcomes.
    pub fn explore(&self) -> Result<Report, Error> {
        let shared = Shared {
            tally: Mutex::new(Tally::new(self.fail_on)),
            next: AtomicU64::new(0),
            is_over: AtomicBool::default(),
            clock: RealTime::new(),
        };
        let mut prepared = on_a_large_stack(|| self.prepare(&shared))??;
        if let Some(frontier) = prepared.portfolio.frontier().cloned() {
            self.on_threads(|| self.exhaust(&frontier, &prepared, &shared))?;
            prepared.is_complete = frontier.is_exhausted();
            prepared.runs_before = lock(&shared.tally).runs;
        }
        // All orders with one seed are not all runs of a program that draws random numbers.
        if !prepared.is_complete || lock(&shared.tally).draws_random_numbers() {
            self.on_threads(|| self.sample(&prepared, &shared))?;
        }
        let tally = shared.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let report = tally.into_report(prepared.default_key, self.bounds, prepared.is_complete);
        let mut report = Report {
            estimated_orders: prepared.portfolio.estimated_orders(),
            seed: self.seed,
            strategy: self.strategy,
            default_order: prepared.default_order,
            ..report
        };
        on_a_large_stack(|| self.shrink_failures(&mut report))??;
        Ok(report)
    }

    /// Runs the program under one schedule.
    ///
    /// # Errors
    ///
    /// As [`Self::explore`].
    pub fn replay(&self, schedule: &Schedule) -> Result<Replay, Error> {
        let run = on_a_large_stack(|| self.follow(schedule.bounds, &schedule.deviations))??;
        Ok(Replay { outcome: run.outcome, applied: run.applied, skipped: run.skipped, ran: run.ran })
    }

    /// Calls `steps` on each thread.
    fn on_threads(&self, steps: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
        thread::scope(|scope| {
            let spawn = |number: usize| {
                let builder = thread::Builder::new().name(format!("javascript-{number}")).stack_size(LARGE_STACK);
                builder.spawn_scoped(scope, &steps).map_err(Error::Thread)
            };
            let threads: Vec<_> = (0..self.jobs).map(spawn).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread?.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn run<S: Strategy + 'static>(
        &self,
        bounds: Bounds,
        deviations: &[Deviation],
        strategy: Option<S>,
    ) -> Result<Run, Error> {
        Plan {
            start: &*self.start,
            observer: self.observer.as_deref(),
            bounds,
            departures: self.departures,
            limits: self.limits,
            deviations,
            seed: self.seed,
            strategy,
            main_file: &self.main_file,
        }
        .run()
    }

    /// Follows deviations, without a strategy.
    fn follow(&self, bounds: Bounds, deviations: &[Deviation]) -> Result<Run, Error> {
        self.run::<DefaultOrder>(bounds, deviations, None)
    }

    /// Runs the default order and plans the exploration.
    fn prepare(&self, shared: &Shared) -> Result<Prepared, Error> {
        let frontier = Arc::new(Frontier::new(self.shard));
        let Some(exhaustive) = Exhaustive::take(&frontier) else {
            unreachable!("a new frontier has the default order")
        };
        let default = self.run(self.bounds, &[], Some(exhaustive))?;
        let default_key = lock(&shared.tally).key(&default.outcome);
        let default_order = default.ran.clone();
        let runs = self.runs.unwrap_or(if self.duration.is_some() { u64::MAX } else { 1_000 });
        let mut portfolio = Portfolio::new(self.strategy, self.seed, runs, self.shard, &default, frontier);
        let mut runs_before = 1;
        let is_first_shard = self.shard.index() == 1;
        if is_first_shard {
            self.add(default, default_key, shared);
        }
        if portfolio.needs_estimate() {
            for number in 0..WALKS.min(runs.saturating_sub(1)) {
                let run = self.run(self.bounds, &[], Some(portfolio.walk(number)))?;
                portfolio.estimate(&run);
                runs_before += 1;
                if is_first_shard {
                    self.add(run, default_key, shared);
                }
            }
        }
        Ok(Prepared { portfolio, default_key, default_order, runs_before, is_complete: false })
    }

    fn is_over(&self, shared: &Shared) -> bool {
        shared.is_over.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.duration.is_some_and(|duration| shared.clock.now().elapsed() >= duration)
    }

    fn add(&self, run: Run, default_key: u64, shared: &Shared) {
        let mut tally = lock(&shared.tally);
        tally.add(run);
        let progress = Progress {
            runs: tally.runs,
            orders: tally.orders(),
            outcomes: tally.outcomes(),
            failures: tally.failures(default_key),
        };
        drop(tally);
        (self.progress)(progress);
    }

    /// Runs all orders of the frontier, as far as the number of runs allows.
    fn exhaust(&self, frontier: &Arc<Frontier>, prepared: &Prepared, shared: &Shared) -> Result<(), Error> {
        let mut count = 0;
        while !self.is_over(shared)
            && !frontier.is_exhausted()
            && prepared.portfolio.may_exhaust(lock(&shared.tally).runs)
        {
            let Some(exhaustive) = Exhaustive::take(frontier) else {
                thread::yield_now();
                continue;
            };
            let run = self.run(self.bounds, &[], Some(exhaustive))?;
            count += 1;
            self.check(&run, count, shared)?;
            self.add(run, prepared.default_key, shared);
        }
        Ok(())
    }

    /// Runs the sampled orders of the portfolio.
    fn sample(&self, prepared: &Prepared, shared: &Shared) -> Result<(), Error> {
        while !self.is_over(shared) {
            let index = shared.next.fetch_add(1, Ordering::Relaxed);
            let run = match prepared.portfolio.task(index, prepared.runs_before) {
                None => return Ok(()),
                Some(Task { seed, strategy }) => {
                    let deviations: Vec<Deviation> = seed.map(Deviation::Seed).into_iter().collect();
                    self.run(self.bounds, &deviations, Some(strategy))
                }
            }
            .inspect_err(|_| shared.is_over.store(true, Ordering::Relaxed))?;
            self.check(&run, index + 1, shared)?;
            self.add(run, prepared.default_key, shared);
        }
        Ok(())
    }

    /// Repeats every fiftieth run, and records whether the repetition differs.
    fn check(&self, run: &Run, number: u64, shared: &Shared) -> Result<(), Error> {
        if !number.is_multiple_of(REPEATED) || run.is_stopped {
            return Ok(());
        }
        let deviations = deviations(&run.applied);
        let again = self.follow(self.bounds, &deviations)?;
        if again.order == run.order && again.outcome.key() == run.outcome.key() {
            return Ok(());
        }
        let step = run.ran.iter().zip(&again.ran).position(|(one, other)| one != other);
        let schedule = Schedule { bounds: self.bounds, deviations };
        lock(&shared.tally).nondeterminism.get_or_insert(Nondeterminism { schedule, step });
        Ok(())
    }

    fn shrink_failures(&self, report: &mut Report) -> Result<(), Error> {
        let tally = Tally::new(self.fail_on);
        let failures = report.outcomes.iter_mut().filter(|found| found.is_failure && !found.is_minimal);
        for found in failures.take(SHRUNK_OUTCOMES) {
            let key = tally.key(&found.outcome);
            let bounds = found.schedule.bounds;
            let follow = |deviations: &[Deviation]| {
                let run = self.follow(bounds, deviations).ok()?;
                (tally.key(&run.outcome) == key).then_some(run.applied)
            };
            let fails = |deviations: &[Deviation]| follow(deviations).is_some();
            let deviations = std::mem::take(&mut found.schedule.deviations);
            if !fails(&deviations) {
                // Recorded as nondeterminism if the run was repeated.
                found.schedule.deviations = deviations;
                continue;
            }
            let shrunk = simplify(shrink(deviations, SHRINKING_BUDGET, fails), follow);
            let run = self.follow(bounds, &shrunk)?;
            let schedule = Schedule { bounds, deviations: super::report::deviations(&run.applied) };
            let OutcomeReport { count, is_default, is_failure, .. } = *found;
            *found = OutcomeReport {
                outcome: run.outcome,
                count,
                is_default,
                is_failure,
                is_minimal: true,
                schedule,
                deviations: run.applied,
                ran: run.ran,
            };
        }
        Ok(())
    }
}

/// Replaces deviations by simpler ones if `follow`, which returns what the deviations of a failing run did, says that
/// the run still fails, for no more reasons than before.
fn simplify(
    mut deviations: Vec<Deviation>,
    follow: impl Fn(&[Deviation]) -> Option<Vec<AppliedDeviation>>,
) -> Vec<Deviation> {
    let reasons = |applied: &[AppliedDeviation]| {
        let clauses = || applied.iter().flat_map(|applied| &applied.clauses);
        // That a task takes long explains less than that a timer is late.
        (clauses().filter(|&&clause| clause == Clause::TaskDuration).count(), clauses().count())
    };
    let Some(mut fewest) = follow(&deviations).as_deref().map(reasons) else { return deviations };
    for index in 0..deviations.len() {
        while let Some(simpler) = deviations[index].simpler() {
            let previous = std::mem::replace(&mut deviations[index], simpler);
            match follow(&deviations).as_deref().map(reasons) {
                Some(found) if found <= fewest => fewest = found,
                _ => {
                    deviations[index] = previous;
                    break;
                }
            }
        }
    }
    deviations
}

/// The plan of an exploration, after the default order has run.
struct Prepared {
    portfolio: Portfolio,
    default_key: u64,
    default_order: Vec<super::Ran>,
    /// The number of runs of [`Explorer::prepare`].
    runs_before: u64,
    is_complete: bool,
}
