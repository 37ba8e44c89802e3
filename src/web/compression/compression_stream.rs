//! `CompressionStream`: <https://compression.spec.whatwg.org/#compression-stream>.

use std::cell::RefCell;
use std::io::{self, Write};

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use super::format::{CompressionFormat, bytes_of, enqueue};
use crate::web::streams::{GenericTransformStream, TransformStream, Transformer, generic_transform_members};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::promise_of;
use crate::web::webidl::{Layers, enumeration, interface, new_object, prototype_of_new_target, type_error};

/// The state of a `CompressionStream`.
#[derive(Trace, Finalize)]
pub(super) struct CompressionStream(Gc<TransformStream>);

interface! {
    CompressionStream;
    constructor(1) = construct;
    with = generic_transform_members::<CompressionStream>;
}

impl GenericTransformStream for CompressionStream {
    fn transform(&self) -> &Gc<TransformStream> {
        &self.0
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let format = enumeration(&arguments[0], &"CompressionStream: format", context)?;
    let prototype = prototype_of_new_target::<CompressionStream>(new_target, context)?;
    let compressor = Compressor(RefCell::new(Some(Encoder::new(format))));
    let stream = TransformStream::of_transformer(Box::new(compressor), context)?;
    stream.made_by_a_script(context);
    Ok(new_object(prototype, Layers::root(&Gc::new(CompressionStream(stream))), context))
}

/// Writes compressed bytes to a buffer.
enum Encoder {
    Deflate(ZlibEncoder<Vec<u8>>),
    DeflateRaw(DeflateEncoder<Vec<u8>>),
    Gzip(GzEncoder<Vec<u8>>),
}

impl Encoder {
    fn new(format: CompressionFormat) -> Self {
        let level = Compression::default();
        match format {
            CompressionFormat::Deflate => Self::Deflate(ZlibEncoder::new(Vec::new(), level)),
            CompressionFormat::DeflateRaw => Self::DeflateRaw(DeflateEncoder::new(Vec::new(), level)),
            CompressionFormat::Gzip => Self::Gzip(GzEncoder::new(Vec::new(), level)),
        }
    }

    /// Compresses bytes. Returns what is ready.
    fn write(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Deflate(encoder) => encoder.write_all(bytes).map(|()| std::mem::take(encoder.get_mut())),
            Self::DeflateRaw(encoder) => encoder.write_all(bytes).map(|()| std::mem::take(encoder.get_mut())),
            Self::Gzip(encoder) => encoder.write_all(bytes).map(|()| std::mem::take(encoder.get_mut())),
        }
    }

    /// Returns the rest.
    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Deflate(encoder) => encoder.finish(),
            Self::DeflateRaw(encoder) => encoder.finish(),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

/// Compresses chunks. There is no encoder when the stream has ended.
#[derive(Trace, Finalize)]
struct Compressor(#[unsafe_ignore_trace] RefCell<Option<Encoder>>);

impl Compressor {
    /// [Compress and enqueue a chunk](https://compression.spec.whatwg.org/#compress-and-enqueue-a-chunk).
    fn compress(&self, chunk: &JsValue, stream: &TransformStream, context: &mut Context) -> JsResult<JsValue> {
        let bytes = bytes_of(chunk, context)?;
        let compressed = self.0.borrow_mut().as_mut().map_or_else(|| Ok(Vec::new()), |encoder| encoder.write(&bytes));
        enqueue(&compressed.map_err(|error| type_error(error.to_string()))?, stream, context)?;
        Ok(JsValue::undefined())
    }

    /// [Compress flush and enqueue](https://compression.spec.whatwg.org/#compress-flush-and-enqueue).
    fn finish(&self, stream: &TransformStream, context: &mut Context) -> JsResult<JsValue> {
        let rest = self.0.take().map_or_else(|| Ok(Vec::new()), Encoder::finish);
        enqueue(&rest.map_err(|error| type_error(error.to_string()))?, stream, context)?;
        Ok(JsValue::undefined())
    }
}

impl Transformer for Compressor {
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let done = self.compress(&chunk, stream, context);
        AlgorithmPromise::of(done, context)
    }

    fn flush(&self, stream: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        let done = self.finish(stream, context);
        promise_of(done, context)
    }
}
