//! The members of `WritableStream`: <https://streams.spec.whatwg.org/#ws-class>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::Gc;

use super::super::queuing_strategy::{QueuingStrategy, SizeAlgorithm};
use super::super::watched::made;
use super::state::{UnderlyingSink, WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter};
use super::underlying_sink::ScriptSink;
use crate::web::webidl::{interface, object, prototype_of_new_target, type_error};

interface! {
    WritableStream;
    constructor(0) = construct;
    get "locked" = |stream| stream.is_locked();
    promise "abort"(0) = abort;
    promise "close"(0) = close;
    operation "getWriter"(0) = get_writer;
}

/// [The constructor](https://streams.spec.whatwg.org/#ws-constructor).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let sink = arguments.get_or_undefined(0);
    if !sink.is_undefined() {
        object(sink, &"WritableStream: underlyingSink", context)?;
    }
    let strategy = QueuingStrategy::convert(arguments.get_or_undefined(1), "WritableStream: strategy", context)?;
    let prototype = prototype_of_new_target::<WritableStream>(new_target, context)?;
    let sink = ScriptSink::convert(sink, context)?;
    let stream = WritableStream::with_prototype(prototype, context);
    made(&stream, context);
    let mark = strategy.high_water_mark(1.0)?;
    WritableStreamDefaultController::set_up(&stream, Box::new(sink), mark, strategy.size, context)?;
    Ok(stream.object())
}

/// [`abort`](https://streams.spec.whatwg.org/#ws-abort).
fn abort(stream: &Gc<WritableStream>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if stream.is_locked() {
        return Err(type_error("WritableStream.abort: the stream has a writer"));
    }
    Ok(WritableStream::abort(stream, arguments.get_or_undefined(0).clone(), context).into())
}

/// [`close`](https://streams.spec.whatwg.org/#ws-close).
fn close(stream: &Gc<WritableStream>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if stream.is_locked() {
        return Err(type_error("WritableStream.close: the stream has a writer"));
    }
    if stream.is_close_queued_or_in_flight() {
        return Err(type_error("WritableStream.close: the stream is already closing"));
    }
    Ok(WritableStream::close(stream, context).into())
}

/// [`getWriter`](https://streams.spec.whatwg.org/#ws-get-writer).
fn get_writer(stream: &Gc<WritableStream>, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    WritableStreamDefaultWriter::acquire_object(stream, context)
}

impl WritableStream {
    /// [CreateWritableStream](https://streams.spec.whatwg.org/#create-writable-stream).
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(in crate::web::streams) fn of_sink(
        sink: Box<dyn UnderlyingSink>,
        high_water_mark: f64,
        size: SizeAlgorithm,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let stream = Self::create(context)?;
        WritableStreamDefaultController::set_up(&stream, sink, high_water_mark, size, context)?;
        Ok(stream)
    }
}
