//! [Decoding](https://encoding.spec.whatwg.org/#concept-encoding-run) to strings of the engine.

use boa_engine::string::JsStr;
use boa_engine::{JsResult, JsString};
use encoding_rs::{CoderResult, Decoder, DecoderResult, mem};

use crate::engine::{MAX_STRING_LENGTH, string_too_long};

/// How many bytes are decoded at once. Most of the memory for a piece may turn out not to be needed, if decoding stops.
const PIECE: usize = 8192;

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

/// How the decoding of a piece ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceEnd {
    /// All bytes have been read.
    Read,
    /// There is more output than room.
    Full,
    /// Malformed bytes have been read.
    Stopped,
}

/// Decodes bytes, in linear time. `last` is set if no more bytes follow.
///
/// # Errors
///
/// `RangeError` if the string would be too long.
pub(super) fn decode(decoder: &mut Decoder, bytes: &[u8], last: bool, mode: ErrorMode) -> JsResult<Decoded> {
    let mut units = Vec::new();
    let mut read = 0;
    loop {
        let piece = &bytes[read..bytes.len().min(read + PIECE)];
        let is_last_piece = read + piece.len() == bytes.len();
        let (end, piece_read) = decode_piece(decoder, piece, last && is_last_piece, mode, &mut units);
        read += piece_read;
        if units.len() > MAX_STRING_LENGTH {
            return Err(string_too_long());
        }
        match end {
            PieceEnd::Stopped => return Ok(Decoded { text: string(&units), read, stopped: true }),
            PieceEnd::Read if is_last_piece => return Ok(Decoded { text: string(&units), read, stopped: false }),
            PieceEnd::Read | PieceEnd::Full => {}
        }
    }
}

/// Decodes a piece and appends it to `units`. Returns how many bytes were read.
fn decode_piece(
    decoder: &mut Decoder,
    piece: &[u8],
    last: bool,
    mode: ErrorMode,
    units: &mut Vec<u16>,
) -> (PieceEnd, usize) {
    let start = units.len();
    units.resize(start + decoder.max_utf16_buffer_length(piece.len()).unwrap_or(PIECE), 0);
    let (end, read, written) = match mode {
        ErrorMode::Replacement => {
            let (result, read, written, _) = decoder.decode_to_utf16(piece, &mut units[start..], last);
            let end = if result == CoderResult::InputEmpty { PieceEnd::Read } else { PieceEnd::Full };
            (end, read, written)
        }
        ErrorMode::Fatal => {
            let (result, read, written) = decoder.decode_to_utf16_without_replacement(piece, &mut units[start..], last);
            let end = match result {
                DecoderResult::InputEmpty => PieceEnd::Read,
                DecoderResult::OutputFull => PieceEnd::Full,
                DecoderResult::Malformed(..) => PieceEnd::Stopped,
            };
            (end, read, written)
        }
    };
    units.truncate(start + written);
    (end, read)
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
