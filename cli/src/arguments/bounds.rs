//! The arguments that bound what the process uses.

use std::time::Duration;

use clap::Args;

use crate::duration::duration;

/// What the process may use.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Bounds {
    /// Stop with exit code 124 after this time on the machine's clock, such as 30s or 5m, even if a program never ends
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    pub(crate) deadline: Option<Duration>,

    /// End with exit code 134 if more than this many mebibytes of memory are needed; 0 for no limit (default: three
    /// quarters of the memory of the machine or the container, if it is known)
    #[arg(long, global = true, value_name = "MIB")]
    pub(crate) max_memory: Option<usize>,
}
