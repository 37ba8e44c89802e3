//! The URLs of files, and the files of URLs. WebAssembly has no files, but programs and modules have paths there too:
//! those of Unix.

use std::path::{Path, PathBuf};

use url::Url;

/// Returns the `file:` URL of a path; `None` if it is not absolute.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn file_url(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// Returns the path of a `file:` URL; `None` if it is not that of a local file.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn path_of_file_url(url: &Url) -> Option<PathBuf> {
    url.to_file_path().ok()
}

/// Returns the `file:` URL of a path; `None` if it is not absolute.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn file_url(path: &Path) -> Option<Url> {
    let path = path.to_str().filter(|path| path.starts_with('/'))?;
    let mut url = Url::parse("file:///").ok()?;
    // The characters that would end the path are encoded, and so is the one that encodes them.
    url.set_path(&path.replace('%', "%25"));
    Some(url)
}

/// Returns the path of a `file:` URL; `None` if it is not that of a local file.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn path_of_file_url(url: &Url) -> Option<PathBuf> {
    let is_local = url.scheme() == "file" && url.host().is_none();
    let path = percent_encoding::percent_decode_str(url.path()).decode_utf8().ok().filter(|_| is_local)?;
    Some(PathBuf::from(&*path))
}
