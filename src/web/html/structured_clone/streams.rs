//! The records of transferred streams: <https://streams.spec.whatwg.org/#rs-transfer>.

use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::record::Record;
use crate::web::html::messaging::{port_of, stream_channel};
use crate::web::streams::{ReadableStream, TransformStream, WritableStream};
use crate::web::webidl::{create, implements, type_error};

/// Whether an object is a stream.
pub(super) fn is_stream(object: &JsObject) -> bool {
    let value = object.clone().into();
    implements::<ReadableStream>(&value).is_some()
        || implements::<WritableStream>(&value).is_some()
        || implements::<TransformStream>(&value).is_some()
}

/// The transfer steps. `None` if the object is no stream.
///
/// # Errors
///
/// `DataCloneError` if the stream is locked.
pub(super) fn transfer(object: &JsObject, context: &mut Context) -> JsResult<Option<Record>> {
    let value = object.clone().into();
    if let Some(stream) = implements::<ReadableStream>(&value) {
        let (port, end) = stream_channel(context)?;
        ReadableStream::transfer(&stream, &port, context)?;
        return Ok(Some(Record::ReadableStream(end)));
    }
    if let Some(stream) = implements::<WritableStream>(&value) {
        let (port, end) = stream_channel(context)?;
        WritableStream::transfer(&stream, &port, context)?;
        return Ok(Some(Record::WritableStream(end)));
    }
    let Some(stream) = implements::<TransformStream>(&value) else { return Ok(None) };
    let (readable, writable) = stream.sides(context)?;
    let (readable_port, readable_end) = stream_channel(context)?;
    ReadableStream::transfer(&readable, &readable_port, context)?;
    let (writable_port, writable_end) = stream_channel(context)?;
    WritableStream::transfer(&writable, &writable_port, context)?;
    Ok(Some(Record::TransformStream { readable: readable_end, writable: writable_end }))
}

/// The transfer-receiving steps.
///
/// # Errors
///
/// Only if the interfaces are not registered in this realm.
pub(super) fn receive(record: &Record, context: &mut Context) -> JsResult<JsObject> {
    let object: JsValue = match record {
        Record::ReadableStream(end) => {
            let port = port_of(end, context)?;
            ReadableStream::receive(&port, context)?.object()
        }
        Record::WritableStream(end) => {
            let port = port_of(end, context)?;
            WritableStream::receive(&port, context)?.object()
        }
        Record::TransformStream { readable, writable } => {
            let (readable, writable) = (port_of(readable, context)?, port_of(writable, context)?);
            let readable = ReadableStream::receive(&readable, context)?;
            let writable = WritableStream::receive(&writable, context)?;
            create(&TransformStream::of_sides(readable, writable), context)?.into()
        }
        _ => JsValue::undefined(),
    };
    object.as_object().ok_or_else(|| type_error("the value is no stream"))
}
