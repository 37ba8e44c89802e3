//! Connects a chooser to an event loop: the policy asks it, and the observer tells it what happens.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::chooser::Chooser;
use super::footprints::Recorder;
use super::places::Places;
use super::ready::{Ready, situation};
use super::situation::{Situation, Step};
use super::strategy::Strategy;
use super::tracker::{Ran, Tracker};
use crate::engine::RandomSeed;
use crate::event_loop::{
    AgentId, AgentStep, Candidate, Candidates, DefaultPolicy, Ending, Event, FiredTimer, NewWorker, Observer, Policy,
    Quirk, Quirks, ReadyAgent, Subject, Timestamp, VirtualTime, WorkId, WorkKind,
};
use crate::profiles::HostPolicy;
use crate::runtime::RuntimeBuilder;

/// An agent of a run.
#[derive(Default)]
struct Agent {
    /// Chooses by default.
    base: HostPolicy,
    /// Its time origin, by the clock of the program.
    origin: Timestamp,
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
    places: RefCell<Places>,
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
        Rc::new(Self {
            tracker: RefCell::new(tracker),
            chooser: RefCell::new(chooser),
            clock,
            agents: RefCell::new(BTreeMap::from([(AgentId::MAIN, Agent::default())])),
            last_turn: Cell::default(),
            chosen: Cell::default(),
            places: RefCell::new(Places::new(main_file)),
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
        chooser.omit_file(self.places.borrow().main_file());
        if let Some(recorder) = &self.recorder {
            chooser.record(Rc::clone(recorder));
        }
        self.chooser.replace(chooser);
        self.journal.replace(journal);
    }

    /// The run has ended, or has been stopped before its end.
    pub(super) fn end_of_run(&self, is_whole: bool) {
        if is_whole {
            self.chooser.borrow_mut().end();
        }
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

    /// Tells the tracker what happens.
    fn follow(&self, agent: AgentId, tracker: &mut Tracker, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match event {
            Event::Scheduled(it) => {
                let place = self.places.borrow_mut().place(agent, it.work(), || subject.location());
                tracker.scheduled(it.work(), Arc::clone(&place), it.source, it.scheduled_by);
                if it.kind == WorkKind::Arrival
                    && let Some(place) = self.places.borrow().place_and_caller(&place, subject)
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
}

impl<S: Strategy> Shared<S> {
    /// Asks the chooser. `None` if a candidate is not known, so that there is nothing to decide.
    fn decide(&self, agents: &[Ready<'_>], default: usize, now: Timestamp) -> Option<(Step, Situation)> {
        let tracker = self.tracker.borrow();
        let mut chooser = self.chooser.borrow_mut();
        let known = self.agents.borrow();
        let can_pass = !self.is_time_held.get();
        let of = |ready: &Ready<'_>| {
            let mut situation = situation(ready, known.get(&ready.id)?.origin, now, &tracker)?;
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
                    let chosen = agents[index].that_takes(step);
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
            agents.iter_mut().for_each(Ready::refresh);
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
            recorder.observe(now, event, subject, |work| tracker.queue(work));
        }
    }

    fn of_worker(self: Rc<Self>, worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        Some(Rc::new(Self { shared: Rc::clone(&self.shared), agent: worker.agent }))
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
        candidates.that_runs(chosen)
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
        let chosen = shared
            .choose_next(&mut [Ready::alone(self.agent, *candidates)], &|| candidates.now())
            .and_then(|(_, chosen)| chosen);
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
            let is_waiting = |agent: &Ready<'_>| agent.that_takes(Step::Run(chosen)).is_some();
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
        self.shared.places.borrow_mut().add_worker(worker);
        let agent = Agent { base: HostPolicy::new(self.shared.quirks.get()), origin: worker.origin };
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
        let mut ready = Ready::alone(self.agent, *candidates);
        ready.default = Some(default);
        let timer = {
            let tracker = shared.tracker.borrow();
            let origin = shared.agents.borrow().get(&self.agent)?.origin;
            let situation = situation(&ready, origin, origin.after(candidates.now().elapsed()), &tracker)?;
            shared.chooser.borrow_mut().fires_during_task(queued, &situation, &tracker)?
        };
        shared.decided(None);
        candidates.that_fires(timer)
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
