//! Paths relative to a folder.

use std::ffi::OsStr;
use std::path::Path;

/// The parts of the path that leads from a folder to a file. Both paths are absolute, and without links.
pub fn parts_between<'p>(folder: &'p Path, file: &'p Path) -> impl Iterator<Item = &'p OsStr> {
    let common = folder.iter().zip(file).take_while(|(one, other)| one == other).count();
    let up = folder.iter().skip(common).map(|_| OsStr::new(".."));
    up.chain(file.iter().skip(common))
}
