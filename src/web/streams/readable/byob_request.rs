//! `ReadableStreamBYOBRequest`: <https://streams.spec.whatwg.org/#rs-byob-request-class>.

use boa_engine::object::builtins::{JsArrayBuffer, JsUint8Array};
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::state::{ReadableByteStreamController, ReadableStreamByobRequest};
use super::view::View;
use crate::web::webidl::{array_buffer_view, enforce_range, interface, type_error};

interface! {
    ReadableStreamByobRequest as "ReadableStreamBYOBRequest";
    get "view" = |request| request.view.borrow().clone().map_or(JsValue::null(), JsValue::from);
    operation "respond"(1) = respond;
    operation "respondWithNewView"(1) = respond_with_new_view;
}

impl ReadableStreamByobRequest {
    /// The controller that waits for the answer.
    ///
    /// # Errors
    ///
    /// `TypeError` if the request has been answered.
    fn controller(&self) -> JsResult<Gc<ReadableByteStreamController>> {
        self.controller.borrow().clone().ok_or_else(|| type_error("this BYOB request has been answered already"))
    }

    /// Whether a script has detached the buffer of the view.
    fn is_detached(&self, context: &mut Context) -> JsResult<bool> {
        let view = self.view.borrow().clone();
        let Some(view) = view else { return Ok(true) };
        let buffer = JsUint8Array::from_object(view)?.buffer(context)?;
        let buffer = buffer.as_object().map(JsArrayBuffer::from_object).transpose()?;
        Ok(buffer.is_none_or(|buffer| buffer.data().is_none()))
    }
}

/// [`respond`](https://streams.spec.whatwg.org/#rs-byob-request-respond).
fn respond(request: &Gc<ReadableStreamByobRequest>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let written = enforce_range(&arguments[0], &"ReadableStreamBYOBRequest.respond: bytesWritten", context)?;
    let controller = request.controller()?;
    if request.is_detached(context)? {
        return Err(type_error("ReadableStreamBYOBRequest.respond: the buffer of the view is detached"));
    }
    let written = usize::try_from(written).unwrap_or(usize::MAX);
    ReadableByteStreamController::respond(&controller, written, context)
}

/// [`respondWithNewView`](https://streams.spec.whatwg.org/#rs-byob-request-respond-with-new-view).
fn respond_with_new_view(
    request: &Gc<ReadableStreamByobRequest>,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let view = array_buffer_view(&arguments[0], &"ReadableStreamBYOBRequest.respondWithNewView: view", context)?;
    let view = View::of(&view, context)?;
    let controller = request.controller()?;
    if view.buffer.data().is_none() {
        return Err(type_error("ReadableStreamBYOBRequest.respondWithNewView: the buffer of the view is detached"));
    }
    ReadableByteStreamController::respond_with_new_view(&controller, &view, context)
}
