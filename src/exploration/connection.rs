//! Connects a chooser to an event loop: the policy asks it, and the observer tells it what happens.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::chooser::Chooser;
use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::strategy::Strategy;
use super::tracker::Tracker;
use crate::event_loop::{
    Candidate, Candidates, Ending, Event, Location, Observer, OrderingIdentifier, Origin, Policy, Quirk, Quirks,
    Subject, TaskSource, Timestamp, VirtualTime, WaitingTimer, Work, WorkId, WorkKind,
};
use crate::profiles::HostPolicy;
use crate::runtime::RuntimeBuilder;
use crate::scheduling::{EffectivePriority, QueueKind};

/// The state that the policy and the observer of a run share.
pub(super) struct Shared<S> {
    pub(super) tracker: RefCell<Tracker>,
    pub(super) chooser: RefCell<Chooser<S>>,
    /// `None` in real time, which no step can let pass.
    clock: Option<Rc<VirtualTime>>,
    places: RefCell<FxHashMap<Origin, Arc<str>>>,
    main_file: String,
    /// The folder of the program, as the engine names the files of modules.
    folder: Option<PathBuf>,
    /// The number of tasks that have run since time passed, and when it did.
    tasks_at_once: Cell<(usize, Timestamp)>,
    is_time_held: Cell<bool>,
    /// Whether the host runs work in phases.
    has_phases: Cell<bool>,
}

impl<S: Strategy + 'static> Shared<S> {
    pub(super) fn new(mut chooser: Chooser<S>, clock: Option<Rc<VirtualTime>>, main_file: &Path) -> Rc<Self> {
        chooser.omit_file(&main_file.display().to_string());
        Rc::new(Self {
            tracker: RefCell::default(),
            chooser: RefCell::new(chooser),
            clock,
            places: RefCell::default(),
            main_file: main_file.display().to_string(),
            folder: main_file.canonicalize().ok().and_then(|path| Some(path.parent()?.to_owned())),
            tasks_at_once: Cell::default(),
            is_time_held: Cell::default(),
            has_phases: Cell::default(),
        })
    }

    /// Sets the policy of a runtime, its quirks and, in virtual time, its clock and its seed.
    pub(super) fn configure(self: &Rc<Self>, builder: RuntimeBuilder, quirks: Quirks, seed: u64) -> RuntimeBuilder {
        let base = HostPolicy::new(quirks);
        self.has_phases.set(quirks.has(Quirk::LoopInPhases));
        let builder = builder.quirks(quirks).policy(Deciding { shared: Rc::clone(self), base });
        let Some(clock) = &self.clock else { return builder };
        let seed = self.chooser.borrow().seed().unwrap_or(seed);
        builder.time(Rc::clone(clock) as _).seed(seed)
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
    /// A location, with its file relative to the folder of the program if it is inside, so that it is the same on every
    /// machine.
    fn relative(&self, location: &Location) -> String {
        let folder = self.folder.as_ref();
        let relative = folder.and_then(|folder| Path::new(&location.file).strip_prefix(folder).ok());
        match relative {
            Some(file) => format!("{}:{}:{}", file.display(), location.line, location.column),
            None => location.to_string(),
        }
    }

    /// The place of a piece of work, as a part of its name.
    fn place(&self, work: Work, location: impl FnOnce() -> Option<Location>) -> Arc<str> {
        let Some(origin) = work.origin else { return kind_name(work.kind).into() };
        let known = self.places.borrow().get(&origin).cloned();
        known.unwrap_or_else(|| {
            let place: Arc<str> = match location() {
                Some(Location { file, line, column }) if file == self.main_file => format!("{line}:{column}").into(),
                Some(location) => self.relative(&location).into(),
                None => kind_name(work.kind).into(),
            };
            self.places.borrow_mut().insert(origin, Arc::clone(&place));
            place
        })
    }
}

impl<S: Strategy> Shared<S> {
    /// Asks the chooser. `None` if a candidate is not known, so that there is nothing to decide.
    fn decide(
        &self,
        default: Candidate<'_>,
        all: &[Candidate<'_>],
        candidates: &Candidates<'_>,
    ) -> Option<(Step, Situation)> {
        let tracker = self.tracker.borrow();
        let mut chooser = self.chooser.borrow_mut();
        let mut situation = situation(default, all, candidates, &tracker)?;
        situation.has_phases = self.has_phases.get();
        if self.clock.is_none() || self.is_time_held.get() {
            // Real time cannot be made to pass, and held time must not.
            situation.timers.retain(|timer| timer.due <= situation.now);
        }
        for timer in situation.timers.iter_mut().filter(|timer| timer.due <= situation.now) {
            timer.noticed = chooser.notice(timer.work, situation.now);
        }
        Some((chooser.decide(&situation, &tracker), situation))
    }
}

/// Answers what a program leaves open besides the order of its work.
pub trait Choices {
    /// Returns a number from 0, less than `count`. `choice` has been scheduled.
    fn choose(&self, choice: WorkId, count: u32) -> u32;

    /// Sets whether time stands still: then timers are not late, and tasks take no time.
    fn hold_time(&self, is_held: bool);
}

impl<S: Strategy> Choices for Shared<S> {
    fn choose(&self, choice: WorkId, count: u32) -> u32 {
        let number = self.chooser.borrow_mut().choose_number(choice, count, &self.tracker.borrow());
        self.tracker.borrow_mut().chose(choice, number);
        number
    }

    fn hold_time(&self, is_held: bool) {
        self.is_time_held.set(is_held);
    }
}

/// The place of work that no source location has asked for.
fn kind_name(kind: WorkKind) -> String {
    kind.as_str().replace(' ', "-")
}

struct Watcher<S>(Rc<Shared<S>>);

impl<S: Strategy> Observer for Watcher<S> {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let shared = &self.0;
        let mut tracker = shared.tracker.borrow_mut();
        match event {
            Event::Scheduled(it) => {
                let place = shared.place(it.work(), || subject.location());
                tracker.scheduled(it.work(), place, it.source, it.scheduled_by);
            }
            Event::Ready { work } => tracker.ready(*work),
            Event::TimerFired { work } => tracker.timer_fired(*work),
            Event::Started { work } => {
                tracker.started(*work, now);
                let (tasks, since) = shared.tasks_at_once.get();
                shared.tasks_at_once.set(if since == now { (tasks + 1, now) } else { (1, now) });
            }
            Event::IdlePeriodStarted { deadline } => tracker.idle_period_started(*deadline),
            Event::Ended { work, how } => {
                tracker.ended(*work);
                if *how == Ending::Removed {
                    tracker.did_nothing(*work);
                }
            }
            Event::CheckpointStarted { work, within } => tracker.checkpoint_started(*work, *within),
            Event::CheckpointEnded { work, .. } => tracker.checkpoint_ended(*work),
            _ => {}
        }
    }
}

/// The policy of a run. By default, it chooses as `base` does.
struct Deciding<S> {
    shared: Rc<Shared<S>>,
    base: HostPolicy,
}

impl<S: Strategy> Policy for Deciding<S> {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let mut candidates = *candidates;
        loop {
            // A host's policy has state, which a choice that is not taken must not change.
            let before = self.base.clone();
            let default = self.base.choose(&candidates);
            if !self.shared.chooser.borrow().has_plans() {
                return default;
            }
            let all = candidates.all();
            let Some((step, situation)) = self.shared.decide(default, &all, &candidates) else { return default };
            match (step, &self.shared.clock) {
                (step, _) if step == situation.default => return default,
                (Step::Run(work) | Step::Fire(work), _) => {
                    self.base = before;
                    return all.into_iter().find(|candidate| candidate.id() == Some(work)).unwrap_or(default);
                }
                (Step::WaitUntil(due), Some(clock)) => {
                    self.base = before;
                    clock.advance(due.duration_since(situation.now));
                }
                (Step::WaitUntil(_), None) => return default,
            }
            let Some(refreshed) = candidates.refreshed() else { return default };
            candidates = refreshed;
        }
    }

    fn wants_events(&self) -> bool {
        self.base.wants_events()
    }

    fn compares_runs(&self) -> bool {
        true
    }

    fn observe(&mut self, now: Timestamp, event: &Event) {
        self.base.observe(now, event);
    }

    fn restarts_phase(&mut self, candidates: &Candidates<'_>) -> bool {
        self.base.restarts_phase(candidates)
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        let shared = &self.shared;
        let demanded = chosen.id().and_then(|work| shared.chooser.borrow().reason(work, &shared.tracker.borrow()));
        demanded.unwrap_or_else(|| self.base.explain(chosen, candidates))
    }

    fn idle_period(&mut self, callback: &Candidate<'_>, longest: Duration) -> Duration {
        let tracker = self.shared.tracker.borrow();
        let Some(callback) = callback.id() else { return longest };
        let is_short = self.shared.chooser.borrow_mut().shortens_idle_period(callback, &tracker);
        if is_short { Duration::ZERO } else { longest }
    }
}

/// Describes what the loop could do next. `None` if a candidate is not known.
fn situation(
    default: Candidate<'_>,
    all: &[Candidate<'_>],
    candidates: &Candidates<'_>,
    tracker: &Tracker,
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
    let timer = |timer: WaitingTimer| {
        let queue = match (TaskSource::of(timer.work.kind), timer.work.kind) {
            (Some(source), _) => Queue::Source(source),
            // Each response has a source of its own.
            (None, WorkKind::Fetch) => tracker.queue(timer.work.id),
            (None, WorkKind::IdleCallback) => Queue::Source(TaskSource::IdleTask),
            (None, _) => Queue::Scheduler,
        };
        Timer {
            work: timer.work.id,
            due: timer.due,
            noticed: timer.due,
            delay: timer.delay,
            group: OrderingIdentifier::of(timer.work.kind),
            serial: timer.serial,
            queue,
            level: timer.priority.map(|priority| EffectivePriority::new(priority, QueueKind::Tasks)),
        }
    };
    let last = tracker.last();
    Some(Situation {
        now: candidates.now(),
        has_phases: false,
        default: step,
        is_idle_period: candidates.is_idle_period(),
        heads: all.iter().filter(|candidate| candidate.due().is_none()).filter_map(head).collect(),
        timers: candidates.timers().into_iter().map(timer).collect(),
        last: Last {
            work: last.map(|(work, _)| work),
            started: last.map_or_else(Timestamp::default, |(_, started)| started),
        },
    })
}
