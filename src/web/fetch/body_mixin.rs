//! The members that `Request` and `Response` share: <https://fetch.spec.whatwg.org/#body-mixin>.

use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Gc, Trace};

use super::body::Body;
use super::form_data::FormData;
use super::multipart;
use crate::engine::parse_json_text;
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, WorkKind};
use crate::for_node::in_words_of_host;
use crate::web::encoding::utf_8_decode;
use crate::web::file_api::{Blob, Bytes};
use crate::web::webidl::{
    Interface, InterfaceBuilder, PendingPromise, attribute_name, catch_as_rejection, event_loop, exception_value,
    new_array_buffer, new_uint8_array, static_string, this_object, type_error,
};

/// An object with a body.
pub(super) trait HasBody: Interface + Trace + 'static {
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
    if body.as_ref().is_some_and(|body| body.is_unusable()) {
        let message = format!("the body of the {} has already been read, or has a reader", T::NAME);
        let in_node = "Body is unusable: Body has already been read";
        return Err(type_error(in_words_of_host(&message, in_node, context).to_owned()));
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
    body.set_used(context)?;
    let (work, realm) = (event_loop.new_work(WorkKind::BodyRead, context), context.realm().clone());
    Body::when_complete(&body, &event_loop, context, move |bytes, event_loop, _| {
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

/// Adds the members to an interface.
pub(super) fn members<T: HasBody + Interface<State = T>>(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    builder
        .attribute(attribute_name!("body"), |this, _, context| body(&*this_object::<T>(this, "body")?, context))
        .attribute(attribute_name!("bodyUsed"), |this, _, _| {
            Ok(this_object::<T>(this, "bodyUsed")?.body().is_some_and(|body| body.is_used()).into())
        })
        .operation(static_string!("arrayBuffer"), 0, |this, _, context| {
            read::<T>(this, "arrayBuffer", array_buffer, context)
        })
        .operation(static_string!("blob"), 0, |this, _, context| read::<T>(this, "blob", blob, context))
        .operation(static_string!("bytes"), 0, |this, _, context| read::<T>(this, "bytes", bytes, context))
        .operation(static_string!("formData"), 0, |this, _, context| read::<T>(this, "formData", form_data, context))
        .operation(static_string!("json"), 0, |this, _, context| read::<T>(this, "json", json, context))
        .operation(static_string!("text"), 0, |this, _, context| read::<T>(this, "text", text, context))
}

/// [`body`](https://fetch.spec.whatwg.org/#dom-body-body).
fn body<T: HasBody>(it: &T, context: &mut Context) -> JsResult<JsValue> {
    it.body().map_or_else(|| Ok(JsValue::null()), |body| Ok(Body::stream(&body, context)?.object()))
}

/// An operation that returns a promise for the converted body.
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn read<T: HasBody + Interface<State = T>>(
    this: &JsValue,
    name: &'static str,
    conversion: Conversion,
    context: &mut Context,
) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| consume(&this_object::<T>(this, name)?, conversion, context)))
}

fn array_buffer(bytes: &Bytes, _: Option<&str>, context: &mut Context) -> JsResult<JsValue> {
    Ok(new_array_buffer(bytes.as_slice(), context)?.into())
}

fn bytes(bytes: &Bytes, _: Option<&str>, context: &mut Context) -> JsResult<JsValue> {
    Ok(new_uint8_array(bytes.as_slice(), context)?.into())
}

fn blob(bytes: &Bytes, media_type: Option<&str>, context: &mut Context) -> JsResult<JsValue> {
    let media_type = media_type.unwrap_or_default().to_ascii_lowercase();
    Ok(Blob::new(bytes.clone(), &JsString::from(media_type)).into_object(context)?.into())
}

fn text(bytes: &Bytes, _: Option<&str>, _: &mut Context) -> JsResult<JsValue> {
    Ok(utf_8_decode(bytes.as_slice())?.into())
}

fn json(bytes: &Bytes, _: Option<&str>, context: &mut Context) -> JsResult<JsValue> {
    parse_json_text(&utf_8_decode(bytes.as_slice())?, context)
}

fn form_data(bytes: &Bytes, media_type: Option<&str>, context: &mut Context) -> JsResult<JsValue> {
    let entries = multipart::decode(bytes.as_slice(), media_type.unwrap_or_default());
    let entries = entries.map_err(type_error)?;
    Ok(FormData::create(entries, context)?.into())
}
