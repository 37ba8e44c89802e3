//! A program and its workers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use super::worker_agent::WorkerAgent;
use crate::agents::{AgentId, Turns};
use crate::event_loop::{EventLoop, OtherAgents, Parker, Timestamp};
use crate::runtime::settings::Settings;
use crate::web::html::{ErrorReporter, Uncaught};
use crate::web::workers::TooManyWorkers;

/// A program and its workers, which share a thread.
pub(super) struct Family {
    /// Those of the program.
    pub(super) settings: Settings,
    pub(super) parker: Rc<dyn Parker>,
    errors: Rc<ErrorReporter>,
    /// The event loop of the program.
    event_loop: Weak<EventLoop>,
    turns: Turns,
    workers: RefCell<BTreeMap<AgentId, Rc<WorkerAgent>>>,
    /// Workers that have ended and are still to be dropped.
    ended: RefCell<Vec<Rc<WorkerAgent>>>,
    last: Cell<AgentId>,
}

impl Family {
    pub(super) fn new(
        settings: Settings,
        parker: Rc<dyn Parker>,
        errors: Rc<ErrorReporter>,
        event_loop: &Rc<EventLoop>,
    ) -> Self {
        Self {
            settings,
            parker,
            errors,
            event_loop: Rc::downgrade(event_loop),
            turns: Turns::default(),
            workers: RefCell::default(),
            ended: RefCell::default(),
            last: Cell::default(),
        }
    }

    /// The event loop of the program.
    pub(super) fn event_loop(&self) -> Option<Rc<EventLoop>> {
        self.event_loop.upgrade()
    }

    /// Adds the worker that `create` returns for its number.
    pub(super) fn add(&self, create: impl FnOnce(AgentId) -> Rc<WorkerAgent>) -> Result<AgentId, TooManyWorkers> {
        if self.workers.borrow().len() >= self.settings.max_workers {
            return Err(TooManyWorkers(self.settings.max_workers));
        }
        let id = self.last.get().next();
        self.last.set(id);
        self.workers.borrow_mut().insert(id, create(id));
        Ok(id)
    }

    /// Ends a worker, and those that it has created. They are dropped before the next turn: JavaScript may be running.
    pub(super) fn remove(&self, worker: AgentId) {
        let Some(removed) = self.workers.borrow_mut().remove(&worker) else { return };
        removed.stop();
        self.ended.borrow_mut().push(removed);
        let is_child = |it: &&Rc<WorkerAgent>| it.parent() == worker;
        let children: Vec<AgentId> = self.workers.borrow().values().filter(is_child).map(|it| it.id()).collect();
        for child in children {
            self.remove(child);
        }
    }

    pub(super) fn worker(&self, id: AgentId) -> Option<Rc<WorkerAgent>> {
        self.workers.borrow().get(&id).cloned()
    }

    /// Reports an error of a worker that is nobody else's.
    pub(super) fn report(&self, uncaught: &Uncaught) {
        self.errors.report_for_a_worker(uncaught, self.event_loop().as_deref());
    }

    /// Lets whoever drives the program know that work of a worker exceeded a limit.
    pub(super) fn a_worker_has_exceeded(&self, worker: &EventLoop) {
        if let (Some(event_loop), Some(exceeded)) = (self.event_loop(), worker.exceeded_limit()) {
            event_loop.another_agent_has_exceeded(exceeded);
        }
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
    fn take_turn(self: Rc<Self>) -> bool {
        self.drop_ended();
        let next = {
            let workers = self.workers.borrow();
            self.turns.next(workers.keys().copied(), |id| workers.get(&id).is_some_and(|worker| worker.is_ready()))
        };
        let Some(worker) = next.and_then(|id| self.worker(id)) else { return false };
        if !worker.take_turn(&self) {
            self.remove(worker.id());
        }
        true
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

    fn end(&self) {
        for worker in self.all() {
            self.remove(worker.id());
        }
        self.drop_ended();
    }
}
