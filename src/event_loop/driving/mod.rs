//! The algorithms of an event loop: queuing work, turning the loop, running microtasks, sleeping.

mod blocking;
mod capturing;
mod checkpoint;
mod errors_in_phases;
mod immediates;
mod job_executor;
mod jobs_at_once;
mod lifecycle;
mod limiting;
mod listing;
mod long_tasks;
mod module_turns;
mod new_work;
mod other_agents;
mod own_frame;
mod owned_timer;
mod parcels;
mod polling_futures;
mod processing;
mod pump;
mod queuing;
mod reactions;
mod ready;
mod reporting;
mod ticks;

pub(crate) use blocking::BlockedAgent;
pub(crate) use immediates::ImmediateId;
pub use own_frame::call_in_own_frame;
pub(crate) use own_frame::{construct_in_own_frame, function_of_the_host};
pub(crate) use parcels::Parcel;
pub use processing::Turn;
pub use pump::{Budget, Deadline, Outcome, Pump};
pub(crate) use reactions::ReactionContext;
