//! Reads files that are not the program, and may be anything.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The size in bytes of the largest file that is read, unless the user allows larger source files.
pub(crate) const LARGEST_FILE: u64 = 64 << 20;

/// Returns the content of a file. `None` if it is not an ordinary file, cannot be read or is too large. The size that
/// the system states may be wrong.
pub(super) fn read_bounded(path: &Path) -> Option<Vec<u8>> {
    if !std::fs::metadata(path).is_ok_and(|file| file.is_file()) {
        return None;
    }
    let mut content = Vec::new();
    File::open(path).ok()?.take(LARGEST_FILE + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= LARGEST_FILE).then_some(content)
}
