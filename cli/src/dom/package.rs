//! The packages that make documents.

use clap::ValueEnum;

/// A package that makes a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DomPackage {
    HappyDom,
    Jsdom,
    Linkedom,
}

impl DomPackage {
    /// The name of the package.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::HappyDom => "happy-dom",
            Self::Jsdom => "jsdom",
            Self::Linkedom => "linkedom",
        }
    }

    /// The package that an environment of Vitest or Jest uses. `None` if it has no document, or is not known.
    pub(crate) fn of_environment(name: &str) -> Option<Self> {
        match name {
            "happy-dom" | "@happy-dom/jest-environment" => Some(Self::HappyDom),
            "jsdom" | "jest-environment-jsdom" | "jest-fixed-jsdom" => Some(Self::Jsdom),
            "linkedom" => Some(Self::Linkedom),
            _ => None,
        }
    }
}
