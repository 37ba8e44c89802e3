//! `WritableStreamDefaultWriter`: <https://streams.spec.whatwg.org/#default-writer-class>.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::super::watched::caller_if_watched;
use super::state::{State, WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter, WriteRequest};
use crate::web::webidl::host_promise::HostPromise;
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise, rejected_promise};
use crate::web::webidl::{
    Layers, create, exception_value, implementation, interface, new_object, prototype_of_new_target, type_error,
};

interface! {
    WritableStreamDefaultWriter;
    constructor(1) = construct;
    get promise "closed" = |writer| writer.closed().value();
    get "desiredSize" = |writer| writer.require_stream()?.desired_size().map_or(JsValue::null(), JsValue::from);
    get promise "ready" = |writer, context| writer.ready().value(context);
    promise "abort"(0) = |writer: &Gc<WritableStreamDefaultWriter>, arguments: &[JsValue], context: &mut Context| {
        let stream = writer.require_stream()?;
        Ok(WritableStream::abort(&stream, arguments.get_or_undefined(0).clone(), context).into())
    };
    promise "close"(0) = close;
    operation "releaseLock"() = |writer, context| writer.release(context);
    promise "write"(0) = |writer: &Gc<WritableStreamDefaultWriter>, arguments: &[JsValue], context: &mut Context| {
        writer.require_stream()?;
        Ok(writer.write(arguments.get_or_undefined(0).clone(), context).into())
    };
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let stream = implementation::<WritableStream>(&arguments[0], &"WritableStreamDefaultWriter: stream", context)?;
    let prototype = prototype_of_new_target::<WritableStreamDefaultWriter>(new_target, context)?;
    let writer = WritableStreamDefaultWriter::acquire(&stream, context)?;
    Ok(new_object(prototype, Layers::root(&writer), context))
}

/// [`close`](https://streams.spec.whatwg.org/#default-writer-close).
fn close(writer: &Gc<WritableStreamDefaultWriter>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let stream = writer.require_stream()?;
    if stream.is_close_queued_or_in_flight() {
        return Err(type_error("WritableStreamDefaultWriter.close: the stream is already closing"));
    }
    Ok(WritableStream::close(&stream, context).into())
}

impl WritableStream {
    /// [WritableStreamDefaultWriterGetDesiredSize][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-writer-get-desired-size
    pub(in crate::web::streams) fn desired_size(&self) -> Option<f64> {
        match self.state.get() {
            State::Erroring | State::Errored => None,
            State::Closed => Some(0.0),
            State::Writable => self.controller().map(|controller| controller.desired_size()),
        }
    }
}

impl WritableStreamDefaultWriter {
    /// [SetUpWritableStreamDefaultWriter](https://streams.spec.whatwg.org/#set-up-writable-stream-default-writer),
    /// without an object.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream is locked.
    pub(in crate::web::streams) fn acquire(stream: &Gc<WritableStream>, context: &mut Context) -> JsResult<Gc<Self>> {
        if stream.is_locked() {
            return Err(type_error("the stream already has a writer"));
        }
        let waits = !stream.is_close_queued_or_in_flight() && stream.has_backpressure();
        let ready = match stream.state.get() {
            State::Writable if waits => HostPromise::new(),
            State::Writable | State::Closed => HostPromise::fulfilled(),
            State::Erroring | State::Errored => HostPromise::rejected(stream.stored_error()),
        };
        let closed = match stream.state.get() {
            State::Writable | State::Erroring => TracedPromise::new(context),
            State::Closed => TracedPromise::fulfilled(context),
            State::Errored => TracedPromise::rejected_and_handled(stream.stored_error(), context),
        };
        let writer = Gc::new(Self {
            stream: GcRefCell::new(Some(stream.clone())),
            closed: GcRefCell::new(closed),
            ready: GcRefCell::new(ready),
        });
        *stream.writer.borrow_mut() = Some(writer.clone());
        Ok(writer)
    }

    /// The object of a new writer of the stream.
    ///
    /// # Errors
    ///
    /// As [`Self::acquire`].
    pub(super) fn acquire_object(stream: &Gc<WritableStream>, context: &mut Context) -> JsResult<JsObject> {
        let writer = Self::acquire(stream, context)?;
        create(&writer, context)
    }

    pub(in crate::web::streams) fn closed(&self) -> TracedPromise {
        self.closed.borrow().clone()
    }

    pub(in crate::web::streams) fn ready(&self) -> HostPromise {
        self.ready.borrow().clone()
    }

    /// The stream that is written to.
    ///
    /// # Errors
    ///
    /// `TypeError` if the writer has been released.
    fn require_stream(&self) -> JsResult<Gc<WritableStream>> {
        self.stream.borrow().clone().ok_or_else(|| type_error("the writer has been released"))
    }

    /// [WritableStreamDefaultWriterEnsureReadyPromiseRejected][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-writer-ensure-ready-promise-rejected
    pub(super) fn ensure_ready_rejected(&self, reason: JsValue, context: &mut Context) {
        let ready = self.ready();
        if ready.is_pending() {
            ready.reject(reason, context);
        } else {
            *self.ready.borrow_mut() = HostPromise::rejected(reason);
        }
    }

    /// [WritableStreamDefaultWriterEnsureClosedPromiseRejected][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-writer-ensure-closed-promise-rejected
    fn ensure_closed_rejected(&self, reason: JsValue, context: &mut Context) {
        let closed = self.closed();
        if closed.promise().state() == PromiseState::Pending {
            closed.reject_and_handle(reason, context);
        } else {
            let rejected = TracedPromise::rejected_and_handled(reason, context);
            *self.closed.borrow_mut() = rejected;
        }
    }

    /// [WritableStreamDefaultWriterCloseWithErrorPropagation][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-writer-close-with-error-propagation
    pub(in crate::web::streams) fn close_with_error_propagation(&self, context: &mut Context) -> JsPromise {
        let stream = self.stream.borrow().clone();
        let Some(stream) = stream else { return fulfilled_promise(context) };
        match stream.state.get() {
            _ if stream.is_close_queued_or_in_flight() => fulfilled_promise(context),
            State::Closed => fulfilled_promise(context),
            State::Errored => rejected_promise(stream.stored_error(), context),
            State::Writable | State::Erroring => WritableStream::close(&stream, context),
        }
    }

    /// [WritableStreamDefaultWriterRelease](https://streams.spec.whatwg.org/#writable-stream-default-writer-release).
    pub(in crate::web::streams) fn release(&self, context: &mut Context) {
        let stream = self.stream.borrow().clone();
        let Some(stream) = stream else { return };
        let reason = released(context);
        self.ensure_ready_rejected(reason.clone(), context);
        self.ensure_closed_rejected(reason, context);
        stream.writer.borrow_mut().take();
        self.stream.borrow_mut().take();
    }

    /// [WritableStreamDefaultWriterWrite](https://streams.spec.whatwg.org/#writable-stream-default-writer-write).
    fn write(&self, chunk: JsValue, context: &mut Context) -> JsPromise {
        let promise = TracedPromise::new(context);
        let stream = self.stream.borrow().clone();
        let place = stream.and_then(|stream| caller_if_watched(&*stream, context));
        let request = WriteRequest { promise: Some(promise.clone()), place };
        if let Err(reason) = self.write_with(chunk, request, context) {
            promise.reject(reason, context);
        }
        promise.promise().clone()
    }

    /// Writes a chunk, whose fate nobody asks for yet.
    pub(in crate::web::streams) fn write_silently(&self, chunk: JsValue, context: &mut Context) {
        // What has failed is known from the state of the stream.
        let _ = self.write_with(chunk, WriteRequest::default(), context);
    }

    /// Writes a chunk, unless there is a reason why not.
    fn write_with(&self, chunk: JsValue, request: WriteRequest, context: &mut Context) -> Result<(), JsValue> {
        let stream = self.stream.borrow().clone();
        let Some(stream) = stream else { return Err(released(context)) };
        let Some(controller) = stream.controller() else { return Ok(()) };
        let size = controller.chunk_size(&chunk, context);
        // Step 5: the size algorithm may have released the writer.
        if !self.stream.borrow().as_ref().is_some_and(|current| Gc::ptr_eq(current, &stream)) {
            return Err(released(context));
        }
        match stream.state.get() {
            State::Errored => return Err(stream.stored_error()),
            state if stream.is_close_queued_or_in_flight() || state == State::Closed => {
                return Err(exception_value(type_error("the stream is closing or closed"), context));
            }
            State::Erroring => return Err(stream.stored_error()),
            _ => {}
        }
        stream.add_write_request(request);
        WritableStreamDefaultController::write(&controller, chunk, size, context);
        Ok(())
    }
}

/// The error of what waits for a writer that is released.
fn released(context: &mut Context) -> JsValue {
    exception_value(type_error("the writer has been released"), context)
}
