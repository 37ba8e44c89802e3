//! [Decoding](https://encoding.spec.whatwg.org/#concept-encoding-run) to strings of the engine.

use boa_engine::string::JsStr;
use boa_engine::{JsResult, JsString};
use encoding_rs::{CoderResult, Decoder, DecoderResult, mem};

use crate::host::{MAX_STRING_LENGTH, string_too_long};

/// How many code units of room a decoder may leave unused when it asks for more.
const UNUSED_ROOM: usize = 16;

/// An [error mode](https://encoding.spec.whatwg.org/#error-mode).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorMode {
    /// Malformed bytes become U+FFFD.
    Replacement,
    /// Decoding stops after malformed bytes.
    Fatal,
}

/// What has been decoded.
pub(super) struct Decoded {
    pub(super) text: JsString,
    /// The number of bytes that were read. These are all bytes unless decoding stopped.
    pub(super) read: usize,
    /// Whether decoding stopped after malformed bytes.
    pub(super) stopped: bool,
}

/// Decodes bytes, in linear time. `last` is set if no more bytes follow.
///
/// # Errors
///
/// `RangeError` if the string would be too long.
pub(super) fn decode(decoder: &mut Decoder, bytes: &[u8], last: bool, mode: ErrorMode) -> JsResult<Decoded> {
    let room = decoder.max_utf16_buffer_length(bytes.len()).unwrap_or(usize::MAX);
    let mut units = vec![0; room.min(MAX_STRING_LENGTH + UNUSED_ROOM)];
    let (is_full, stopped, read, length) = match mode {
        ErrorMode::Replacement => {
            let (result, read, length, _) = decoder.decode_to_utf16(bytes, &mut units, last);
            (result == CoderResult::OutputFull, false, read, length)
        }
        ErrorMode::Fatal => {
            let (result, read, length) = decoder.decode_to_utf16_without_replacement(bytes, &mut units, last);
            let stopped = matches!(result, DecoderResult::Malformed(..));
            (result == DecoderResult::OutputFull, stopped, read, length)
        }
    };
    if is_full || length > MAX_STRING_LENGTH {
        return Err(string_too_long());
    }
    Ok(Decoded { text: string(&units[..length]), read, stopped })
}

/// Creates a string, which needs half the memory if its code units fit into bytes.
fn string(units: &[u16]) -> JsString {
    if !mem::is_utf16_latin1(units) {
        return JsString::from(units);
    }
    let mut latin1 = vec![0; units.len()];
    mem::convert_utf16_to_latin1_lossy(units, &mut latin1);
    JsString::from(JsStr::latin1(&latin1))
}
