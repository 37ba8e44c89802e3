//! The option `--reduce`.

use clap::ValueEnum;
use posttask::internal::exploration;

/// When orders are left out that differ only in independent tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    #[default]
    Auto,
    Always,
    Never,
}

impl Reduce {
    /// The name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

impl From<Reduce> for exploration::Reduce {
    fn from(when: Reduce) -> Self {
        match when {
            Reduce::Auto => Self::Auto,
            Reduce::Always => Self::Always,
            Reduce::Never => Self::Never,
        }
    }
}
