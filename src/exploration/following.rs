//! Connects a chooser to an event loop: the policy asks it, and the observer tells it what happens.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::chooser::{Chooser, SkippedDeviation};
use super::schedule::Schedule;
use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::strategy::{DefaultOrder, Strategy};
use super::tracker::Tracker;
use crate::event_loop::{
    Candidate, Candidates, DefaultPolicy, Event, Location, Observer, OrderingIdentifier, Origin, Policy, TaskSource,
    Time, Timestamp, VirtualTime, WaitingTimer, Work, WorkId, WorkKind,
};
use crate::runtime::RuntimeBuilder;
use crate::scheduling::{EffectivePriority, QueueKind};

/// The state that the policy and the observer of a run share.
pub(super) struct Shared<S> {
    pub(super) tracker: RefCell<Tracker>,
    pub(super) chooser: RefCell<Chooser<S>>,
    clock: Rc<VirtualTime>,
    places: RefCell<FxHashMap<Origin, Arc<str>>>,
    main_file: String,
    /// The number of tasks that have run since time passed, and when it did.
    tasks_at_once: Cell<(usize, Timestamp)>,
}

impl<S: Strategy + 'static> Shared<S> {
    pub(super) fn new(chooser: Chooser<S>, main_file: &Path) -> Rc<Self> {
        Rc::new(Self {
            tracker: RefCell::default(),
            chooser: RefCell::new(chooser),
            clock: Rc::new(VirtualTime::new()),
            places: RefCell::default(),
            main_file: main_file.display().to_string(),
            tasks_at_once: Cell::default(),
        })
    }

    /// Sets the clock, the policy and the seed of a runtime.
    pub(super) fn configure(self: &Rc<Self>, builder: RuntimeBuilder, seed: u64) -> RuntimeBuilder {
        let seed = self.chooser.borrow().seed().unwrap_or(seed);
        let policy = Deciding { shared: Rc::clone(self), base: Box::new(DefaultPolicy) };
        builder.time(Rc::clone(&self.clock) as _).seed(seed).policy(policy)
    }

    /// The observer that the event loop needs.
    pub(super) fn observer(self: &Rc<Self>) -> Rc<dyn Observer> {
        Rc::new(Watcher(Rc::clone(self)))
    }

    /// The number of tasks that have run since time passed.
    pub(super) fn tasks_at_once(&self) -> usize {
        self.tasks_at_once.get().0
    }
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

/// Makes a runtime follow a schedule.
pub(crate) struct Following(Rc<Shared<DefaultOrder>>);

impl Following {
    /// `main_file` is the name of the program's file, which names of work omit.
    pub(crate) fn new(schedule: &Schedule, main_file: &Path) -> Self {
        let chooser = Chooser::new(schedule.bounds, &schedule.deviations, None);
        Self(Shared::new(chooser, main_file))
    }

    /// Sets the clock, the policy and the seed of a runtime.
    pub(crate) fn configure(&self, builder: RuntimeBuilder, seed: u64) -> RuntimeBuilder {
        self.0.configure(builder, seed)
    }

    /// The observer that the event loop needs.
    pub(crate) fn observer(&self) -> Rc<dyn Observer> {
        self.0.observer()
    }

    /// The deviations that have not been possible so far.
    pub(crate) fn skipped(&self) -> Vec<SkippedDeviation> {
        self.0.chooser.borrow().skipped(&self.0.tracker.borrow())
    }
}
