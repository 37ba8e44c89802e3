//! The members that `Request` and `Response` share: <https://fetch.spec.whatwg.org/#body-mixin>.

use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Gc, Trace};

use super::body::{Body, no_streams};
use super::form_data::FormData;
use super::multipart;
use crate::encoding::utf_8_decode;
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, WorkKind};
use crate::file_api::{Blob, Bytes};
use crate::host::parse_json_text;
use crate::webidl::{PendingPromise, event_loop, exception_value, new_array_buffer, new_uint8_array, type_error};

/// An object with a body.
pub(super) trait HasBody: Trace + 'static {
    /// The name of the interface.
    const NAME: &'static str;

    /// `None` if the body is null.
    fn body(&self) -> Option<Gc<Body>>;

    /// The value of its `Content-Type`.
    fn media_type(&self) -> Option<String>;
}

/// What a body is converted to.
type Conversion = fn(&Bytes, Option<&str>, &mut Context) -> JsResult<JsValue>;

/// [Consumes](https://fetch.spec.whatwg.org/#concept-body-consume-body) the body: a task of the networking source
/// settles the promise.
fn consume<T: HasBody>(it: &Gc<T>, conversion: Conversion, context: &mut Context) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let body = it.body();
    if let Some(reason) = body.as_ref().and_then(|body| body.failure()) {
        let (promise, pending) = PendingPromise::new(context);
        pending.reject(reason, context);
        return Ok(promise);
    }
    if body.as_ref().is_some_and(|body| body.is_used()) {
        return Err(type_error(format!("the body of the {} has been read already", T::NAME)));
    }
    let (promise, pending) = PendingPromise::new(context);
    let media_type = it.media_type();
    let settle = move |bytes: Result<Bytes, JsValue>, event_loop: &EventLoop, context: &mut Context| {
        let converted = bytes.map(|bytes| conversion(&bytes, media_type.as_deref(), context));
        match converted {
            Ok(Ok(value)) => pending.resolve(value, event_loop, context),
            Ok(Err(error)) => {
                let reason = exception_value(error, context);
                pending.reject(reason, context);
            }
            Err(reason) => pending.reject(reason, context),
        }
    };
    let Some(body) = body else {
        settle(Ok(Bytes::default()), &event_loop, context);
        return Ok(promise);
    };
    body.set_used();
    let (work, realm) = (event_loop.new_work(WorkKind::BodyRead, context), context.realm().clone());
    body.when_complete(&event_loop, context, move |bytes, event_loop, _| {
        event_loop.queue_a_global_task(
            TaskSource::Networking,
            work,
            QueuePosition::Last,
            realm,
            move |event_loop, context| {
                settle(bytes, event_loop, context);
                Ok(())
            },
        );
    });
    Ok(promise)
}

/// `body`: `null`, or an error, because there are no streams.
pub(super) fn body<T: HasBody>(it: &Gc<T>) -> JsResult<JsValue> {
    if it.body().is_some() { Err(no_streams(T::NAME)) } else { Ok(JsValue::null()) }
}

pub(super) fn body_used<T: HasBody>(it: &Gc<T>) -> bool {
    it.body().is_some_and(|body| body.is_used())
}

pub(super) fn array_buffer<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    consume(it, |bytes, _, context| Ok(new_array_buffer(bytes.as_slice(), context)?.into()), context)
}

pub(super) fn bytes<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    consume(it, |bytes, _, context| Ok(new_uint8_array(bytes.as_slice(), context)?.into()), context)
}

pub(super) fn blob<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let convert: Conversion = |bytes, media_type, context| {
        let media_type = media_type.unwrap_or_default().to_ascii_lowercase();
        Ok(Blob::new(bytes.clone(), JsString::from(media_type)).into_object(context)?.into())
    };
    consume(it, convert, context)
}

pub(super) fn text<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    consume(it, |bytes, _, _| Ok(utf_8_decode(bytes.as_slice())?.into()), context)
}

pub(super) fn json<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    consume(it, |bytes, _, context| parse_json_text(&utf_8_decode(bytes.as_slice())?, context), context)
}

pub(super) fn form_data<T: HasBody>(it: &Gc<T>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let convert: Conversion = |bytes, media_type, context| {
        let entries = multipart::decode(bytes.as_slice(), media_type.unwrap_or_default());
        let entries = entries.map_err(type_error)?;
        Ok(FormData::create(entries, context)?.into())
    };
    consume(it, convert, context)
}
