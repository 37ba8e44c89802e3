//! Policies, which choose what runs next.

mod default_policy;
mod policy;

pub use default_policy::DefaultPolicy;
pub use policy::Policy;
