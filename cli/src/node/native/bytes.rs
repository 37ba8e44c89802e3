//! Bytes as text and text as bytes, for `Buffer`.

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsUint8Array};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use memchr::memmem;
use posttask::internal::webidl::type_error;

const CONFIG: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);
const PADDED: GeneralPurpose = GeneralPurpose::new(&STANDARD, CONFIG);
const FOR_URLS: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, CONFIG.with_encode_padding(false));

/// `encode(bytes, encoding)` returns bytes as text, and `decode(text, encoding)` returns text as an `ArrayBuffer`.
/// `find(bytes, pattern, at, step)` and `findLast` return where bytes contain a pattern, which is not empty, at a
/// multiple of `step`: from `at` on, or at or before it. They return -1 if they do not.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    super::functions(&[("encode", encode), ("decode", decode), ("find", find), ("findLast", find_last)], context)
}

/// Returns the bytes of a `Uint8Array`.
pub(super) fn bytes_of(value: &JsValue, context: &mut Context) -> JsResult<Vec<u8>> {
    let array = value.as_object().ok_or_else(|| type_error("expected a Uint8Array"))?;
    let array = JsUint8Array::from_object(array)?;
    let (offset, length) = (array.byte_offset(context)?, array.byte_length(context)?);
    let buffer = array.buffer(context)?.as_object().ok_or_else(|| type_error("the array has no buffer"))?;
    let buffer = JsArrayBuffer::from_object(buffer)?;
    let data = buffer.data();
    let bytes = data.as_ref().and_then(|data| data.get(offset..offset + length));
    Ok(bytes.unwrap_or_default().to_vec())
}

/// Returns bytes as a new `ArrayBuffer`.
pub(super) fn array_buffer(bytes: &[u8], context: &mut Context) -> JsResult<JsValue> {
    Ok(JsArrayBuffer::from_byte_block(AlignedVec::from_slice(64, bytes), context)?.into())
}

fn encode(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = bytes_of(arguments.get_or_undefined(0), context)?;
    let encoding = arguments.get_or_undefined(1).to_string(context)?.to_std_string_lossy();
    let units = |of: fn(u8) -> u8| bytes.iter().map(|&byte| u16::from(of(byte))).collect::<Vec<u16>>();
    let text = match encoding.as_str() {
        "utf8" => JsString::from(&*String::from_utf8_lossy(&bytes)),
        "hex" => JsString::from(hex(&bytes)),
        "base64" => JsString::from(PADDED.encode(&bytes)),
        "base64url" => JsString::from(FOR_URLS.encode(&bytes)),
        "latin1" => JsString::from(units(|byte| byte).as_slice()),
        "ascii" => JsString::from(units(|byte| byte & 0x7f).as_slice()),
        "utf16le" => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            JsString::from(units.as_slice())
        }
        other => return Err(type_error(format!("unknown encoding {other}"))),
    };
    Ok(text.into())
}

/// The arguments of a search.
struct Search {
    bytes: Vec<u8>,
    pattern: Vec<u8>,
    at: usize,
    step: usize,
}

impl Search {
    fn of(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let mut index = |place: usize| arguments.get_or_undefined(place).to_index(context);
        let (at, step) = (index(2)?, index(3)?);
        let saturated = |index: u64| usize::try_from(index).unwrap_or(usize::MAX);
        Ok(Self {
            bytes: bytes_of(arguments.get_or_undefined(0), context)?,
            pattern: bytes_of(arguments.get_or_undefined(1), context)?,
            at: saturated(at),
            step: saturated(step).max(1),
        })
    }

    fn first(&self) -> Option<usize> {
        let mut start = self.at;
        loop {
            let found = start + memmem::find(self.bytes.get(start..)?, &self.pattern)?;
            if found.is_multiple_of(self.step) {
                return Some(found);
            }
            start = found + 1;
        }
    }

    fn last(&self) -> Option<usize> {
        let mut end = self.at.saturating_add(self.pattern.len()).min(self.bytes.len());
        loop {
            let found = memmem::rfind(&self.bytes[..end], &self.pattern)?;
            if found.is_multiple_of(self.step) {
                return Some(found);
            }
            end = found + self.pattern.len() - 1;
        }
    }
}

fn find(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Search::of(arguments, context).map(|search| search.first().map_or_else(|| (-1).into(), JsValue::from))
}

fn find_last(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Search::of(arguments, context).map(|search| search.last().map_or_else(|| (-1).into(), JsValue::from))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

fn decode(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(0).to_string(context)?;
    let encoding = arguments.get_or_undefined(1).to_string(context)?.to_std_string_lossy();
    let bytes = match encoding.as_str() {
        "utf8" => text.to_std_string_lossy().into_bytes(),
        "hex" => from_hex(&low_bytes(&text)),
        "base64" | "base64url" => from_base64(&low_bytes(&text)),
        "latin1" | "ascii" => low_bytes(&text),
        "utf16le" => text.iter().flat_map(u16::to_le_bytes).collect(),
        other => return Err(type_error(format!("unknown encoding {other}"))),
    };
    array_buffer(&bytes, context)
}

/// The lower byte of each code unit. Node ignores the other one, also in hexadecimal digits and in Base64.
fn low_bytes(text: &JsString) -> Vec<u8> {
    text.iter().map(|unit| unit.to_le_bytes()[0]).collect()
}

/// Decodes up to the first pair that is not hexadecimal.
fn from_hex(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.chunks_exact(2);
    let bytes = pairs.map_while(|pair| u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok());
    bytes.collect()
}

/// Decodes both alphabets, up to the padding. Other characters are ignored, and so is half a byte at the end.
fn from_base64(text: &[u8]) -> Vec<u8> {
    let characters = text.iter().copied().take_while(|&byte| byte != b'=').filter_map(|byte| match byte {
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        b'+' | b'/' => Some(byte),
        _ => byte.is_ascii_alphanumeric().then_some(byte),
    });
    let mut characters: Vec<u8> = characters.collect();
    if characters.len() % 4 == 1 {
        characters.pop();
    }
    PADDED.decode(characters).unwrap_or_default()
}
