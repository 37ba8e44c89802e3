//! The other agents that the thread of a loop runs. Without any, each of these functions is one comparison.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::Context;

use crate::event_loop::event_loop::{EventLoop, OtherAgents};
use crate::event_loop::queues::PendingWorker;
use crate::event_loop::time::Timestamp;

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
    pub(super) fn another_agent_takes_a_turn(&self, context: &RefCell<&mut Context>) -> bool {
        self.has_other_agents() && self.others().is_some_and(|others| others.take_turn(&mut context.borrow_mut()))
    }

    /// Whether the policy chooses when other agents take their turns.
    pub(crate) fn policy_chooses_agents(&self) -> bool {
        self.policy.ask(|policy| policy.compares_runs())
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

    /// Ends the other agents, with this one.
    pub(super) fn end_other_agents(&self) {
        if let Some(others) = self.other_agents.take() {
            others.end();
        }
    }
}
