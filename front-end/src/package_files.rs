//! The files that the resolver of packages reads: `package.json` and others, which may be anything, such as a device.

use std::io;
use std::path::{Path, PathBuf};

use oxc_resolver::{FileMetadata, FileSystem, FileSystemOs, ResolveError, ResolverGeneric};

use crate::bounded_file::{LARGEST_SOURCE, read_ordinary};

/// A resolver of packages that only reads ordinary files, up to the largest size of a source file.
pub(super) type Resolver = ResolverGeneric<PackageFiles>;

/// The files of the operating system.
pub(super) struct PackageFiles(FileSystemOs);

impl FileSystem for PackageFiles {
    fn new() -> Self {
        Self(FileSystemOs::new())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_ordinary(path, LARGEST_SOURCE)
    }

    fn read_to_string(&self, path: &Path) -> io::Result<String> {
        String::from_utf8(self.read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        FileSystem::metadata(&self.0, path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        FileSystem::symlink_metadata(&self.0, path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, ResolveError> {
        FileSystem::read_link(&self.0, path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.0.canonicalize(path)
    }
}

/// Returns the nearest `package.json`: in a folder, or in one above it, up to `node_modules`. `uses` is called before
/// each file is looked for. Returns its path and its content.
pub(super) fn nearest_package(folder: &Path, uses: impl Fn(&Path)) -> Option<(PathBuf, Vec<u8>)> {
    // A package does not belong to the one that it is installed in.
    let mut folders = folder.ancestors().take_while(|folder| !folder.ends_with("node_modules"));
    folders.find_map(|folder| {
        let package = folder.join("package.json");
        uses(&package);
        let content = read_ordinary(&package, LARGEST_SOURCE).ok()?;
        Some((package, content))
    })
}

/// Whether a path is in the `node_modules` of some folder.
pub(super) fn is_in_package(path: &Path) -> bool {
    path.components().any(|component| component.as_os_str() == "node_modules")
}
