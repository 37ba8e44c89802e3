//! The names of the reporters.

use std::str::FromStr;

use super::dot::Dot;
use super::github_actions::GithubActions;
use super::json::Json;
use super::junit::Junit;
use super::spec::Spec;
use super::tap::Tap;
use super::{Options, Reporter};

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReporterKind {
    /// A tree of the tests, for people.
    Spec,
    /// A character per test, for people.
    Dot,
    /// The Test Anything Protocol.
    Tap,
    /// The XML that CI servers read.
    Junit,
    /// Annotations in GitHub Actions.
    GithubActions,
    /// Everything, for programs.
    Json,
}

/// The name of a reporter that does not exist.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no reporter '{name}'; the reporters are {}", ReporterKind::ALL.map(ReporterKind::name).join(", "))]
pub(crate) struct UnknownReporter {
    name: String,
}

impl ReporterKind {
    pub(crate) const ALL: [Self; 6] = [Self::Spec, Self::Dot, Self::Tap, Self::Junit, Self::GithubActions, Self::Json];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Dot => "dot",
            Self::Tap => "tap",
            Self::Junit => "junit",
            Self::GithubActions => "github-actions",
            Self::Json => "json",
        }
    }

    /// Whether a report is only valid as a whole.
    pub(crate) const fn writes_at_the_end(self) -> bool {
        matches!(self, Self::Junit | Self::Json)
    }

    /// Returns a reporter for one run.
    pub(crate) fn reporter(self, options: Options) -> Box<dyn Reporter> {
        match self {
            Self::Spec => Box::new(Spec::new(options)),
            Self::Dot => Box::new(Dot::new(options)),
            Self::Tap => Box::new(Tap::new(options.is_verbose)),
            Self::Junit => Box::new(Junit::new(options.is_verbose)),
            Self::GithubActions => Box::new(GithubActions::new(options)),
            Self::Json => Box::new(Json::default()),
        }
    }
}

impl FromStr for ReporterKind {
    type Err = UnknownReporter;

    fn from_str(name: &str) -> Result<Self, UnknownReporter> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| UnknownReporter { name: name.to_owned() })
    }
}
