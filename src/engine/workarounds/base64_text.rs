//! Base64 and hexadecimal text as the methods of `Uint8Array` read it: [`FromBase64`] and [`FromHex`].
//!
//! [`FromBase64`]: https://tc39.es/ecma262/#sec-frombase64
//! [`FromHex`]: https://tc39.es/ecma262/#sec-fromhex

use boa_engine::JsString;

/// What was read from a text, until its end, the limit, or an error.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Decoded {
    /// The number of code units that were read.
    pub(super) read: usize,
    pub(super) bytes: Vec<u8>,
    /// Why the rest could not be read.
    pub(super) error: Option<&'static str>,
}

/// What becomes of less than four characters at the end.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum LastChunk {
    /// Padding may be missing.
    Loose,
    /// Padding is needed, and the bits that it makes superfluous must be zero.
    Strict,
    /// They are not read, unless there is padding.
    StopBeforePartial,
}

/// Four characters, of which some have been read.
#[derive(Default)]
struct Chunk {
    bits: u32,
    length: u32,
}

impl Chunk {
    /// The bytes of a chunk. `None` if it is too short, or if it must not have superfluous bits, but has some.
    fn bytes(&self, may_have_rest: bool) -> Option<Vec<u8>> {
        if self.length == 1 {
            return None;
        }
        let bits = self.bits << (6 * (4 - self.length));
        let (bytes, count) = (bits.to_be_bytes(), self.length as usize);
        let has_rest = bytes[count..].iter().any(|&byte| byte != 0);
        (may_have_rest || !has_rest).then(|| bytes[1..count].to_vec())
    }
}

/// Reads base64, at most `max` bytes.
pub(super) fn from_base64(text: &JsString, is_url: bool, last_chunk: LastChunk, max: usize) -> Decoded {
    let mut decoded = Decoded::default();
    if max > 0 {
        decoded.error = read_base64(&text.to_vec(), is_url, last_chunk, max, &mut decoded).err();
    }
    decoded
}

fn read_base64(
    text: &[u16],
    is_url: bool,
    last_chunk: LastChunk,
    max: usize,
    decoded: &mut Decoded,
) -> Result<(), &'static str> {
    let (mut chunk, mut index) = (Chunk::default(), 0);
    loop {
        index = skip_space(text, index);
        let Some(&unit) = text.get(index) else {
            if chunk.length > 0 {
                match last_chunk {
                    LastChunk::StopBeforePartial => return Ok(()),
                    LastChunk::Strict => return Err("Missing padding in base64 text"),
                    LastChunk::Loose => decoded.bytes.extend(chunk.bytes(true).ok_or("Incomplete base64 text")?),
                }
            }
            decoded.read = text.len();
            return Ok(());
        };
        index += 1;
        if unit == u16::from(b'=') {
            return read_padding(text, index, last_chunk, &chunk, decoded);
        }
        let bits = sextet(unit, is_url).ok_or("Invalid character in base64 text")?;
        let remaining = max - decoded.bytes.len();
        if remaining == 1 && chunk.length == 2 || remaining == 2 && chunk.length == 3 {
            return Ok(());
        }
        chunk = Chunk { bits: chunk.bits << 6 | bits, length: chunk.length + 1 };
        if chunk.length == 4 {
            decoded.bytes.extend_from_slice(&chunk.bits.to_be_bytes()[1..]);
            decoded.read = index;
            if decoded.bytes.len() == max {
                return Ok(());
            }
            chunk = Chunk::default();
        }
    }
}

/// Reads what follows the first `=`.
fn read_padding(
    text: &[u16],
    mut index: usize,
    last_chunk: LastChunk,
    chunk: &Chunk,
    decoded: &mut Decoded,
) -> Result<(), &'static str> {
    const INVALID: &str = "Invalid padding in base64 text";
    if chunk.length < 2 {
        return Err(INVALID);
    }
    index = skip_space(text, index);
    if chunk.length == 2 {
        match text.get(index) {
            None if last_chunk == LastChunk::StopBeforePartial => return Ok(()),
            None => return Err(INVALID),
            Some(&unit) if unit == u16::from(b'=') => index = skip_space(text, index + 1),
            Some(_) => {}
        }
    }
    if index < text.len() {
        return Err(INVALID);
    }
    decoded.bytes.extend(chunk.bytes(last_chunk != LastChunk::Strict).ok_or(INVALID)?);
    decoded.read = text.len();
    Ok(())
}

/// [`SkipAsciiWhitespace`](https://tc39.es/ecma262/#sec-skipasciiwhitespace).
fn skip_space(text: &[u16], index: usize) -> usize {
    let is_space = |unit: &&u16| matches!(**unit, 0x09 | 0x0a | 0x0c | 0x0d | 0x20);
    index + text[index..].iter().take_while(is_space).count()
}

fn sextet(unit: u16, is_url: bool) -> Option<u32> {
    let byte = u8::try_from(unit).ok()?;
    let bits = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' if !is_url => 62,
        b'/' if !is_url => 63,
        b'-' if is_url => 62,
        b'_' if is_url => 63,
        _ => return None,
    };
    Some(bits.into())
}

/// Reads hexadecimal digits, at most `max` bytes.
pub(super) fn from_hex(text: &JsString, max: usize) -> Decoded {
    let mut decoded = Decoded::default();
    let text = text.to_vec();
    if !text.len().is_multiple_of(2) {
        decoded.error = Some("Hexadecimal text must have an even length");
        return decoded;
    }
    let digit = |unit: u16| char::from_u32(unit.into()).and_then(|unit| unit.to_digit(16));
    for pair in text.chunks_exact(2).take(max) {
        let byte = digit(pair[0]).zip(digit(pair[1])).and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
        let Some(byte) = byte else {
            decoded.error = Some("Invalid character in hexadecimal text");
            break;
        };
        decoded.bytes.push(byte);
        decoded.read += 2;
    }
    decoded
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;

    use super::LastChunk::{Loose, StopBeforePartial, Strict};
    use super::*;

    #[test]
    fn base64_is_read_as_its_end_is_to_be() {
        // What is read and written in each way, and whether there is no error.
        for (text, expected) in [
            ("", [(0, 0, true); 3]),
            ("  ", [(2, 0, true); 3]),
            ("QUJD", [(4, 3, true); 3]),
            ("QU JD RA==", [(10, 4, true); 3]),
            ("QUJDRA", [(6, 4, true), (4, 3, false), (4, 3, true)]),
            ("QUJDR", [(4, 3, false), (4, 3, false), (4, 3, true)]),
            ("QUJDRA=", [(4, 3, false), (4, 3, false), (4, 3, true)]),
            ("QUJDRB==", [(8, 4, true), (4, 3, false), (8, 4, true)]),
            ("QUJDREU=", [(8, 5, true); 3]),
            ("QUJDREV=", [(8, 5, true), (4, 3, false), (8, 5, true)]),
            ("QUI=QUJD", [(0, 0, false); 3]),
            ("QUI==", [(0, 0, false); 3]),
            ("=", [(0, 0, false); 3]),
            ("QU-_", [(0, 0, false); 3]),
            ("é", [(0, 0, false); 3]),
        ] {
            for (last_chunk, expected) in [Loose, Strict, StopBeforePartial].into_iter().zip(expected) {
                let decoded = from_base64(&js_string!(text), false, last_chunk, usize::MAX);
                assert_eq!((decoded.read, decoded.bytes.len(), decoded.error.is_none()), expected, "{text}");
            }
        }
        let decoded = from_base64(&js_string!("QU-_"), true, Loose, usize::MAX);
        assert_eq!(decoded.bytes, [0x41, 0x4f, 0xbf]);
    }

    #[test]
    fn reading_stops_at_the_limit() {
        for (text, max, expected) in
            [("!", 0, 0), ("QUJDREVG", 3, 4), ("QUJDREVG", 4, 4), ("QUJDREVG", 5, 4), ("QUJD!", 3, 4), ("QUI=", 2, 4)]
        {
            let decoded = from_base64(&js_string!(text), false, Loose, max);
            assert_eq!((decoded.read, decoded.error), (expected, None), "{text} {max}");
        }
    }

    #[test]
    fn hexadecimal_digits_are_read() {
        let decoded = |text: &str, max| from_hex(&js_string!(text), max);
        assert_eq!(decoded("fF00", 9), Decoded { read: 4, bytes: vec![0xff, 0], error: None });
        assert_eq!(decoded("fF00", 1), Decoded { read: 2, bytes: vec![0xff], error: None });
        assert_eq!(decoded("0", 0).read, 0);
        assert!(decoded("0", 0).error.is_some() && decoded("00x0", 9).error.is_some());
        assert_eq!(decoded("00x0", 9).bytes, [0]);
        assert_eq!(decoded("xx", 0).error, None);
    }
}
