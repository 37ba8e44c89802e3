//! The JavaScript interfaces of Prioritized Task Scheduling: `Scheduler`, `TaskController`, `TaskSignal` and
//! `TaskPriorityChangeEvent`.
//!
//! Defined by <https://wicg.github.io/scheduling-apis/>.

mod async_task;
#[cfg(test)]
mod hostile_tests;
mod javascript_task;
mod job_handle;
mod job_options;
#[cfg(test)]
mod job_tests;
mod one_shot;
mod own_priority;
mod priority_value;
mod promise;
mod proposals;
mod remote_call;
mod rust_callback;
mod rust_result;
mod rust_steps;
mod rust_task;
mod scheduler_interface;
mod scheduling_state;
mod spawn;
mod spawn_handle;
mod spawned_future;
#[expect(
    unsafe_code,
    reason = "a generic type cannot derive a Trace that marks nothing, and tasks are written in place"
)]
mod task;
mod task_controller;
mod task_handle;
mod task_options;
mod task_priority_change_event;
mod task_signal;
#[cfg(test)]
mod tests;

use boa_engine::{Context, JsResult};

use crate::web::webidl::Interface;

pub use async_task::AsyncTask;
pub use job_handle::{JobError, JobHandle};
pub use job_options::JobOptions;
pub use promise::promise;
pub use proposals::{Proposal, UnknownProposal};
pub(crate) use proposals::{enable_proposals, is_enabled};
pub use rust_task::post_task;
pub(crate) use rust_task::post_task_at;
pub(crate) use scheduler_interface::Scheduler;
pub(crate) use scheduling_state::{PrioritySource, SchedulingState};
pub use spawn::spawn;
pub(crate) use spawn::spawn_at;
pub use spawn_handle::{Aborted, SpawnHandle};
pub(crate) use task_controller::TaskController;
pub use task_handle::TaskHandle;
pub use task_options::TaskOptions;
pub(crate) use task_priority_change_event::TaskPriorityChangeEvent;
pub use task_signal::TaskSignal;

/// Registers this module's interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    TaskPriorityChangeEvent::register(context)?;
    TaskSignal::register(context)?;
    TaskController::register(context)?;
    Scheduler::register(context)?;
    proposals::register(context)
}
