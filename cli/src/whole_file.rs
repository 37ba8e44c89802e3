//! Files that are written as a whole: whenever the process ends, a reader finds the previous content or the new one,
//! never a part.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The number of links that lead from a path to a file at most.
const MOST_LINKS: usize = 40;

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    /// An open file of this process, such as `/dev/stdout`.
    Descriptor(u32, PathBuf),
    /// Anything else. It need not exist.
    File(PathBuf),
}

/// Replaces the content of a file, or creates the file. A link stays a link. Written to directly are: what is not a
/// file, such as a device, open files of the process, such as `/dev/stdout`, and files that cannot be replaced, such as
/// those in a folder where the user may not create others.
///
/// # Errors
///
/// Returns the error of the operating system. Then a file that is not written to directly has its previous content.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let target = match target_of(path) {
        Target::Descriptor(number, path) => return write_to_descriptor(number, &path, text),
        Target::File(target) => target,
    };
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return fs::write(&target, text);
    }
    let mut file = match temporary(&target) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return fs::write(&target, text),
        created => created?,
    };
    if let Some(existing) = &existing {
        take_over(existing, file.as_file(), file.path())?;
    }
    // Errors of the temporary file itself would name it.
    file.as_file_mut().write_all(text.as_bytes())?;
    match file.persist(&target) {
        // Another file system is mounted at the file, or others may not replace it.
        Err(error) if existing.is_some() && is_about_replacing(&error.error) => fs::write(&target, text),
        persisted => persisted.map(drop).map_err(|error| error.error),
    }
}

fn is_about_replacing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ResourceBusy | ErrorKind::PermissionDenied | ErrorKind::CrossesDevices)
}

/// Whether a file is replaced as a whole, so that it can be written again and again while something runs.
pub(crate) fn is_replaced(path: &Path) -> bool {
    match target_of(path) {
        Target::Descriptor(..) => false,
        Target::File(target) => fs::metadata(target).is_ok_and(|existing| existing.is_file()) || !path.exists(),
    }
}

/// Whether a path leads to something that is neither a file nor a folder.
pub(crate) fn is_pipe_or_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|existing| !existing.is_file() && !existing.is_dir())
}

/// The path that a file has or will have, without links.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let (Target::File(path) | Target::Descriptor(_, path)) = target_of(path);
    path
}

/// Gives a new file the permissions, and if possible the owner, of the file that it will replace.
fn take_over(existing: &Metadata, file: &File, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let is_same = file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (existing.uid(), existing.gid()));
        if !is_same {
            // Only the administrator can do this.
            let _ = chown(path, Some(existing.uid()), Some(existing.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    file.set_permissions(existing.permissions())
}

/// Adds a text to an open file of this process.
fn write_to_descriptor(number: u32, path: &Path, text: &str) -> io::Result<()> {
    fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
        stream.write_all(text.as_bytes())?;
        stream.flush()
    }
    match number {
        1 => write(stdout().lock(), text),
        2 => write(stderr().lock(), text),
        _ => write(OpenOptions::new().append(true).open(path)?, text),
    }
}

/// What a path leads to, through any number of links, the last of which may lead nowhere.
fn target_of(path: &Path) -> Target {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Some(number) = descriptor(&path) {
            return Target::Descriptor(number, path);
        }
        let Ok(link) = path.read_link() else { break };
        path = folder_of(&path).join(link);
    }
    let in_folder = || Some(dunce::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?));
    Target::File(dunce::canonicalize(&path).ok().or_else(in_folder).unwrap_or(path))
}

/// The number of the open file of this process that a path names, as `/dev/fd/3` or `/proc/self/fd/3`.
fn descriptor(path: &Path) -> Option<u32> {
    let folder = dunce::canonicalize(folder_of(path)).ok()?;
    let own = Path::new("/proc").join(std::process::id().to_string());
    let is_list = folder.ends_with("fd") && (folder.starts_with(own) || folder.starts_with("/dev"));
    path.file_name()?.to_str()?.parse().ok().filter(|_| is_list)
}

/// Checks that a file can be written, without changing or creating it.
///
/// # Errors
///
/// Returns the error of the operating system.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(char::from(last))) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let target = match target_of(path) {
        Target::Descriptor(0..=2, _) => return Ok(()),
        Target::Descriptor(_, path) => return OpenOptions::new().append(true).open(path).map(drop),
        Target::File(target) => target,
    };
    // Whoever reads from a pipe would take its end for the end of the report.
    if is_pipe_or_device(&target) {
        return Ok(());
    }
    match OpenOptions::new().append(true).open(&target) {
        Err(error) if error.kind() == ErrorKind::NotFound && folder_of(&target).is_dir() => {
            temporary(&target).map(drop)
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
    builder.tempfile_in(folder_of(path)).map_err(|error| without_a_name(&error))
}

/// The error of the operating system: the name of the new file is of no interest.
fn without_a_name(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    let code = error.raw_os_error().or_else(|| inner?.raw_os_error());
    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
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
        // A link that leads nowhere leads to the new file, also through another link.
        let second = folder.path().join("second");
        symlink("link", &second).unwrap();
        for link in [&link, &second] {
            fs::remove_file(&path).unwrap();
            check(link).unwrap();
            assert_eq!(resolved(link), resolved(&path));
            write(link, "third").unwrap();
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), "third");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn open_files_are_not_replaced() {
        use std::os::fd::AsRawFd;
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = File::create(&path).unwrap();
        log.write_all(b"first ").unwrap();
        let number = log.as_raw_fd();
        for name in [format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}")] {
            let name = Path::new(&name);
            check(name).unwrap();
            assert!(!is_replaced(name));
            write(name, "second ").unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "first second second ");
        let link = folder.path().join("link");
        symlink("/dev/stdout", &link).unwrap();
        for name in [Path::new("/dev/stdout"), &link] {
            assert!(matches!(target_of(name), Target::Descriptor(1, _)), "{name:?}");
        }
        assert!(is_replaced(&path) && is_replaced(&folder.path().join("new")));
        assert!(!is_replaced(Path::new("/dev/null")));
    }

    #[test]
    fn a_name_with_a_separator_at_its_end_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("");
        assert_eq!(check(&path).unwrap_err().kind(), ErrorKind::IsADirectory);
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
