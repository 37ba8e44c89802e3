//! `TextDecoderStream`: <https://encoding.spec.whatwg.org/#interface-textdecoderstream>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::text_decoder::{Arguments, TextDecoder};
use crate::web::streams::{GenericTransformStream, TransformStream, Transformer, generic_transform_members};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::promise_of;
use crate::web::webidl::{Layers, allow_shared_buffer_source, interface, new_object, prototype_of_new_target};

/// The state of a `TextDecoderStream`.
#[derive(Trace, Finalize)]
pub(super) struct TextDecoderStream {
    decoder: TextDecoder,
    transform: Gc<TransformStream>,
}

interface! {
    TextDecoderStream;
    constructor(0) = construct;
    get "encoding" = |stream| stream.decoder.encoding_name();
    get "fatal" = |stream| stream.decoder.is_fatal();
    get "ignoreBOM" = |stream| stream.decoder.ignores_bom();
    with = generic_transform_members::<TextDecoderStream>;
}

impl GenericTransformStream for TextDecoderStream {
    fn transform(&self) -> &Gc<TransformStream> {
        &self.transform
    }
}

/// [The constructor](https://encoding.spec.whatwg.org/#dom-textdecoderstream).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let decoder = Arguments::convert(arguments, "TextDecoderStream", context)?;
    let prototype = prototype_of_new_target::<TextDecoderStream>(new_target, context)?;
    let decoder = decoder.into_decoder()?;
    let transform = TransformStream::of_transformer(Box::new(Decodes(decoder.clone())), context)?;
    transform.made_by_a_script(context);
    Ok(new_object(prototype, Layers::root(&Gc::new(TextDecoderStream { decoder, transform })), context))
}

/// What error messages start with.
const WHAT: &str = "TextDecoderStream";

/// Decodes chunks.
#[derive(Trace, Finalize)]
struct Decodes(TextDecoder);

/// Passes on a text that is not empty.
fn enqueue(text: JsString, stream: &TransformStream, context: &mut Context) -> JsResult<JsValue> {
    if !text.is_empty() {
        stream.enqueue(text.into(), context)?;
    }
    Ok(JsValue::undefined())
}

impl Transformer for Decodes {
    /// [Decode and enqueue a chunk](https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk).
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let bytes = allow_shared_buffer_source(&chunk, &"TextDecoderStream: a chunk", context);
        let text = bytes.and_then(|bytes| bytes.with_bytes(context, |bytes| self.0.decode(bytes, true, WHAT))?);
        let done = text.and_then(|text| enqueue(text, stream, context));
        AlgorithmPromise::of(done, context)
    }

    /// [Flush and enqueue](https://encoding.spec.whatwg.org/#flush-and-enqueue).
    fn flush(&self, stream: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        let done = self.0.decode(&[], false, WHAT).and_then(|text| enqueue(text, stream, context));
        promise_of(done, context)
    }
}
