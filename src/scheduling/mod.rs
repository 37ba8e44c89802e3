//! The core: priorities, task queues and the selection of the next task.
//!
//! Nothing here depends on JavaScript, promises or clocks. A caller adds opaque tasks and gets them back in the order
//! that [selecting the next task] requires. The modules above define what a task is, and when it is due.
//!
//! [selecting the next task]: https://wicg.github.io/scheduling-apis/#sec-scheduler-alg-select-next-task

mod agenda;
mod arena;
mod priority;
mod task_queues;
#[cfg(test)]
mod tests;

pub(crate) use agenda::Agenda;
pub(crate) use arena::{Arena, low_half};
pub use priority::{EffectivePriority, QueueKind, TaskPriority};
pub use task_queues::{EnqueueOrder, NextTask, QueueId, TaskId, TaskQueues};
