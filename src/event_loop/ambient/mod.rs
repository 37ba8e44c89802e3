//! What travels with work: values that are current while code runs, and that the code's work and continuations get.

mod ambient_store;
mod ambient_values;
mod async_context;
mod continuation_state;
pub(crate) mod owner;

pub(super) use ambient_store::AmbientStore;
pub(crate) use ambient_store::Entered;
pub(crate) use ambient_values::AmbientValues;
pub(crate) use async_context::AsyncContextMapping;
pub use async_context::VariableId;
pub(crate) use continuation_state::{ContinuationState, SchedulerId};
