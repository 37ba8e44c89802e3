//! Failures of another run, for example in CI, which an exploration looks for: those in a JUnit report.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use posttask_front_end::bounded_file;
use quick_xml::Reader;
use quick_xml::errors::IllFormedError;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::like::Like;
use crate::testing::NamePattern;
use crate::testing::report::{FileReport, TestReport};

/// Why a report cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum JunitError {
    #[error("cannot read {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} is not a JUnit report: {source}", path.display())]
    Format { path: PathBuf, source: quick_xml::Error },
    #[error("{} lists no failed test", _0.display())]
    Nothing(PathBuf),
}

/// A test that failed, and how.
#[derive(Debug)]
struct ToFind {
    /// Its name. In some reports, it contains those of its suites.
    name: String,
    /// What its failure must contain; `None` if the report does not say.
    like: Option<Like>,
    /// Whether a file has this test.
    is_found: AtomicBool,
}

impl ToFind {
    fn pattern(&self) -> NamePattern {
        NamePattern::Last(self.name.clone())
    }
}

/// Tests that failed.
#[derive(Debug, Default)]
pub(super) struct FailuresToFind(Vec<ToFind>);

impl FailuresToFind {
    /// Reads the tests of a JUnit report that failed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not XML, or has no failed test.
    pub(super) fn read(path: &Path) -> Result<Self, JunitError> {
        let text = bounded_file::read_text(path, bounded_file::LARGEST_REPORT);
        let text = text.map_err(|source| JunitError::Io { path: path.to_owned(), source })?;
        let failed = parse(&text).map_err(|source| JunitError::Format { path: path.to_owned(), source })?;
        if failed.is_empty() { Err(JunitError::Nothing(path.to_owned())) } else { Ok(Self(failed)) }
    }

    /// The patterns that select the tests.
    pub(super) fn patterns(&self) -> impl Iterator<Item = NamePattern> {
        self.0.iter().map(ToFind::pattern)
    }

    /// What the failures of a test must be like. Its name contains those of its suites, as it is displayed. Empty if
    /// any failure counts.
    pub(super) fn of(&self, test: &str) -> Vec<Like> {
        let names: Vec<&str> = test.split(" > ").collect();
        let is_it = |failed: &&ToFind| failed.pattern().matches(&names);
        let likes: Option<Vec<Like>> = self.0.iter().filter(is_it).map(|failed| failed.like.clone()).collect();
        likes.unwrap_or_default()
    }

    /// Notes which of the tests a file has.
    pub(super) fn note(&self, report: &FileReport) {
        if !self.0.is_empty() {
            self.note_tests(&report.tests, &mut Vec::new());
        }
    }

    fn note_tests<'t>(&self, tests: &'t [TestReport], names: &mut Vec<&'t str>) {
        for test in tests {
            names.push(&test.name);
            for failed in self.0.iter().filter(|failed| failed.pattern().matches(names)) {
                failed.is_found.store(true, Ordering::Relaxed);
            }
            self.note_tests(&test.children, names);
            names.pop();
        }
    }

    /// The names of the tests that no file has.
    pub(super) fn not_found(&self) -> BTreeSet<&str> {
        let missing = self.0.iter().filter(|failed| !failed.is_found.load(Ordering::Relaxed));
        missing.map(|failed| failed.name.as_str()).collect()
    }

    /// Whether there are tests to find, and no file has any of them.
    pub(super) fn has_found_nothing(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|failed| !failed.is_found.load(Ordering::Relaxed))
    }
}

/// Reads the failed tests: elements `testcase` with a child `failure` or `error`, however deep they are.
fn parse(text: &str) -> Result<Vec<ToFind>, quick_xml::Error> {
    let mut reader = Reader::from_str(text);
    let (mut failed, mut current, mut depth) = (Vec::new(), None, 0_u64);
    loop {
        let event = reader.read_event()?;
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            // The reader does not mind a text that is cut off.
            Event::Eof if depth > 0 => return Err(IllFormedError::MissingEndTag("testsuites".to_owned()).into()),
            Event::Eof => return Ok(failed),
            _ => {}
        }
        match event {
            Event::Start(element) | Event::Empty(element) => {
                failed.extend(failure(&element, &mut current)?);
            }
            Event::End(element) if element.name().as_ref() == b"testcase" => current = None,
            _ => {}
        }
    }
}

/// The failure that starts with an element in the current test, if there is one.
fn failure(element: &BytesStart<'_>, current: &mut Option<String>) -> Result<Option<ToFind>, quick_xml::Error> {
    match element.name().as_ref() {
        b"testcase" => *current = attribute(element, "name")?.filter(|name| !name.is_empty()),
        b"failure" | b"error" => {
            let Some(name) = current.take() else { return Ok(None) };
            let message = attribute(element, "message")?.unwrap_or_default();
            // Versions of Node differ in how they show what differs, and in whether they keep the line breaks.
            let message = message.split("+ actual - expected").next().unwrap_or_default();
            let first_line = message.lines().next().map(str::trim).filter(|line| !line.is_empty());
            return Ok(Some(ToFind { name, like: first_line.map(Like::new), is_found: AtomicBool::default() }));
        }
        _ => {}
    }
    Ok(None)
}

/// The value of an attribute of an element.
fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, quick_xml::Error> {
    let Some(attribute) = element.try_get_attribute(name)? else { return Ok(None) };
    // Not normalized, as XML demands: line breaks would become spaces, and messages have several lines.
    let value = String::from_utf8_lossy(&attribute.value);
    Ok(Some(unescape(&value)?.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::{FailuresToFind, parse};

    /// As the reporter of Node writes it, with suites in suites.
    const NODE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
        <testsuites><testsuite name="cart" tests="2">
            <testcase name="adds" time="0.1" classname="test"/>
            <testcase name="saves" time="0.1" classname="test" failure="nothing to save">
                <failure type="testCodeFailure" message="nothing to &lt;save&gt;">[Error: nothing]</failure>
            </testcase>
        </testsuite><testcase name="alone"><error/></testcase></testsuites>"#;

    #[test]
    fn failed_tests_are_read() {
        let failed = FailuresToFind(parse(NODE).unwrap());
        let names: Vec<&str> = failed.0.iter().map(|failed| failed.name.as_str()).collect();
        assert_eq!(names, ["saves", "alone"]);
        assert_eq!(failed.of("cart > saves").len(), 1);
        assert_eq!(failed.of("cart > adds").len(), 0);
        assert_eq!(failed.of("cart > saves all").len(), 0);
        assert_eq!(failed.of("alone").len(), 0, "any failure counts");
    }

    #[test]
    fn what_is_not_xml_is_refused() {
        for text in ["<testsuites><testcase name='a'></testsuites>", "<testcase name='&x;'/>", "<testsuites>"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
