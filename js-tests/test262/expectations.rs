//! The tests that fail, by cause.
//!
//! In the file, a line that begins with `#` names a cause, and the lines after it are the tests that fail because of
//! it. A test may fail in one mode only: `strict language/a.js`. Others fail in all of their modes.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::case::Case;
use crate::worker::Outcome;

/// The cause of tests that nobody has looked at.
const UNKNOWN: &str = "unknown";

/// The known failures.
pub(crate) struct Expectations {
    /// The causes, in the order of the file, and the names of their tests.
    causes: Vec<(String, Vec<String>)>,
    /// The index of the cause, by name.
    names: BTreeMap<String, usize>,
}

impl Expectations {
    pub(crate) fn of(text: &str) -> Self {
        let mut expectations = Self { causes: Vec::new(), names: BTreeMap::new() };
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            match line.strip_prefix('#') {
                Some(cause) => expectations.causes.push((cause.trim().to_owned(), Vec::new())),
                None => expectations.add(line.to_owned()),
            }
        }
        expectations
    }

    fn add(&mut self, name: String) {
        if self.causes.is_empty() {
            self.causes.push((UNKNOWN.to_owned(), Vec::new()));
        }
        let index = self.causes.len() - 1;
        if let Some((_, names)) = self.causes.last_mut() {
            names.push(name.clone());
        }
        self.names.insert(name, index);
    }

    /// Whether a test is expected to fail.
    pub(crate) fn contains(&self, case: &Case) -> bool {
        self.names.contains_key(&case.path) || self.names.contains_key(&case.to_string())
    }

    /// Returns the text of the file for the results of a run. Tests that did not run keep their entries.
    pub(crate) fn updated(&self, results: &BTreeMap<Case, Outcome>) -> String {
        let mut causes: Vec<(&str, Vec<String>)> =
            self.causes.iter().map(|(cause, _)| (cause.as_str(), Vec::new())).collect();
        let known_not_run = self.names.iter().filter(|(name, _)| !ran(name, results));
        for (name, index) in known_not_run {
            causes[*index].1.push(name.clone());
        }
        for name in failures(results) {
            let path = name.rsplit(' ').next().unwrap_or_default();
            let index = self.names.get(&name).or_else(|| self.names.get(path));
            match index {
                Some(index) => causes[*index].1.push(name),
                None => unknown(&mut causes).push(name),
            }
        }
        let mut text = String::new();
        for (cause, mut names) in causes.into_iter().filter(|(_, names)| !names.is_empty()) {
            names.sort();
            // Writing to a string does not fail.
            let _ = writeln!(text, "# {cause}\n{}\n", names.join("\n"));
        }
        text
    }
}

fn unknown<'a>(causes: &'a mut Vec<(&str, Vec<String>)>) -> &'a mut Vec<String> {
    let position = causes.iter().position(|(cause, _)| *cause == UNKNOWN);
    let position = position.unwrap_or_else(|| {
        causes.push((UNKNOWN, Vec::new()));
        causes.len() - 1
    });
    &mut causes[position].1
}

fn ran(name: &str, results: &BTreeMap<Case, Outcome>) -> bool {
    results.keys().any(|case| case.path == name || case.to_string() == name)
}

/// Returns the names of the tests that failed, without the mode if all modes did.
fn failures(results: &BTreeMap<Case, Outcome>) -> Vec<String> {
    let mut by_path: BTreeMap<&str, Vec<(&Case, bool)>> = BTreeMap::new();
    for (case, outcome) in results {
        by_path.entry(&case.path).or_default().push((case, outcome.is_err()));
    }
    let name = |(path, cases): (&str, Vec<(&Case, bool)>)| {
        if cases.iter().all(|(_, has_failed)| *has_failed) {
            return vec![path.to_owned()];
        }
        cases.into_iter().filter(|(_, has_failed)| *has_failed).map(|(case, _)| case.to_string()).collect()
    };
    by_path.into_iter().flat_map(name).collect()
}
