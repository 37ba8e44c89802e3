//! An exploration in progress: runs the portfolio on several threads, repeats some runs, and shrinks what fails.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::active::AppliedDeviation;
use super::clause::Clause;
use super::explorer::{Explorer, Progress};
use super::portfolio::{Portfolio, Task, WALKS};
use super::report::{Nondeterminism, OutcomeReport, Report, Tally, deviations};
use super::run::Run;
use super::schedule::{Deviation, Schedule};
use super::shrink::shrink;
use super::strategy::{DefaultOrder, Exhaustive, Frontier, StrategyKind};
use super::tracker::Ran;
use crate::Error;
use crate::event_loop::{Clock, RealTime, Timestamp};
use crate::runtime::{LARGE_STACK, on_a_large_stack};

/// The number of runs without `runs` and `duration`.
const DEFAULT_RUNS: u64 = 1_000;

/// One run in this many is repeated, to find out whether schedules determine runs.
const REPEATED: u64 = 50;

/// The number of failing outcomes that are shrunk.
const SHRUNK_OUTCOMES: usize = 20;

/// The number of runs that shrinking one outcome may take.
const SHRINKING_BUDGET: usize = 1_000;

/// How long shrinking may take if the exploration has a time limit or was stopped: this long, or a fifth of the limit.
const SHRINKING_TIME: Duration = Duration::from_secs(5);

/// An exploration in progress, which its threads share.
pub(super) struct Session<'a> {
    explorer: &'a Explorer<'a>,
    tally: Mutex<Tally>,
    next: AtomicU64,
    /// Whether a run could not be started.
    has_failed: AtomicBool,
    clock: RealTime,
}

/// The plan of an exploration, after the default order has run.
struct Prepared {
    portfolio: Portfolio,
    default_key: u64,
    default_order: Vec<Ran>,
    /// The number of runs that the plan took.
    runs_before: u64,
    is_complete: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Session<'a> {
    pub(super) fn new(explorer: &'a Explorer<'a>) -> Self {
        Self {
            explorer,
            tally: Mutex::new(Tally::new(explorer.fail_on)),
            next: AtomicU64::new(0),
            has_failed: AtomicBool::default(),
            clock: RealTime::new(),
        }
    }

    pub(super) fn explore(self) -> Result<Report, Error> {
        let explorer = self.explorer;
        let mut prepared = on_a_large_stack(|| self.prepare())??;
        if let Some(frontier) = prepared.portfolio.frontier().cloned() {
            self.on_threads(|| self.exhaust(&frontier, &prepared))?;
            prepared.is_complete = frontier.is_complete();
            prepared.runs_before = lock(&self.tally).attempts();
        }
        // All orders with one seed are not all runs of a program that draws random numbers.
        if !prepared.is_complete || lock(&self.tally).draws_random_numbers() {
            self.on_threads(|| self.sample(&prepared))?;
        }
        let was_stopped = self.is_stopped();
        let deadline = self.shrinking_deadline();
        let Self { tally, clock, .. } = self;
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut report = tally.into_report(prepared.default_key, explorer.bounds, prepared.is_complete);
        report.estimated_orders = prepared.portfolio.estimated_orders();
        report.seed = explorer.seed;
        report.strategy = explorer.strategy;
        report.default_order = prepared.default_order;
        report.was_stopped = was_stopped;
        on_a_large_stack(|| {
            let is_over = || deadline.is_some_and(|deadline| clock.now() >= deadline);
            shrink_failures(explorer, &is_over, &mut report)
        })??;
        Ok(report)
    }

    /// Calls `steps` on each thread. It is enough if one thread can be started.
    fn on_threads(&self, steps: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
        thread::scope(|scope| {
            let spawn = |number: usize| {
                let builder = thread::Builder::new().name(format!("javascript-{number}")).stack_size(LARGE_STACK);
                builder.spawn_scoped(scope, &steps).map_err(Error::Thread)
            };
            let first = spawn(0)?;
            let others: Vec<_> = (1..self.explorer.jobs).map_while(|number| spawn(number).ok()).collect();
            std::iter::once(first)
                .chain(others)
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .fold(Ok(()), Result::and)
        })
    }

    /// Runs the default order, and plans the exploration.
    fn prepare(&self) -> Result<Prepared, Error> {
        let explorer = self.explorer;
        let never = || false;
        let frontier = Arc::new(Frontier::new(explorer.shard));
        let is_exhaustive = matches!(explorer.strategy, StrategyKind::Portfolio | StrategyKind::Exhaustive);
        let default = match Exhaustive::take(&frontier) {
            Some(exhaustive) if is_exhaustive => explorer.run(&[], exhaustive, &never)?,
            _ => explorer.run(&[], DefaultOrder, &never)?,
        };
        let default_key = lock(&self.tally).key(&default.outcome);
        let default_order = default.ran.clone();
        // The first run of a thread has the smallest heap. If the program can tell, this finds out.
        self.check(&default, REPEATED)?;
        let runs = explorer.runs.unwrap_or(if explorer.duration.is_some() { u64::MAX } else { DEFAULT_RUNS });
        let mut portfolio = Portfolio::new(explorer.strategy, explorer.seed, runs, explorer.shard, &default, frontier);
        let is_first_shard = explorer.shard.index() == 1;
        if is_first_shard {
            self.add(default, default_key);
        }
        let mut runs_before = 1;
        let walks = if portfolio.needs_estimate() { WALKS.min(runs.saturating_sub(1)) } else { 0 };
        for number in 0..walks {
            if self.is_over() {
                break;
            }
            let run = explorer.run(&[], portfolio.walk(number), &|| self.is_over())?;
            portfolio.estimate(&run);
            runs_before += 1;
            if is_first_shard {
                self.add(run, default_key);
            }
        }
        Ok(Prepared { portfolio, default_key, default_order, runs_before, is_complete: false })
    }

    fn is_stopped(&self) -> bool {
        self.explorer.stop.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        let has_passed = |duration| self.clock.now().elapsed() >= duration;
        self.has_failed.load(Ordering::Relaxed) || self.is_stopped() || self.explorer.duration.is_some_and(has_passed)
    }

    /// When shrinking has to end; `None` if it may take as long as it needs.
    fn shrinking_deadline(&self) -> Option<Timestamp> {
        let duration = self.explorer.duration.or(self.is_stopped().then_some(Duration::ZERO))?;
        Some(self.clock.now().after((duration / 5).max(SHRINKING_TIME)))
    }

    fn add(&self, run: Run, default_key: u64) {
        let mut tally = lock(&self.tally);
        tally.add(run);
        let progress = Progress {
            runs: tally.attempts(),
            orders: tally.orders(),
            outcomes: tally.outcomes(),
            failures: tally.failures(default_key),
        };
        drop(tally);
        (self.explorer.progress)(progress);
    }

    /// Runs all orders of the frontier, as far as the number of runs allows.
    fn exhaust(&self, frontier: &Arc<Frontier>, prepared: &Prepared) -> Result<(), Error> {
        let mut count = 0;
        while !self.is_over()
            && !frontier.is_exhausted()
            && prepared.portfolio.may_exhaust(lock(&self.tally).attempts())
        {
            let Some(exhaustive) = Exhaustive::take(frontier) else {
                thread::yield_now();
                continue;
            };
            let counts = exhaustive.counts();
            let run = self.explorer.run(&[], exhaustive, &|| self.is_over());
            let run = run.inspect_err(|_| self.has_failed.store(true, Ordering::Relaxed))?;
            count += 1;
            self.check(&run, count)?;
            if counts {
                self.add(run, prepared.default_key);
            }
        }
        Ok(())
    }

    /// Runs the sampled orders of the portfolio.
    fn sample(&self, prepared: &Prepared) -> Result<(), Error> {
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(Task { seed, strategy }) = prepared.portfolio.task(number, prepared.runs_before) else { break };
            let deviations: Vec<Deviation> = seed.map(Deviation::Seed).into_iter().collect();
            let run = self.explorer.run(&deviations, strategy, &|| self.is_over());
            let run = run.inspect_err(|_| self.has_failed.store(true, Ordering::Relaxed))?;
            if run.is_stopped {
                break;
            }
            self.check(&run, number + 1)?;
            self.add(run, prepared.default_key);
        }
        Ok(())
    }

    /// Repeats every fiftieth run, and records whether the repetition differs.
    fn check(&self, run: &Run, number: u64) -> Result<(), Error> {
        if !number.is_multiple_of(REPEATED) || run.is_stopped {
            return Ok(());
        }
        let bounds = self.explorer.bounds;
        let deviations = deviations(&run.applied);
        let again = self.explorer.follow(bounds, &deviations, &|| self.is_over())?;
        let is_same = again.order == run.order && again.outcome.key() == run.outcome.key();
        if is_same || again.is_stopped {
            return Ok(());
        }
        let step = run.ran.iter().zip(&again.ran).position(|(one, other)| one != other);
        let schedule = Schedule { bounds, deviations };
        lock(&self.tally).nondeterminism.get_or_insert(Nondeterminism { schedule, step });
        Ok(())
    }
}

/// Shrinks the schedules of failures.
fn shrink_failures(explorer: &Explorer<'_>, is_over: &dyn Fn() -> bool, report: &mut Report) -> Result<(), Error> {
    let tally = Tally::new(explorer.fail_on);
    let failures = report.outcomes.iter_mut().filter(|found| found.is_failure && !found.is_minimal);
    for found in failures.take(SHRUNK_OUTCOMES) {
        let key = tally.key(&found.outcome);
        let bounds = found.schedule.bounds;
        let follow = |deviations: &[Deviation]| {
            let run = explorer.follow(bounds, deviations, is_over).ok()?;
            (!run.is_stopped && tally.key(&run.outcome) == key).then_some(run.applied)
        };
        let fails = |deviations: &[Deviation]| follow(deviations).is_some();
        let deviations = found.schedule.deviations.clone();
        if is_over() {
            break;
        }
        if !fails(&deviations) {
            let schedule = Schedule { bounds, deviations };
            report.nondeterminism.get_or_insert(Nondeterminism { schedule, step: None });
            continue;
        }
        let (shrunk, is_minimal) = shrink(deviations, SHRINKING_BUDGET, fails);
        let shrunk = simplify(shrunk, follow);
        let run = explorer.follow(bounds, &shrunk, &|| false)?;
        let schedule = Schedule { bounds, deviations: super::report::deviations(&run.applied) };
        let OutcomeReport { count, is_default, is_failure, .. } = *found;
        *found = OutcomeReport {
            outcome: run.outcome,
            key,
            count,
            is_default,
            is_failure,
            is_minimal: is_minimal && !is_over(),
            schedule,
            deviations: run.applied,
            ran: run.ran,
        };
    }
    Ok(())
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
