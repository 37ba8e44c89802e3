//! `TextEncoderStream`: <https://encoding.spec.whatwg.org/#interface-textencoderstream>.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::hooks::utf_8_encode;
use crate::web::streams::{GenericTransformStream, TransformStream, Transformer, generic_transform_members};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::promise_of;
use crate::web::webidl::{Layers, interface, new_object, new_uint8_array, prototype_of_new_target};

/// The state of a `TextEncoderStream`.
#[derive(Trace, Finalize)]
pub(super) struct TextEncoderStream(Gc<TransformStream>);

interface! {
    TextEncoderStream;
    constructor(0) = construct;
    get "encoding" = |_stream| js_string!("utf-8");
    with = generic_transform_members::<TextEncoderStream>;
}

impl GenericTransformStream for TextEncoderStream {
    fn transform(&self) -> &Gc<TransformStream> {
        &self.0
    }
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<TextEncoderStream>(new_target, context)?;
    let stream = TransformStream::of_transformer(Box::new(Encoder::default()), context)?;
    stream.made_by_a_script(context);
    Ok(new_object(prototype, Layers::root(&Gc::new(TextEncoderStream(stream))), context))
}

/// Encodes chunks. A leading surrogate at the end of a chunk waits for the next one.
#[derive(Default, Trace, Finalize)]
struct Encoder {
    leading_surrogate: Cell<Option<u16>>,
}

impl Encoder {
    /// [Encode and enqueue a chunk](https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk).
    fn encode(&self, stream: &TransformStream, chunk: &JsValue, context: &mut Context) -> JsResult<()> {
        let chunk = chunk.to_string(context)?;
        if chunk.is_empty() {
            return Ok(());
        }
        let mut units: Vec<u16> = self.leading_surrogate.take().into_iter().chain(chunk.iter()).collect();
        if let Some(last) = units.pop_if(|last| (0xd800..0xdc00).contains(last)) {
            self.leading_surrogate.set(Some(last));
        }
        enqueue(&units, stream, context)
    }
}

/// Passes on what is not empty. Surrogates without their others become U+FFFD.
fn enqueue(units: &[u16], stream: &TransformStream, context: &mut Context) -> JsResult<()> {
    if units.is_empty() {
        return Ok(());
    }
    let bytes = new_uint8_array(&utf_8_encode(&JsString::from(units)), context)?;
    stream.enqueue(bytes.into(), context)
}

impl Transformer for Encoder {
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let done = self.encode(stream, &chunk, context).map(|()| JsValue::undefined());
        AlgorithmPromise::of(done, context)
    }

    /// [Encode and flush](https://encoding.spec.whatwg.org/#encode-and-flush).
    fn flush(&self, stream: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        let rest = self.leading_surrogate.take();
        let done = enqueue(rest.as_slice(), stream, context).map(|()| JsValue::undefined());
        promise_of(done, context)
    }
}
