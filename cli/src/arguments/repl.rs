//! The arguments of `posttask repl`.

use std::path::PathBuf;

use clap::Args;

use super::sources::Sources;
use crate::network::NetworkOptions;
use crate::page::PageOptions;

/// Start a prompt whose event loop keeps running while it waits for input
#[derive(Debug, Default, Args)]
pub(crate) struct Repl {
    /// Run this file first
    #[arg(short = 'i', long = "init", value_name = "FILE")]
    pub(crate) init: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) network: NetworkOptions,

    #[command(flatten)]
    pub(crate) page: PageOptions,

    /// Use virtual time, which stands still until .advance or .run; starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(crate) virtual_time: bool,
}
