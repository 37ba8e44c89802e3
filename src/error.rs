//! Errors of the host side: what an embedder or the command gets when a program cannot be loaded or ends badly.

use std::io;
use std::path::PathBuf;

use boa_engine::JsError;

/// Why the library could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A source file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A source file is not UTF-8.
    #[error("cannot read {}: invalid UTF-8 at byte {offset}", path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// How many bytes before the first wrong one, in bytes.
        offset: usize,
    },
    /// JavaScript threw, or a script does not parse.
    #[error("{0}")]
    JavaScript(#[from] JsError),
    /// The thread that runs JavaScript could not be started.
    #[error("cannot start a thread for JavaScript: {0}")]
    Thread(io::Error),
}
