//! A test whose orders are explored, here or in other processes.

#[cfg(unix)]
use std::io;

use posttask::exploration::Level;

use super::files::FileOfProject;

/// A test whose orders are explored: everything that decides what they are, besides the options of the command.
#[derive(Clone)]
pub(super) struct ExploredTest {
    pub(super) file: FileOfProject,
    pub(super) text: String,
    /// Its position among the tests that are declared, and those of its suites, outermost first.
    pub(super) position: Vec<usize>,
    pub(super) level: Level,
    /// Whether it announces what its functions use.
    pub(super) is_announcing: bool,
    /// The seed of the exploration.
    pub(super) seed: u64,
    /// The seed of all tests, which may have been drawn.
    #[cfg_attr(not(unix), expect(dead_code, reason = "processes that fork read it"))]
    pub(super) seed_of_all: Option<u64>,
}

#[cfg(unix)]
impl ExploredTest {
    /// A message for another process.
    ///
    /// # Errors
    ///
    /// The path of the file is not Unicode.
    pub(super) fn to_message(&self) -> io::Result<Vec<u8>> {
        let Self { file, text, position, level, is_announcing, seed, seed_of_all } = self;
        let FileOfProject { path, project } = file;
        serde_json::to_vec(&(path, project, text, position, level.as_str(), is_announcing, seed, seed_of_all))
            .map_err(io::Error::other)
    }

    /// Reads [`Self::to_message`].
    pub(super) fn from_message(message: &[u8]) -> Option<Self> {
        let (path, project, text, position, level, is_announcing, seed, seed_of_all): (_, _, _, _, String, _, _, _) =
            serde_json::from_slice(message).ok()?;
        let file = FileOfProject { path, project };
        Some(Self { file, text, position, level: level.parse().ok()?, is_announcing, seed, seed_of_all })
    }
}
