//! The test runner: the modules that test files import, what runs when, and reports.
//!
//! `runner.rs` decides what runs when, without an engine. `session.rs` and `driving.rs` connect it to a runtime: they
//! call the functions of the program, and let time pass. An observer, `ownership.rs`, knows which test each piece of
//! work belongs to.

pub(crate) mod assert;
mod calls;
mod clock;
mod clock_state;
mod declaring;
mod deferred_suites;
mod driving;
mod endings;
mod explore_handle;
mod explore_option;
mod failures;
mod hooks;
mod host;
pub(crate) mod mock;
mod modules;
mod node_test;
mod options;
mod other_runners;
mod ownership;
mod recorder;
pub(crate) mod report;
pub(crate) mod reporters;
mod runner;
#[cfg(test)]
mod runner_tests;
mod running;
mod scheduling;
mod selection;
mod session;
mod snapshots;
mod status;
mod test_context;
mod test_file;
mod timers_promises;
mod tree;
mod wait_for;

pub(crate) use driving::running;
pub(crate) use endings::failure;
pub(crate) use failures::of_error_of_a_run;
pub(crate) use modules::MODULES;
pub(crate) use options::{Explore, Leftovers};
pub(crate) use other_runners::FILES;
pub(crate) use selection::{NamePattern, Selection};
pub(crate) use session::{SessionOptions, runs_tests};
pub(crate) use status::Status;
pub(crate) use test_file::{Ran, TestFile};
pub(crate) use tree::Explorable;
