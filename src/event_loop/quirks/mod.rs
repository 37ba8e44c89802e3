//! How real hosts differ from the standards.

mod host_quirks;
mod quirk;
mod registrations;

pub(crate) use host_quirks::HostQuirks;
pub use quirk::{ParseQuirkError, Quirk, Quirks};
pub(crate) use registrations::{Enqueued, Registration, Registrations};
