//! Expected results: the tests and subtests that are known to fail.
//!
//! The file is a JSON tree of folders and tests. A test that is not in the tree is expected to finish with all subtests
//! passing:
//!
//! ```json
//! {
//!   "dom": {
//!     "ranges": { "omitted": "needs a document" },
//!     "events": {
//!       "Some.any.html": {
//!         "harness": "ERROR",
//!         "subtests": { "the name of a subtest": "FAIL" },
//!         "flaky": { "another one": "why its result changes from run to run" },
//!         "reason": "an explanation"
//!       },
//!       "Other.any.html": { "disabled": "why it is not run yet" }
//!     }
//!   }
//! }
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use posttask_front_end::bounded_file;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{FileResult, HarnessStatus, SubtestStatus, WptError};
use crate::whole_file;

/// What is expected of a test, or of all tests below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Why it is never run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    omitted: Option<String>,
    /// Why it is not run yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    disabled: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    harness: Option<HarnessStatus>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    subtests: BTreeMap<String, SubtestStatus>,
    /// Subtests whose results are ignored, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    flaky: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The keys of an entry. A folder or test cannot have one of these names, and none does.
const KEYS: [&str; 6] = ["omitted", "disabled", "harness", "subtests", "flaky", "reason"];

/// Why a test is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// It is never run, for this reason.
    Omitted(String),
    /// It is not run yet, for this reason.
    Disabled(String),
}

/// A difference between the expected and the actual result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// The test's id.
    pub test: String,
    /// The subtest, or `None` for the file as a whole.
    pub subtest: Option<String>,
    /// The expected status, or `present` for an entry whose test or subtest does not exist.
    pub expected: String,
    /// The actual status, or `missing` for an entry whose test or subtest does not exist.
    pub actual: String,
    /// The message and the stack of the actual result, or an explanation.
    pub detail: String,
}

/// The content of an expectations file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expectations {
    entries: BTreeMap<String, Entry>,
}

impl Expectations {
    /// Reads an expectations file.
    ///
    /// # Errors
    ///
    /// [`WptError::Io`] if it cannot be read, [`WptError::Malformed`] if its content is not valid.
    pub(crate) fn read(path: &Path) -> Result<Self, WptError> {
        let text = bounded_file::read_text(path, bounded_file::LARGEST_REPORT).map_err(WptError::io("read", path))?;
        Self::parse(&text).map_err(|reason| WptError::Malformed { path: path.to_owned(), reason })
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tree: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| format!("not an expectations file: {error}"))?;
        let mut expectations = Self::default();
        expectations.add_folder("", tree)?;
        Ok(expectations)
    }

    fn add_folder(&mut self, prefix: &str, tree: Map<String, Value>) -> Result<(), String> {
        let (own, children): (Map<_, _>, Map<_, _>) =
            tree.into_iter().partition(|(key, _)| KEYS.contains(&key.as_str()));
        if !own.is_empty() {
            let entry = serde_json::from_value(Value::Object(own)).map_err(|error| format!("{prefix}: {error}"))?;
            self.entries.insert(prefix.to_owned(), entry);
        }
        for (name, child) in children {
            match child {
                Value::Object(child) => self.add_folder(&format!("{prefix}/{name}"), child)?,
                _ => return Err(format!("{prefix}/{name}: expected an object")),
            }
        }
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// [`WptError::Io`] if it cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), WptError> {
        whole_file::write(path, &self.to_json()).map_err(WptError::io("write", path))
    }

    pub(crate) fn to_json(&self) -> String {
        let mut tree = Map::new();
        for (id, entry) in &self.entries {
            if let Ok(Value::Object(own)) = serde_json::to_value(entry) {
                insert(&mut tree, &split(id), own);
            }
        }
        // A tree of strings always serializes.
        serde_json::to_string_pretty(&tree).unwrap_or_default() + "\n"
    }

    /// Returns why a test is not run, according to its own entry or that of a folder above it; `None` if it is run.
    #[must_use]
    pub(crate) fn skip(&self, test: &str) -> Option<Skip> {
        let folders = test.match_indices('/').map(|(at, _)| &test[..at]);
        folders.chain([test]).filter_map(|id| self.entries.get(id)).find_map(|entry| {
            let omitted = entry.omitted.clone().map(Skip::Omitted);
            omitted.or_else(|| entry.disabled.clone().map(Skip::Disabled))
        })
    }

    /// Returns the differences between a test's result and the expectations, including unexpected passes and entries
    /// whose subtest does not exist.
    #[must_use]
    pub(crate) fn compare(&self, result: &FileResult) -> Vec<Mismatch> {
        let none = Entry::default();
        let entry = self.entries.get(&result.test).unwrap_or(&none);
        let mut mismatches = Vec::new();
        let mut add = |subtest: Option<&str>, expected: String, actual: String, detail: String| {
            let test = result.test.clone();
            mismatches.push(Mismatch { test, subtest: subtest.map(str::to_owned), expected, actual, detail });
        };
        let expected = entry.harness.unwrap_or(HarnessStatus::Ok);
        if expected != result.status {
            add(None, expected.to_string(), result.status.to_string(), result.message.clone().unwrap_or_default());
        }
        for subtest in &result.subtests {
            let expected = entry.subtests.get(&subtest.name).copied().unwrap_or(SubtestStatus::Pass);
            if expected != subtest.status && !entry.flaky.contains_key(&subtest.name) {
                let detail = [subtest.message.as_deref(), subtest.stack.as_deref()];
                let detail = detail.into_iter().flatten().map(str::trim_end).collect::<Vec<_>>().join("\n");
                add(Some(&subtest.name), expected.to_string(), subtest.status.to_string(), detail);
            }
        }
        for name in entry.subtests.keys().chain(entry.flaky.keys()) {
            if !result.subtests.iter().any(|subtest| subtest.name == *name) {
                let detail = "the expectations contain a subtest that does not exist".to_owned();
                add(Some(name), "present".to_owned(), "missing".to_owned(), detail);
            }
        }
        mismatches
    }

    /// Returns a mismatch for each entry whose test does not exist. `exists` is called with the id of each entry.
    #[must_use]
    pub(crate) fn stale(&self, exists: impl Fn(&str) -> bool) -> Vec<Mismatch> {
        let stale = self.entries.keys().filter(|id| !exists(id));
        stale
            .map(|id| Mismatch {
                test: id.clone(),
                subtest: None,
                expected: "present".to_owned(),
                actual: "missing".to_owned(),
                detail: "the expectations contain a test that does not exist".to_owned(),
            })
            .collect()
    }

    /// Makes the results the expectations of their tests, and removes entries whose test does not exist. Omitted and
    /// disabled tests and flaky subtests remain so.
    pub(crate) fn update(&mut self, results: &[FileResult], exists: impl Fn(&str) -> bool) {
        self.entries.retain(|id, _| exists(id));
        for result in results {
            let mut entry = self.entries.remove(&result.test).unwrap_or_default();
            entry.harness = (result.status != HarnessStatus::Ok).then_some(result.status);
            entry.flaky.retain(|name, _| result.subtests.iter().any(|subtest| subtest.name == *name));
            let failures = result.subtests.iter().filter(|subtest| subtest.status != SubtestStatus::Pass);
            entry.subtests = failures
                .filter(|subtest| !entry.flaky.contains_key(&subtest.name))
                .map(|subtest| (subtest.name.clone(), subtest.status))
                .collect();
            let says_something = Entry { reason: None, ..entry.clone() } != Entry::default();
            if says_something {
                self.entries.insert(result.test.clone(), entry);
            }
        }
    }
}

/// Adds the members of an entry at a place in the tree.
fn insert(tree: &mut Map<String, Value>, place: &[String], own: Map<String, Value>) {
    match place.split_first() {
        None => tree.extend(own),
        Some((name, rest)) => {
            let child = tree.entry(name.clone()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(child) = child {
                insert(child, rest, own);
            }
        }
    }
}

/// Splits an id into folders and name. The query string is part of the name, and may contain slashes.
fn split(id: &str) -> Vec<String> {
    let (path, query) = id.find('?').map_or((id, ""), |at| id.split_at(at));
    let mut parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if let Some(name) = parts.last_mut() {
        name.push_str(query);
    }
    parts
}
