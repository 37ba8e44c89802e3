//! `DecompressionStream`: <https://compression.spec.whatwg.org/#decompression-stream>.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use flate2::write::GzDecoder;
use flate2::{Decompress, FlushDecompress, Status};

use super::format::{CompressionFormat, bytes_of, enqueue};
use crate::web::streams::{GenericTransformStream, TransformStream, Transformer, generic_transform_members};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::promise_of;
use crate::web::webidl::{Layers, enumeration, interface, new_object, prototype_of_new_target, type_error};

/// The state of a `DecompressionStream`.
#[derive(Trace, Finalize)]
pub(super) struct DecompressionStream(Gc<TransformStream>);

interface! {
    DecompressionStream;
    constructor(1) = construct;
    with = generic_transform_members::<DecompressionStream>;
}

impl GenericTransformStream for DecompressionStream {
    fn transform(&self) -> &Gc<TransformStream> {
        &self.0
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let format = enumeration(&arguments[0], &"DecompressionStream: format", context)?;
    let prototype = prototype_of_new_target::<DecompressionStream>(new_target, context)?;
    let decompressor = Decompressor(RefCell::new(Decoder::new(format)));
    let stream = TransformStream::of_transformer(Box::new(decompressor), context)?;
    stream.made_by_a_script(context);
    Ok(new_object(prototype, Layers::root(&Gc::new(DecompressionStream(stream))), context))
}

/// How many bytes are decompressed at once.
const PIECE: usize = 16 * 1024;

/// Reads compressed bytes. What follows the end of the compressed data is an error.
enum Decoder {
    /// Data with or without the header and the checksum of zlib.
    Deflate {
        decompress: Decompress,
        has_ended: bool,
    },
    Gzip(Box<GzDecoder<Vec<u8>>>),
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

fn incomplete() -> io::Error {
    invalid("the compressed data is not complete")
}

impl Decoder {
    fn new(format: CompressionFormat) -> Self {
        if format == CompressionFormat::Gzip {
            return Self::Gzip(Box::new(GzDecoder::new(Vec::new())));
        }
        Self::Deflate { decompress: Decompress::new(format == CompressionFormat::Deflate), has_ended: false }
    }

    /// Decompresses bytes. Returns what is ready, and why the rest is not valid, if it is not.
    fn write(&mut self, bytes: &[u8]) -> (Vec<u8>, io::Result<()>) {
        match self {
            Self::Gzip(decoder) => {
                let result = gunzip(decoder, bytes);
                (std::mem::take(decoder.get_mut()), result)
            }
            Self::Deflate { decompress, has_ended } => {
                let mut output = Vec::new();
                let result = inflate(decompress, has_ended, bytes, &mut output);
                (output, result)
            }
        }
    }

    /// Returns whether the compressed data is complete.
    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Gzip(decoder) => {
                // The decoder says that the checksum is wrong if there is less than one. It takes nothing after it.
                let is_complete = matches!(decoder.write(&[0]), Ok(0));
                if is_complete { decoder.try_finish() } else { Err(incomplete()) }
            }
            Self::Deflate { has_ended: true, .. } => Ok(()),
            Self::Deflate { .. } => Err(incomplete()),
        }
    }
}

/// The decoder holds back what it has decompressed until it is flushed.
fn gunzip(decoder: &mut GzDecoder<Vec<u8>>, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match decoder.write(bytes)? {
            0 => return Err(invalid("there are bytes after the compressed data")),
            count => bytes = bytes.get(count..).unwrap_or_default(),
        }
    }
    decoder.flush()
}

fn inflate(
    decompress: &mut Decompress,
    has_ended: &mut bool,
    mut bytes: &[u8],
    output: &mut Vec<u8>,
) -> io::Result<()> {
    loop {
        if *has_ended {
            return if bytes.is_empty() { Ok(()) } else { Err(invalid("there are bytes after the compressed data")) };
        }
        output.reserve(PIECE);
        let (read, written) = (decompress.total_in(), decompress.total_out());
        let status = decompress
            .decompress_vec(bytes, output, FlushDecompress::None)
            .map_err(|_| invalid("the compressed data is not valid"))?;
        *has_ended = status == Status::StreamEnd;
        let count = usize::try_from(decompress.total_in() - read).unwrap_or(bytes.len());
        bytes = bytes.get(count..).unwrap_or_default();
        if bytes.is_empty() && !*has_ended && decompress.total_out() == written {
            return Ok(());
        }
    }
}

/// Decompresses chunks.
#[derive(Trace, Finalize)]
struct Decompressor(#[unsafe_ignore_trace] RefCell<Decoder>);

fn type_error_of(error: &io::Error) -> JsError {
    type_error(format!("DecompressionStream: {error}"))
}

impl Transformer for Decompressor {
    /// [Decompress and enqueue a chunk](https://compression.spec.whatwg.org/#decompress-and-enqueue-a-chunk). Passes on
    /// what comes before an invalid part.
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let done = bytes_of(&chunk, context).and_then(|bytes| {
            let (output, result) = self.0.borrow_mut().write(&bytes);
            enqueue(&output, stream, context)?;
            result.map_err(|error| type_error_of(&error))?;
            Ok(JsValue::undefined())
        });
        AlgorithmPromise::of(done, context)
    }

    /// [Decompress flush and enqueue](https://compression.spec.whatwg.org/#decompress-flush-and-enqueue). Everything
    /// that could be decompressed was passed on with its chunk.
    fn flush(&self, _: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        let finished = self.0.borrow_mut().finish();
        promise_of(finished.map(|()| JsValue::undefined()).map_err(|error| type_error_of(&error)), context)
    }
}
