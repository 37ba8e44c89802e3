//! The report of an exploration, and its sentences.

mod causes;
mod merging;
mod report;
mod report_error;
pub mod sentence;

pub use causes::causes;
pub use report::{
    Coverage, Deviation, Nondeterminism, Outcome, Pair, Reason, Report, Settings, Step, UncaughtError, outcome, step,
};
pub use report_error::ReportError;
