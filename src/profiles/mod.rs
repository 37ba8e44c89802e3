//! Profiles of hosts: in which order a browser or a polyfill runs work, and how it departs from the standards.

mod one_turn;
mod phases;
mod policy;
mod profile;
mod turns;

pub use policy::HostPolicy;
pub use profile::{ParseProfileError, Profile};
