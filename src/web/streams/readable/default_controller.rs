//! `ReadableStreamDefaultController`: <https://streams.spec.whatwg.org/#rs-default-controller-class>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::super::queue_with_sizes::QueueWithSizes;
use super::super::queuing_strategy::SizeAlgorithm;
use super::state::{
    Controller, Pulling, ReadRequest, ReadableStream, ReadableStreamDefaultController, Source, State, UnderlyingSource,
};
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of, react};
use crate::web::webidl::{create, exception_value, interface, type_error};

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
        let source: Source = Gc::new(source);
        let controller = Gc::new(Self {
            stream: stream.clone(),
            object: GcRefCell::default(),
            queue: QueueWithSizes::default(),
            pulling: Pulling::default(),
            high_water_mark,
            size: GcRefCell::new(size),
            source: GcRefCell::new(Some(source.clone())),
        });
        *stream.controller.borrow_mut() = Some(Controller::Default(controller.clone()));
        // Steps 9 to 12.
        let started = source.start(stream, context)?;
        let started = promise_of(Ok(started), context);
        react(
            &started,
            &controller,
            |controller, _, context| {
                controller.pulling.is_started.set(true);
                Self::call_pull_if_needed(controller, context);
            },
            |controller, reason, context| controller.error(&reason, context),
            context,
        );
        Ok(())
    }

    /// The controller's object, which is made when it is needed.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn object(this: &Gc<Self>, context: &mut Context) -> JsResult<JsValue> {
        if let Some(object) = &*this.object.borrow() {
            return Ok(object.clone().into());
        }
        let object = create(this, context)?;
        *this.object.borrow_mut() = Some(object.clone());
        Ok(object.into())
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

    /// [ReadableStreamDefaultControllerShouldCallPull][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-should-call-pull
    fn should_call_pull(&self) -> bool {
        self.can_close_or_enqueue()
            && self.pulling.is_started.get()
            && (self.stream.read_request_count() > 0 || self.desired_size().is_some_and(|size| size > 0.0))
    }

    /// [ReadableStreamDefaultControllerCallPullIfNeeded][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-call-pull-if-needed
    fn call_pull_if_needed(this: &Gc<Self>, context: &mut Context) {
        if !this.should_call_pull() {
            return;
        }
        if this.pulling.in_progress.replace(true) {
            this.pulling.pull_again.set(true);
            return;
        }
        let Some(source) = this.source() else { return };
        let pulled = source.pull(&this.stream, context);
        react(
            &pulled,
            this,
            |this, _, context| {
                this.pulling.in_progress.set(false);
                if this.pulling.pull_again.replace(false) {
                    Self::call_pull_if_needed(this, context);
                }
            },
            |this, reason, context| this.error(&reason, context),
            context,
        );
    }

    fn source(&self) -> Option<Source> {
        self.source.borrow().clone()
    }

    /// [ReadableStreamDefaultControllerClearAlgorithms][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-clear-algorithms
    fn clear_algorithms(&self) {
        self.source.borrow_mut().take();
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
        Self::call_pull_if_needed(this, context);
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
        let canceled = match self.source() {
            Some(source) => source.cancel(&self.stream, reason, context),
            None => fulfilled_promise(context),
        };
        self.clear_algorithms();
        canceled
    }

    /// [`[[PullSteps]]`](https://streams.spec.whatwg.org/#rs-default-controller-private-pull).
    pub(super) fn pull_steps(this: &Gc<Self>, request: Box<dyn ReadRequest>, context: &mut Context) {
        let Some(chunk) = this.queue.dequeue() else {
            this.stream.add_read_request(request);
            return Self::call_pull_if_needed(this, context);
        };
        if this.pulling.close_requested.get() && this.queue.is_empty() {
            this.clear_algorithms();
            this.stream.close(context);
        } else {
            Self::call_pull_if_needed(this, context);
        }
        request.chunk(chunk, context);
    }
}
