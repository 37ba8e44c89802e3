//! Compressed data, for `node:zlib`.

use std::io::{Error, ErrorKind, Read, Write};

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use flate2::write::{DeflateEncoder, ZlibEncoder};
use flate2::{Compression, GzBuilder};
use posttask::internal::webidl::type_error;

use super::bytes::{array_buffer, bytes_of};

/// `compress(format, bytes, level)` and `decompress(format, bytes, limit)` return an `ArrayBuffer`, or the code of an
/// error. `crc32(bytes, start)` returns a number. The formats are `gzip`, `deflate` and `deflateRaw`.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    super::functions(&[("compress", compress), ("decompress", decompress), ("crc32", crc32)], context)
}

/// How data is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gzip,
    /// With the header of [zlib](https://www.rfc-editor.org/rfc/rfc1950).
    Deflate,
    DeflateRaw,
}

impl Format {
    fn of(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        match value.to_string(context)?.to_std_string_lossy().as_str() {
            "gzip" => Ok(Self::Gzip),
            "deflate" => Ok(Self::Deflate),
            "deflateRaw" => Ok(Self::DeflateRaw),
            other => Err(type_error(format!("unknown format {other}"))),
        }
    }
}

/// Why data cannot be decompressed: the codes of zlib.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The data ends too early.
    Truncated,
    Header,
    Data,
    /// The result is larger than the limit.
    TooLarge,
}

impl Fault {
    const fn code(self) -> &'static str {
        match self {
            Self::Truncated => "Z_BUF_ERROR",
            Self::Header => "header",
            Self::Data => "Z_DATA_ERROR",
            Self::TooLarge => "ERR_BUFFER_TOO_LARGE",
        }
    }

    fn of(error: &Error) -> Self {
        if error.kind() == ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Data }
    }
}

/// The operating system in the header of gzip files. Node writes that of the machine; here, it is always the same.
const UNIX: u8 = 3;

fn compressed(format: Format, bytes: &[u8], level: Compression) -> Result<Vec<u8>, Error> {
    match format {
        Format::Gzip => {
            let encoder = GzBuilder::new().operating_system(UNIX).write(Vec::new(), level);
            written(encoder, bytes)?.finish()
        }
        Format::Deflate => written(ZlibEncoder::new(Vec::new(), level), bytes)?.finish(),
        Format::DeflateRaw => written(DeflateEncoder::new(Vec::new(), level), bytes)?.finish(),
    }
}

fn written<W: Write>(mut encoder: W, bytes: &[u8]) -> Result<W, Error> {
    encoder.write_all(bytes)?;
    Ok(encoder)
}

/// Decompresses data to at most `limit` bytes. What follows the data is ignored, as in Node, but in a gzip file it must
/// be another part, or zeros.
fn decompressed(format: Format, bytes: &[u8], limit: u64) -> Result<Vec<u8>, Fault> {
    let mut output = Vec::new();
    match format {
        Format::DeflateRaw => read_all(&mut DeflateDecoder::new(bytes), limit, &mut output)?,
        Format::Deflate => {
            check_zlib_header(bytes)?;
            read_all(&mut ZlibDecoder::new(bytes), limit, &mut output)?;
        }
        Format::Gzip => {
            let mut rest = bytes;
            loop {
                check_start(rest, &GZIP)?;
                let mut decoder = GzDecoder::new(rest);
                read_all(&mut decoder, limit, &mut output)?;
                rest = decoder.into_inner();
                if rest.first().is_none_or(|&first| first == 0) {
                    break;
                }
            }
        }
    }
    Ok(output)
}

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

fn check_start(bytes: &[u8], start: &[u8]) -> Result<(), Fault> {
    match bytes.len() < start.len() {
        true if start.starts_with(bytes) => Err(Fault::Truncated),
        false if bytes.starts_with(start) => Ok(()),
        _ => Err(Fault::Header),
    }
}

fn check_zlib_header(bytes: &[u8]) -> Result<(), Fault> {
    let [method, flags, ..] = *bytes else { return Err(Fault::Truncated) };
    let is_valid = method & 15 == 8 && (u16::from(method) * 256 + u16::from(flags)) % 31 == 0;
    if is_valid { Ok(()) } else { Err(Fault::Header) }
}

fn read_all(decoder: &mut impl Read, limit: u64, output: &mut Vec<u8>) -> Result<(), Fault> {
    decoder.take(limit.saturating_add(1)).read_to_end(output).map_err(|error| Fault::of(&error))?;
    if output.len() as u64 > limit { Err(Fault::TooLarge) } else { Ok(()) }
}

fn compress(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let format = Format::of(arguments.get_or_undefined(0), context)?;
    let bytes = bytes_of(arguments.get_or_undefined(1), context)?;
    let level = Compression::new(arguments.get_or_undefined(2).to_u32(context)?.min(9));
    let compressed = compressed(format, &bytes, level).map_err(|error| type_error(error.to_string()))?;
    array_buffer(&compressed, context)
}

fn decompress(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let format = Format::of(arguments.get_or_undefined(0), context)?;
    let bytes = bytes_of(arguments.get_or_undefined(1), context)?;
    let limit = arguments.get_or_undefined(2).to_length(context)?;
    match decompressed(format, &bytes, limit) {
        Ok(bytes) => array_buffer(&bytes, context),
        Err(fault) => Ok(JsString::from(fault.code()).into()),
    }
}

fn crc32(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = bytes_of(arguments.get_or_undefined(0), context)?;
    let mut hasher = crc32fast::Hasher::new_with_initial(arguments.get_or_undefined(1).to_u32(context)?);
    hasher.update(&bytes);
    Ok(hasher.finalize().into())
}

#[cfg(test)]
mod tests {
    use flate2::Compression;

    use super::{Fault, Format, compressed, decompressed};

    const ALL: [Format; 3] = [Format::Gzip, Format::Deflate, Format::DeflateRaw];

    #[test]
    fn what_was_compressed_is_decompressed() {
        let text = b"posttask ".repeat(10_000);
        for format in ALL {
            for level in [0, 1, 9] {
                let small = compressed(format, &text, Compression::new(level)).unwrap();
                assert_eq!(decompressed(format, &small, 1 << 20).unwrap(), text);
                assert_eq!(decompressed(format, &small, 100), Err(Fault::TooLarge));
                assert_eq!(decompressed(format, &small[..small.len() / 2], 1 << 20), Err(Fault::Truncated));
            }
            assert_eq!(decompressed(format, &[], 10), Err(Fault::Truncated));
        }
    }

    #[test]
    fn gzip_files_may_have_several_parts() {
        let part = |text: &str| compressed(Format::Gzip, text.as_bytes(), Compression::default()).unwrap();
        let parts = [part("a"), part("b"), vec![0, 0]].concat();
        assert_eq!(decompressed(Format::Gzip, &parts, 10).unwrap(), b"ab");
        let parts = [part("a"), b"rest".to_vec()].concat();
        assert_eq!(decompressed(Format::Gzip, &parts, 10), Err(Fault::Header));
    }

    #[test]
    fn wrong_headers_are_told() {
        assert_eq!(decompressed(Format::Gzip, b"zzz", 10), Err(Fault::Header));
        assert_eq!(decompressed(Format::Deflate, b"zzz", 10), Err(Fault::Header));
        assert_eq!(decompressed(Format::DeflateRaw, &[255], 10), Err(Fault::Data));
    }
}
