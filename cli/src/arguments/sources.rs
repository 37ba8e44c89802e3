//! How the files of a program are found.

use std::path::PathBuf;

use clap::Args;
use posttask_front_end::bounded_file;

use crate::output_files::Input;

/// How the files of a program are found.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Modules and files")]
pub(crate) struct Sources {
    /// Add conditions for the exports of packages; they precede posttask, import, require and default
    #[arg(short = 'C', long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) conditions: Vec<String>,

    /// Use this import map
    #[arg(long, value_name = "FILE")]
    pub(crate) import_map: Option<PathBuf>,

    /// Load modules only from this folder, after resolving symbolic links
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,

    /// Let programs write to files in this folder with node:fs
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_write: Option<PathBuf>,

    /// Define Node's globals: process, Buffer, global and setImmediate. Programs that import a Node module always
    /// have them
    #[arg(long)]
    pub(crate) node: bool,

    /// Reject source files larger than this many mebibytes (default: 64)
    #[arg(long, value_name = "MIB")]
    pub(crate) max_source: Option<u32>,
}

impl Sources {
    /// The size of the largest source file, in bytes.
    pub(crate) fn max_source(&self) -> u64 {
        self.max_source.map_or(bounded_file::LARGEST_SOURCE, |mebibytes| u64::from(mebibytes) << 20)
    }

    /// The files that are read besides the program.
    pub(crate) fn files(&self) -> Vec<Input<'_>> {
        self.import_map.as_deref().map(|path| ("the import map", path)).into_iter().collect()
    }
}
