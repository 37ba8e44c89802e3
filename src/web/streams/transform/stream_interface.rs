//! The members of `TransformStream`, and the transformers of scripts: <https://streams.spec.whatwg.org/#ts-class>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::super::callbacks::{algorithm_call, call, callback, promise_call};
use super::super::queuing_strategy::QueuingStrategy;
use super::state::{TransformStream, TransformStreamDefaultController, Transformer};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{TracedPromise, promise_of};
use crate::web::webidl::{Dictionary, Layers, interface, new_object, object, prototype_of_new_target, range_error};

interface! {
    TransformStream;
    constructor(0) = construct;
    get "readable" = |stream| stream.readable_object();
    get "writable" = |stream| stream.writable_object();
}

/// A converted [`Transformer`](https://streams.spec.whatwg.org/#dictdef-transformer), with the object that its
/// callbacks are called on.
#[derive(Trace, Finalize)]
struct ScriptTransformer {
    this: JsValue,
    transform: Option<JsObject>,
    flush: Option<JsObject>,
    cancel: Option<JsObject>,
}

impl ScriptTransformer {
    /// Converts the members in alphabetical order. Returns the callback `start` apart.
    fn convert(value: &JsValue, context: &mut Context) -> JsResult<(Self, Option<JsObject>)> {
        let transformer = Dictionary::from_value(value, "TransformStream: transformer")?;
        let cancel = transformer.convert(&js_string!("cancel"), context, callback)?;
        let flush = transformer.convert(&js_string!("flush"), context, callback)?;
        let readable_type = transformer.get(js_string!("readableType"), context)?;
        let start = transformer.convert(&js_string!("start"), context, callback)?;
        let transform = transformer.convert(&js_string!("transform"), context, callback)?;
        let writable_type = transformer.get(js_string!("writableType"), context)?;
        if readable_type.is_some() || writable_type.is_some() {
            let message =
                "TransformStream: the members 'readableType' and 'writableType' of a transformer are reserved";
            return Err(range_error(message));
        }
        let this = if value.is_undefined() { JsValue::null() } else { value.clone() };
        Ok((Self { this, transform, flush, cancel }, start))
    }
}

/// The object of the stream's controller.
fn controller(stream: &TransformStream, context: &mut Context) -> JsResult<JsValue> {
    match stream.controller() {
        Some(controller) => TransformStreamDefaultController::object(&controller, context),
        None => Ok(JsValue::undefined()),
    }
}

impl Transformer for ScriptTransformer {
    /// Without a callback, the chunks pass unchanged.
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        if self.transform.is_none() {
            let passed = stream.enqueue(chunk, context).map(|()| JsValue::undefined());
            return AlgorithmPromise::of(passed, context);
        }
        match controller(stream, context) {
            Ok(controller) => algorithm_call(self.transform.as_ref(), &self.this, &[chunk, controller], context),
            Err(error) => AlgorithmPromise::of(Err(error), context),
        }
    }

    fn flush(&self, stream: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        match controller(stream, context) {
            Ok(controller) => promise_call(self.flush.as_ref(), &self.this, &[controller], context),
            Err(error) => promise_of(Err(error), context),
        }
    }

    fn cancel(&self, _: &Gc<TransformStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        promise_call(self.cancel.as_ref(), &self.this, &[reason], context)
    }
}

/// [The constructor](https://streams.spec.whatwg.org/#ts-constructor).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let given = arguments.get_or_undefined(0);
    if !given.is_undefined() {
        object(given, &"TransformStream: transformer", context)?;
    }
    let what = "TransformStream: strategy";
    let writable = QueuingStrategy::convert(arguments.get_or_undefined(1), what, context)?;
    let readable = QueuingStrategy::convert(arguments.get_or_undefined(2), what, context)?;
    let prototype = prototype_of_new_target::<TransformStream>(new_target, context)?;
    let (transformer, start) = ScriptTransformer::convert(given, context)?;
    let this = transformer.this.clone();
    let readable_mark = readable.high_water_mark(0.0)?;
    let writable_mark = writable.high_water_mark(1.0)?;
    let started = TracedPromise::new(context);
    let (writable, readable) = ((writable_mark, writable.size), (readable_mark, readable.size));
    let stream = TransformStream::initialize(Box::new(transformer), &started, writable, readable, context)?;
    stream.made_by_a_script(context);
    let result = match start {
        Some(start) => {
            let controller = controller(&stream, context)?;
            call(&start, &this, &[controller], context)?
        }
        None => JsValue::undefined(),
    };
    started.resolve(result, context);
    Ok(new_object(prototype, Layers::root(&stream), context))
}
