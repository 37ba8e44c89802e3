//! The arguments of `posttask repl`.

use std::path::PathBuf;

use clap::Args;

use super::sources::Sources;
use super::surroundings::Surroundings;

/// Start a prompt whose event loop keeps running while it waits for input
#[derive(Debug, Default, Args)]
pub(crate) struct Repl {
    /// Run FILE first
    #[arg(short = 'i', long = "init", value_name = "FILE")]
    pub(crate) init: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) surroundings: Surroundings,

    /// Use virtual time, which starts at 2000-01-01T00:00:00Z and stands still until .advance or .run
    #[arg(long)]
    pub(crate) virtual_time: bool,
}
