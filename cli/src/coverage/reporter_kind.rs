//! The forms of coverage reports.

use std::str::FromStr;

/// The form of a coverage report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoverageReporter {
    /// A table.
    Text,
    /// What `genhtml`, editors and coverage services read.
    Lcov,
    /// The format of Istanbul.
    Json,
    /// A page.
    Html,
}

impl FromStr for CoverageReporter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(Self::Text),
            "lcov" => Ok(Self::Lcov),
            "json" => Ok(Self::Json),
            "html" => Ok(Self::Html),
            _ => Err(format!("{text} is not one of text, lcov, json and html")),
        }
    }
}

impl CoverageReporter {
    /// The name of the file in the folder of the reports. The table is printed.
    pub(super) const fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Lcov => Some("lcov.info"),
            Self::Json => Some("coverage-final.json"),
            Self::Html => Some("index.html"),
        }
    }
}
