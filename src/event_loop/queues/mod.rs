//! What waits: tasks, microtasks, timers, idle callbacks, rejected promises. Nothing here knows the event loop that
//! runs it.

mod after_javascript;
mod burst_monitor;
mod candidate;
mod exceeded;
mod idle_periods;
mod jobs;
mod large_memory;
mod limits;
mod microtasks;
mod owned_timers;
mod pending;
mod rejected_promises;
mod running_time;
mod scheduler_tasks;
mod task_sources;
mod timers;
mod unsettled;
mod waiting_work;

pub(crate) use after_javascript::AfterJavaScript;
pub use burst_monitor::collect_garbage;
pub use candidate::{Candidate, Candidates};
pub(crate) use candidate::{CandidateSource, Selection};
pub use exceeded::{Exceeded, WorkLimit};
#[cfg(test)]
pub(crate) use idle_periods::IDLE_PERIOD;
pub(crate) use idle_periods::{FIREFOX_IDLE_PERIOD, IdleId};
pub(crate) use jobs::Jobs;
pub use limits::Limits;
pub(crate) use limits::{CountedMessage, LimitExceeded};
pub(crate) use microtasks::{Microtask, ModuleTurn};
pub use pending::{Pending, PendingElsewhere, PendingQueue, PendingTimer, PendingWait, PendingWork, PendingWorker};
pub(crate) use rejected_promises::{Batch, RejectedPromise, RejectedPromises};
pub(crate) use scheduler_tasks::SchedulerQueue;
pub(crate) use timers::TimerId;
#[cfg(test)]
pub(crate) use timers::Timers;
pub(crate) use timers::{OrderingIdentifier, Timer, TimerInfo, WaitingTimer};
pub(crate) use waiting_work::{Kinds, WaitingWork};
