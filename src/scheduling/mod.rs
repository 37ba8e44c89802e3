//! The pure heart: priorities, task queues and the selection of the next task.
//!
//! Nothing here knows JavaScript, promises or clocks. A caller hands in opaque tasks and gets them back in the order
//! that [selecting the next task] demands. What a task is, and when one is due, is decided in the rooms above.
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
pub use priority::{EffectivePriority, TaskPriority};
pub use task_queues::{EnqueueOrder, Next, QueueId, TaskId, TaskQueues};
