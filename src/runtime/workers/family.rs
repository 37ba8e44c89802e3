//! The workers of a program.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::Context;

use super::main_agent::MainAgent;
use super::worker_agent::WorkerAgent;
use crate::agents::{AgentId, Turns};
use crate::event_loop::{OtherAgents, PendingWorker, Timestamp};
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
}

impl Family {
    pub(super) fn new(program: MainAgent, set_up_nested: SetUpNested) -> Self {
        Self {
            program: Rc::new(program),
            turns: Turns::default(),
            workers: RefCell::default(),
            ended: RefCell::default(),
            last: Cell::default(),
            set_up_nested,
        }
    }

    /// Adds the worker that `create` returns for its number.
    pub(super) fn add(&self, create: impl FnOnce(AgentId) -> WorkerAgent) -> Result<AgentId, TooManyWorkers> {
        let limit = self.program.settings.max_workers;
        if self.workers.borrow().len() >= limit {
            return Err(TooManyWorkers(limit));
        }
        let id = self.last.get().next();
        self.last.set(id);
        self.workers.borrow_mut().insert(id, Rc::new(create(id)));
        Ok(id)
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
        if !worker.take_turn(set_up) {
            self.remove(id);
        }
        true
    }

    /// Makes the turns of workers tasks of the program: its policy chooses when they run.
    fn queue_turns(self: &Rc<Self>, context: &mut Context) {
        let Some(event_loop) = self.program.event_loop() else { return };
        for worker in self.all() {
            let (family, id) = (Rc::downgrade(self), worker.id());
            let run = move || family.upgrade().is_some_and(|family| family.run_a_turn(id));
            worker.queue_a_turn(&event_loop, context, run);
        }
    }

    fn policy_chooses(&self) -> bool {
        self.program.event_loop().is_some_and(|event_loop| event_loop.policy_chooses_agents())
    }

    fn drop_ended(&self) {
        let ended = self.ended.take();
        drop(ended);
    }

    /// The workers, oldest first.
    fn all(&self) -> Vec<Rc<WorkerAgent>> {
        self.workers.borrow().values().cloned().collect()
    }
}

impl OtherAgents for Family {
    fn take_turn(self: Rc<Self>, context: &mut Context) -> bool {
        self.drop_ended();
        if self.policy_chooses() {
            self.queue_turns(context);
            return false;
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
        let pending = workers.values().filter(|worker| worker.has_work());
        pending.map(|worker| PendingWorker::new(worker.description().to_owned(), worker.next_due())).collect()
    }

    fn end(&self) {
        for worker in self.all() {
            self.remove(worker.id());
        }
        self.drop_ended();
    }
}
