//! How the failures of tests look: like the uncaught errors of a program.

use std::rc::Rc;
use std::sync::Arc;

use crate::cli::arguments::ColorChoice;
use crate::cli::reporter::Reporter;
use crate::cli::terminal::{StandardStreams, Style};
use crate::front_end::FrontEnd;
use crate::testing::report::Failure;
use crate::testing::reporters::Describe;

/// Describes failures with an excerpt of the source.
pub(super) struct DescribeFailures(Reporter);

impl DescribeFailures {
    pub(super) fn new(style: Style, front_end: &Arc<FrontEnd>) -> Self {
        let output = Rc::new(StandardStreams::new(ColorChoice::Never));
        Self(Reporter::new(output, style, Arc::clone(front_end)))
    }
}

impl Describe for DescribeFailures {
    fn describe(&self, failure: &Failure) -> String {
        self.0.describe_parts(&failure.message, failure.location.clone(), &failure.details)
    }
}
