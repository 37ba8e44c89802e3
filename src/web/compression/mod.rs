//! `CompressionStream` and `DecompressionStream`.
//!
//! Defined by <https://compression.spec.whatwg.org/>. The formats are those of the crate `flate2`.

mod compression_stream;
mod decompression_stream;
mod format;

use boa_engine::{Context, JsResult};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm, which must have those of the Streams Standard.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    compression_stream::CompressionStream::register(context)?;
    decompression_stream::DecompressionStream::register(context)
}
