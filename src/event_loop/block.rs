//! What suspends an agent in the middle of its JavaScript.

use super::queues::TimerId;
use super::work::Work;
use crate::scheduling::EnqueueOrder;

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    /// Another agent has notified this one.
    Notified,
    /// The time was over.
    TimedOut,
    /// The agent ends: none of its JavaScript may run any more.
    Terminated,
}

/// A call of `Atomics.wait` that suspends its agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The return of the call.
    pub(crate) work: Work,
    /// The timer that ends the wait, if there is one.
    pub(crate) timer: Option<TimerId>,
    /// How the wait ended, and the place of what follows among the tasks of the agent. `None` while it lasts.
    pub(crate) woken: Option<(Woken, EnqueueOrder)>,
}
