//! The errors that embedders and the command receive when a program cannot be loaded or fails.

use std::io;
use std::path::PathBuf;

use boa_engine::JsError;

/// An error of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A source file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A source file is not UTF-8.
    #[error("cannot read {}: invalid UTF-8 at byte {offset}", path.display())]
    NotUtf8 {
        /// The path of the file.
        path: PathBuf,
        /// The byte offset of the first invalid byte.
        offset: usize,
    },
    /// JavaScript threw an exception, or a program could not be parsed.
    #[error("{0}")]
    JavaScript(#[from] JsError),
    /// The thread that runs JavaScript could not be started.
    #[error("cannot start a thread for JavaScript: {0}")]
    Thread(io::Error),
}
