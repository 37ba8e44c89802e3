//! The JavaScript interfaces of Prioritized Task Scheduling: `Scheduler`, `TaskController`, `TaskSignal` and
//! `TaskPriorityChangeEvent`.
//!
//! Defined by <https://wicg.github.io/scheduling-apis/>.

mod priority_value;
mod proposals;
mod scheduler_interface;
mod scheduling_state;
mod task;
mod task_controller;
mod task_priority_change_event;
mod task_signal;

use boa_engine::{Context, JsResult};

use crate::webidl::Interface;

pub(crate) use proposals::enable_proposals;
pub use proposals::{Proposal, UnknownProposal};
pub(crate) use scheduler_interface::Scheduler;
pub(crate) use scheduling_state::{PrioritySource, SchedulingState};
pub(crate) use task_controller::TaskController;
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
