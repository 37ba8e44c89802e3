//! The test files that depend on files that have changed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use posttask_front_end::FrontEnd;

use super::files::FileOfProject;

/// Why it is not known what has changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChangedError {
    #[error("--changed needs git: {0}")]
    Start(std::io::Error),
    #[error("--changed: git reported: {0}")]
    Git(String),
}

/// Returns the paths of the files that differ from a commit, also those that git does not know yet.
///
/// # Errors
///
/// Returns an error if git cannot say it.
pub(super) fn changed_files(since: &str) -> Result<Vec<PathBuf>, ChangedError> {
    let root = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let root = PathBuf::from(root.trim_end_matches('\n'));
    let differing = git(&root, &["diff", "--name-only", "-z", since, "--"])?;
    let unknown = git(&root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let names = differing.split('\0').chain(unknown.split('\0')).filter(|name| !name.is_empty());
    Ok(names.map(|name| root.join(name)).collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, ChangedError> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().map_err(ChangedError::Start)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(ChangedError::Git(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Whether all tests may depend on a file: on what says how modules are found and compiled.
fn concerns_all(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    name == "package.json" || name.starts_with("tsconfig")
}

/// Returns the test files that depend on files that have changed: that import them, directly or through others. Each
/// file that a test depends on counts as used, so that it can be watched.
pub(super) fn depending(
    files: Vec<FileOfProject>,
    changed: &[PathBuf],
    front_ends: &[Arc<FrontEnd>],
) -> Vec<FileOfProject> {
    if changed.iter().any(|path| concerns_all(path)) {
        return files;
    }
    let real = |path: &PathBuf| dunce::canonicalize(path).unwrap_or_else(|_| path.clone());
    let changed: Vec<PathBuf> = changed.iter().map(real).collect();
    let depends = |file: &FileOfProject| {
        let front_end = &front_ends[file.project];
        let needed = front_end.dependencies(&file.path);
        for path in &needed {
            front_end.uses(path);
        }
        changed.iter().any(|path| needed.contains(path))
    };
    files.into_iter().filter(depends).collect()
}
