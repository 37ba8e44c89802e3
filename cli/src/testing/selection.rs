//! Which tests of a file run.

use std::str::FromStr;

use super::report::Kind;
use super::tree::{NodeId, Tree};

/// A pattern for the names of tests: a part of the name, or a regular expression between slashes.
#[derive(Clone, Debug)]
pub(crate) enum NamePattern {
    Part(String),
    Regex(regress::Regex),
    /// The name of a test, with those of any number of suites around it.
    Last(String),
}

impl FromStr for NamePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expression = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        match expression {
            Some((expression, flags)) if flags.chars().all(|flag| "dgimsuvy".contains(flag)) => {
                let regex = regress::Regex::with_flags(expression, flags);
                regex.map(Self::Regex).map_err(|error| format!("{text} is not a regular expression: {error}"))
            }
            _ => Ok(Self::Part(text.to_owned())),
        }
    }
}

impl NamePattern {
    /// Whether the pattern matches the names of a test and its ancestors, joined by a space or as they are displayed.
    pub(crate) fn matches(&self, names: &[impl AsRef<str>]) -> bool {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let joined = |names: &[&str]| [names.join(" "), names.join(" > ")];
        match self {
            Self::Part(part) => joined(&names).iter().any(|name| name.contains(part.as_str())),
            Self::Regex(regex) => joined(&names).iter().any(|name| regex.find(name).is_some()),
            Self::Last(last) => (0..names.len()).any(|start| joined(&names[start..]).contains(last)),
        }
    }
}

/// Which tests of a file run, and in which order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Only tests that match one of these. Empty if all do.
    pub(crate) patterns: Vec<NamePattern>,
    /// No tests that match one of these.
    pub(crate) skipped: Vec<NamePattern>,
    /// Only tests with the option `only`.
    pub(crate) only: bool,
    /// Only the test at this position.
    pub(crate) position: Option<Vec<usize>>,
    /// Only the tests with these names, with the names of their ancestors.
    pub(crate) names: Option<Vec<Vec<String>>>,
    /// The tests of each suite run in a random order.
    pub(crate) shuffle_seed: Option<u64>,
}

impl Selection {
    /// Whether a test runs, or a suite has tests that run. All children of a suite have been declared.
    pub(super) fn selects(&self, tree: &Tree, node: NodeId) -> bool {
        if !self.is_partial() {
            return true;
        }
        let is_subtest = tree.path(node).skip(1).any(|it| tree.get(it).declaration.kind == Kind::Test);
        // Subtests run with their test.
        if is_subtest { !self.skips(&tree.names(node)) } else { self.selects_below(tree, node) }
    }

    /// Whether not all tests run.
    fn is_partial(&self) -> bool {
        !self.patterns.is_empty()
            || !self.skipped.is_empty()
            || self.only
            || self.position.is_some()
            || self.names.is_some()
    }

    /// Whether a test, or a test in a suite, is selected.
    fn selects_below(&self, tree: &Tree, node: NodeId) -> bool {
        let it = tree.get(node);
        match it.declaration.kind {
            Kind::Test => self.selects_test(tree, node),
            // A suite without tests is not at the position of a test.
            Kind::Suite if it.children.is_empty() => {
                self.position.is_none() && self.names.is_none() && self.selects_test(tree, node)
            }
            Kind::Suite => it.children.iter().any(|child| self.selects_below(tree, *child)),
        }
    }

    fn skips(&self, names: &[&str]) -> bool {
        self.skipped.iter().any(|pattern| pattern.matches(names))
    }

    fn selects_test(&self, tree: &Tree, test: NodeId) -> bool {
        let names = tree.names(test);
        // A pattern that matches a suite matches all of its tests: their names contain that of the suite.
        let is_wanted = self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.matches(&names));
        let is_unwanted = self.skips(&names);
        let is_listed = self.names.as_ref().is_none_or(|listed| listed.iter().any(|it| *it == names));
        let is_there = self.position.as_ref().is_none_or(|position| tree.position(test) == *position);
        is_wanted && !is_unwanted && is_listed && is_there && (!self.only || tree.is_only(test))
    }
}
