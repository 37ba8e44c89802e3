//! Reading source text: UTF-8, with or without a byte order mark.

use std::path::Path;

use crate::Error;

/// Reads a source file.
///
/// # Errors
///
/// Returns [`Error::Unreadable`] if the file cannot be read, and [`Error::NotUtf8`] if it is not UTF-8.
pub(crate) fn read_source(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|source| Error::Unreadable { path: path.into(), source })?;
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
