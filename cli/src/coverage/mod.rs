//! Coverage: which parts of the program the tests have run, in which orders.

mod hits;
mod istanbul;
mod lcov;
mod measure;
mod options;
mod page;
mod record;
mod report;
mod reporter_kind;
mod table;

pub(crate) use options::CoverageOptions;
pub(crate) use record::{CoverageRecord, RunsOfTest};
pub(crate) use report::{CoverageError, write};
