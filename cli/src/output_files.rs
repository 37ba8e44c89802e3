//! The files that are written about a run: checked before the program starts, so that nothing is lost afterwards.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::whole_file;
use crate::whole_file::is_pipe_or_device;

/// A file that is written, with the option that names it.
pub(super) type Output<'a> = (&'static str, &'a Path);

/// A file that is read, and what it is, such as "the program".
pub(super) type Input<'a> = (&'static str, &'a Path);

/// An output file that cannot be used, or a program that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutputError {
    #[error("{0} needs a file name")]
    NoName(&'static str),
    #[error("{0} needs a file; it cannot be written to standard output")]
    StandardOutput(&'static str),
    #[error("{first} and {second} cannot be written to the same file")]
    Same { first: &'static str, second: &'static str },
    #[error("{option} would overwrite {what}")]
    Input { option: &'static str, what: &'static str },
    #[error("cannot write {}: {source}", path.display())]
    Unwritable { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
}

/// Checks the output files of a run that reads these inputs. The first input, such as the program, must be readable.
///
/// # Errors
///
/// Returns the first problem.
pub(super) fn check(outputs: &[Output<'_>], inputs: &[Input<'_>]) -> Result<(), OutputError> {
    if outputs.is_empty() {
        return Ok(());
    }
    // A pipe can only be opened once.
    if let Some((_, path)) = inputs.first().filter(|(_, path)| !is_pipe_or_device(path)) {
        File::open(path).map_err(|source| OutputError::Unreadable { path: (*path).to_owned(), source })?;
    }
    for (index, &(option, path)) in outputs.iter().enumerate() {
        if path.as_os_str().is_empty() {
            return Err(OutputError::NoName(option));
        }
        if path == Path::new("-") {
            return Err(OutputError::StandardOutput(option));
        }
        if let Some((first, _)) = outputs[..index].iter().find(|(_, other)| is_same(path, other)) {
            return Err(OutputError::Same { first, second: option });
        }
        if let Some((what, _)) = inputs.iter().find(|(_, input)| is_same(path, input)) {
            return Err(OutputError::Input { option, what });
        }
    }
    for (_, path) in outputs {
        whole_file::check(path).map_err(|source| OutputError::Unwritable { path: (*path).to_owned(), source })?;
    }
    Ok(())
}

/// Whether two paths are those of one file, also through links. A file that does not exist is identified by its path.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    // Several outputs may go to one device or pipe, such as /dev/null.
    if is_pipe_or_device(a) {
        return false;
    }
    identity(a)
        .ok()
        .zip(identity(b).ok())
        .map_or_else(|| whole_file::resolved(a) == whole_file::resolved(b), |(a, b)| a == b)
}

/// Identifies a file, without opening it: that would wait if it is a pipe.
#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<impl PartialEq + use<>> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<impl PartialEq + use<>> {
    same_file::Handle::from_path(path)
}
