//! Connects a chooser to an event loop: the policy asks it, and the observer tells it what happens.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::chooser::Chooser;
use super::footprints::Recorder;
use super::situation::{Head, Last, Queue, Situation, Step, Timer};
use super::strategy::Strategy;
use super::tracker::{Ran, Tracker};
use crate::engine::RandomSeed;
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
    /// The folder of the package that the program is in.
    package: Option<PathBuf>,
    /// The number of tasks that have run since time passed, and when it did.
    tasks_at_once: Cell<(usize, Timestamp)>,
    is_time_held: Cell<bool>,
    /// Whether the host runs work in phases.
    has_phases: Cell<bool>,
    recorder: Option<Rc<Recorder>>,
    /// What happens at the first decision, if the run waits for it.
    begin: RefCell<Option<Begin<S>>>,
    random: OnceCell<RandomSeed>,
    journal: RefCell<Option<Journal<S>>>,
}

/// Says at the first decision of a run which order it is to follow. The seed is that of its random numbers.
pub(super) type Begin<S> = Box<dyn FnOnce(Option<&RandomSeed>) -> Begun<S>>;

/// The order that a run is to follow.
pub(super) struct Begun<S> {
    pub(super) chooser: Chooser<S>,
    /// What is called after each decision.
    pub(super) journal: Option<Journal<S>>,
}

/// What is called after each decision, with the work that runs next if it is about that.
pub(super) type Journal<S> = Box<dyn Fn(&Chooser<S>, &Tracker, Option<Ran>)>;

impl<S: Strategy + 'static> Shared<S> {
    pub(super) fn new(chooser: Chooser<S>, clock: Option<Rc<VirtualTime>>, main_file: &Path) -> Rc<Self> {
        Self::recorded(chooser, clock, main_file, None)
    }

    /// Records what work accesses, if there is a recorder.
    pub(super) fn recorded(
        mut chooser: Chooser<S>,
        clock: Option<Rc<VirtualTime>>,
        main_file: &Path,
        recorder: Option<Rc<Recorder>>,
    ) -> Rc<Self> {
        if let Some(recorder) = &recorder {
            chooser.record(Rc::clone(recorder));
        }
        chooser.omit_file(&main_file.display().to_string());
        let tracker = Tracker::new(chooser.separates_ports());
        let folder = dunce::canonicalize(main_file).ok().and_then(|path| Some(path.parent()?.to_owned()));
        let has_manifest = |folder: &&Path| folder.join("package.json").is_file();
        let package = folder.as_deref().and_then(|folder| folder.ancestors().find(has_manifest)).map(Path::to_owned);
        Rc::new(Self {
            tracker: RefCell::new(tracker),
            chooser: RefCell::new(chooser),
            clock,
            places: RefCell::default(),
            main_file: main_file.display().to_string(),
            folder,
            package,
            tasks_at_once: Cell::default(),
            is_time_held: Cell::default(),
            has_phases: Cell::default(),
            recorder,
            begin: RefCell::default(),
            random: OnceCell::new(),
            journal: RefCell::default(),
        })
    }

    /// Waits for the first decision of the run before it is known which order it follows. Its runtime has this seed.
    pub(super) fn wait(&self, begin: Begin<S>, random: Option<RandomSeed>) {
        *self.begin.borrow_mut() = Some(begin);
        if let Some(random) = random {
            self.random.get_or_init(|| random);
        }
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

impl<S: Strategy> Shared<S> {
    /// Called before each decision.
    fn begin(&self) {
        let Some(begin) = self.begin.take() else { return };
        let Begun { mut chooser, journal } = begin(self.random.get());
        chooser.omit_file(&self.main_file);
        self.chooser.replace(chooser);
        self.journal.replace(journal);
    }

    /// Called after each decision, with the work that runs next if it is about that.
    fn decided(&self, next: Option<(WorkId, Timestamp)>) {
        if let Some(journal) = &*self.journal.borrow() {
            let tracker = self.tracker.borrow();
            let next = next.map(|(work, at)| Ran { work: tracker.info(Some(work)), at });
            journal(&self.chooser.borrow(), &tracker, next);
        }
    }
}

impl<S> Shared<S> {
    /// Whether the program has read a clock.
    pub(super) fn tells_time(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.has_been_read())
    }

    /// A location, with its file relative to the folder of the program if it is in the same package, so that it is the
    /// same on every machine.
    fn relative(&self, location: &Location) -> String {
        let folder = self.folder.as_ref();
        match folder.and_then(|folder| relative_path(Path::new(&location.file), folder, self.package.as_deref())) {
            Some(file) => format!("{file}:{}:{}", location.line, location.column),
            None => location.to_string(),
        }
    }

    /// A location as a place.
    fn text_of(&self, location: &Location) -> String {
        if location.file == self.main_file {
            format!("{}:{}", location.line, location.column)
        } else {
            self.relative(location)
        }
    }

    /// Tells the tracker what happens.
    fn follow(&self, tracker: &mut Tracker, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match event {
            Event::Scheduled(it) => {
                let place = self.place(it.work(), || subject.location());
                tracker.scheduled(it.work(), Arc::clone(&place), it.source, it.scheduled_by);
                if it.kind == WorkKind::Arrival
                    && let Some(place) = self.place_and_caller(&place, subject)
                {
                    tracker.label(it.work, &place);
                }
            }
            Event::Ready { work } => tracker.ready(*work),
            Event::PortShipped { port } => tracker.port_shipped(*port),
            Event::TimerFired { work } => tracker.timer_fired(*work),
            Event::Started { work } => {
                tracker.started(*work, now);
                let (tasks, since) = self.tasks_at_once.get();
                self.tasks_at_once.set(if since == now { (tasks + 1, now) } else { (1, now) });
            }
            Event::IdlePeriodStarted { deadline } => tracker.idle_period_started(*deadline, now),
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

    /// The place of an arrival with that of the caller. A test has one helper for arrivals, called from many places.
    fn place_and_caller(&self, place: &str, subject: &Subject<'_>) -> Option<String> {
        let Subject::Call(call) = subject else { return None };
        let caller = call.stack().iter().filter_map(|line| Location::at_end_of(line)).nth(1)?;
        Some(format!("{place}({})", self.text_of(&caller)))
    }

    /// The place of a piece of work, as a part of its name.
    fn place(&self, work: Work, location: impl FnOnce() -> Option<Location>) -> Arc<str> {
        let Some(origin) = work.origin else { return kind_name(work.kind).into() };
        let known = self.places.borrow().get(&origin).cloned();
        known.unwrap_or_else(|| {
            let place = location().map_or_else(|| kind_name(work.kind), |location| self.text_of(&location));
            let place: Arc<str> = place.into();
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
        let mut situation = situation(default_step(default)?, all, candidates, &tracker);
        let can_pass = !self.is_time_held.get();
        situation.tells_time = can_pass && self.tells_time();
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

    /// Names work after a label, instead of the place that asked for it. It has been scheduled.
    fn label(&self, work: WorkId, label: &str);

    /// Sets whether time stands still: then timers are not late, and tasks take no time.
    fn hold_time(&self, is_held: bool);
}

impl<S: Strategy> Choices for Shared<S> {
    fn choose(&self, choice: WorkId, count: u32) -> u32 {
        self.begin();
        let number = self.chooser.borrow_mut().choose_number(choice, count, &self.tracker.borrow());
        self.tracker.borrow_mut().chose(choice, number);
        self.decided(None);
        number
    }

    fn label(&self, work: WorkId, label: &str) {
        self.tracker.borrow_mut().label(work, label);
    }

    fn hold_time(&self, is_held: bool) {
        self.is_time_held.set(is_held);
    }
}

/// The path of a file from a folder, with `/` between its parts. `None` if the file is neither in the folder nor in the
/// package around it.
fn relative_path(file: &Path, folder: &Path, package: Option<&Path>) -> Option<String> {
    let mut path = String::new();
    let is_shared = |ancestor: &&Path| file.starts_with(ancestor);
    for ancestor in folder
        .ancestors()
        .take_while(|ancestor| *ancestor == folder || package.is_some_and(|package| ancestor.starts_with(package)))
    {
        if is_shared(&ancestor) {
            let parts = file.strip_prefix(ancestor).ok()?.iter().map(|part| part.to_string_lossy());
            path += &parts.collect::<Vec<_>>().join("/");
            return Some(path);
        }
        path += "../";
    }
    None
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
        shared.follow(&mut tracker, now, event, subject);
        if let Some(recorder) = &shared.recorder {
            recorder.observe(event, |work| tracker.queue(work));
        }
    }
}

/// The policy of a run. By default, it chooses as `base` does.
struct Deciding<S> {
    shared: Rc<Shared<S>>,
    base: HostPolicy,
}

impl<S: Strategy> Deciding<S> {
    fn choose_next<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let mut candidates = *candidates;
        loop {
            // A host's policy has state, which a choice that is not taken must not change.
            let before = self.base.clone();
            // A worker runs in parallel: nothing that the program does makes it wait.
            let default = first_worker(&candidates).unwrap_or_else(|| self.base.choose(&candidates));
            if !self.shared.chooser.borrow().has_plans() {
                return default;
            }
            let mut all = candidates.all();
            if candidates.idle_callback().is_none() {
                // By the letter, an idle period may start although a timer is due.
                all.extend(candidates.early_idle_callback());
            }
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
}

impl<S: Strategy> Policy for Deciding<S> {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        self.shared.begin();
        let chosen = self.choose_next(candidates);
        let runs = chosen.id().filter(|_| chosen.due().is_none());
        self.shared.decided(runs.map(|work| (work, candidates.now())));
        chosen
    }

    fn fires_during_task<'a>(&mut self, queued: WorkId, candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let shared = &self.shared;
        let default = candidates.due_timer().filter(|_| shared.clock.is_some() && !shared.is_time_held.get())?;
        shared.begin();
        // In phases, timers only fire in the phase of timers.
        if shared.has_phases.get() || !shared.chooser.borrow().has_plans() {
            return None;
        }
        let all = candidates.all();
        let timer = {
            let tracker = shared.tracker.borrow();
            let situation = situation(default_step(default)?, &all, candidates, &tracker);
            shared.chooser.borrow_mut().fires_during_task(queued, &situation, &tracker)?
        };
        shared.decided(None);
        all.into_iter().find(|candidate| candidate.id() == Some(timer))
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
        let shared = &self.shared;
        let Some(callback) = callback.id().filter(|_| !longest.is_zero()) else { return longest };
        shared.begin();
        let is_short = shared.chooser.borrow_mut().shortens_idle_period(callback, &shared.tracker.borrow());
        shared.decided(None);
        if is_short { Duration::ZERO } else { longest }
    }
}

/// The turn of a worker that is ready. It comes first by default.
fn first_worker<'a>(candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
    let is_turn = |candidate: &Candidate<'_>| matches!(candidate.source(), Some(TaskSource::Worker(_)));
    candidates.all().into_iter().find(is_turn)
}

/// The step that a candidate stands for. `None` if its work is not known.
fn default_step(default: Candidate<'_>) -> Option<Step> {
    let work = default.id()?;
    Some(if default.due().is_some() { Step::Fire(work) } else { Step::Run(work) })
}

/// Describes what the loop could do next.
fn situation(default: Step, all: &[Candidate<'_>], candidates: &Candidates<'_>, tracker: &Tracker) -> Situation {
    let head = |candidate: &Candidate<'_>| {
        let level = candidate.effective_priority();
        let queue = match (candidate.source(), level) {
            (Some(source), _) => tracker.queue_of(source),
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
    // The oldest first: behind it in its queue are the messages of the other ports that share it.
    let mut heads: Vec<Head> = all.iter().filter(|candidate| candidate.due().is_none()).filter_map(head).collect();
    let shared: Vec<Head> = heads.extract_if(.., |head| head.queue == Queue::UnshippedPort(None)).collect();
    heads.extend(shared.first());
    let last = tracker.last();
    Situation {
        now: candidates.now(),
        has_phases: false,
        default,
        is_idle_period: candidates.is_idle_period(),
        heads,
        timers: candidates.timers().into_iter().map(timer).collect(),
        last: Last {
            work: last.map(|(work, _)| work),
            started: last.map_or_else(Timestamp::default, |(_, started)| started),
        },
        tells_time: false,
    }
}
