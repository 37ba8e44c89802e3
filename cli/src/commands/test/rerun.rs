//! The file of `--rerun-failures`: the tests that have failed.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use posttask_front_end::bounded_file;
use serde::{Deserialize, Serialize};

use crate::testing::report::{FileReport, Kind, TestReport};
use crate::whole_file;

/// The version of the format.
const VERSION: u32 = 1;

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum RerunError {
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{} has format version {version}; it was written by another version of posttask", path.display())]
    Version { path: PathBuf, version: u32 },
    #[error("{} was not written by --rerun-failures: {source}", path.display())]
    Format { path: PathBuf, source: serde_json::Error },
}

/// The tests that failed in a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FailedTests {
    version: u32,
    /// By file, and project if there are several: the names of each test and its suites, outermost first. A file that
    /// failed itself has an empty list, and all of its tests run again.
    failed: BTreeMap<String, Vec<Vec<String>>>,
}

impl FailedTests {
    /// Reads the file. `None` if it does not exist, or lists nothing: then all tests run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is another one.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, RerunError> {
        let text = match bounded_file::read_text(path, bounded_file::LARGEST_REPORT) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(RerunError::Io { action: "read", path: path.to_owned(), source }),
        };
        let read: Self =
            serde_json::from_str(&text).map_err(|source| RerunError::Format { path: path.to_owned(), source })?;
        if read.version != VERSION {
            return Err(RerunError::Version { path: path.to_owned(), version: read.version });
        }
        Ok(Some(read).filter(|read| !read.failed.is_empty()))
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<(), RerunError> {
        let written = Self { version: VERSION, ..self.clone() };
        // Strings and numbers can always be written as JSON.
        let text = serde_json::to_string_pretty(&written).unwrap_or_default();
        whole_file::write(path, &(text + "\n")).map_err(|source| RerunError::Io {
            action: "write",
            path: path.to_owned(),
            source,
        })
    }

    /// Whether a file with failed tests still exists.
    pub(super) fn any_file_exists(&self) -> bool {
        self.failed.keys().any(|file| path_of(file).exists())
    }

    pub(super) fn has_file(&self, file: &Path, project: Option<&str>) -> bool {
        self.failed.contains_key(&key(file, project))
    }

    /// The tests of a file. `None` if all are to run.
    pub(super) fn tests(&self, file: &Path, project: Option<&str>) -> Option<Vec<Vec<String>>> {
        self.failed.get(&key(file, project)).filter(|tests| !tests.is_empty()).cloned()
    }

    /// Replaces the entry of a file by what has failed now. Tests that did not run keep their entries.
    pub(super) fn update(&mut self, report: &FileReport) {
        let (mut ran, mut failed) = (Vec::new(), Vec::new());
        for test in &report.tests {
            collect(test, &mut Vec::new(), &mut ran, &mut failed);
        }
        let file = key(Path::new(&report.file), report.project.as_deref());
        let before = self.failed.remove(&file);
        failed.extend(before.into_iter().flatten().filter(|names| !ran.contains(names)));
        if !report.failures.is_empty() {
            failed.clear();
        }
        let has_failed = !report.failures.is_empty() || report.tests.iter().any(TestReport::is_failure);
        if has_failed || !failed.is_empty() {
            self.failed.insert(file, failed);
        }
    }
}

/// A file as the list has it: its path, relative to the current folder if the file is in it, after the name of its
/// project between bars.
fn key(file: &Path, project: Option<&str>) -> String {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let folder = std::env::current_dir().unwrap_or_default();
    let path = absolute.strip_prefix(folder).unwrap_or(&absolute).display();
    project.map_or_else(|| path.to_string(), |name| format!("|{name}|{path}"))
}

/// The path of a file of the list.
fn path_of(key: &str) -> &Path {
    let project = key.strip_prefix('|').and_then(|rest| rest.split_once('|'));
    Path::new(project.map_or(key, |(_, path)| path))
}

/// Adds the tests of a test or suite that ran, and those that failed. Subtests run again with their test.
fn collect(test: &TestReport, names: &mut Vec<String>, ran: &mut Vec<Vec<String>>, failed: &mut Vec<Vec<String>>) {
    names.push(test.name.clone());
    match test.kind {
        Kind::Test => {
            ran.push(names.clone());
            if test.is_failure() {
                failed.push(names.clone());
            }
        }
        Kind::Suite => test.children.iter().for_each(|child| collect(child, names, ran, failed)),
    }
    names.pop();
}
