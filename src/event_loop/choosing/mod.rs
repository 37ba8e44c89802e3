//! Policies, which choose what runs next.

mod agents;
mod default_policy;
mod policy;
mod policy_slot;

pub use agents::{AgentStep, FiredTimer, ReadyAgent};
pub use default_policy::DefaultPolicy;
pub use policy::Policy;
pub(crate) use policy_slot::PolicySlot;
