//! An exploration in progress: runs the portfolio on several threads, repeats some runs, and shrinks what fails.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use super::active::AppliedDeviation;
use super::clause::Clause;
use super::elsewhere::{How, Order, Runs};
use super::explorer::{Explorer, Progress};
use super::known::KnownOrder;
use super::portfolio::{Portfolio, Task, WALKS};
use super::position::{Phase, Position, Sample};
use super::report::{Nondeterminism, OutcomeReport, Report, Tally, deviations};
use super::run::Run;
use super::schedule::{Deviation, Schedule};
use super::shrink::shrink;
use super::strategy::{Exhaustive, Frontier, StrategyKind};
use super::tracker::Ran;
use super::work_name::WorkName;
use crate::Error;
use crate::event_loop::{Clock, RealTime, Timestamp};
use crate::runtime::{on_a_large_stack, on_large_stacks};

/// The number of runs without `runs` and `duration`.
const DEFAULT_RUNS: u64 = 1_000;

/// One run in this many is repeated, to find out whether schedules determine runs.
const REPEATED: u64 = 50;

/// The number of failing outcomes that are shrunk.
const SHRUNK_OUTCOMES: usize = 20;

/// The number of runs that shrinking one outcome may take.
const SHRINKING_BUDGET: usize = 1_000;

/// A checkpoint is followed by a pause that is this many times as long.
const CHECKPOINT_PART: u32 = 20;

/// How long shrinking may take if the exploration has a time limit or was stopped: this long, or a fifth of the limit.
const SHRINKING_TIME: Duration = Duration::from_secs(5);

/// An exploration in progress, which its threads share.
pub(super) struct Session<'a> {
    explorer: &'a Explorer<'a>,
    runs: Runs<'a>,
    tally: Mutex<Tally>,
    /// The sampled runs. `None` while all orders are run.
    sample: Mutex<Option<Sample>>,
    /// Whether the runs that reverse races have ended.
    has_reversed: AtomicBool,
    /// Whether all orders are those that reverse races.
    reverses_races: AtomicBool,
    /// Held by each run. A checkpoint waits until no run is in progress.
    runs_in_progress: RwLock<()>,
    next_checkpoint: Mutex<Timestamp>,
    /// Whether no run is left to start.
    has_ended: AtomicBool,
    /// Whether a run could not be started.
    has_failed: AtomicBool,
    /// Whether the outcome was found that the exploration looks for.
    has_found: AtomicBool,
    clock: RealTime,
}

impl Explorer<'_> {
    /// Runs the program under many schedules, and shrinks the schedules of failures.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if a thread cannot be started, or the first error of a runtime that cannot be built or
    /// a program that cannot be started. Exceptions of the program are outcomes.
    pub fn explore(&self) -> Result<Report, Error> {
        Session::new(self).explore()
    }
}

/// The plan of an exploration, after the default order has run.
struct Prepared {
    portfolio: Portfolio,
    /// Which orders are left to try, if only races are reversed.
    races: Option<Arc<Frontier>>,
    usual: Usual,
    /// The number of runs that the plan took.
    runs_before: u64,
    /// The number of runs that are planned.
    planned: u64,
    /// Whether the exploration was not stopped while it was planned.
    is_whole: bool,
}

/// The default order.
#[derive(PartialEq)]
struct Usual {
    /// The key of its outcome.
    key: u64,
    order: u64,
    ran: Vec<Ran>,
}

impl Usual {
    fn of(run: &Run, tally: &Tally) -> Self {
        Self { key: tally.key(&run.outcome), order: run.order, ran: run.ran.clone() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Session<'a> {
    pub(super) fn new(explorer: &'a Explorer<'a>) -> Self {
        let new = || Tally::new(explorer.fail_on);
        let resumed = explorer.position.as_ref();
        let clock = RealTime::new();
        Self {
            explorer,
            runs: Runs::new(explorer),
            tally: Mutex::new(resumed.map_or_else(new, |position| Tally::resume(explorer.fail_on, position))),
            sample: Mutex::new(resumed.and_then(|position| match &position.phase {
                Phase::Exhausting(_) => None,
                Phase::Sampling(sample) => Some(sample.clone()),
            })),
            has_reversed: AtomicBool::default(),
            reverses_races: AtomicBool::default(),
            runs_in_progress: RwLock::default(),
            next_checkpoint: Mutex::new(clock.now()),
            has_ended: AtomicBool::default(),
            has_failed: AtomicBool::default(),
            has_found: AtomicBool::default(),
            clock,
        }
    }

    pub(super) fn explore(self) -> Result<Report, Error> {
        let explorer = self.explorer;
        let prepared = on_a_large_stack(|| self.prepare())??;
        self.exhaust_all(&prepared)?;
        // All orders with one seed are not all runs of a program that draws random numbers.
        if self.is_complete() && !lock(&self.tally).draws_random_numbers() {
            self.has_ended.store(true, Ordering::Relaxed);
        } else if lock(&self.sample).is_some() {
            self.on_threads(|| self.sample(&prepared))?;
        }
        let was_stopped = self.is_stopped();
        let deadline = self.shrinking_deadline();
        // If it was stopped before, there is some time. If it is stopped now, there is none.
        let is_over =
            || deadline.is_some_and(|deadline| self.clock.now() >= deadline) || (!was_stopped && self.is_stopped());
        let forgotten = on_a_large_stack(|| self.remember_failures(&is_over))??;
        let tally = std::mem::replace(&mut *lock(&self.tally), Tally::new(explorer.fail_on));
        let report = self.report(tally, &prepared);
        let mut report = on_a_large_stack(|| self.shrink_failures(report, forgotten, &is_over))??;
        report.was_stopped = self.is_stopped() || !(prepared.is_whole || self.has_found.load(Ordering::Relaxed));
        let is_done = self.has_ended() && (!report.was_stopped || report.unshrunk().next().is_none());
        report.position = report.position.filter(|_| !is_done);
        Ok(report)
    }

    /// Shrinks the schedules of failures. `forgotten` are failing orders that are to be shrunk later.
    fn shrink_failures(
        &self,
        mut report: Report,
        forgotten: &[Schedule],
        is_over: &dyn Fn() -> bool,
    ) -> Result<Report, Error> {
        let failing = |found: &OutcomeReport| found.is_failure && !found.is_minimal;
        let failures: Vec<usize> =
            (0..report.outcomes.len()).filter(|&index| failing(&report.outcomes[index])).collect();
        let most = if self.explorer.shrinks { SHRUNK_OUTCOMES } else { 0 };
        for index in failures.into_iter().take(most) {
            if is_over() {
                break;
            }
            shrink_failure(self.explorer, &self.runs, is_over, index, &mut report)?;
            let failures = failures_to_shrink(&report, forgotten);
            if let Some(position) = &mut report.position {
                position.failures = failures;
            }
            self.send_if_due(|| report.clone());
        }
        // The simplest failures first: others often have the same cause.
        report.outcomes.sort_by_key(|found| {
            let size = if found.is_failure { found.deviations.len() } else { 0 };
            (!found.is_default, !found.is_failure, size)
        });
        Ok(report)
    }

    /// Runs the failing orders again that were not shrunk before the exploration was resumed. Returns those for which
    /// there was no time.
    fn remember_failures(&self, is_over: &dyn Fn() -> bool) -> Result<&[Schedule], Error> {
        let failures = self.explorer.position.as_ref().map_or(&[][..], |position| &position.failures);
        for (index, Schedule { bounds, deviations, .. }) in failures.iter().enumerate() {
            let run = self.runs.follow(*bounds, deviations, is_over)?;
            if run.is_stopped {
                return Ok(&failures[index..]);
            }
            lock(&self.tally).remember(run);
        }
        Ok(&[])
    }

    /// Makes the report. No run may be in progress.
    fn report(&self, tally: Tally, prepared: &Prepared) -> Report {
        let Explorer { bounds, seed, strategy, .. } = *self.explorer;
        let position = self.position(&tally, prepared);
        let mut report = Report {
            estimated_orders: prepared.portfolio.estimated_orders().filter(|&orders| tally.is_plausible(orders)),
            seed,
            strategy,
            default_order: prepared.usual.ran.clone(),
            is_reduced: self.is_reduced(),
            reverses_races: self.reverses_races.load(Ordering::Relaxed),
            obstacle: self.explorer.obstacle().filter(|_| !self.is_complete() && prepared.planned > 1),
            ..tally.into_report(prepared.usual.key, bounds, self.is_complete())
        };
        let earlier = self.explorer.position.as_ref().map_or(&[][..], |position| &position.failures);
        let failures = failures_to_shrink(&report, earlier);
        report.position = position.map(|position| Position { failures, ..position });
        report
    }

    /// Whether nothing is left to run.
    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed) && lock(&self.sample).as_ref().is_some_and(Sample::is_done)
    }

    /// How far the exploration has come; `None` if it was stopped before its plan was made.
    fn position(&self, tally: &Tally, prepared: &Prepared) -> Option<Position> {
        if !prepared.is_whole {
            return self.explorer.position.clone();
        }
        let phase = match &*lock(&self.sample) {
            Some(sample) => Phase::Sampling(sample.clone()),
            None => Phase::Exhausting(self.frontier(prepared)?.untried()),
        };
        Some(Position {
            planned: prepared.planned,
            default_order: prepared.usual.order,
            attempts: tally.attempts(),
            draws_random_numbers: tally.draws_random_numbers(),
            phase,
            failures: Vec::new(),
        })
    }

    /// Which orders are left to try, while all are run.
    fn frontier<'p>(&self, prepared: &'p Prepared) -> Option<&'p Arc<Frontier>> {
        let races = prepared.races.as_ref().filter(|_| !self.has_reversed.load(Ordering::Relaxed));
        races.or(prepared.portfolio.frontier())
    }

    /// Sends a report while no run is in progress, if it is time.
    fn checkpoint(&self, prepared: &Prepared) {
        if !self.is_checkpoint_due() {
            return;
        }
        let _no_run = self.runs_in_progress.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have done it meanwhile.
        self.send_if_due(|| {
            let tally = lock(&self.tally).clone();
            self.report(tally, prepared)
        });
    }

    /// Whether somebody wants a report now.
    fn is_checkpoint_due(&self) -> bool {
        self.explorer.checkpoint.is_some() && self.clock.now() >= *lock(&self.next_checkpoint)
    }

    /// Sends a report to the function that wants one from time to time, if it is time.
    fn send_if_due(&self, report: impl FnOnce() -> Report) {
        let Some(checkpoint) = self.explorer.checkpoint.as_ref().filter(|_| self.is_checkpoint_due()) else { return };
        let started = self.clock.now();
        (checkpoint.receive)(Report { was_stopped: true, ..report() });
        let now = self.clock.now();
        let pause = now.duration_since(started).saturating_mul(CHECKPOINT_PART);
        *lock(&self.next_checkpoint) = now.after(checkpoint.interval.max(pause));
    }

    /// Announces a run, which is in progress until the result is dropped.
    fn begin_run(&self) -> RwLockReadGuard<'_, ()> {
        self.runs_in_progress.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether some of them have been left out because others stand for them.
    fn is_reduced(&self) -> bool {
        lock(&self.sample).as_ref().is_some_and(|sample| sample.is_reduced)
    }

    /// Whether all orders have been run.
    fn is_complete(&self) -> bool {
        lock(&self.sample).as_ref().is_some_and(|sample| sample.is_complete)
    }

    /// Calls `steps` on each thread. It is enough if one thread can be started.
    fn on_threads(&self, steps: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
        on_large_stacks(self.explorer.jobs, steps)
    }

    /// The frontiers of all orders, and of those that reverse races, if an exploration is continued that has come to
    /// them.
    fn frontiers(&self) -> (Frontier, Option<Frontier>) {
        let shard = self.explorer.shard;
        match self.explorer.position.as_ref().map(|position| &position.phase) {
            Some(Phase::Exhausting(untried)) if untried.nodes.is_some() => {
                (Frontier::new(shard), Some(Frontier::resume(untried.clone(), shard)))
            }
            Some(Phase::Exhausting(untried)) => (Frontier::resume(untried.clone(), shard), None),
            _ => (Frontier::new(shard), None),
        }
    }

    /// Runs the default order, and plans the exploration.
    fn prepare(&self) -> Result<Prepared, Error> {
        let explorer = self.explorer;
        let resumed = explorer.position.as_ref();
        let (frontier, resumed_races) = self.frontiers();
        let frontier = Arc::new(frontier);
        let is_exhaustive = matches!(explorer.strategy, StrategyKind::Portfolio | StrategyKind::Exhaustive);
        let exhaustive = (is_exhaustive && resumed.is_none()).then(|| Exhaustive::take(&frontier)).flatten();
        let default = self.runs.run_the_default(exhaustive)?;
        let usual = Usual::of(&default, &lock(&self.tally));
        if resumed.is_some_and(|position| position.default_order != usual.order) {
            return Err(Error::Changed);
        }
        // The first run of a thread has the smallest heap. If the program can tell, this finds out.
        self.check(&default, REPEATED)?;
        let default_runs = if explorer.duration.is_some() { u64::MAX } else { DEFAULT_RUNS };
        let runs = resumed.map_or(explorer.runs.unwrap_or(default_runs), |position| position.planned);
        let mut portfolio = Portfolio::new(explorer.strategy, explorer.seed, runs, explorer.shard, &default, frontier);
        if self.counts_preparation() {
            self.add(default, usual.key);
            self.run_known(usual.key)?;
        }
        let estimates = explorer.estimates && portfolio.needs_estimate();
        let walks = if estimates { WALKS.min(runs.saturating_sub(1)) } else { 0 };
        let runs_before = 1 + self.walk(walks, &mut portfolio, usual.key)?;
        let is_whole = runs_before == 1 + walks;
        let is_later = resumed.is_some() && resumed_races.is_none();
        let races = if is_whole && !is_later { self.races(&portfolio, &usual)? } else { None };
        let races = races.map(|races| Arc::new(resumed_races.unwrap_or(races)));
        Ok(Prepared { portfolio, races, usual, runs_before, planned: runs, is_whole })
    }

    /// Whether the first runs count. The other shards, and the rest of an exploration, do not count them again.
    fn counts_preparation(&self) -> bool {
        self.explorer.shard.index() == 1 && self.explorer.position.is_none()
    }

    /// Estimates the number of orders. Returns how many runs there were.
    fn walk(&self, walks: u64, portfolio: &mut Portfolio, default_key: u64) -> Result<u64, Error> {
        for number in 0..walks {
            if self.is_over() {
                return Ok(number);
            }
            let run = self.run(&[], How::Strategy(portfolio.walk(number)))?;
            if run.is_stopped {
                return Ok(number);
            }
            portfolio.estimate(&run);
            if self.counts_preparation() {
                self.add(run, default_key);
            }
        }
        Ok(walks)
    }

    /// The frontier of the orders that reverse races, if independent work is to be left out and can be. Shards do not
    /// know of each other's races, so only the first one runs these orders.
    fn races(&self, portfolio: &Portfolio, usual: &Usual) -> Result<Option<Frontier>, Error> {
        let is_wanted = self.explorer.reduction.as_ref().is_some_and(|reduction| portfolio.leaves_out(reduction.when));
        let is_known = || {
            let uses = self.explorer.reduction.as_ref().and_then(|reduction| reduction.announcing.uses.as_ref());
            uses.is_none_or(|uses| !uses.may_be_anything())
        };
        if !is_wanted || self.explorer.shard.index() != 1 || !is_known() {
            return Ok(None);
        }
        let frontier = Arc::new(Frontier::reduced());
        let Some(exhaustive) = Exhaustive::take(&frontier) else { return Ok(None) };
        let run = self.runs.run_the_default(Some(exhaustive))?;
        // A program that announces what it does should not do anything else.
        let is_same = !run.is_stopped && Usual::of(&run, &lock(&self.tally)) == *usual;
        Ok(Arc::into_inner(frontier).filter(|frontier| is_same && frontier.reverses_races()))
    }

    /// Runs an order, unless the exploration is over.
    fn run(&self, deviations: &[Deviation], how: How) -> Result<Run, Error> {
        self.runs.run(Order { bounds: self.explorer.bounds, deviations, how }, &|| self.is_over())
    }

    /// Runs the orders that are known.
    fn run_known(&self, default_key: u64) -> Result<(), Error> {
        let Explorer { bounds, known, .. } = self.explorer;
        for schedule in known {
            let run = self.runs.follow(*bounds, &schedule.deviations, &|| self.is_over())?;
            if run.is_stopped {
                break;
            }
            let mut tally = lock(&self.tally);
            let is_failure = tally.is_failure(tally.key(&run.outcome), &run.outcome, default_key);
            tally.known.push(KnownOrder::new(schedule, &run, is_failure));
            drop(tally);
            self.add(run, default_key);
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.explorer.stop.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        let has_passed = |duration| self.clock.now().elapsed() >= duration;
        let has_ended = [&self.has_failed, &self.has_found].into_iter().any(|it| it.load(Ordering::Relaxed));
        has_ended || self.is_stopped() || self.explorer.duration.is_some_and(has_passed)
    }

    /// When shrinking has to end; `None` if it may take as long as it needs.
    fn shrinking_deadline(&self) -> Option<Timestamp> {
        let duration = self.explorer.duration.or(self.is_stopped().then_some(Duration::ZERO))?;
        Some(self.clock.now().after((duration / 5).max(SHRINKING_TIME)))
    }

    fn add(&self, run: Run, default_key: u64) {
        if !run.is_stopped && self.explorer.is_found.as_ref().is_some_and(|is_found| is_found(&run.outcome)) {
            self.has_found.store(true, Ordering::Relaxed);
        }
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

    /// Runs all orders, if they seem to be few enough.
    fn exhaust_all(&self, prepared: &Prepared) -> Result<(), Error> {
        if lock(&self.sample).is_some() {
            return Ok(());
        }
        let Some(frontier) = prepared.portfolio.frontier() else {
            *lock(&self.sample) = Some(Sample::new(false, false, prepared.runs_before));
            return Ok(());
        };
        let end = |is_complete, is_reduced| {
            let attempts = lock(&self.tally).attempts();
            *lock(&self.sample) = Some(Sample::new(is_complete, is_reduced, attempts));
        };
        if let Some(races) = &prepared.races {
            self.on_threads(|| self.exhaust(races, prepared))?;
            if races.is_complete() {
                self.reverses_races.store(true, Ordering::Relaxed);
                end(true, races.leaves_out());
                return Ok(());
            }
            if self.is_over() {
                return Ok(());
            }
            self.has_reversed.store(true, Ordering::Relaxed);
        }
        self.on_threads(|| self.exhaust(frontier, prepared))?;
        let is_complete = frontier.is_complete();
        if is_complete || !self.is_over() {
            end(is_complete, false);
        }
        Ok(())
    }

    /// Runs all orders of the frontier, as far as the number of runs allows.
    fn exhaust(&self, frontier: &Arc<Frontier>, prepared: &Prepared) -> Result<(), Error> {
        let mut count = 0;
        while !self.is_over()
            && !frontier.is_exhausted()
            && prepared.portfolio.may_exhaust(frontier, lock(&self.tally).attempts())
        {
            let in_progress = self.begin_run();
            let Some(exhaustive) = Exhaustive::take(frontier) else {
                drop(in_progress);
                std::thread::yield_now();
                continue;
            };
            let counts = exhaustive.counts();
            let (path, reached) = (exhaustive.path().clone(), exhaustive.reached());
            let run = self.run(&[], How::Exhaust(Box::new(exhaustive)));
            let run = run.inspect_err(|_| self.has_failed.store(true, Ordering::Relaxed))?;
            if run.is_stopped && self.is_over() {
                frontier.give_back(path, &reached);
                break;
            }
            count += 1;
            self.check(&run, count)?;
            if counts {
                self.add(run, prepared.usual.key);
            }
            drop(in_progress);
            self.checkpoint(prepared);
        }
        Ok(())
    }

    /// The next sampled run.
    fn next_sampled(&self, prepared: &Prepared) -> Option<(u64, Task)> {
        let mut sample = lock(&self.sample);
        let sample = sample.as_mut()?;
        let number = sample.take();
        Some((number, prepared.portfolio.task(number, sample.runs_before)?))
    }

    /// Runs the sampled orders of the portfolio.
    fn sample(&self, prepared: &Prepared) -> Result<(), Error> {
        while !self.is_over() {
            let in_progress = self.begin_run();
            let Some((number, Task { deviations, strategy })) = self.next_sampled(prepared) else {
                self.has_ended.store(true, Ordering::Relaxed);
                break;
            };
            let run = self.run(&deviations, How::Strategy(strategy));
            let run = run.inspect_err(|_| self.has_failed.store(true, Ordering::Relaxed))?;
            if run.is_stopped {
                if let Some(sample) = &mut *lock(&self.sample) {
                    sample.give_back(number);
                }
                break;
            }
            self.check(&run, number + 1)?;
            self.add(run, prepared.usual.key);
            drop(in_progress);
            self.checkpoint(prepared);
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
        let again = self.runs.follow(bounds, &deviations, &|| self.is_over())?;
        let is_same = again.order == run.order && again.ran == run.ran && again.outcome.key() == run.outcome.key();
        if is_same || again.is_stopped {
            return Ok(());
        }
        let step = run.ran.iter().zip(&again.ran).position(|(one, other)| one != other);
        let schedule = Schedule { bounds, deviations, ..Schedule::default() };
        lock(&self.tally).nondeterminism.get_or_insert(Nondeterminism { schedule, step });
        Ok(())
    }
}

/// The failing orders that are to be shrunk when the exploration goes on, with those of `earlier`.
fn failures_to_shrink(report: &Report, earlier: &[Schedule]) -> Vec<Schedule> {
    let mut failures: Vec<Schedule> = earlier.iter().cloned().chain(report.unshrunk()).collect();
    failures.truncate(SHRUNK_OUTCOMES);
    failures
}

/// Shrinks the schedule of a failure: the outcome with this index.
fn shrink_failure(
    explorer: &Explorer<'_>,
    runs: &Runs<'_>,
    is_over: &dyn Fn() -> bool,
    index: usize,
    report: &mut Report,
) -> Result<(), Error> {
    let found = &mut report.outcomes[index];
    let tally = Tally::new(explorer.fail_on);
    let key = tally.key(&found.outcome);
    let bounds = found.schedule.bounds;
    let follow = |deviations: &[Deviation]| {
        let run = runs.follow(bounds, deviations, is_over).ok()?;
        (!run.is_stopped && tally.key(&run.outcome) == key).then_some(run.applied)
    };
    let fails = |deviations: &[Deviation]| follow(deviations).is_some();
    let deviations = found.schedule.deviations.clone();
    if !fails(&deviations) {
        if !is_over() {
            let schedule = Schedule { bounds, deviations, ..Schedule::default() };
            report.nondeterminism.get_or_insert(Nondeterminism { schedule, step: None });
        }
        return Ok(());
    }
    let shrunk = |deviations: Vec<Deviation>| {
        let deviations = postponed_instead(deviations, &found.ran, fails);
        shrink(deviations, SHRINKING_BUDGET, fails)
    };
    let (mut smallest, mut is_minimal) = shrunk(deviations);
    for other in &found.others {
        // Nothing is smaller than one deviation.
        if smallest.len() > 1 && !is_over() && fails(other) {
            let (other, is_other_minimal) = shrunk(other.clone());
            if other.len() < smallest.len() {
                (smallest, is_minimal) = (other, is_other_minimal);
            }
        }
    }
    let shrunk = simplify(smallest, follow);
    let run = runs.follow(bounds, &shrunk, &|| false)?;
    let deviations = super::report::deviations(&run.applied);
    let schedule = Schedule { bounds, deviations, ..Schedule::default() };
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
        others: Vec::new(),
    };
    Ok(())
}

/// Replaces the deviations in which one piece of work runs later than several others by its postponement, if that fails
/// in the same way: that a response is late is one difference, however much runs before it.
fn postponed_instead(
    mut deviations: Vec<Deviation>,
    ran: &[Ran],
    fails: impl Fn(&[Deviation]) -> bool,
) -> Vec<Deviation> {
    let position = |name: &WorkName| ran.iter().position(|ran| ran.work.name == *name);
    let mut overtaken: BTreeMap<&WorkName, Vec<&WorkName>> = BTreeMap::new();
    for deviation in &deviations {
        if let Deviation::Before { first, then, .. } = deviation {
            overtaken.entry(then).or_default().push(first);
        }
    }
    overtaken.retain(|_, firsts| firsts.len() > 1);
    let last_of = |firsts: Vec<&WorkName>| firsts.into_iter().max_by_key(|first| position(first)).cloned();
    let postponed: Vec<Deviation> = overtaken
        .into_iter()
        .filter_map(|(work, firsts)| Some(Deviation::Postpone { work: work.clone(), until: last_of(firsts)? }))
        .collect();
    for postponed in postponed {
        let Deviation::Postpone { work, .. } = &postponed else { continue };
        let is_other = |deviation: &&Deviation| !matches!(deviation, Deviation::Before { then, .. } if then == work);
        let others = deviations.iter().filter(is_other).cloned();
        let simpler: Vec<Deviation> = others.chain(std::iter::once(postponed.clone())).collect();
        if fails(&simpler) {
            deviations = simpler;
        }
    }
    deviations
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
