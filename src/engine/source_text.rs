//! Reading source text: UTF-8, with or without a byte order mark.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::Error;

/// Reads a source file of at most `limit` bytes. The size that the system states may be wrong: a device has none.
///
/// # Errors
///
/// Returns [`Error::Unreadable`] if the file cannot be read, [`Error::TooLarge`] if it is too large, and
/// [`Error::NotUtf8`] if it is not UTF-8.
pub fn read_source(path: &Path, limit: u64) -> Result<String, Error> {
    let file = File::open(path).map_err(|source| Error::Unreadable { path: path.into(), source })?;
    read_text(file, path, limit)
}

/// Like [`read_source`], for an open file with this name.
///
/// # Errors
///
/// As [`read_source`].
pub fn read_text(file: impl Read, path: &Path, limit: u64) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|source| Error::Unreadable { path: path.into(), source })?;
    if bytes.len() as u64 > limit {
        return Err(Error::TooLarge { path: path.into(), limit });
    }
    decode(bytes, path)
}

/// Decodes source text from the file at `path`, and removes a byte order mark.
///
/// # Errors
///
/// Returns [`Error::NotUtf8`] if the bytes are not UTF-8.
pub(crate) fn decode(bytes: Vec<u8>, path: &Path) -> Result<String, Error> {
    let text = String::from_utf8(bytes)
        .map_err(|error| Error::NotUtf8 { path: path.into(), offset: error.utf8_error().valid_up_to() })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_as_large_as_the_limit() {
        let read = |limit| read_text(&b"text"[..], Path::new("a.js"), limit);
        assert_eq!(read(4).unwrap(), "text");
        assert_eq!(read(3).unwrap_err().to_string(), "cannot read a.js: it is larger than 3 bytes");
        assert_eq!(
            read_text(std::io::repeat(b' '), Path::new("a.js"), 10).unwrap_err().to_string(),
            "cannot read a.js: it is larger than 10 bytes"
        );
    }
}
