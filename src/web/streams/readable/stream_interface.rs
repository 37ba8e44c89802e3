//! The members of `ReadableStream`: <https://streams.spec.whatwg.org/#rs-class>.

use std::str::FromStr;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::Gc;

use super::super::queuing_strategy::QueuingStrategy;
use super::super::watched::made;
use super::super::writable::WritableStream;
use super::pipe_options::PipeOptions;
use super::pipe_to::pipe_to;
use super::state::{ReadableStream, ReadableStreamByobReader, ReadableStreamDefaultReader};
use super::underlying_source::Options;
use super::{async_iterator, from, tee};
use crate::web::webidl::traced_promise::mark_as_handled;
use crate::web::webidl::{
    Dictionary, Enumeration, enumeration, implementation, interface, object, prototype_of_new_target, type_error,
};

interface! {
    ReadableStream;
    constructor(0) = construct;
    static "from"(1) = |_: &JsValue, arguments: &[JsValue], context: &mut Context| from::from(&arguments[0], context);
    get "locked" = |stream| stream.is_locked();
    promise "cancel"(0) = cancel;
    operation "getReader"(0) = get_reader;
    operation "pipeThrough"(1) = pipe_through;
    promise "pipeTo"(1) = pipe_to_destination;
    operation "tee"(0) = tee::tee_objects;
    with = async_iterator::members;
}

/// [The constructor](https://streams.spec.whatwg.org/#rs-constructor).
fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let source = arguments.get_or_undefined(0);
    if !source.is_undefined() {
        object(source, &"ReadableStream: underlyingSource", context)?;
    }
    let strategy = QueuingStrategy::convert(arguments.get_or_undefined(1), "ReadableStream: strategy", context)?;
    let prototype = prototype_of_new_target::<ReadableStream>(new_target, context)?;
    let source = Options::convert(source, context)?;
    let stream = ReadableStream::with_prototype(prototype, context);
    made(&stream, context);
    source.set_up(&stream, strategy, context)?;
    Ok(stream.object())
}

/// [`cancel`](https://streams.spec.whatwg.org/#rs-cancel).
fn cancel(stream: &Gc<ReadableStream>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if stream.is_locked() {
        return Err(type_error("ReadableStream.cancel: the stream has a reader"));
    }
    Ok(ReadableStream::cancel(stream, arguments.get_or_undefined(0).clone(), context).into())
}

/// [`ReadableStreamReaderMode`](https://streams.spec.whatwg.org/#enumdef-readablestreamreadermode).
enum ReaderMode {
    Byob,
}

impl FromStr for ReaderMode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "byob" { Ok(Self::Byob) } else { Err(()) }
    }
}

impl Enumeration for ReaderMode {
    const NAME: &'static str = "ReadableStreamReaderMode";
}

/// [`getReader`](https://streams.spec.whatwg.org/#rs-get-reader).
fn get_reader(stream: &Gc<ReadableStream>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "ReadableStream.getReader")?;
    match options.convert(&js_string!("mode"), context, enumeration::<ReaderMode>)? {
        None => ReadableStreamDefaultReader::acquire_object(stream, context),
        Some(ReaderMode::Byob) => ReadableStreamByobReader::acquire_object(stream, context),
    }
}

/// [`pipeThrough`](https://streams.spec.whatwg.org/#rs-pipe-through).
fn pipe_through(stream: &Gc<ReadableStream>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let what = "ReadableStream.pipeThrough";
    let transform = Dictionary::from_value(&arguments[0], what)?;
    let readable = transform.required(&js_string!("readable"), context, |value, what, context| {
        implementation::<ReadableStream>(value, what, context)?;
        Ok(value.clone())
    })?;
    let writable = transform.required(&js_string!("writable"), context, implementation::<WritableStream>)?;
    let options = PipeOptions::convert(arguments.get_or_undefined(1), what, context)?;
    if stream.is_locked() {
        return Err(type_error(format!("{what}: the stream has a reader")));
    }
    if writable.is_locked() {
        return Err(type_error(format!("{what}: the writable stream has a writer")));
    }
    let piped = pipe_to(stream, &writable, options, context)?;
    mark_as_handled(&piped, context);
    Ok(readable)
}

/// [`pipeTo`](https://streams.spec.whatwg.org/#rs-pipe-to).
fn pipe_to_destination(stream: &Gc<ReadableStream>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let what = "ReadableStream.pipeTo";
    let destination = implementation::<WritableStream>(&arguments[0], &format_args!("{what}: destination"), context)?;
    let options = PipeOptions::convert(arguments.get_or_undefined(1), what, context)?;
    if stream.is_locked() {
        return Err(type_error(format!("{what}: the stream has a reader")));
    }
    if destination.is_locked() {
        return Err(type_error(format!("{what}: the destination has a writer")));
    }
    Ok(pipe_to(stream, &destination, options, context)?.into())
}
