//! Hooks for other standards: <https://encoding.spec.whatwg.org/#specification-hooks>.

use boa_engine::string::JsStrVariant;
use boa_engine::{JsResult, JsString};
use encoding_rs::{Encoding, UTF_8, mem};

use super::decoding::{ErrorMode, decode};
use super::mime_type::parse_mime_type;

/// [UTF-8 decode](https://encoding.spec.whatwg.org/#utf-8-decode): a byte order mark is removed, and malformed bytes
/// become U+FFFD.
///
/// # Errors
///
/// `RangeError` if the string would be too long.
pub(crate) fn utf_8_decode(bytes: &[u8]) -> JsResult<JsString> {
    let mut decoder = UTF_8.new_decoder_with_bom_removal();
    decode(&mut decoder, bytes, true, ErrorMode::Replacement).map(|decoded| decoded.text)
}

/// The encoding with a label; otherwise the one that a media type names, if that is valid; otherwise UTF-8.
pub(crate) fn charset_of(label: Option<&str>, media_type: &str) -> &'static Encoding {
    let named = || Encoding::for_label(parse_mime_type(media_type)?.get_parameter("charset")?.as_bytes());
    label.and_then(|label| Encoding::for_label(label.as_bytes())).or_else(named).unwrap_or(UTF_8)
}

/// [Decode](https://encoding.spec.whatwg.org/#decode): a byte order mark takes precedence over the encoding, and
/// malformed bytes become U+FFFD.
///
/// # Errors
///
/// `RangeError` if the string would be too long.
pub(crate) fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> JsResult<JsString> {
    let mut decoder = encoding.new_decoder();
    decode(&mut decoder, bytes, true, ErrorMode::Replacement).map(|decoded| decoded.text)
}

/// [UTF-8 encode](https://encoding.spec.whatwg.org/#utf-8-encode), after the conversion to a scalar value string: lone
/// surrogates become U+FFFD.
pub(crate) fn utf_8_encode(text: &JsString) -> Vec<u8> {
    match text.variant() {
        JsStrVariant::Latin1(units) => mem::decode_latin1(units).into_owned().into_bytes(),
        JsStrVariant::Utf16(units) => {
            // Three bytes per code unit are always enough.
            let mut bytes = vec![0; units.len() * 3];
            let written = mem::convert_utf16_to_utf8(units, &mut bytes);
            bytes.truncate(written);
            bytes
        }
    }
}

#[cfg(test)]
mod tests {
    use boa_engine::{JsString, js_string};

    use super::{charset_of, utf_8_decode, utf_8_encode};

    #[test]
    fn utf_8_is_decoded() {
        assert_eq!(utf_8_decode("\u{feff}\u{feff}a€😀".as_bytes()).unwrap(), js_string!("\u{feff}a€😀"));
        assert_eq!(utf_8_decode(b"\xe2\x82 \xff").unwrap(), js_string!("\u{fffd} \u{fffd}"));
        assert_eq!(utf_8_decode(b"").unwrap(), js_string!());
    }

    #[test]
    fn media_types_name_encodings() {
        assert_eq!(charset_of(None, "text/plain;x=\";charset=big5\";charset=\"gbk\"").name(), "GBK");
        assert_eq!(charset_of(Some("none"), "text/plain; Charset=gbk").name(), "GBK");
        assert_eq!(charset_of(Some("big5"), "text/plain;charset=gbk").name(), "Big5");
        for media_type in ["", "text;charset=gbk", "a b/c;charset=gbk", "text/plain;charset =gbk"] {
            assert_eq!(charset_of(None, media_type).name(), "UTF-8", "{media_type}");
        }
    }

    #[test]
    fn strings_are_encoded() {
        for text in ["", "a", "é", "€", "a😀"] {
            assert_eq!(utf_8_encode(&js_string!(text)), text.as_bytes(), "{text}");
        }
        let lone = JsString::from(&[0xdc00, 0x61, 0xd800][..]);
        assert_eq!(utf_8_encode(&lone), "\u{fffd}a\u{fffd}".as_bytes());
    }
}
