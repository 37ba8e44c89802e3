//! The parts that a blob is made of: [process blob parts](https://w3c.github.io/FileAPI/#process-blob-parts).

use std::str::FromStr;

use boa_engine::{Context, JsResult, JsValue};

use super::Blob;
use super::bytes::Bytes;
use crate::web::webidl::{
    BufferSource, Description, Enumeration, buffer_source, implements, is_buffer_source, range_error, sequence,
    usv_string,
};

/// A part of a blob, converted from a [`BlobPart`](https://w3c.github.io/FileAPI/#typedefdef-blobpart).
pub(super) enum Part {
    Bytes(Bytes),
    Buffer(BufferSource),
    Text(String),
}

/// What happens to line endings in texts: [`EndingType`](https://w3c.github.io/FileAPI/#enumdef-endingtype).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EndingType {
    #[default]
    Transparent,
    Native,
}

impl FromStr for EndingType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "transparent" => Ok(Self::Transparent),
            "native" => Ok(Self::Native),
            _ => Err(()),
        }
    }
}

impl Enumeration for EndingType {
    const NAME: &'static str = "EndingType";
}

/// The line ending of the platform.
const NATIVE_ENDING: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// Converts a sequence of parts.
///
/// # Errors
///
/// `TypeError` if the value is not iterable. Whatever iterating or `toString` throws.
pub(super) fn parts(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Vec<Part>> {
    sequence(value, what, context, part)
}

fn part(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Part> {
    if let Some(blob) = implements::<Blob>(value) {
        return Ok(Part::Bytes(blob.bytes().clone()));
    }
    if is_buffer_source(value) {
        return Ok(Part::Buffer(buffer_source(value, what, context)?));
    }
    Ok(Part::Text(usv_string(value, what, context)?.to_std_string_lossy()))
}

/// Concatenates the parts. Buffers are only read now: the conversions of later arguments may have changed them.
///
/// # Errors
///
/// `RangeError` if the blob would be larger than [`MOST_BYTES`], or than the memory that is left.
pub(super) fn process(parts: Vec<Part>, endings: EndingType, context: &mut Context) -> JsResult<Bytes> {
    // A copy of one blob shares its bytes.
    if let [Part::Bytes(bytes)] = parts.as_slice() {
        return Ok(bytes.clone());
    }
    let mut length = 0_usize;
    for part in &parts {
        length = length.saturating_add(part.len(context)?);
    }
    let mut all = Vec::new();
    if length > MOST_BYTES || all.try_reserve_exact(length).is_err() {
        return Err(range_error("Blob: the parts are larger than 2 GiB or the available memory"));
    }
    for part in parts {
        match part {
            Part::Bytes(bytes) => all.extend_from_slice(bytes.as_slice()),
            Part::Buffer(buffer) => buffer.with_bytes(context, |bytes| all.extend_from_slice(bytes))?,
            Part::Text(text) if endings == EndingType::Native => {
                all.extend_from_slice(with_native_endings(&text).as_bytes());
            }
            Part::Text(text) => all.extend_from_slice(text.as_bytes()),
        }
    }
    Ok(all.into())
}

/// The largest size of a blob in bytes: 2 GiB.
const MOST_BYTES: usize = 1 << 31;

impl Part {
    /// The number of bytes, before line endings are converted.
    fn len(&self, context: &mut Context) -> JsResult<usize> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.len()),
            Self::Buffer(buffer) => buffer.with_bytes(context, <[u8]>::len),
            Self::Text(text) => Ok(text.len()),
        }
    }
}

/// [Converts line endings to native](https://w3c.github.io/FileAPI/#convert-line-endings-to-native).
fn with_native_endings(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', NATIVE_ENDING)
}
