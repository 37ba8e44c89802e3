//! The arguments that bound what the process uses.

use std::io;
use std::time::Duration;

use clap::Args;

use crate::duration::duration;
use crate::memory_limit;
use crate::signals;

/// What the process may use.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Bounds {
    /// Stop with exit code 124 after this time on the machine's clock, such as 30s or 5m, even if a program never ends
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    deadline: Option<Duration>,

    /// End with exit code 134 if more than this many mebibytes of memory are needed; 0 for no limit (default: three
    /// quarters of the memory of the machine or the container, if it is known)
    #[arg(long, global = true, value_name = "MIB")]
    max_memory: Option<usize>,
}

impl Bounds {
    /// Applies the limits to the process.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system if the deadline cannot be waited for.
    pub(crate) fn set(self) -> io::Result<()> {
        memory_limit::set(match self.max_memory {
            Some(mebibytes) => mebibytes.saturating_mul(1 << 20),
            None => memory_limit::default_limit(),
        });
        self.deadline.map_or(Ok(()), signals::set_deadline)
    }
}
