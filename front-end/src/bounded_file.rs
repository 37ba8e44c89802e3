//! Reading files that may be anything, such as a device without an end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use posttask::internal::error::size;

/// The size in bytes of the largest source file that is read, unless the user allows larger ones.
pub const LARGEST_SOURCE: u64 = 64 << 20;

/// The size in bytes of the largest report, or list of expectations or failures, that is read.
pub const LARGEST_REPORT: u64 = 256 << 20;

/// The size in bytes of the largest file that answers a request.
pub const LARGEST_RESPONSE: u64 = 1 << 30;

/// Returns the content of a file that the user has named, which may be a pipe. The size that the system states may be
/// wrong: a device has none.
///
/// # Errors
///
/// Returns an error if the file cannot be read or has more than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {}", size(limit))));
    }
    Ok(bytes)
}

/// Like [`read`], for a file that must be UTF-8.
///
/// # Errors
///
/// As [`read`], and if the file is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        io::Error::new(io::ErrorKind::InvalidData, format!("invalid UTF-8 at byte {offset}"))
    })
}

/// Like [`read`], for a file that a program or a search has named: a device or pipe, which may have no end, is an
/// error.
///
/// # Errors
///
/// As [`read`], and if it is not an ordinary file.
pub fn read_ordinary(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    // Files of the system that wait for what they contain, such as /proc/kmsg, say that they are empty.
    if metadata.len() == 0 { Ok(Vec::new()) } else { read(path, limit) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_may_be_as_large_as_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, vec![b' '; 1 << 20]).unwrap();
        assert_eq!(read(&path, 1 << 20).unwrap().len(), 1 << 20);
        fs::write(&path, vec![b' '; (1 << 20) + 1]).unwrap();
        assert_eq!(read(&path, 1 << 20).unwrap_err().to_string(), "it is larger than 1 MiB");
    }

    #[test]
    fn texts_are_utf8_and_folders_are_not_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"ab\xff").unwrap();
        assert_eq!(read_text(&path, 10).unwrap_err().to_string(), "invalid UTF-8 at byte 2");
        assert_eq!(read_ordinary(folder.path(), 10).unwrap_err().to_string(), "not a regular file");
    }
}
