//! The option `--load-once`.

use clap::ValueEnum;

/// When a program is loaded once for many orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LoadOnce {
    #[default]
    Auto,
    Always,
    Never,
}

#[cfg(unix)]
impl LoadOnce {
    /// When other processes run the orders of a program. `writes_files` says whether it may write files.
    pub(crate) const fn with(self, writes_files: bool) -> posttask::internal::exploration::LoadOnce {
        use posttask::internal::exploration::LoadOnce;
        match self {
            // What the program writes while it is loaded would not be written again for each order.
            Self::Auto if writes_files => LoadOnce::Never,
            Self::Auto => LoadOnce::Auto,
            Self::Always => LoadOnce::Always,
            Self::Never => LoadOnce::Never,
        }
    }
}
