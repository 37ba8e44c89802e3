//! Connects a chooser to an event loop: the policy asks it, and the observer tells it what happens.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
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
    AgentId, AgentStep, Candidate, Candidates, DefaultPolicy, Ending, Event, FiredTimer, Location, NewWorker, Observer,
    OrderingIdentifier, Origin, Policy, Quirk, Quirks, ReadyAgent, Subject, TaskSource, Timestamp, VirtualTime,
    WaitingTimer, Work, WorkId, WorkKind,
};
use crate::profiles::HostPolicy;
use crate::runtime::RuntimeBuilder;
use crate::scheduling::{EffectivePriority, QueueKind};

/// An agent of a run.
#[derive(Default)]
struct Agent {
    /// Chooses by default.
    base: HostPolicy,
    /// Its time origin, by the clock of the program.
    origin: Timestamp,
    /// What the places of its work end with. `None` for the program.
    label: Option<Arc<str>>,
    /// The places of its work.
    places: FxHashMap<Origin, Arc<str>>,
}

/// The state that the policies and the observers of a run share.
pub(super) struct Shared<S> {
    pub(super) tracker: RefCell<Tracker>,
    pub(super) chooser: RefCell<Chooser<S>>,
    /// `None` in real time, which no step can let pass.
    clock: Option<Rc<VirtualTime>>,
    agents: RefCell<BTreeMap<AgentId, Agent>>,
    /// The agent that has taken the last turn.
    last_turn: Cell<AgentId>,
    /// The work that has been chosen, if its agent still has to run it.
    chosen: Cell<Option<WorkId>>,
    main_file: String,
    /// The folder of the program, as the engine names the files of modules.
    folder: Option<PathBuf>,
    /// The folder of the package that the program is in.
    package: Option<PathBuf>,
    /// The number of tasks that have run since time passed, and when it did.
    tasks_at_once: Cell<(usize, Timestamp)>,
    is_time_held: Cell<bool>,
    /// How the host departs from the standards.
    quirks: Cell<Quirks>,
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
            agents: RefCell::new(BTreeMap::from([(AgentId::MAIN, Agent::default())])),
            last_turn: Cell::default(),
            chosen: Cell::default(),
            main_file: main_file.display().to_string(),
            folder,
            package,
            tasks_at_once: Cell::default(),
            is_time_held: Cell::default(),
            quirks: Cell::default(),
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
        self.quirks.set(quirks);
        self.agents.borrow_mut().entry(AgentId::MAIN).or_default().base = HostPolicy::new(quirks);
        let builder = builder.quirks(quirks).policy(Deciding { shared: Rc::clone(self), agent: AgentId::MAIN });
        let Some(clock) = &self.clock else { return builder };
        let seed = self.chooser.borrow().seed().unwrap_or(seed);
        builder.time(Rc::clone(clock) as _).seed(seed)
    }

    /// The observer that the event loop needs.
    pub(super) fn observer(self: &Rc<Self>) -> Rc<dyn Observer> {
        Rc::new(Watcher { shared: Rc::clone(self), agent: AgentId::MAIN })
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
        if let Some(scheme) =
            ["data", "blob"].into_iter().find(|scheme| location.file.starts_with(&format!("{scheme}:")))
        {
            // Such a script is in the program, or it has another address in each run.
            return format!("{scheme}:{}:{}", location.line, location.column);
        }
        if location.file == self.main_file {
            format!("{}:{}", location.line, location.column)
        } else {
            self.relative(location)
        }
    }

    /// Tells the tracker what happens.
    fn follow(&self, agent: AgentId, tracker: &mut Tracker, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match event {
            Event::Scheduled(it) => {
                let place = self.place(agent, it.work(), || subject.location());
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

    /// The place of a piece of work of an agent, as a part of its name.
    fn place(&self, agent: AgentId, work: Work, location: impl FnOnce() -> Option<Location>) -> Arc<str> {
        let mut agents = self.agents.borrow_mut();
        let Agent { label, places, .. } = agents.entry(agent).or_default();
        let label = label.as_ref();
        let full = |place: String| match label {
            Some(label) => format!("{place}!{label}").into(),
            None => place.into(),
        };
        let Some(origin) = work.origin else { return full(kind_name(work.kind)) };
        let text = || location().map_or_else(|| kind_name(work.kind), |location| self.text_of(&location));
        Arc::clone(places.entry(origin).or_insert_with(|| full(text())))
    }

    /// What the places of the work of a worker end with: its name, or where it was created.
    fn label(&self, worker: &NewWorker) -> Arc<str> {
        let agents = self.agents.borrow();
        let mut label = if worker.name.is_empty() {
            let place = worker.created_at.as_ref().map_or_else(|| "worker".to_owned(), |place| self.text_of(place));
            let parent = agents.get(&worker.parent).and_then(|parent| parent.label.as_ref());
            parent.map_or(place.clone(), |parent| format!("{place}!{parent}"))
        } else {
            // A place has a colon, and a name has none.
            worker.name.replace([':', '!', '(', ')'], "-")
        };
        let is_taken = |label: &str| agents.values().any(|agent| agent.label.as_deref() == Some(label));
        if is_taken(&label) {
            let numbered =
                (2..=agents.len() + 1).map(|number| format!("{label}({number})")).find(|label| !is_taken(label));
            label = numbered.unwrap_or(label);
        }
        label.into()
    }
}

impl<S: Strategy> Shared<S> {
    /// Asks the chooser. `None` if a candidate is not known, so that there is nothing to decide.
    fn decide(&self, agents: &[Ready<'_>], default: usize, now: Timestamp) -> Option<(Step, Situation)> {
        let tracker = self.tracker.borrow();
        let mut chooser = self.chooser.borrow_mut();
        let known = self.agents.borrow();
        let can_pass = !self.is_time_held.get();
        let of = |ready: &Ready<'_>| {
            let mut situation = situation(ready, known.get(&ready.id)?, now, &tracker)?;
            situation.tells_time = can_pass && self.tells_time();
            situation.has_phases = self.has_phases();
            if self.clock.is_none() || !can_pass {
                // Real time cannot be made to pass, and held time must not.
                situation.timers.retain(|timer| timer.due <= situation.now);
            }
            for timer in situation.timers.iter_mut().filter(|timer| timer.due <= situation.now) {
                timer.noticed = chooser.notice(timer.work, situation.now);
            }
            Some(situation)
        };
        let mut situations: Vec<Situation> = agents.iter().map(of).collect::<Option<_>>()?;
        let mut situation = situations.remove(default);
        situation.others = situations;
        Some((chooser.decide(&situation, &tracker), situation))
    }

    fn has_phases(&self) -> bool {
        self.quirks.get().has(Quirk::LoopInPhases)
    }

    /// What an agent would do next by default.
    fn default_of<'a>(&self, agent: AgentId, candidates: &Candidates<'a>) -> Candidate<'a> {
        self.agents.borrow_mut().entry(agent).or_default().base.choose(candidates)
    }

    /// Chooses what happens next, and returns the agent that does it, and a timer if that fires. `None` if nothing can
    /// happen. `now` is the time by the clock of the program.
    fn choose_next<'a>(
        &self,
        agents: &mut [Ready<'a>],
        now: &dyn Fn() -> Timestamp,
    ) -> Option<(usize, Option<Candidate<'a>>)> {
        loop {
            let default = self.next_agent(agents)?;
            // A host's policy has state, which a choice that is not taken must not change.
            let base = |id| self.agents.borrow().get(&id).map(|agent| agent.base.clone());
            let before: Vec<_> = agents.iter().map(|agent| base(agent.id)).collect();
            let restore = |agents: &[Ready<'a>], taken: Option<usize>| {
                let mut known = self.agents.borrow_mut();
                for (index, (ready, before)) in agents.iter().zip(&before).enumerate() {
                    if let (Some(agent), Some(before), true) = (known.get_mut(&ready.id), before, taken != Some(index))
                    {
                        agent.base = before.clone();
                    }
                }
            };
            for agent in &mut *agents {
                agent.default = agent.candidates.as_ref().map(|candidates| self.default_of(agent.id, candidates));
            }
            let usual = Some((default, agents[default].default));
            if !self.chooser.borrow().has_plans() {
                restore(agents, Some(default));
                return usual;
            }
            let Some((step, situation)) = self.decide(agents, default, now()) else {
                restore(agents, Some(default));
                return usual;
            };
            match (step, &self.clock) {
                (step, _) if step == situation.default => {
                    restore(agents, Some(default));
                    return usual;
                }
                (Step::Run(work) | Step::Fire(work), _) => {
                    restore(agents, None);
                    let Some(index) = agents.iter().position(|agent| agent.id == work.agent()) else { return usual };
                    let chosen = agents[index].all().into_iter().find(|candidate| candidate.id() == Some(work));
                    return if chosen.is_none() && agents[index].start != Some(work) {
                        usual
                    } else {
                        Some((index, chosen))
                    };
                }
                (Step::WaitUntil(due), Some(clock)) => {
                    restore(agents, None);
                    clock.advance(due.duration_since(situation.now));
                }
                (Step::WaitUntil(_), None) => return usual,
            }
            for agent in &mut *agents {
                agent.candidates = agent.source.candidates();
            }
        }
    }

    /// The agent whose turn it is, if it is ready: agents take turns.
    fn next_agent(&self, agents: &[Ready<'_>]) -> Option<usize> {
        let last = self.last_turn.get();
        let is_ready = |agent: &Ready<'_>| agent.start.is_some() || agent.candidates.is_some();
        let later = agents.iter().position(|agent| agent.id > last && is_ready(agent));
        later.or_else(|| agents.iter().position(is_ready))
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

/// Observes an agent.
struct Watcher<S> {
    shared: Rc<Shared<S>>,
    agent: AgentId,
}

impl<S: Strategy + 'static> Observer for Watcher<S> {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        let shared = &self.shared;
        let mut tracker = shared.tracker.borrow_mut();
        shared.follow(self.agent, &mut tracker, now, event, subject);
        if let Some(recorder) = &shared.recorder {
            recorder.observe(event, |work| tracker.queue(work));
        }
    }

    fn of_worker(self: Rc<Self>, worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        Some(Rc::new(Self { shared: Rc::clone(&self.shared), agent: worker.agent }))
    }
}

/// What an agent could do next.
struct Ready<'a> {
    id: AgentId,
    /// The start of a worker whose script has not run.
    start: Option<WorkId>,
    candidates: Option<Candidates<'a>>,
    /// What it does by default.
    default: Option<Candidate<'a>>,
    source: Source<'a>,
}

/// Where the candidates of an agent come from, after time has passed.
#[derive(Clone, Copy)]
enum Source<'a> {
    Candidates(Candidates<'a>),
    Agent(&'a ReadyAgent<'a>),
}

impl<'a> Source<'a> {
    fn candidates(self) -> Option<Candidates<'a>> {
        match self {
            Self::Candidates(candidates) => candidates.refreshed(),
            Self::Agent(agent) => agent.refreshed(),
        }
    }

    fn timers(self) -> Vec<WaitingTimer> {
        match self {
            Self::Candidates(candidates) => candidates.timers(),
            Self::Agent(agent) => agent.timers(),
        }
    }
}

impl<'a> Ready<'a> {
    fn of(agent: &'a ReadyAgent<'a>) -> Self {
        Self {
            id: agent.id,
            start: agent.start,
            candidates: agent.refreshed(),
            default: None,
            source: Source::Agent(agent),
        }
    }

    /// The only agent.
    fn alone(candidates: Candidates<'a>) -> Self {
        Self {
            id: AgentId::MAIN,
            start: None,
            candidates: Some(candidates),
            default: None,
            source: Source::Candidates(candidates),
        }
    }

    fn all(&self) -> Vec<Candidate<'a>> {
        let Some(candidates) = &self.candidates else { return Vec::new() };
        all_candidates(candidates)
    }

    /// What happens by default; `None` if a candidate is not known.
    fn default_step(&self, now: Timestamp) -> Option<Step> {
        match (self.default, self.start) {
            (Some(default), _) => default_step(default),
            (None, Some(start)) => Some(Step::Run(start)),
            (None, None) => Some(Step::WaitUntil(now)),
        }
    }
}

fn all_candidates<'a>(candidates: &Candidates<'a>) -> Vec<Candidate<'a>> {
    let mut all = candidates.all();
    if candidates.idle_callback().is_none() {
        // By the letter, an idle period may start although a timer is due.
        all.extend(candidates.early_idle_callback());
    }
    all
}

impl Agent {
    /// A time of its clock by that of the program.
    fn in_program_time(&self, time: Timestamp) -> Timestamp {
        self.origin.after(time.elapsed())
    }
}

/// The policy of an agent of a run. By default, it chooses as the host does.
struct Deciding<S> {
    shared: Rc<Shared<S>>,
    agent: AgentId,
}

impl<S: Strategy> Deciding<S> {
    /// The work that has been chosen for this agent before its turn.
    fn take_chosen<'a>(&self, candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let chosen = self.shared.chosen.get().filter(|work| work.agent() == self.agent)?;
        self.shared.chosen.set(None);
        all_candidates(candidates).into_iter().find(|candidate| candidate.id() == Some(chosen))
    }
}

impl<S: Strategy + 'static> Policy for Deciding<S> {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        if let Some(chosen) = self.take_chosen(candidates) {
            return chosen;
        }
        let shared = &self.shared;
        if self.agent != AgentId::MAIN {
            return shared.default_of(self.agent, candidates);
        }
        shared.begin();
        let chosen =
            shared.choose_next(&mut [Ready::alone(*candidates)], &|| candidates.now()).and_then(|(_, chosen)| chosen);
        let chosen = chosen.unwrap_or_else(|| shared.default_of(self.agent, candidates));
        let runs = chosen.id().filter(|_| chosen.due().is_none());
        shared.decided(runs.map(|work| (work, candidates.now())));
        chosen
    }

    fn choose_agent(&mut self, agents: &[ReadyAgent<'_>], now: &dyn Fn() -> Timestamp) -> Option<AgentStep> {
        let shared = &self.shared;
        let mut ready: Vec<Ready<'_>> = agents.iter().map(Ready::of).collect();
        if let Some(chosen) = shared.chosen.get() {
            // Its agent has done something else in its turn.
            let is_waiting = |agent: &Ready<'_>| agent.all().iter().any(|candidate| candidate.id() == Some(chosen));
            if ready.iter().any(|agent| agent.id == chosen.agent() && is_waiting(agent)) {
                return Some(AgentStep::Turn(chosen.agent()));
            }
            shared.chosen.set(None);
        }
        shared.begin();
        let (index, chosen) = shared.choose_next(&mut ready, now)?;
        let agent = &ready[index];
        let timer = chosen.and_then(|chosen| chosen.timer_id()).map(FiredTimer);
        let work = chosen.map_or(agent.start, |chosen| chosen.id());
        shared.decided(work.filter(|_| timer.is_none()).map(|work| (work, now())));
        if let Some(timer) = timer {
            return Some(AgentStep::Fire(agent.id, timer));
        }
        shared.last_turn.set(agent.id);
        shared.chosen.set(chosen.and_then(|chosen| chosen.id()));
        Some(AgentStep::Turn(agent.id))
    }

    fn worker_created(&mut self, worker: &NewWorker) {
        let label = Some(self.shared.label(worker));
        let base = HostPolicy::new(self.shared.quirks.get());
        let agent = Agent { base, origin: worker.origin, label, ..Agent::default() };
        self.shared.agents.borrow_mut().insert(worker.agent, agent);
    }

    fn of_worker(&mut self, worker: &NewWorker) -> Option<Box<dyn Policy>> {
        Some(Box::new(Self { shared: Rc::clone(&self.shared), agent: worker.agent }))
    }

    fn fires_during_task<'a>(&mut self, queued: WorkId, candidates: &Candidates<'a>) -> Option<Candidate<'a>> {
        let shared = &self.shared;
        let default = candidates.due_timer().filter(|_| shared.clock.is_some() && !shared.is_time_held.get())?;
        shared.begin();
        // In phases, timers only fire in the phase of timers.
        if shared.has_phases() || !shared.chooser.borrow().has_plans() {
            return None;
        }
        let ready = Ready { id: self.agent, default: Some(default), ..Ready::alone(*candidates) };
        let timer = {
            let (tracker, known) = (shared.tracker.borrow(), shared.agents.borrow());
            let agent = known.get(&self.agent)?;
            let situation = situation(&ready, agent, agent.in_program_time(candidates.now()), &tracker)?;
            shared.chooser.borrow_mut().fires_during_task(queued, &situation, &tracker)?
        };
        shared.decided(None);
        candidates.all().into_iter().find(|candidate| candidate.id() == Some(timer))
    }

    fn wants_events(&self) -> bool {
        self.shared.agents.borrow().get(&self.agent).is_some_and(|agent| agent.base.wants_events())
    }

    fn compares_runs(&self) -> bool {
        true
    }

    fn observe(&mut self, now: Timestamp, event: &Event) {
        if let Some(agent) = self.shared.agents.borrow_mut().get_mut(&self.agent) {
            agent.base.observe(now, event);
        }
    }

    fn restarts_phase(&mut self, candidates: &Candidates<'_>) -> bool {
        let mut agents = self.shared.agents.borrow_mut();
        agents.get_mut(&self.agent).is_some_and(|agent| agent.base.restarts_phase(candidates))
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        let shared = &self.shared;
        let demanded = chosen.id().and_then(|work| shared.chooser.borrow().reason(work, &shared.tracker.borrow()));
        demanded.unwrap_or_else(|| match shared.agents.borrow().get(&self.agent) {
            Some(agent) => agent.base.explain(chosen, candidates),
            None => DefaultPolicy.explain(chosen, candidates),
        })
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

/// The step that a candidate stands for. `None` if its work is not known.
fn default_step(default: Candidate<'_>) -> Option<Step> {
    let work = default.id()?;
    Some(if default.due().is_some() { Step::Fire(work) } else { Step::Run(work) })
}

/// Describes what an agent could do next. `None` if a candidate is not known.
fn situation(ready: &Ready<'_>, agent: &Agent, now: Timestamp, tracker: &Tracker) -> Option<Situation> {
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
            due: agent.in_program_time(timer.due),
            noticed: agent.in_program_time(timer.due),
            delay: timer.delay,
            group: OrderingIdentifier::of(timer.work.kind),
            serial: timer.serial,
            queue,
            level: timer.priority.map(|priority| EffectivePriority::new(priority, QueueKind::Tasks)),
        }
    };
    // The oldest first: behind it in its queue are the messages of the other ports that share it.
    let all = ready.all();
    let mut heads: Vec<Head> = all.iter().filter(|candidate| candidate.due().is_none()).filter_map(head).collect();
    let shared: Vec<Head> = heads.extract_if(.., |head| head.queue == Queue::UnshippedPort(None)).collect();
    heads.extend(shared.first());
    heads.extend(ready.start.map(|work| Head { work, queue: Queue::Start, level: None }));
    Some(Situation {
        agent: ready.id,
        now,
        has_phases: false,
        default: ready.default_step(now)?,
        is_idle_period: ready.candidates.as_ref().is_some_and(Candidates::is_idle_period),
        heads,
        timers: ready.source.timers().into_iter().map(timer).collect(),
        last: last(tracker.last_of(ready.id)),
        latest: last(tracker.last()),
        others: Vec::new(),
        tells_time: false,
    })
}

fn last(ran: Option<(WorkId, Timestamp)>) -> Last {
    Last { work: ran.map(|(work, _)| work), started: ran.map_or_else(Timestamp::default, |(_, started)| started) }
}
