//! `ReadableStreamDefaultController`: <https://streams.spec.whatwg.org/#rs-default-controller-class>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::super::queue_with_sizes::QueueWithSizes;
use super::super::queuing_strategy::SizeAlgorithm;
use super::pulling::{PullsFromSource, call_pull_if_needed, start};
use super::state::{
    Controller, Pulling, ReadRequest, ReadableStream, ReadableStreamDefaultController, State, UnderlyingSource,
};
use crate::web::webidl::{OwnObject, exception_value, interface, type_error};

interface! {
    ReadableStreamDefaultController;
    get "desiredSize" = |controller| controller.desired_size().map_or(JsValue::null(), JsValue::from);
    operation "close"(0) = |controller: &Gc<ReadableStreamDefaultController>, _: &[JsValue], context: &mut Context| {
        if !controller.can_close_or_enqueue() {
            return Err(type_error("ReadableStreamDefaultController.close: the stream is not open"));
        }
        ReadableStreamDefaultController::close(controller, context);
        Ok(())
    };
    operation "enqueue"(0) = |controller: &Gc<ReadableStreamDefaultController>,
                              arguments: &[JsValue],
                              context: &mut Context| {
        if !controller.can_close_or_enqueue() {
            return Err(type_error("ReadableStreamDefaultController.enqueue: the stream is not open"));
        }
        ReadableStreamDefaultController::enqueue(controller, arguments.get_or_undefined(0).clone(), context)
    };
    operation "error"(0) = |controller: &Gc<ReadableStreamDefaultController>,
                            arguments: &[JsValue],
                            context: &mut Context| {
        controller.error(arguments.get_or_undefined(0), context);
        JsResult::Ok(())
    };
}

impl ReadableStreamDefaultController {
    /// [SetUpReadableStreamDefaultController][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#set-up-readable-stream-default-controller
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(super) fn set_up(
        stream: &Gc<ReadableStream>,
        source: Box<dyn UnderlyingSource>,
        high_water_mark: f64,
        size: SizeAlgorithm,
        context: &mut Context,
    ) -> JsResult<()> {
        let controller = Gc::new(Self {
            stream: stream.clone(),
            object: OwnObject::default(),
            queue: QueueWithSizes::default(),
            pulling: Pulling::new(source),
            high_water_mark,
            size: GcRefCell::new(size),
        });
        *stream.controller.borrow_mut() = Some(Controller::Default(controller.clone()));
        // Steps 9 to 12: run the start algorithm.
        start(&controller, context)
    }

    /// The controller's object, which is made when it is needed.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn object(this: &Gc<Self>, context: &mut Context) -> JsResult<JsValue> {
        this.object.get_or_create(this, context)
    }

    /// [ReadableStreamDefaultControllerCanCloseOrEnqueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-can-close-or-enqueue
    pub(in crate::web::streams) fn can_close_or_enqueue(&self) -> bool {
        !self.pulling.close_requested.get() && self.stream.state.get() == State::Readable
    }

    /// [ReadableStreamDefaultControllerGetDesiredSize][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-get-desired-size
    pub(in crate::web::streams) fn desired_size(&self) -> Option<f64> {
        match self.stream.state.get() {
            State::Errored => None,
            State::Closed => Some(0.0),
            State::Readable => Some(self.high_water_mark - self.queue.total_size()),
        }
    }

    /// [ReadableStreamDefaultControllerHasBackpressure][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#rs-default-controller-has-backpressure
    pub(in crate::web::streams) fn has_backpressure(&self) -> bool {
        !self.should_call_pull()
    }

    /// [ReadableStreamDefaultControllerClearAlgorithms][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-clear-algorithms
    fn clear_algorithms(&self) {
        self.pulling.forget_source();
        *self.size.borrow_mut() = SizeAlgorithm::default();
    }

    /// [ReadableStreamDefaultControllerClose][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-close
    pub(in crate::web::streams) fn close(this: &Gc<Self>, context: &mut Context) {
        if !this.can_close_or_enqueue() {
            return;
        }
        this.pulling.close_requested.set(true);
        if this.queue.is_empty() {
            this.clear_algorithms();
            this.stream.close(context);
        } else {
            this.stream.note_stall(context);
        }
    }

    /// [ReadableStreamDefaultControllerEnqueue][1].
    ///
    /// # Errors
    ///
    /// Whatever the size algorithm throws; `RangeError` if the size is not valid.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-enqueue
    pub(in crate::web::streams) fn enqueue(this: &Gc<Self>, chunk: JsValue, context: &mut Context) -> JsResult<()> {
        if !this.can_close_or_enqueue() {
            return Ok(());
        }
        match this.stream.take_read_request() {
            Some(request) => request.chunk(chunk, context),
            None => this.put_in_queue(chunk, context)?,
        }
        call_pull_if_needed(this, context);
        Ok(())
    }

    /// Steps 4 and 5 of enqueuing: if the size of the chunk is not valid, the stream fails.
    fn put_in_queue(&self, chunk: JsValue, context: &mut Context) -> JsResult<()> {
        let size = self.size.borrow().clone();
        let size = size.size(&chunk, context);
        size.and_then(|size| self.queue.enqueue(chunk, size)).map_err(|error| {
            let reason = exception_value(error, context);
            self.error(&reason, context);
            JsError::from_opaque(reason)
        })
    }

    /// [ReadableStreamDefaultControllerError][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-error
    pub(in crate::web::streams) fn error(&self, reason: &JsValue, context: &mut Context) {
        if self.stream.state.get() != State::Readable {
            return;
        }
        self.queue.reset();
        self.clear_algorithms();
        self.stream.error(reason, context);
    }

    /// [`[[CancelSteps]]`](https://streams.spec.whatwg.org/#rs-default-controller-private-cancel).
    pub(super) fn cancel_steps(&self, reason: JsValue, context: &mut Context) -> JsPromise {
        self.queue.reset();
        let canceled = self.pulling.cancel(&self.stream, reason, context);
        self.clear_algorithms();
        canceled
    }

    /// [`[[PullSteps]]`](https://streams.spec.whatwg.org/#rs-default-controller-private-pull).
    pub(super) fn pull_steps(this: &Gc<Self>, request: Box<dyn ReadRequest>, context: &mut Context) {
        let Some(chunk) = this.queue.dequeue() else {
            this.stream.add_read_request(request);
            return call_pull_if_needed(this, context);
        };
        if this.pulling.close_requested.get() && this.queue.is_empty() {
            this.clear_algorithms();
            this.stream.close(context);
        } else {
            call_pull_if_needed(this, context);
        }
        request.chunk(chunk, context);
    }
}

impl PullsFromSource for ReadableStreamDefaultController {
    fn stream(&self) -> &Gc<ReadableStream> {
        &self.stream
    }

    fn pulling(&self) -> &Pulling {
        &self.pulling
    }

    fn should_call_pull(&self) -> bool {
        self.can_close_or_enqueue()
            && self.pulling.is_started.get()
            && (self.stream.read_request_count() > 0 || self.desired_size().is_some_and(|size| size > 0.0))
    }

    fn fail(&self, reason: &JsValue, context: &mut Context) {
        self.error(reason, context);
    }
}
