//! Files that are written as a whole: whenever the process ends, a reader finds the previous content or the new one,
//! never a part.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Replaces the content of a file, or creates the file. A link stays a link. What is not a file, such as a device, is
/// written to directly, and so is a file in a folder where the user may not create others.
///
/// # Errors
///
/// Returns the error of the operating system. Then a file that is not written to directly has its previous content.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let target = target_of(path);
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return fs::write(&target, text);
    }
    let mut file = match temporary(&target) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return fs::write(&target, text),
        created => created?,
    };
    if let Some(existing) = existing {
        file.as_file().set_permissions(existing.permissions())?;
    }
    // Errors of the temporary file itself would name it.
    file.as_file_mut().write_all(text.as_bytes())?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// The file that a path leads to. It need not exist.
fn target_of(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.read_link()) {
        (Ok(target), _) => target,
        (Err(_), Ok(target)) => folder_of(path).join(target),
        (Err(_), Err(_)) => path.to_owned(),
    }
}

/// Checks that a file can be written, without changing or creating it.
///
/// # Errors
///
/// Returns the error of the operating system.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    // Whoever reads from a pipe would take its end for the end of the report.
    if path.metadata().is_ok_and(|existing| !existing.is_file() && !existing.is_dir()) {
        return Ok(());
    }
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && folder_of(path).is_dir() => {
            temporary(&target_of(path)).map(drop)
        }
        opened => opened.map(drop),
    }
}

/// Creates a file beside another one. It is deleted when it is dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".posttask-");
    if let Some(permissions) = new_file() {
        builder.permissions(permissions);
    }
    // The name of the new file is of no interest.
    builder.tempfile_in(folder_of(path)).map_err(|error| error.kind().into())
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The permissions of new files. The system applies the umask.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn new_file() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn new_file() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_or_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report");
        write(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("missing/report"), "text").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("report"), folder.path().join("link"));
        write(&path, "first").unwrap();
        symlink("report", &link).unwrap();
        for mode in [0o640, 0o666] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            write(&link, "second").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "second");
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
        // A link that leads nowhere leads to the new file.
        fs::remove_file(&path).unwrap();
        check(&link).unwrap();
        write(&link, "third").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "third");
    }

    #[test]
    fn a_check_creates_nothing() {
        let folder = tempfile::tempdir().unwrap();
        check(&folder.path().join("new")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(check(&folder.path().join("missing/new")).is_err());
        assert!(check(folder.path()).is_err());
    }
}
