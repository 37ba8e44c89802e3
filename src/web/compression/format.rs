//! What compression and decompression share: formats, and the chunks that are their input and output.

use std::str::FromStr;

use boa_engine::{Context, JsResult, JsValue};

use crate::web::streams::TransformStream;
use crate::web::webidl::{Enumeration, buffer_source, new_uint8_array};

/// A [`CompressionFormat`](https://compression.spec.whatwg.org/#enumdef-compressionformat).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompressionFormat {
    Deflate,
    DeflateRaw,
    Gzip,
}

impl FromStr for CompressionFormat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "deflate" => Ok(Self::Deflate),
            "deflate-raw" => Ok(Self::DeflateRaw),
            "gzip" => Ok(Self::Gzip),
            _ => Err(()),
        }
    }
}

impl Enumeration for CompressionFormat {
    const NAME: &'static str = "CompressionFormat";
}

/// The bytes of a chunk.
///
/// # Errors
///
/// `TypeError` if the chunk is no buffer source.
pub(super) fn bytes_of(chunk: &JsValue, context: &mut Context) -> JsResult<Vec<u8>> {
    buffer_source(chunk, &"a chunk of a compression stream", context)?.copy_bytes(context)
}

/// Passes on bytes, if there are any.
///
/// # Errors
///
/// `TypeError` if the readable side is not open.
pub(super) fn enqueue(bytes: &[u8], stream: &TransformStream, context: &mut Context) -> JsResult<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let chunk = new_uint8_array(bytes, context)?;
    stream.enqueue(chunk.into(), context)
}
