//! What waits: tasks, microtasks, timers, idle callbacks, rejected promises. Nothing here knows the event loop that
//! runs it.

mod candidate;
mod idle_period;
mod limits;
mod memory;
mod microtasks;
mod owned_timers;
mod rejected_promises;
mod scheduler_tasks;
mod task_sources;
mod timers;
mod unsettled;

pub use candidate::{Candidate, Candidates};
pub(crate) use candidate::{CandidateSource, Selection};
#[cfg(test)]
pub(crate) use idle_period::IDLE_PERIOD;
pub(crate) use idle_period::{FIREFOX_IDLE_PERIOD, IdleId, IdlePeriods, SHORTEST_FIREFOX_IDLE_PERIOD, idle_period_end};
pub use limits::Limits;
pub(crate) use limits::{CountedMessage, LimitExceeded, Quotas};
pub(crate) use memory::BurstMonitor;
pub use memory::collect_garbage;
pub(crate) use microtasks::{Microtask, Microtasks};
pub(crate) use owned_timers::OwnedTimers;
pub(crate) use rejected_promises::{Batch, RejectedPromise, RejectedPromises};
pub(crate) use scheduler_tasks::{SchedulerQueue, SchedulerTasks};
pub(crate) use task_sources::{PlainTask, TaskSources};
pub(crate) use timers::TimerId;
pub(crate) use timers::{OrderingIdentifier, Timer, TimerInfo, Timers, WaitingTimer};
pub(crate) use unsettled::Unsettled;
