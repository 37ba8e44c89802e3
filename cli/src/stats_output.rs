//! Where the statistics of a program go.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The format of `--stats`, and the file that it writes. Without a file, standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatsOutput {
    pub(super) is_json: bool,
    pub(super) file: Option<PathBuf>,
}

impl StatsOutput {
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

impl FromStr for StatsOutput {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, file) = text.split_once(':').map_or((text, None), |(format, file)| (format, Some(file)));
        let is_json = match format {
            "text" => false,
            "json" => true,
            _ => return Err("the formats are text and json, optionally followed by :FILE".to_owned()),
        };
        Ok(Self { is_json, file: file.map(PathBuf::from) })
    }
}
