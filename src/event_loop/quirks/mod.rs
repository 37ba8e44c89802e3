//! How real hosts differ from the standards.

mod departures;
mod registrations;

pub use departures::{Departure, Departures, ParseDepartureError};
pub(crate) use registrations::{Enqueued, Registration, Registrations};
