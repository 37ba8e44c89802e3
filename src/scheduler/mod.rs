//! The JavaScript face of Prioritized Task Scheduling: `Scheduler`, `TaskController`, `TaskSignal` and
//! `TaskPriorityChangeEvent`. <https://wicg.github.io/scheduling-apis/>.

mod priority_value;
mod scheduler_interface;
mod scheduling_state;
mod task;
mod task_controller;
mod task_priority_change_event;
mod task_signal;

use boa_engine::{Context, JsResult};

use crate::webidl::Interface;

pub use scheduler_interface::Scheduler;
pub use scheduling_state::{PrioritySource, SchedulingState};
pub use task_controller::TaskController;
pub use task_priority_change_event::TaskPriorityChangeEvent;
pub use task_signal::TaskSignal;

/// Declares the module's interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn register(context: &mut Context) -> JsResult<()> {
    TaskPriorityChangeEvent::register(context)?;
    TaskSignal::register(context)?;
    TaskController::register(context)?;
    Scheduler::register(context)
}
