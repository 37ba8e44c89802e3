//! The options of coverage.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use glob::{MatchOptions, Pattern};
use posttask::internal::engine::normalize;

/// The options of coverage.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Coverage")]
pub(crate) struct CoverageOptions {
    /// Report which statements, branches, functions and lines ran
    #[arg(long)]
    pub(crate) coverage: bool,

    /// The format: text (default), lcov, json (Istanbul's format) or html; may be repeated
    #[arg(id = "coverage-reporter", long, value_name = "NAME", requires = "coverage")]
    pub(crate) reporters: Vec<CoverageReporter>,

    /// The folder for lcov, json and html
    #[arg(id = "coverage-dir", long, value_name = "DIR", default_value = "coverage", requires = "coverage")]
    pub(crate) folder: PathBuf,

    /// Cover these files, even if no test loads them: a folder, or a pattern such as 'src/**/*.ts' (default: the loaded
    /// files of the current folder that are not tests)
    #[arg(id = "coverage-include", long, value_name = "PATTERN", requires = "coverage")]
    pub(crate) included: Vec<FilePattern>,

    /// Do not cover these files
    #[arg(id = "coverage-exclude", long, value_name = "PATTERN", requires = "coverage")]
    pub(crate) excluded: Vec<FilePattern>,

    /// Fail if coverage is lower: 90 (percent of everything), or statements=90,branches=80,functions=90,lines=90
    #[arg(id = "coverage-threshold", long, value_name = "PERCENT", value_delimiter = ',', requires = "coverage")]
    pub(crate) thresholds: Vec<Threshold>,
}

/// A pattern for the paths of files, relative to the current folder.
#[derive(Clone, Debug)]
pub(crate) struct FilePattern {
    /// What the user wrote.
    pub(crate) text: String,
    /// The folder that it names, if it names one.
    folder: PathBuf,
    /// For absolute paths.
    pattern: Pattern,
}

impl FromStr for FilePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let here = std::env::current_dir().unwrap_or_default();
        let folder = normalize(&here.join(text));
        let relative = folder.strip_prefix(&here).ok();
        // The names of the folders above are no patterns.
        let pattern = match relative {
            Some(relative) if relative.starts_with("**") => relative.display().to_string(),
            Some(relative) => format!("{}/{}", Pattern::escape(&here.to_string_lossy()), relative.display()),
            None => folder.display().to_string(),
        };
        let pattern = Pattern::new(&pattern).map_err(|error| format!("{text} is not a valid pattern: {error}"))?;
        Ok(Self { text: text.to_owned(), folder, pattern })
    }
}

impl FilePattern {
    /// Whether the pattern matches an absolute path, or names a folder that the path is in.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::default() };
        path.starts_with(&self.folder) || self.pattern.matches_path_with(path, options)
    }
}

/// The least that must be covered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threshold {
    /// `None` for everything.
    pub(crate) measure: Option<Measure>,
    pub(crate) percent: f64,
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (measure, number) = match text.split_once('=') {
            Some((name, number)) => (Some(name.parse()?), number),
            None => (None, text),
        };
        let percent = number.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        let percent = percent.ok_or_else(|| format!("{number} is not a number from 0 to 100"))?;
        Ok(Self { measure, percent })
    }
}

/// What can be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Statements,
    Branches,
    Functions,
    Lines,
}

impl Measure {
    pub(crate) const ALL: [Self; 4] = [Self::Statements, Self::Branches, Self::Functions, Self::Lines];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Statements => "statements",
            Self::Branches => "branches",
            Self::Functions => "functions",
            Self::Lines => "lines",
        }
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|measure| measure.as_str() == text);
        found.ok_or_else(|| format!("{text} is not one of statements, branches, functions and lines"))
    }
}

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
    pub(crate) const fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Lcov => Some("lcov.info"),
            Self::Json => Some("coverage-final.json"),
            Self::Html => Some("index.html"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FilePattern, Threshold};

    #[test]
    fn patterns_match_files_and_folders() {
        let here = std::env::current_dir().unwrap();
        let matches = |pattern: &str, path: &str| pattern.parse::<FilePattern>().unwrap().matches(&here.join(path));
        assert!(matches("src", "src/a/b.js") && matches("./src/**/*.ts", "src/a/b.ts") && matches("*.js", "a.js"));
        assert!("../x".parse::<FilePattern>().unwrap().matches(&here.parent().unwrap().join("x/y.js")));
        assert!(!matches("src", "source/a.js") && !matches("*.js", "src/a.js"));
    }

    #[test]
    fn thresholds_are_percentages() {
        assert!("branches=101".parse::<Threshold>().is_err() && "words=1".parse::<Threshold>().is_err());
        assert!("lines=90.5".parse::<Threshold>().is_ok() && "100".parse::<Threshold>().is_ok());
    }
}
