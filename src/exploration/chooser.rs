//! Chooses the steps of a run: those that a schedule demands, and otherwise those that a strategy picks.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use super::active::{Active, AppliedDeviation, SkippedDeviation};
use super::clause::{Clause, Clauses};
use super::footprints::Recorder;
use super::points::Points;
use super::rules::{Allowed, Bounds, Level};
use super::schedule::{Deviation, Schedule, SlowUntil};
use super::situation::{MOST_DEADLINES, Queue, Situation, Step, Timer};
use super::strategy::{Alternative, Pick, Point, Strategy};
use super::tracker::Tracker;
use super::work_name::WorkName;
use crate::event_loop::{AgentId, Timestamp, WorkId};

/// How often work that is newer runs instead of work that would run next. No standard says that work runs at all, but
/// programs may wait for it in a loop of tasks.
const MOST_PASSED_OVER: u32 = 1_000;

/// How many times as many pieces of work as the strategy may choose from a run may have.
const PATIENCE: u64 = 3;

/// Chooses the steps of one run.
#[expect(clippy::struct_excessive_bools, reason = "each is independent of the others")]
pub(super) struct Chooser<S> {
    bounds: Bounds,
    active: Vec<Active>,
    /// The deviations that may have an effect when work with this name would run or has run, by their indices.
    by_target: FxHashMap<WorkName, Vec<usize>>,
    /// The indices of the deviations that may still have an effect, in order.
    pending: Vec<usize>,
    /// Without a strategy, the run follows its deviations only.
    strategy: Option<S>,
    /// Whether a step has been taken since the last work ended.
    has_stepped: bool,
    /// Whether the step that is being chosen makes the last task take longer.
    is_outlasting: bool,
    /// When the loop could first fire the timers that are due, and how many pieces of work had run by then.
    noticed: FxHashMap<WorkId, (Timestamp, u64)>,
    /// The number of pieces of work that have run, and after how many the strategy picks nothing any more.
    ran: u64,
    most: u64,
    /// How often newer work has run instead of work that would run next.
    passed_over: FxHashMap<WorkId, u32>,
    /// Whether work ran because it had been passed over so often: other orders were not allowed.
    pub(super) is_bounded: bool,
    /// The work whose timer has just fired while a task runs.
    entering: Option<WorkId>,
    /// What the work of the run accesses, if it is recorded.
    recorder: Option<Rc<Recorder>>,
    pub(super) points: Points,
    pub(super) is_stopped: bool,
}

impl<S: Strategy> Chooser<S> {
    /// Follows `deviations`, and asks the strategy where they demand nothing.
    pub(super) fn new(bounds: Bounds, deviations: &[Deviation], strategy: Option<S>) -> Self {
        let mut chooser = Self {
            bounds,
            active: deviations.iter().cloned().map(Active::new).collect(),
            by_target: FxHashMap::default(),
            pending: (0..deviations.len()).collect(),
            strategy,
            has_stepped: false,
            is_outlasting: false,
            noticed: FxHashMap::default(),
            ran: 0,
            most: u64::MAX,
            passed_over: FxHashMap::default(),
            is_bounded: false,
            entering: None,
            recorder: None,
            points: Points::default(),
            is_stopped: false,
        };
        chooser.index();
        chooser
    }

    /// Makes the strategy pick nothing any more after this number of pieces of work: most programs end then.
    pub(super) fn most_tasks(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Whether the run goes on for so long after that that it is stopped.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.ran / PATIENCE > self.most
    }

    /// Finds the targets of all deviations.
    fn index(&mut self) {
        self.by_target.clear();
        for (index, active) in self.active.iter().enumerate() {
            if let Some(target) = active.deviation.target() {
                self.by_target.entry(target.clone()).or_default().push(index);
            }
        }
    }

    /// Adds a deviation, and returns its index.
    fn add(&mut self, active: Active) -> usize {
        let index = self.active.len();
        if let Some(target) = active.deviation.target() {
            self.by_target.entry(target.clone()).or_default().push(index);
        }
        self.active.push(active);
        self.pending.push(index);
        index
    }

    /// The deviations that may have an effect when this work would run or has run, in order. Those that cannot have one
    /// any more are forgotten, so that a step takes as long as the deviations that are left.
    fn targeting(&mut self, work: Option<WorkId>, tracker: &Tracker) -> Vec<usize> {
        let mut found = Vec::new();
        if self.by_target.is_empty() {
            return found;
        }
        for name in tracker.names(work) {
            if let Some(indices) = self.by_target.get_mut(&name) {
                indices.retain(|&index| !self.active[index].is_over(tracker));
                found.extend_from_slice(indices);
            }
        }
        found.sort_unstable();
        found
    }

    /// Records what work accesses.
    pub(super) fn record(&mut self, recorder: Rc<Recorder>) {
        self.recorder = Some(recorder);
    }

    /// Whether each port is a task source of its own.
    pub(super) const fn separates_ports(&self) -> bool {
        self.bounds.separate_ports
    }

    /// Removes the name of the program's file from the names of work in the deviations.
    pub(super) fn omit_file(&mut self, file: &str) {
        for active in &mut self.active {
            active.deviation.names_mut().into_iter().for_each(|name| name.omit_file(file));
        }
        self.index();
    }

    /// Whether anything but the default may be chosen from now on.
    pub(super) fn has_plans(&self) -> bool {
        self.strategy.as_ref().is_some_and(Strategy::has_plans) || !self.active.is_empty()
    }

    /// The deviations that had an effect so far, as a schedule with the bounds that they need.
    pub(super) fn schedule(&self) -> Schedule {
        let effects = || self.active.iter().filter_map(|active| active.applied.as_ref());
        let needs = |clauses: &[Clause]| effects().any(|effect| effect.clauses.iter().any(|it| clauses.contains(&it)));
        let default = Bounds::default();
        let bounds = Bounds {
            level: effects().map(|effect| effect.level).max().unwrap_or_default(),
            timer_lateness: if needs(&[Clause::TimerLateness]) {
                self.bounds.timer_lateness
            } else {
                default.timer_lateness
            },
            task_cost: if needs(&[Clause::TaskDuration]) { self.bounds.task_cost } else { default.task_cost },
            separate_ports: self.bounds.separate_ports,
        };
        let applied = self.active.iter().filter(|active| active.applied.is_some());
        Schedule { bounds, deviations: applied.map(|active| active.deviation.clone()).collect(), ..Schedule::default() }
    }

    /// Why a deviation made this work run, if one did.
    pub(super) fn reason(&self, work: WorkId, tracker: &Tracker) -> Option<String> {
        let name = tracker.name(Some(work));
        self.active.iter().find_map(|active| match (&active.deviation, &active.applied) {
            (Deviation::Before { first, .. }, Some(effect)) if *first == name => {
                let reasons: Vec<String> = effect.clauses.iter().map(|clause| clause.to_string()).collect();
                Some(format!("it was chosen instead of the usual work; {}", reasons.join("; ")))
            }
            _ => None,
        })
    }

    /// When the loop could first fire a timer that is due.
    pub(super) fn notice(&mut self, timer: WorkId, now: Timestamp) -> Timestamp {
        self.noticed.entry(timer).or_insert((now, self.ran)).0
    }

    /// Chooses the next step.
    pub(super) fn decide(&mut self, situation: &Situation, tracker: &Tracker) -> Step {
        let step = if self.has_waited_enough(situation) {
            self.is_bounded = true;
            self.announce(self.is_simple(situation), situation);
            None
        } else {
            self.demanded(situation, tracker).inspect(|_| self.announce(false, situation)).or_else(|| {
                if self.is_inevitable(situation, tracker) {
                    return None;
                }
                self.announce(self.is_simple(situation), situation);
                self.picked(situation, tracker)
            })
        };
        if let Some(recorder) = &self.recorder {
            recorder.tell_obstacle(|work| tracker.name(work).place().to_string());
        }
        let step = step.unwrap_or(situation.default);
        self.count_passing(step, situation);
        match step {
            Step::Run(_) => {
                self.has_stepped = false;
                self.ran += 1;
            }
            Step::Fire(timer) => {
                self.noticed.remove(&timer);
                self.has_stepped = true;
            }
            Step::WaitUntil(_) => self.has_stepped = !self.is_outlasting,
        }
        self.is_outlasting = false;
        step
    }

    /// Whether the accesses of work are recorded, and the first work of each queue may run next, but nothing else can
    /// happen: no time has passed during the last work.
    fn is_simple(&self, situation: &Situation) -> bool {
        let Some(recorder) = &self.recorder else { return false };
        let is_at_once = situation.now == situation.latest.started || recorder.is_waiting();
        is_at_once && situation.is_simple(self.bounds.task_cost)
    }

    /// Tells what records the accesses of work that the next step is chosen.
    fn announce(&self, is_simple: bool, situation: &Situation) {
        let Some(recorder) = &self.recorder else { return };
        recorder.decides(is_simple);
        if !is_simple {
            recorder.is_complicated_by(|| situation.complication(self.bounds.task_cost));
        }
    }

    /// Whether the default step need not be chosen, although other steps may be allowed: a timer fires, but what could
    /// happen before can also happen afterwards; or nothing could. That a timer is late is a choice, but not one
    /// between pieces of work.
    fn is_inevitable(&mut self, situation: &Situation, tracker: &Tracker) -> bool {
        let cost = self.bounds.task_cost;
        let Some(recorder) = self.recorder.clone().filter(|_| matches!(situation.default, Step::Fire(_))) else {
            return false;
        };
        if situation.only_queues(cost) {
            let runs = |(_, allowed): &(Alternative, Allowed)| matches!(allowed.step, Step::Run(_));
            return self.offers(situation, tracker).iter().all(runs);
        }
        if !situation.only_waits(cost) {
            return false;
        }
        let offers = self.offers(situation, tracker);
        if offers.iter().all(|(alternative, _)| *alternative == Alternative::Late) {
            recorder.waits();
        }
        offers.is_empty()
    }

    /// Whether newer work has run so often instead of the work that would run next that this runs now.
    fn has_waited_enough(&self, situation: &Situation) -> bool {
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return false };
        self.passed_over.get(&default) >= Some(&MOST_PASSED_OVER)
    }

    /// Counts that newer work runs instead of the work that would run next. The older work ends some time.
    fn count_passing(&mut self, step: Step, situation: &Situation) {
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return };
        if let Step::Run(work) = step
            && (work > default || work.agent() != default.agent())
            && work != default
        {
            *self.passed_over.entry(default).or_default() += 1;
        }
    }

    /// The step that an active deviation demands.
    fn demanded(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        self.slow_down(situation, tracker).or_else(|| self.run_before(situation, tracker))
    }

    fn slow_down(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        if self.has_stepped || !tracker.is_directly_after_last() {
            return None;
        }
        let last = situation.latest.work;
        let is_slow = |active: &Active| match &active.deviation {
            Deviation::Slow { until, .. } => {
                let is_over = match until {
                    SlowUntil::DueTimes(count) => active.waited >= *count,
                    SlowUntil::Timer(name) => {
                        let timer = tracker.waiting(name).and_then(|work| situation.timer(work));
                        timer.is_none_or(|timer| timer.due <= situation.now)
                    }
                };
                !is_over
            }
            _ => false,
        };
        let index = self.targeting(last, tracker).into_iter().find(|&index| is_slow(&self.active[index]))?;
        let active = &mut self.active[index];
        active.waited += 1;
        let allowed = slow_step(&self.bounds, situation)?;
        active.apply(&allowed, || (tracker.info(last), None));
        self.outlast();
        Some(allowed.step)
    }

    /// The last task takes longer: the loop notices the timers that became due during it when it ends.
    fn outlast(&mut self) {
        self.is_outlasting = true;
        self.noticed.retain(|_, (_, ran)| *ran < self.ran);
    }

    fn run_before(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return None };
        let is_firing = matches!(situation.default, Step::Fire(_));
        for index in self.targeting(Some(default), tracker) {
            let active = &mut self.active[index];
            let first = match &active.deviation {
                Deviation::Before { first, late, .. } if *late == is_firing => first,
                Deviation::FiresBefore { first, .. } if is_firing => first,
                Deviation::Late { .. } => {
                    let Some(allowed) = self.bounds.fire_late(situation) else { continue };
                    active.apply(&allowed, || (tracker.info(Some(default)), None));
                    return Some(allowed.step);
                }
                Deviation::Postpone { .. } => {
                    let Some(allowed) = self.bounds.postpone(default, situation) else { continue };
                    active.apply(&allowed, || (tracker.info(Some(default)), None));
                    return Some(allowed.step);
                }
                _ => continue,
            };
            let Some(work) = tracker.waiting(first) else { continue };
            let allowed = match &active.deviation {
                Deviation::FiresBefore { .. } => {
                    situation.timer(work).and_then(|timer| self.bounds.fire_first(timer, situation))
                }
                _ => self.bounds.advance(situation.target(work, tracker.queue(work)), situation).or_else(|| {
                    // Other work of the program has to run before. The worker starts later.
                    situation.starts(default).then(|| self.bounds.postpone(default, situation)).flatten()
                }),
            };
            if let Some(allowed) = allowed {
                active.apply(&allowed, || (tracker.info(Some(work)), Some(tracker.info(Some(default)))));
                return Some(allowed.step);
            }
        }
        None
    }

    /// The step that the strategy picks.
    fn picked(&mut self, situation: &Situation, tracker: &Tracker) -> Option<Step> {
        if self.strategy.is_none() || self.is_stopped || self.ran > self.most {
            return None;
        }
        let (Step::Run(default) | Step::Fire(default)) = situation.default else { return None };
        let offers = self.offers(situation, tracker);
        if offers.is_empty() {
            return None;
        }
        let alternatives: Vec<Alternative> = offers.iter().map(|(alternative, _)| *alternative).collect();
        // All other heads, and nothing else.
        let runs_itself = |(alternative, allowed): &(Alternative, Allowed)| match (alternative, allowed.step) {
            (Alternative::Before(work), Step::Run(runs)) => *work == runs,
            _ => false,
        };
        let heads = || situation.agents().map(|agent| agent.heads.len()).sum::<usize>();
        let is_simple = self.is_simple(situation) && offers.len() + 1 == heads() && offers.iter().all(runs_itself);
        let index =
            self.ask(default, &alternatives, is_simple, |chooser| chooser.state(situation, tracker), tracker)?;
        let (alternative, allowed) = offers[index];
        if alternative == Alternative::Slow {
            self.outlast();
        }
        let active = self.activate(alternative, default, situation, tracker);
        let (work, then) = match alternative {
            Alternative::Before(work) | Alternative::FireBefore(work) => {
                (Some(work), Some(tracker.info(Some(default))))
            }
            Alternative::Late => (Some(default), None),
            _ => (situation.latest.work, None),
        };
        active.apply(&allowed, || (tracker.info(work), then));
        Some(allowed.step)
    }

    /// Asks the strategy at a point, and counts the point. Returns the index of the alternative that it picks.
    fn ask(
        &mut self,
        default: WorkId,
        alternatives: &[Alternative],
        is_simple: bool,
        state: impl FnOnce(&mut Self) -> u64,
        tracker: &Tracker,
    ) -> Option<usize> {
        let needs_state = self.strategy.as_ref().is_some_and(Strategy::needs_state);
        let sequence = self.recorder.as_ref().filter(|recorder| recorder.is_recording());
        let sequence = sequence.map_or(0, |recorder| recorder.sequence());
        let state = if needs_state { state(self) ^ sequence } else { 0 };
        let recorder = self.recorder.clone();
        if let Some(recorder) = recorder.as_ref().filter(|_| !is_simple) {
            recorder.is_not_simple();
        }
        let recorder = recorder.as_deref().filter(|recorder| is_simple && recorder.is_recording());
        let pick = self.strategy.as_mut()?.pick(&Point { default, alternatives, state, tracker, recorder });
        if pick == Pick::Stop {
            self.is_stopped = true;
            return None;
        }
        let index = match pick {
            Pick::Alternative(index) if index < alternatives.len() => Some(index),
            _ => None,
        };
        self.points.count(default, alternatives, tracker);
        if self.strategy.as_ref().is_some_and(Strategy::counts_orders) {
            self.points.keep(default, alternatives, index);
        }
        index
    }

    /// The alternatives to the default step.
    fn offers(&mut self, situation: &Situation, tracker: &Tracker) -> Vec<(Alternative, Allowed)> {
        let horizon = situation.next_due_times().last().copied().unwrap_or(situation.now);
        let may_slow_down = self.may_slow_down(situation, tracker);
        let before = situation.waiting(horizon).filter_map(|target| {
            let allowed = self.bounds.advance(target, situation)?;
            Some((Alternative::Before(target.work), allowed))
        });
        let fired = situation.first_timers(horizon).filter_map(|timer| {
            let allowed = self.bounds.fire_first(timer, situation).filter(|_| may_be_overtaken(timer, situation))?;
            Some((Alternative::FireBefore(timer.work), allowed))
        });
        let slow = if may_slow_down { slow_step(&self.bounds, situation) } else { None };
        let late = self.bounds.fire_late(situation).map(|allowed| (Alternative::Late, allowed));
        before.chain(fired).chain(late).chain(slow.map(|allowed| (Alternative::Slow, allowed))).collect()
    }

    /// Whether the last work can take time: only directly after it, before any other step.
    fn may_slow_down(&mut self, situation: &Situation, tracker: &Tracker) -> bool {
        let slow = self.targeting(situation.latest.work, tracker).into_iter().map(|index| &self.active[index]);
        let mut slow = slow.filter(|active| matches!(active.deviation, Deviation::Slow { .. }));
        let waited = slow.next().map(|active| active.waited as usize);
        let is_next = !self.has_stepped && tracker.is_directly_after_last();
        is_next && waited.is_none_or(|waited| waited < MOST_DEADLINES)
    }

    /// Adds a deviation to the active ones.
    fn activate(
        &mut self,
        alternative: Alternative,
        default: WorkId,
        situation: &Situation,
        tracker: &Tracker,
    ) -> &mut Active {
        let deviation = match alternative {
            Alternative::Before(first) => Deviation::Before {
                first: tracker.name(Some(first)),
                then: tracker.name(Some(default)),
                late: matches!(situation.default, Step::Fire(_)),
            },
            Alternative::FireBefore(first) => {
                Deviation::FiresBefore { first: tracker.name(Some(first)), then: tracker.name(Some(default)) }
            }
            Alternative::Late => Deviation::Late { work: tracker.name(Some(default)) },
            Alternative::Slow => {
                let next = situation.next_due().map(|timer| timer.work);
                let until = next.map_or(SlowUntil::DueTimes(1), |work| SlowUntil::Timer(tracker.name(Some(work))));
                Deviation::Slow { work: tracker.name(situation.latest.work), until }
            }
            Alternative::ShortIdle => Deviation::ShortIdle { work: tracker.name(Some(default)) },
            Alternative::Choose(number) => Deviation::Choose { work: tracker.name(Some(default)), number },
        };
        let is_slow = |deviation: &Deviation| matches!(deviation, Deviation::Slow { .. });
        let known = deviation.target().filter(|_| is_slow(&deviation)).and_then(|target| {
            let known = self.by_target.get(target)?;
            known.iter().copied().find(|&index| is_slow(&self.active[index].deviation))
        });
        let index = match known {
            Some(index) => {
                self.active[index].deviation = deviation;
                index
            }
            None => self.add(Active::new(deviation)),
        };
        self.active[index].waited += 1;
        &mut self.active[index]
    }

    /// The timer that fires before work of the running task enters its queue, if one does.
    pub(super) fn fires_during_task(
        &mut self,
        queued: WorkId,
        situation: &Situation,
        tracker: &Tracker,
    ) -> Option<WorkId> {
        if self.entering.take() == Some(queued) || tracker.queue(queued) != Queue::Scheduler {
            return None;
        }
        let offers: Vec<Allowed> =
            situation.timers.iter().filter_map(|timer| Bounds::fire_during_task(timer, situation)).collect();
        let allowed = self.demanded_during_task(queued, &offers, tracker).or_else(|| {
            let timers: Vec<WorkId> = offers.iter().filter_map(Allowed::fired).collect();
            let alternatives: Vec<Alternative> = timers.iter().copied().map(Alternative::FireBefore).collect();
            if alternatives.is_empty() || self.strategy.is_none() || self.is_stopped {
                return None;
            }
            let state = |chooser: &mut Self| {
                let mut hasher = FxHasher::default();
                (chooser.strategy_state(tracker), "queued", queued.get()).hash(&mut hasher);
                hasher.finish()
            };
            let index = self.ask(queued, &alternatives, false, state, tracker)?;
            let active = self.activate(alternatives[index], queued, situation, tracker);
            active.apply(&offers[index], || (tracker.info(Some(timers[index])), Some(tracker.info(Some(queued)))));
            Some(offers[index])
        })?;
        self.entering = allowed.fired();
        self.entering
    }

    /// The timer that an active deviation demands to fire before work enters its queue.
    fn demanded_during_task(&mut self, queued: WorkId, offers: &[Allowed], tracker: &Tracker) -> Option<Allowed> {
        self.targeting(Some(queued), tracker).into_iter().find_map(|index| {
            let active = &mut self.active[index];
            let Deviation::FiresBefore { first, .. } = &active.deviation else { return None };
            let is_first = |offer: &&Allowed| tracker.is_named(offer.fired(), first);
            let allowed = *offers.iter().find(is_first)?;
            active.apply(&allowed, || (tracker.info(allowed.fired()), Some(tracker.info(Some(queued)))));
            Some(allowed)
        })
    }

    /// Whether the idle period that starts with this callback has no time left.
    pub(super) fn shortens_idle_period(&mut self, callback: WorkId, tracker: &Tracker) -> bool {
        let is_short = |active: &Active| matches!(active.deviation, Deviation::ShortIdle { .. });
        let allowed = Allowed {
            step: Step::Run(callback),
            clauses: Clauses::default().with(Clause::IdlePeriodLength),
            level: Level::Intent,
        };
        let known = self.targeting(Some(callback), tracker).into_iter().find(|&index| is_short(&self.active[index]));
        if let Some(index) = known {
            self.active[index].apply(&allowed, || (tracker.info(Some(callback)), None));
            return true;
        }
        if self.strategy.is_none() || self.is_stopped {
            return false;
        }
        let state = |chooser: &mut Self| {
            let mut hasher = FxHasher::default();
            (chooser.strategy_state(tracker), "idle").hash(&mut hasher);
            hasher.finish()
        };
        if self.ask(callback, &[Alternative::ShortIdle], false, state, tracker).is_none() {
            return false;
        }
        let mut active = Active::new(Deviation::ShortIdle { work: tracker.name(Some(callback)) });
        active.apply(&allowed, || (tracker.info(Some(callback)), None));
        self.add(active);
        true
    }

    /// The number of a choice that a test leaves open: at least 0, and less than `count`.
    pub(super) fn choose_number(&mut self, choice: WorkId, count: u32, tracker: &Tracker) -> u32 {
        let allowed = Allowed {
            step: Step::Run(choice),
            clauses: Clauses::default().with(Clause::TestChoice),
            level: Level::Intent,
        };
        let effect = || (tracker.info(Some(choice)), None);
        let demanded =
            self.targeting(Some(choice), tracker).into_iter().find_map(|index| match self.active[index].deviation {
                Deviation::Choose { number, .. } if number < count => Some((index, number)),
                _ => None,
            });
        if let Some((index, number)) = demanded {
            self.active[index].apply(&allowed, effect);
            return number;
        }
        if self.strategy.is_none() || self.is_stopped || count < 2 {
            return 0;
        }
        let state = |chooser: &mut Self| {
            let mut hasher = FxHasher::default();
            (chooser.strategy_state(tracker), "choice", tracker.name(Some(choice))).hash(&mut hasher);
            hasher.finish()
        };
        let alternatives: Vec<Alternative> = (1..count).map(Alternative::Choose).collect();
        let Some(index) = self.ask(choice, &alternatives, false, state, tracker) else { return 0 };
        let Alternative::Choose(number) = alternatives[index] else { return 0 };
        let mut active = Active::new(Deviation::Choose { work: tracker.name(Some(choice)), number });
        active.apply(&allowed, effect);
        self.add(active);
        number
    }

    /// A hash of everything that determines how the run continues.
    fn state(&mut self, situation: &Situation, tracker: &Tracker) -> u64 {
        let mut hasher = FxHasher::default();
        self.strategy_state(tracker).hash(&mut hasher);
        (situation.now, self.has_stepped).hash(&mut hasher);
        for agent in situation.agents() {
            for timer in &agent.timers {
                (timer.serial, timer.noticed).hash(&mut hasher);
            }
        }
        if !situation.others.is_empty() {
            // Whose turn it is.
            situation.agent.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Forgets the deviations that are over, so that it takes as long as those that are left.
    fn strategy_state(&mut self, tracker: &Tracker) -> u64 {
        let mut hasher = FxHasher::default();
        tracker.hash_state(&mut hasher);
        let active = &self.active;
        self.pending.retain(|&index| !active[index].has_passed(tracker));
        for active in self.pending.iter().map(|&index| &active[index]).filter(|active| active.is_pending(tracker)) {
            (&active.deviation, active.waited).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The seed that the deviations give to `Math.random`, if they do.
    pub(super) fn seed(&self) -> Option<u64> {
        self.active.iter().find_map(|active| match active.deviation {
            Deviation::Seed(seed) => Some(seed),
            _ => None,
        })
    }

    /// The deviations that have not had an effect.
    pub(super) fn skipped(&self, tracker: &Tracker) -> Vec<SkippedDeviation> {
        let without_effect = self.active.iter().filter(|active| active.applied.is_none());
        let skipped = without_effect.map(|active| active.deviation.clone());
        skipped
            .filter(|deviation| !matches!(deviation, Deviation::Seed(_)))
            .map(|deviation| SkippedDeviation::new(deviation, tracker))
            .collect()
    }

    /// The run has ended.
    pub(super) fn end(&mut self) {
        if let (Some(strategy), Some(recorder), false) = (&mut self.strategy, &self.recorder, self.is_stopped) {
            strategy.ended(recorder);
        }
    }

    /// The deviations that have had an effect so far.
    pub(super) fn applied(&self, tracker: &Tracker) -> Vec<AppliedDeviation> {
        self.active.iter().filter_map(|active| active.applied(tracker)).collect()
    }
}

/// Whether a more urgent task may run before the work of a timer that has fired.
fn may_be_overtaken(timer: &Timer, situation: &Situation) -> bool {
    situation.facts().highest_level > timer.level
}

/// The last task takes until the next due time.
fn slow_step(bounds: &Bounds, situation: &Situation) -> Option<Allowed> {
    let due = situation.next_due_times().first().copied()?;
    let is_busy = situation.agents().any(|agent| agent.has_tasks() || matches!(agent.default, Step::Fire(_)));
    let in_time = due.duration_since(situation.latest.started) <= bounds.task_cost;
    // If nothing else is ready, time passes anyway.
    let allowed = (in_time && is_busy).then(|| Allowed {
        step: Step::WaitUntil(due),
        clauses: Clauses::default().with(Clause::TaskDuration),
        level: Level::Intent,
    })?;
    let agent = situation.latest.work.map_or(AgentId::MAIN, WorkId::agent);
    bounds.let_others_wait(allowed, agent, situation)
}
