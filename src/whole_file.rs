//! Files that are written as a whole: whenever the process ends, a reader finds the previous content or the new one,
//! never a part.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Replaces the content of a file, or creates the file. A link stays a link. What is not a file, such as a device, is
/// written to directly, and so is a file in a folder where no other can be created.
///
/// # Errors
///
/// Returns the error of the operating system. Then the file has its previous content.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return fs::write(&target, text);
    }
    let Ok(mut file) = temporary(&target, existing.map(|existing| existing.permissions())) else {
        return fs::write(&target, text);
    };
    file.write_all(text.as_bytes())?;
    file.persist(&target)?;
    Ok(())
}

/// Checks that a file can be written, without changing or creating it.
///
/// # Errors
///
/// Returns the error of the operating system.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && folder_of(path).is_dir() => {
            temporary(path, None).map(drop)
        }
        opened => opened.map(drop),
    }
}

/// Creates a file beside another one, with these permissions or those of new files. It is deleted when it is dropped.
fn temporary(path: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".posttask-");
    if let Some(permissions) = permissions.or_else(new_file) {
        builder.permissions(permissions);
    }
    // The name of the new file is of no interest.
    builder.tempfile_in(folder_of(path)).map_err(|error| error.kind().into())
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The permissions of new files, of which the system removes those that the user does not want.
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
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
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
