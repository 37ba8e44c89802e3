//! `TextDecoder`, `TextEncoder`, the transform streams that decode and encode, and the hooks for other standards.
//!
//! Defined by <https://encoding.spec.whatwg.org/>. The encodings themselves are those of the crate `encoding_rs`.

mod decoding;
mod hooks;
mod mime_type;
mod text_decoder;
mod text_decoder_stream;
mod text_encoder;
mod text_encoder_stream;
mod unread_bytes;

use boa_engine::{Context, JsResult};

pub(crate) use hooks::{charset_of, decode_as, utf_8_decode, utf_8_encode};
pub(crate) use mime_type::{parse_mime_type, without_duplicates};
pub(crate) use text_encoder::TextEncoder;

use self::text_decoder::TextDecoder;
use crate::web::webidl::Interface;

/// Registers this module's interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    TextDecoder::register(context)?;
    TextEncoder::register(context)
}

/// Registers the interfaces of streams in the current realm, which must have those of the Streams Standard.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register_streams(context: &mut Context) -> JsResult<()> {
    text_decoder_stream::TextDecoderStream::register(context)?;
    text_encoder_stream::TextEncoderStream::register(context)
}
