//! What the user decides about the front end.

use std::path::PathBuf;

use super::builtin_modules::BuiltinModule;
use crate::{Error, bounded_file};

/// The settings of the front end.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The modules of the host.
    pub(crate) builtins: &'static [BuiltinModule],
    /// More conditions for the `exports` and `imports` of packages.
    pub(crate) conditions: Vec<String>,
    /// The file of the import map.
    pub(crate) import_map: Option<PathBuf>,
    /// The folder that all modules must be in.
    pub(crate) root: Option<PathBuf>,
    /// The size of the largest source file, in bytes.
    pub(crate) max_source: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            builtins: &[],
            conditions: Vec::new(),
            import_map: None,
            root: None,
            max_source: bounded_file::LARGEST_SOURCE,
        }
    }
}

/// The condition that selects the development builds of packages.
const DEVELOPMENT: &str = "development";

impl Options {
    /// Returns the value of `process.env.NODE_ENV`.
    pub(super) fn node_env(&self) -> &'static str {
        let development = self.conditions.iter().any(|condition| condition == DEVELOPMENT);
        if development { DEVELOPMENT } else { "production" }
    }
}

/// Why the front end cannot be set up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FrontEndError {
    #[error(transparent)]
    Source(#[from] Error),
    #[error("{} is not a valid import map: {reason}", path.display())]
    ImportMap { path: PathBuf, reason: String },
    #[error("cannot confine modules to {}: {source}", path.display())]
    Root { path: PathBuf, source: std::io::Error },
}
