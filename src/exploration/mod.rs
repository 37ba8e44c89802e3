//! Runs a program in the orders that the standards allow, finds those in which it fails, and shrinks them.
//!
//! [`Explorer`] runs the program many times under virtual time, each time with another [`Schedule`]: the default order
//! plus [deviations](Deviation). All that the standards leave to an implementation is a choice: which task source gives
//! the next task, which due timer fires, how late it is, how long a task takes, when an idle period starts and how long
//! it is, and the random numbers. Everything else is determined, so a schedule always gives the same run.
//!
//! The rules, strategies, schedules and shrinking know nothing about JavaScript. `connection.rs` connects them to an
//! event loop.

mod active;
#[cfg(test)]
mod checker;
mod chooser;
mod clause;
pub(crate) mod connection;
pub(crate) mod elsewhere;
mod explorer;
mod following;
#[doc(hidden)]
pub mod footprints;
mod known;
#[cfg(test)]
mod model_tests;
mod outcome;
mod places;
mod points;
mod portfolio;
mod position;
mod ready;
pub(crate) mod reduce;
mod report;
mod rules;
mod run;
mod schedule;
mod session;
mod shard;
mod shrink;
mod situation;
mod stepping;
mod strategy;
#[cfg(test)]
mod tests;
mod tracker;
mod wire;
mod work_name;
pub(crate) mod worker;

pub use active::{AppliedDeviation, SkippedDeviation};
pub use clause::Clause;
pub use explorer::{Explorer, Progress, Replay};
pub use following::Following;
pub use footprints::Obstacle;
pub use known::KnownOrder;
pub use outcome::{Ending, Outcome};
pub use position::Position;
pub use report::{FailOn, Nondeterminism, OutcomeReport, PairCoverage, Report};
pub use rules::{Bounds, Level};
pub use schedule::{Deviation, Schedule, SlowUntil};
pub use shard::Shard;
pub use stepping::Stepping;
pub use strategy::StrategyKind;
pub use tracker::{Ran, WorkInfo};
pub use work_name::WorkName;
