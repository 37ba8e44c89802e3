//! The other agents that the thread of a loop runs. Without any, each of these functions is one comparison.

use std::rc::Rc;

use boa_engine::Context;

use crate::agents::AgentId;
use crate::event_loop::choosing::{AgentStep, ReadyAgent};
use crate::event_loop::event_loop::{EventLoop, OtherAgents};
use crate::event_loop::observing::{Event, NewWorker, Observer};
use crate::event_loop::origins::Origin;
use crate::event_loop::queues::{PendingWorker, TimerId};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, Work, WorkId, WorkKind};

impl EventLoop {
    /// Lets other agents take turns with this one. They keep the program alive while they have work.
    pub(crate) fn set_other_agents(&self, others: Rc<dyn OtherAgents>) {
        let previous = self.other_agents.replace(Some(others));
        drop(previous);
    }

    /// Whether other agents take turns with this one: whether the program has created a worker.
    #[must_use]
    #[doc(hidden)]
    pub fn has_other_agents(&self) -> bool {
        self.other_agents.borrow().is_some()
    }

    fn others(&self) -> Option<Rc<dyn OtherAgents>> {
        self.other_agents.borrow().clone()
    }

    /// Returns whether it was the turn of another agent, which has taken it.
    #[inline]
    pub(super) fn another_agent_takes_a_turn(&self) -> bool {
        self.has_other_agents() && self.others().is_some_and(OtherAgents::take_turn)
    }

    /// Whether the policy chooses when other agents take their turns.
    pub(crate) fn policy_chooses_agents(&self) -> bool {
        self.policy.ask(|policy| policy.compares_runs())
    }

    /// Asks the policy what the agents do next. `None` if none of them can do anything.
    pub(crate) fn ask_about_agents(&self, agents: &[ReadyAgent<'_>]) -> Option<AgentStep> {
        self.policy.ask(|policy| policy.choose_agent(agents, &|| self.now()))
    }

    /// What this agent could do next.
    pub(crate) fn as_ready_agent(&self, id: AgentId) -> ReadyAgent<'_> {
        ReadyAgent::running(id, self)
    }

    /// Whether a turn does something besides what the policy chooses.
    pub(crate) fn has_ready_jobs(&self) -> bool {
        // An asynchronous job that has been taken is polled again if something wakes the loop.
        self.connections.waker().is_woken()
            || self.has_new_jobs()
            || self.connections.remote().has_deliveries()
            || !self.jobs.microtasks.is_empty()
    }

    /// Fires a timer that is due.
    pub(crate) fn fire_timer(&self, timer: TimerId) {
        self.fire(timer);
    }

    /// Lets the policy of the program know about a worker.
    pub(crate) fn introduce(&self, worker: &NewWorker) {
        self.policy.ask(|policy| policy.worker_created(worker));
    }

    /// The observer of a worker, if that of the program has one for it.
    pub(crate) fn observer_of_worker(&self, worker: &NewWorker) -> Option<Rc<dyn Observer>> {
        self.notifier.observer()?.of_worker(worker)
    }

    /// Sets what the policy of the program has for the loop of a worker.
    pub(crate) fn set_policy_of_worker(&self, worker: &NewWorker, event_loop: &Self) {
        if let Some(policy) = self.policy.ask(|policy| policy.of_worker(worker)) {
            event_loop.set_boxed_policy(policy);
        }
    }

    /// A worker was created, which starts as this work.
    pub(crate) fn worker_is_scheduled(&self, start: WorkId, origin: Option<Origin>, context: &mut Context) {
        if self.notifier.is_observed() {
            self.notify_scheduled(&WorkKind::WorkerStart.into(), start, origin, context);
            self.notify(|| Event::Ready { work: start });
        }
    }

    /// Runs the start of the worker that has this loop.
    pub(crate) fn run_start<R>(&self, start: WorkId, steps: impl FnOnce() -> R) -> R {
        self.notify(|| Event::Started { work: start });
        let result = {
            let work = Work { id: start, kind: WorkKind::WorkerStart, priority: None, origin: None };
            let _current = self.current.enter_work(work);
            steps()
        };
        self.notify(|| Event::Ended { work: start, how: Ending::Returned });
        result
    }

    /// Whether another agent could run now.
    #[inline]
    pub(super) fn is_another_agent_ready(&self) -> bool {
        self.has_other_agents() && self.others().is_some_and(|others| others.is_one_ready())
    }

    pub(in crate::event_loop) fn next_due_of_another_agent(&self) -> Option<Timestamp> {
        self.others()?.next_due()
    }

    pub(super) fn has_another_agent_work(&self) -> bool {
        self.others().is_some_and(|others| others.has_work())
    }

    /// The workers that have work.
    pub(super) fn pending_workers(&self) -> Vec<PendingWorker> {
        self.others().map_or_else(Vec::new, |others| others.pending())
    }

    /// Whether `Atomics.wait` suspends a worker that nobody has notified, and that has no timeout.
    #[must_use]
    #[doc(hidden)]
    pub fn has_suspended_workers(&self) -> bool {
        let is_suspended = |worker: &PendingWorker| worker.wait.as_ref().is_some_and(|wait| wait.is_endless);
        self.has_other_agents() && self.pending_workers().iter().any(is_suspended)
    }

    /// Ends the other agents, with this one.
    pub(super) fn end_other_agents(&self) {
        if let Some(others) = self.other_agents.take() {
            others.end();
        }
    }
}
