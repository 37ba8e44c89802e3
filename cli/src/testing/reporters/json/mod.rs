//! The reporter `json`: everything, for programs.

mod format;

use self::format::Run;
use super::Reporter;
use super::summary::Summary;
use crate::testing::report::FileReport;

/// Writes one JSON object at the end of the run: a [`Run`].
#[derive(Default)]
pub(super) struct Json {
    files: Vec<FileReport>,
}

impl Reporter for Json {
    fn file(&mut self, file: &FileReport) -> String {
        self.files.push(file.clone());
        String::new()
    }

    #[expect(
        clippy::expect_used,
        reason = "writing fails only for maps with keys that are not strings, and for streams"
    )]
    fn end(&mut self, summary: &Summary) -> String {
        serde_json::to_string_pretty(&Run::new(summary, &self.files)).expect("the report has no maps") + "\n"
    }
}
