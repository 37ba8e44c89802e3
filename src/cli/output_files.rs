//! The files that are written about a run: checked before the program starts, so that nothing is lost afterwards.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use super::arguments::Observation;

/// An output file that cannot be used, or a program that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutputError {
    #[error("{0} needs the name of a file")]
    NoName(&'static str),
    #[error("{0} needs a file; it cannot be written to standard output")]
    StandardOutput(&'static str),
    #[error("{first} and {second} cannot be written to the same file")]
    Same { first: &'static str, second: &'static str },
    #[error("{0} would overwrite the program")]
    Program(&'static str),
    #[error("cannot write {}: {source}", path.display())]
    Unwritable { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
}

/// Checks the output files of a run of the program at this path. Nothing is created if the program cannot be read.
///
/// # Errors
///
/// Returns the first problem.
pub(super) fn check(observation: &Observation, program: Option<&Path>) -> Result<(), OutputError> {
    let files = observation.files();
    if files.is_empty() {
        return Ok(());
    }
    if let Some(path) = program {
        File::open(path).map_err(|source| OutputError::Unreadable { path: path.to_owned(), source })?;
    }
    for (index, &(option, path)) in files.iter().enumerate() {
        if path.as_os_str().is_empty() {
            return Err(OutputError::NoName(option));
        }
        if path == Path::new("-") {
            return Err(OutputError::StandardOutput(option));
        }
        let same = |other: &Path| is_same(path, other);
        if let Some((first, _)) = files[..index].iter().find(|(_, other)| same(other)) {
            return Err(OutputError::Same { first, second: option });
        }
        if program.is_some_and(same) {
            return Err(OutputError::Program(option));
        }
    }
    for (_, path) in files {
        // What is there stays until it is replaced.
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map_err(|source| OutputError::Unwritable { path: path.to_owned(), source })?;
    }
    Ok(())
}

/// Whether two paths are those of one file. A file that does not exist is identified by its path.
fn is_same(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
    match (resolved(a), resolved(b)) {
        (Ok(a), Ok(b)) => a == b && !a.starts_with("/dev"),
        _ => a == b,
    }
}
