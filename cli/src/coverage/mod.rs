//! Coverage: which parts of the program the tests have run, in which orders.

mod hits;
mod istanbul;
mod lcov;
mod measure;
mod page;
mod record;
mod report;
mod table;

pub(crate) use record::{CoverageRecord, RunsOfTest};
pub(crate) use report::{CoverageError, check, write};
