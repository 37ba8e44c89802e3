//! How real hosts differ from the standards.

mod departures;
mod host_quirks;
mod registrations;

pub use departures::{Departure, Departures, ParseDepartureError};
pub(crate) use host_quirks::HostQuirks;
pub(crate) use registrations::{Enqueued, Registration, Registrations};
