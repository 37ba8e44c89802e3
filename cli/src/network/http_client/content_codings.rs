//! Decodes bodies as their header `Content-Encoding` says:
//! [handle content codings](https://fetch.spec.whatwg.org/#handle-content-codings).

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use brotli_decompressor::DecompressorWriter;
use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};

/// The codings that are decoded, for the header `Accept-Encoding`.
pub(super) const ACCEPTED: &str = "gzip, deflate, br";

/// The number of bytes of the largest body that is received, after it has been decoded.
const LARGEST_BODY: u64 = 1 << 30;

/// The most bytes that are decoded at once: few bytes may stand for very many.
const PIECE: usize = 1 << 12;

/// The size of the buffer of a decoder, in bytes.
const BUFFER: usize = 1 << 12;

/// Decodes a body.
pub(super) struct Decoder {
    /// `None` if there are no codings, or one that is not known.
    first: Option<Box<dyn Coding>>,
    decoded: Decoded,
    /// Whether anything was coded. A body without bytes is valid in each coding.
    has_begun: bool,
}

impl Decoder {
    /// `codings` are the values of the headers, in which the coding that was applied last comes last.
    pub(super) fn new<'a>(codings: impl Iterator<Item = &'a str>) -> Self {
        let decoded = Decoded::default();
        let mut first: Option<Box<dyn Coding>> = None;
        for name in codings.flat_map(|value| value.split(',')).map(str::trim).filter(|name| !name.is_empty()) {
            let next = first.take().unwrap_or_else(|| Box::new(decoded.clone()));
            first = coding(&name.to_ascii_lowercase(), next);
            // The body remains as it is.
            if first.is_none() {
                break;
            }
        }
        Self { first, decoded, has_begun: false }
    }

    /// Decodes bytes, and returns the results in parts.
    ///
    /// # Errors
    ///
    /// A part fails if the bytes are not valid, or if the body is too large. No part follows.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> impl Iterator<Item = io::Result<Vec<u8>>> {
        let pieces = bytes.chunks(if self.first.is_some() { PIECE } else { usize::MAX });
        pieces.map(|piece| {
            self.has_begun = true;
            match &mut self.first {
                Some(coding) => write_until_end(coding, piece)?,
                None => self.decoded.write_all(piece)?,
            }
            Ok(self.decoded.take())
        })
    }

    /// Returns what remains at the end of the body.
    ///
    /// # Errors
    ///
    /// Fails if the body is cut off.
    pub(super) fn finish(&mut self) -> io::Result<Vec<u8>> {
        if let Some(coding) = self.first.as_mut().filter(|_| self.has_begun) {
            coding.finish()?;
        }
        Ok(self.decoded.take())
    }
}

/// What decodes bytes, and writes them to what follows.
trait Coding: Write + Send {
    /// To be called at the end of the body.
    fn finish(&mut self) -> io::Result<()>;
}

type Next = Box<dyn Coding>;

/// The decoder for a coding. `None` if it is not known.
fn coding(name: &str, next: Next) -> Option<Box<dyn Coding>> {
    Some(match name {
        "identity" => next,
        "gzip" | "x-gzip" => Box::new(Named { name: "gzip", coding: GzDecoder::new(next) }),
        "deflate" => Box::new(Named { name: "deflate", coding: Deflate::Unknown(next) }),
        "br" => Box::new(Named { name: "brotli", coding: DecompressorWriter::new(next, BUFFER) }),
        _ => return None,
    })
}

/// Writes bytes as far as the coding wants them. What follows the end of the coded body is ignored, as in Chromium.
fn write_until_end(coding: &mut (impl Write + ?Sized), mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match coding.write(bytes) {
            Ok(0) => break,
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Bytes that have been decoded. Copies share them.
#[derive(Clone, Default)]
struct Decoded(Arc<Mutex<(Vec<u8>, u64)>>);

impl Decoded {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).0)
    }
}

impl Write for Decoded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (decoded, count) = &mut *state;
        *count += bytes.len() as u64;
        if *count > LARGEST_BODY {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the body has more than 1 GiB"));
        }
        decoded.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Coding for Decoded {
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A coding whose errors say what it is.
struct Named<C> {
    name: &'static str,
    coding: C,
}

impl<C> Named<C> {
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => error,
            kind => io::Error::new(kind, format!("{} decompression failed: {error}", self.name)),
        })
    }
}

impl<C: Write> Write for Named<C> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.coding.write(bytes);
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.coding.flush()
    }
}

impl Coding for Named<GzDecoder<Next>> {
    fn finish(&mut self) -> io::Result<()> {
        let finished = self.coding.try_finish();
        self.named(finished)?;
        self.coding.get_mut().finish()
    }
}

impl Coding for Named<Deflate> {
    fn finish(&mut self) -> io::Result<()> {
        let finished = match &mut self.coding {
            Deflate::Unknown(_) => Ok(()),
            Deflate::Zlib(decoder) => decoder.try_finish(),
            Deflate::Raw(decoder) => decoder.try_finish(),
        };
        self.named(finished)?;
        self.coding.next().finish()
    }
}

impl Coding for Named<DecompressorWriter<Next>> {
    fn finish(&mut self) -> io::Result<()> {
        let finished = self.coding.close();
        self.named(finished)?;
        self.coding.get_mut().finish()
    }
}

/// The coding `deflate` is the format of zlib, but some servers leave out its header, which all browsers accept.
enum Deflate {
    /// There was no byte yet.
    Unknown(Next),
    Zlib(ZlibDecoder<Next>),
    Raw(DeflateDecoder<Next>),
}

impl Deflate {
    fn next(&mut self) -> &mut Next {
        match self {
            Self::Unknown(next) => next,
            Self::Zlib(decoder) => decoder.get_mut(),
            Self::Raw(decoder) => decoder.get_mut(),
        }
    }
}

impl Write for Deflate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let (Self::Unknown(next), Some(&first)) = (&mut *self, bytes.first()) {
            let next = mem::replace(next, Box::new(Decoded::default()));
            // The method of zlib: https://www.rfc-editor.org/rfc/rfc1950#section-2.2. A raw stream would begin like
            // this only with a block that is not compressed and whose unused bits are not zero.
            let is_zlib = first & 0x0f == 8;
            *self = if is_zlib { Self::Zlib(ZlibDecoder::new(next)) } else { Self::Raw(DeflateDecoder::new(next)) };
        }
        match self {
            Self::Unknown(_) => Ok(0),
            Self::Zlib(decoder) => decoder.write(bytes),
            Self::Raw(decoder) => decoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.next().flush()
    }
}
