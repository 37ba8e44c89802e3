//! Policies, which choose what runs next.

mod default_policy;
mod policy;
mod policy_slot;

pub use default_policy::DefaultPolicy;
pub use policy::Policy;
pub(crate) use policy_slot::PolicySlot;
