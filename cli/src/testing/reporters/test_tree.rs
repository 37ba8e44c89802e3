//! The tests of a file as reporters show them.

use super::wording::one_line;
use crate::testing::report::{Durations, Ending, Failure, FailureKind, FileReport, Kind, TestReport};

/// The name of the test that stands for everything outside of tests.
const OUTSIDE_OF_TESTS: &str = "(outside of tests)";

/// The tests of a file. If the file has failures that belong to no test, a test at the end has them, because reports
/// for CI servers can show only tests.
pub(super) struct TestTree<'a> {
    file: &'a FileReport,
    outside: Option<TestReport>,
}

/// A test or suite, with its place in the tree.
pub(super) struct Entry<'a> {
    pub(super) file: &'a str,
    /// The name of its project, if there are several.
    pub(super) project: Option<&'a str>,
    /// The names of the tests and suites that contain it, from the outermost.
    pub(super) parents: Vec<&'a str>,
    pub(super) test: &'a TestReport,
}

impl<'a> TestTree<'a> {
    pub(super) fn new(file: &'a FileReport) -> Self {
        let outside = (!file.failures.is_empty()).then(|| TestReport {
            name: OUTSIDE_OF_TESTS.to_owned(),
            kind: Kind::Test,
            location: None,
            ending: Ending::Failed,
            directive: None,
            failures: file.failures.clone(),
            children: Vec::new(),
            diagnostics: Vec::new(),
            console: file.console.clone(),
            durations: Durations::default(),
            exploration: None,
        });
        Self { file, outside }
    }

    /// The tests and suites that no other contains.
    pub(super) fn roots(&self) -> impl Iterator<Item = &TestReport> {
        self.file.tests.iter().chain(&self.outside)
    }

    /// All tests and suites, each before those that it contains.
    pub(super) fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        self.roots().for_each(|test| add(self.file, &[], test, &mut entries));
        entries
    }
}

/// The path of a file, after the name of its project.
pub(super) fn title(file: &str, project: Option<&str>) -> String {
    project.map_or_else(|| file.to_owned(), |name| format!("|{name}| {file}"))
}

fn add<'a>(file: &'a FileReport, parents: &[&'a str], test: &'a TestReport, entries: &mut Vec<Entry<'a>>) {
    entries.push(Entry { file: &file.file, project: file.project.as_deref(), parents: parents.to_vec(), test });
    let parents = [parents, &[&test.name]].concat();
    test.children.iter().for_each(|child| add(file, &parents, child, entries));
}

impl Entry<'_> {
    /// The names from the outermost suite to the test, on one line.
    pub(super) fn path(&self) -> String {
        let names = self.parents.iter().copied().chain([self.test.name.as_str()]);
        names.map(one_line).collect::<Vec<_>>().join(" > ")
    }

    /// The file and the path in it.
    pub(super) fn full_path(&self) -> String {
        format!("{} > {}", one_line(&title(self.file, self.project)), self.path())
    }
}

impl TestReport {
    /// The failures to show: those that only say that children failed are left out if there are others.
    pub(super) fn shown_failures(&self) -> Vec<&Failure> {
        let own: Vec<_> = self.failures.iter().filter(|failure| failure.kind != FailureKind::Subtests).collect();
        if own.is_empty() { self.failures.iter().collect() } else { own }
    }

    /// Whether it failed, and not only because children failed, which say why themselves.
    pub(super) fn failed_itself(&self) -> bool {
        let has_own_failure = || self.failures.iter().any(|failure| failure.kind != FailureKind::Subtests);
        let has_failed_child = || self.children.iter().any(|child| child.ending != Ending::Passed);
        self.ending != Ending::Passed && (has_own_failure() || !has_failed_child())
    }
}
