//! How the failures of tests look: like the uncaught errors of a program.

use std::rc::Rc;
use std::sync::Arc;

use posttask_front_end::FrontEnd;

use crate::arguments::ColorChoice;
use crate::reporter::Reporter;
use crate::terminal::{StandardStreams, Style};
use crate::testing::report::Failure;
use crate::testing::reporters::Describe;

/// Describes failures with an excerpt of the source.
pub(super) struct DescribeFailures {
    reporter: Reporter,
    /// The current folder, with a slash at its end. Paths in it are shown relative to it.
    folder: Option<String>,
}

impl DescribeFailures {
    pub(super) fn new(style: Style, front_end: &Arc<FrontEnd>) -> Self {
        let output = Rc::new(StandardStreams::new(ColorChoice::Never));
        let folder = std::env::current_dir().ok().map(|folder| format!("{}/", folder.display()));
        Self { reporter: Reporter::new(output, style, Arc::clone(front_end)), folder }
    }
}

impl Describe for DescribeFailures {
    fn describe(&self, failure: &Failure) -> String {
        let details: Vec<String> = match &self.folder {
            Some(folder) => failure.details.iter().map(|line| line.replacen(folder, "", 1)).collect(),
            None => failure.details.clone(),
        };
        self.reporter.describe_parts(&failure.message, failure.location.clone(), &details)
    }
}
