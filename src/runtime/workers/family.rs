//! The workers of a program.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::iter;
use std::rc::Rc;

use boa_engine::Context;

use super::main_agent::MainAgent;
use super::turn_stack::TurnStacks;
use super::worker_agent::WorkerAgent;
use crate::agents::{AgentId, Turns};
use crate::event_loop::{
    AgentStep, BlockedAgent, EventLoop, FiredTimer, OtherAgents, PendingWorker, ReadyAgent, Timestamp,
};
use crate::runtime::settings::StackChoice;
use crate::web::html::ErrorReporter;
use crate::web::workers::TooManyWorkers;

/// Lets a worker create workers.
type SetUpNested = fn(&Rc<Family>, AgentId, &Rc<ErrorReporter>, &mut Context);

/// The workers of a program, which share its thread.
pub(super) struct Family {
    pub(super) program: Rc<MainAgent>,
    turns: Turns,
    workers: RefCell<BTreeMap<AgentId, Rc<WorkerAgent>>>,
    /// Workers that have ended and are still to be dropped.
    ended: RefCell<Vec<Rc<WorkerAgent>>>,
    last: Cell<AgentId>,
    set_up_nested: SetUpNested,
    stacks: TurnStacks,
}

impl Family {
    pub(super) fn new(program: MainAgent, set_up_nested: SetUpNested) -> Self {
        let (StackChoice::Own(bytes) | StackChoice::Thread(bytes)) = program.settings.stack;
        Self {
            stacks: TurnStacks::new(bytes),
            program: Rc::new(program),
            turns: Turns::default(),
            workers: RefCell::default(),
            ended: RefCell::default(),
            last: Cell::default(),
            set_up_nested,
        }
    }

    /// Adds the worker that `create` returns for its number.
    pub(super) fn add(&self, create: impl FnOnce(AgentId) -> WorkerAgent) -> Result<Rc<WorkerAgent>, TooManyWorkers> {
        let limit = self.program.settings.max_workers;
        if self.workers.borrow().len() >= limit {
            return Err(TooManyWorkers(limit));
        }
        let id = self.last.get().next();
        self.last.set(id);
        let worker = Rc::new(create(id));
        self.workers.borrow_mut().insert(id, Rc::clone(&worker));
        Ok(worker)
    }

    /// Sets whether a worker keeps the program alive while it has work.
    pub(super) fn set_referenced(&self, worker: AgentId, is_referenced: bool) {
        if let Some(worker) = self.workers.borrow().get(&worker) {
            worker.set_referenced(is_referenced);
        }
    }

    /// Ends a worker, and those that it has created. They are dropped before the next turn: JavaScript may be running.
    pub(super) fn remove(&self, worker: AgentId) {
        let Some(removed) = self.workers.borrow_mut().remove(&worker) else { return };
        removed.stop();
        self.ended.borrow_mut().push(removed);
        let children = self.all().into_iter().filter(|it| it.parent() == worker);
        for child in children.map(|it| it.id()) {
            self.remove(child);
        }
    }

    /// Lets a worker take a turn. Returns whether it has not ended before.
    fn run_a_turn(self: &Rc<Self>, id: AgentId) -> bool {
        let Some(worker) = self.workers.borrow().get(&id).cloned() else { return false };
        let set_up = |errors: &Rc<ErrorReporter>, context: &mut Context| {
            (self.set_up_nested)(self, id, errors, context);
        };
        let ends = EndsOnPanic { family: self, worker: id };
        let goes_on = worker.take_turn(&self.stacks, set_up);
        std::mem::forget(ends);
        if !goes_on {
            self.remove(id);
        }
        true
    }

    /// Lets the policy of the program choose which agent takes the next turn. Returns whether a worker has taken it.
    fn take_chosen_turn(self: &Rc<Self>, program: &EventLoop) -> bool {
        // What the policy does not choose comes first, such as asynchronous jobs.
        if let Some(busy) = self.all().into_iter().find(|worker| worker.has_ready_jobs()) {
            return self.run_a_turn(busy.id());
        }
        loop {
            let workers: Vec<_> = self.all().iter().map(TurnOfWorker::of).collect();
            let ready = workers.iter().map(TurnOfWorker::as_ready_agent);
            let agents: Vec<_> = iter::once(program.as_ready_agent(AgentId::MAIN)).chain(ready).collect();
            let step = program.ask_about_agents(&agents);
            drop(agents);
            match step {
                Some(AgentStep::Turn(AgentId::MAIN)) | None => return false,
                Some(AgentStep::Turn(worker)) => return self.run_a_turn(worker),
                Some(AgentStep::Fire(AgentId::MAIN, FiredTimer(timer))) => program.fire_timer(timer),
                Some(AgentStep::Fire(id, FiredTimer(timer))) => {
                    let of_agent = workers.iter().find(|it| it.worker.id() == id);
                    if let Some(event_loop) = of_agent.and_then(|it| it.worker.event_loop()) {
                        event_loop.fire_timer(timer);
                    }
                }
            }
        }
    }

    fn drop_ended(&self) {
        let ended = self.ended.take();
        for worker in ended {
            worker.finish(&self.stacks);
        }
    }

    /// The workers, oldest first.
    fn all(&self) -> Vec<Rc<WorkerAgent>> {
        self.workers.borrow().values().cloned().collect()
    }
}

/// What the next turn of a worker could be.
struct TurnOfWorker {
    worker: Rc<WorkerAgent>,
    event_loop: Option<Rc<EventLoop>>,
    blocked: Option<BlockedAgent>,
}

impl TurnOfWorker {
    fn of(worker: &Rc<WorkerAgent>) -> Self {
        Self { worker: Rc::clone(worker), event_loop: worker.event_loop(), blocked: worker.blocked() }
    }

    fn as_ready_agent(&self) -> ReadyAgent<'_> {
        let id = self.worker.id();
        match (&self.blocked, &self.event_loop) {
            (Some(blocked), _) => blocked.as_ready_agent(id),
            (None, Some(event_loop)) => event_loop.as_ready_agent(id),
            (None, None) => ReadyAgent::starting(id, self.worker.start()),
        }
    }
}

/// Ends a worker whose turn panics: its runtime is gone.
struct EndsOnPanic<'a> {
    family: &'a Family,
    worker: AgentId,
}

impl Drop for EndsOnPanic<'_> {
    fn drop(&mut self) {
        self.family.remove(self.worker);
    }
}

impl OtherAgents for Family {
    fn take_turn(self: Rc<Self>) -> bool {
        self.drop_ended();
        let choosing = self.program.event_loop().filter(|event_loop| event_loop.policy_chooses_agents());
        if let Some(program) = choosing {
            return self.take_chosen_turn(&program);
        }
        let next = {
            let workers = self.workers.borrow();
            self.turns.next(workers.keys().copied(), |id| workers.get(&id).is_some_and(|worker| worker.is_ready()))
        };
        next.is_some_and(|worker| self.run_a_turn(worker))
    }

    fn is_one_ready(&self) -> bool {
        self.workers.borrow().values().any(|worker| worker.is_ready())
    }

    fn next_due(&self) -> Option<Timestamp> {
        self.workers.borrow().values().filter_map(|worker| worker.next_due()).min()
    }

    fn has_work(&self) -> bool {
        self.workers.borrow().values().any(|worker| worker.has_work())
    }

    fn pending(&self) -> Vec<PendingWorker> {
        let workers = self.workers.borrow();
        let pending = workers.values().filter(|worker| worker.has_work() || worker.blocked().is_some());
        let listed = |worker: &Rc<WorkerAgent>| PendingWorker {
            agent: worker.id(),
            description: worker.description().to_owned(),
            due: worker.next_due(),
            wait: worker.blocked().map(|blocked| blocked.as_pending_wait()),
            pending: worker.event_loop().map(|event_loop| Box::new(event_loop.pending())),
        };
        pending.map(listed).collect()
    }

    fn end(&self) {
        for worker in self.all() {
            self.remove(worker.id());
        }
        self.drop_ended();
    }
}
