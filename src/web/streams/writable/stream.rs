//! The algorithms of writable streams: <https://streams.spec.whatwg.org/#ws-abstract-ops>.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::super::watched::{Waiting, Watchable};
use super::state::{
    PendingAbort, State, WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter, WriteRequest,
};
use crate::event_loop::Origin;
use crate::web::webidl::host_promise::HostPromise;
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise, react, rejected_promise};
use crate::web::webidl::{Layers, exception_value, interface_prototype, new_object, type_error};

impl WritableStream {
    /// Creates a stream without a controller, and its object in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn create(context: &mut Context) -> JsResult<Gc<Self>> {
        let prototype = interface_prototype::<Self>(context)?;
        Ok(Self::with_prototype(prototype, context))
    }

    /// [InitializeWritableStream](https://streams.spec.whatwg.org/#initialize-writable-stream), with an object.
    pub(super) fn with_prototype(prototype: JsObject, context: &mut Context) -> Gc<Self> {
        let stream = Gc::new(Self::default());
        stream.object.set(new_object(prototype, Layers::root(&stream), context));
        stream
    }

    /// The stream's object.
    pub(crate) fn object(&self) -> JsValue {
        self.object.value()
    }

    /// [IsWritableStreamLocked](https://streams.spec.whatwg.org/#is-writable-stream-locked).
    pub(crate) fn is_locked(&self) -> bool {
        self.writer.borrow().is_some()
    }

    pub(in crate::web::streams) fn state(&self) -> State {
        self.state.get()
    }

    pub(in crate::web::streams) fn has_backpressure(&self) -> bool {
        self.has_backpressure.get()
    }

    pub(in crate::web::streams) fn stored_error(&self) -> JsValue {
        self.stored_error.borrow().clone()
    }

    pub(super) fn writer(&self) -> Option<Gc<WritableStreamDefaultWriter>> {
        self.writer.borrow().clone()
    }

    pub(in crate::web::streams) fn controller(&self) -> Option<Gc<WritableStreamDefaultController>> {
        self.controller.borrow().clone()
    }

    /// [WritableStreamAbort](https://streams.spec.whatwg.org/#writable-stream-abort).
    pub(in crate::web::streams) fn abort(this: &Gc<Self>, reason: JsValue, context: &mut Context) -> JsPromise {
        let is_over = || matches!(this.state.get(), State::Closed | State::Errored);
        if is_over() {
            return fulfilled_promise(context);
        }
        if let Some(controller) = this.controller() {
            controller.signal_abort(&reason, context);
        }
        // Steps 3 and 4: the signal has run scripts.
        if is_over() {
            return fulfilled_promise(context);
        }
        if let Some(pending) = &*this.pending_abort.borrow() {
            return pending.promise.promise().clone();
        }
        let was_already_erroring = this.state.get() == State::Erroring;
        let reason = if was_already_erroring { JsValue::undefined() } else { reason };
        let promise = TracedPromise::new(context);
        let pending = PendingAbort { promise: promise.clone(), reason: reason.clone(), was_already_erroring };
        *this.pending_abort.borrow_mut() = Some(pending);
        if !was_already_erroring {
            Self::start_erroring(this, reason, context);
        }
        promise.promise().clone()
    }

    /// [WritableStreamClose](https://streams.spec.whatwg.org/#writable-stream-close).
    pub(super) fn close(this: &Gc<Self>, context: &mut Context) -> JsPromise {
        if matches!(this.state.get(), State::Closed | State::Errored) {
            let reason = exception_value(type_error("the stream is closed or has failed"), context);
            return rejected_promise(reason, context);
        }
        let promise = TracedPromise::new(context);
        *this.close_request.borrow_mut() = Some(promise.clone());
        if let Some(writer) = this.writer().filter(|_| this.has_backpressure() && this.state.get() == State::Writable) {
            writer.ready().fulfill(context);
        }
        if let Some(controller) = this.controller() {
            WritableStreamDefaultController::close(&controller, context);
        }
        promise.promise().clone()
    }

    /// [WritableStreamAddWriteRequest](https://streams.spec.whatwg.org/#writable-stream-add-write-request).
    pub(super) fn add_write_request(&self, request: WriteRequest) {
        self.write_requests.borrow_mut().push_back(request);
    }

    /// A promise for the end of the writes so far. `None` if there are none that have not ended.
    pub(in crate::web::streams) fn last_write(&self, context: &mut Context) -> Option<JsPromise> {
        let promise = TracedPromise::new(context);
        let promise_in = |request: &mut WriteRequest| request.promise.get_or_insert(promise).promise().clone();
        if let Some(request) = self.write_requests.borrow_mut().back_mut() {
            return Some(promise_in(request));
        }
        self.in_flight_write.borrow_mut().as_mut().map(promise_in)
    }

    /// [WritableStreamCloseQueuedOrInFlight][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-close-queued-or-in-flight
    pub(in crate::web::streams) fn is_close_queued_or_in_flight(&self) -> bool {
        self.close_request.borrow().is_some() || self.in_flight_close.borrow().is_some()
    }

    /// [WritableStreamDealWithRejection](https://streams.spec.whatwg.org/#writable-stream-deal-with-rejection).
    pub(super) fn deal_with_rejection(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        if this.state.get() == State::Writable {
            Self::start_erroring(this, reason, context);
        } else {
            Self::finish_erroring(this, context);
        }
    }

    /// [WritableStreamStartErroring](https://streams.spec.whatwg.org/#writable-stream-start-erroring).
    pub(super) fn start_erroring(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        this.state.set(State::Erroring);
        *this.stored_error.borrow_mut() = reason.clone();
        if let Some(writer) = this.writer() {
            writer.ensure_ready_rejected(reason, context);
        }
        // WritableStreamHasOperationMarkedInFlight.
        let is_in_flight = this.in_flight_write.borrow().is_some() || this.in_flight_close.borrow().is_some();
        if !is_in_flight && this.controller().is_some_and(|controller| controller.is_started.get()) {
            Self::finish_erroring(this, context);
        }
    }

    /// [WritableStreamFinishErroring](https://streams.spec.whatwg.org/#writable-stream-finish-erroring).
    pub(super) fn finish_erroring(this: &Gc<Self>, context: &mut Context) {
        this.state.set(State::Errored);
        let Some(controller) = this.controller() else { return };
        controller.reset_queue();
        let requests = std::mem::take(&mut *this.write_requests.borrow_mut());
        for request in requests {
            request.reject(&this.stored_error(), context);
        }
        let Some(abort) = take(&this.pending_abort) else {
            return this.reject_close_and_closed_if_needed(context);
        };
        if abort.was_already_erroring {
            abort.promise.reject(this.stored_error(), context);
            return this.reject_close_and_closed_if_needed(context);
        }
        let aborted = controller.abort_steps(abort.reason.clone(), context);
        react(
            &aborted,
            &(this.clone(), abort.promise.clone()),
            |(stream, promise), _, context| {
                promise.resolve(JsValue::undefined(), context);
                stream.reject_close_and_closed_if_needed(context);
            },
            |(stream, promise), reason, context| {
                promise.reject(reason, context);
                stream.reject_close_and_closed_if_needed(context);
            },
            context,
        );
    }

    /// [WritableStreamRejectCloseAndClosedPromiseIfNeeded][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-reject-close-and-closed-promise-if-needed
    fn reject_close_and_closed_if_needed(&self, context: &mut Context) {
        if let Some(request) = take(&self.close_request) {
            request.reject(self.stored_error(), context);
        }
        if let Some(writer) = self.writer() {
            writer.closed().reject_and_handle(self.stored_error(), context);
        }
    }

    /// [WritableStreamFinishInFlightWrite](https://streams.spec.whatwg.org/#writable-stream-finish-in-flight-write).
    pub(super) fn finish_in_flight_write(&self, context: &mut Context) {
        if let Some(WriteRequest { promise: Some(promise), .. }) = take(&self.in_flight_write) {
            promise.resolve(JsValue::undefined(), context);
        }
    }

    /// [WritableStreamFinishInFlightWriteWithError][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-finish-in-flight-write-with-error
    pub(super) fn finish_in_flight_write_with_error(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        if let Some(request) = take(&this.in_flight_write) {
            request.reject(&reason, context);
        }
        Self::deal_with_rejection(this, reason, context);
    }

    /// [WritableStreamFinishInFlightClose](https://streams.spec.whatwg.org/#writable-stream-finish-in-flight-close).
    pub(super) fn finish_in_flight_close(&self, context: &mut Context) {
        if let Some(request) = take(&self.in_flight_close) {
            request.resolve(JsValue::undefined(), context);
        }
        if self.state.get() == State::Erroring {
            *self.stored_error.borrow_mut() = JsValue::undefined();
            if let Some(abort) = take(&self.pending_abort) {
                abort.promise.resolve(JsValue::undefined(), context);
            }
        }
        self.state.set(State::Closed);
        if let Some(writer) = self.writer() {
            writer.closed().resolve(JsValue::undefined(), context);
        }
    }

    /// [WritableStreamFinishInFlightCloseWithError][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-finish-in-flight-close-with-error
    pub(super) fn finish_in_flight_close_with_error(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        if let Some(request) = take(&this.in_flight_close) {
            request.reject(reason.clone(), context);
        }
        if let Some(abort) = take(&this.pending_abort) {
            abort.promise.reject(reason.clone(), context);
        }
        Self::deal_with_rejection(this, reason, context);
    }

    /// [WritableStreamMarkFirstWriteRequestInFlight][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-mark-first-write-request-in-flight
    pub(super) fn mark_first_write_request_in_flight(&self) {
        let request = self.write_requests.borrow_mut().pop_front();
        *self.in_flight_write.borrow_mut() = request;
    }

    /// [WritableStreamMarkCloseRequestInFlight][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-mark-close-request-in-flight
    pub(super) fn mark_close_request_in_flight(&self) {
        let request = take(&self.close_request);
        *self.in_flight_close.borrow_mut() = request;
    }

    /// [WritableStreamUpdateBackpressure](https://streams.spec.whatwg.org/#writable-stream-update-backpressure).
    pub(super) fn update_backpressure(&self, backpressure: bool, context: &mut Context) {
        if let Some(writer) = self.writer().filter(|_| backpressure != self.has_backpressure()) {
            if backpressure {
                *writer.ready.borrow_mut() = HostPromise::new();
            } else {
                writer.ready().fulfill(context);
            }
        }
        self.has_backpressure.set(backpressure);
    }
}

impl WriteRequest {
    fn reject(&self, reason: &JsValue, context: &mut Context) {
        if let Some(promise) = &self.promise {
            promise.reject(reason.clone(), context);
        }
    }
}

/// Takes what is in a cell, whose borrow ends with this call.
fn take<T: boa_gc::Trace>(cell: &GcRefCell<Option<T>>) -> Option<T> {
    cell.borrow_mut().take()
}

impl Watchable for WritableStream {
    /// What it waits for, if it does: its sink.
    fn waits_for(&self) -> Option<Waiting> {
        let created = ("created at", self.created_at.get());
        if let Some(write) = &*self.in_flight_write.borrow() {
            let is_blocked =
                self.controller().and_then(|controller| controller.sink()).is_some_and(|sink| sink.is_blocked());
            let what = if is_blocked {
                "a write to a WritableStream whose readable side is not read"
            } else {
                "a write to a WritableStream"
            };
            return Some(Waiting { what, places: vec![created, ("written at", write.place)] });
        }
        let closing = Waiting { what: "the close of a WritableStream", places: vec![created] };
        self.in_flight_close.borrow().is_some().then_some(closing)
    }

    fn created_at(&self) -> &Cell<Option<Origin>> {
        &self.created_at
    }
}
