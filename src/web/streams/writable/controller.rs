//! `WritableStreamDefaultController`: <https://streams.spec.whatwg.org/#ws-default-controller-class>.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::super::queue_with_sizes::QueueWithSizes;
use super::super::queuing_strategy::SizeAlgorithm;
use super::state::{ControllerSignal, Sink, State, UnderlyingSink, WritableStream, WritableStreamDefaultController};
use crate::web::dom::AbortSignal;
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of, react};
use crate::web::webidl::{OwnObject, event_loop, exception_value, interface};

interface! {
    WritableStreamDefaultController;
    get "signal" = |controller, context| controller.signal(context)?.object();
    operation "error"(0) = |controller: &Gc<WritableStreamDefaultController>,
                            arguments: &[JsValue],
                            context: &mut Context| {
        if controller.stream.state.get() == State::Writable {
            controller.error(arguments.get_or_undefined(0).clone(), context);
        }
        JsResult::Ok(())
    };
}

impl WritableStreamDefaultController {
    /// [SetUpWritableStreamDefaultController][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#set-up-writable-stream-default-controller
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(super) fn set_up(
        stream: &Gc<WritableStream>,
        sink: Box<dyn UnderlyingSink>,
        high_water_mark: f64,
        size: SizeAlgorithm,
        context: &mut Context,
    ) -> JsResult<()> {
        let sink: Sink = Gc::new(sink);
        let controller = Gc::new(Self {
            stream: stream.clone(),
            object: OwnObject::default(),
            abort: GcRefCell::default(),
            queue: QueueWithSizes::default(),
            is_close_queued: Cell::default(),
            is_started: Cell::default(),
            high_water_mark,
            size: GcRefCell::new(Some(size)),
            sink: GcRefCell::new(Some(sink.clone())),
        });
        *stream.controller.borrow_mut() = Some(controller.clone());
        stream.update_backpressure(controller.has_backpressure(), context);
        // Steps 15 to 18.
        let started = sink.start(stream, context)?;
        let started = promise_of(Ok(started), context);
        react(
            &started,
            &controller,
            |controller, _, context| {
                controller.is_started.set(true);
                Self::advance_queue_if_needed(controller, context);
            },
            |controller, reason, context| {
                controller.is_started.set(true);
                WritableStream::deal_with_rejection(&controller.stream, reason, context);
            },
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
        this.object.get_or_create(this, context)
    }

    /// The signal of `[[abortController]]`.
    fn signal(&self, context: &mut Context) -> JsResult<Gc<AbortSignal>> {
        let current = self.abort.borrow().clone();
        if let ControllerSignal::Signal(signal) = current {
            return Ok(signal);
        }
        let signal = AbortSignal::create(context)?;
        *self.abort.borrow_mut() = ControllerSignal::Signal(signal.clone());
        if let ControllerSignal::Aborted(reason) = current {
            AbortSignal::signal_abort(&signal, Some(reason), &*event_loop(context)?, context)?;
        }
        Ok(signal)
    }

    /// [Signals abort](https://dom.spec.whatwg.org/#abortcontroller-signal-abort) on `[[abortController]]`.
    pub(super) fn signal_abort(&self, reason: &JsValue, context: &mut Context) {
        let current = self.abort.borrow().clone();
        match current {
            ControllerSignal::Unused => *self.abort.borrow_mut() = ControllerSignal::Aborted(reason.clone()),
            ControllerSignal::Aborted(_) => {}
            ControllerSignal::Signal(signal) => {
                if let Ok(event_loop) = event_loop(context) {
                    // It fails only in a realm without the interfaces, which has no signal.
                    let _ = AbortSignal::signal_abort(&signal, Some(reason.clone()), &event_loop, context);
                }
            }
        }
    }

    /// [WritableStreamDefaultControllerGetDesiredSize][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-get-desired-size
    pub(super) fn desired_size(&self) -> f64 {
        self.high_water_mark - self.queue.total_size()
    }

    /// [WritableStreamDefaultControllerGetBackpressure][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-get-backpressure
    fn has_backpressure(&self) -> bool {
        self.desired_size() <= 0.0
    }

    /// [WritableStreamDefaultControllerClearAlgorithms][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-clear-algorithms
    fn clear_algorithms(&self) {
        self.sink.borrow_mut().take();
        self.size.borrow_mut().take();
    }

    /// [`[[ErrorSteps]]`](https://streams.spec.whatwg.org/#ws-default-controller-private-error).
    pub(super) fn reset_queue(&self) {
        self.queue.reset();
        self.is_close_queued.set(false);
    }

    /// [`[[AbortSteps]]`](https://streams.spec.whatwg.org/#ws-default-controller-private-abort).
    pub(super) fn abort_steps(&self, reason: JsValue, context: &mut Context) -> JsPromise {
        let aborted = match self.sink() {
            Some(sink) => sink.abort(&self.stream, reason, context),
            None => fulfilled_promise(context),
        };
        self.clear_algorithms();
        aborted
    }

    pub(super) fn sink(&self) -> Option<Sink> {
        self.sink.borrow().clone()
    }

    /// [WritableStreamDefaultControllerClose][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-close
    pub(super) fn close(this: &Gc<Self>, context: &mut Context) {
        this.is_close_queued.set(true);
        Self::advance_queue_if_needed(this, context);
    }

    /// [WritableStreamDefaultControllerError][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-error
    fn error(&self, reason: JsValue, context: &mut Context) {
        self.clear_algorithms();
        WritableStream::start_erroring(&self.stream, reason, context);
    }

    /// [WritableStreamDefaultControllerErrorIfNeeded][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-error-if-needed
    pub(in crate::web::streams) fn error_if_needed(&self, reason: JsValue, context: &mut Context) {
        if self.stream.state.get() == State::Writable {
            self.error(reason, context);
        }
    }

    /// [WritableStreamDefaultControllerGetChunkSize][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-get-chunk-size
    pub(super) fn chunk_size(&self, chunk: &JsValue, context: &mut Context) -> f64 {
        let size = self.size.borrow().clone();
        // Without an algorithm, the stream is not writable any more.
        let Some(size) = size else { return 1.0 };
        size.size(chunk, context).unwrap_or_else(|error| {
            let reason = exception_value(error, context);
            self.error_if_needed(reason, context);
            1.0
        })
    }

    /// [WritableStreamDefaultControllerWrite][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-write
    pub(super) fn write(this: &Gc<Self>, chunk: JsValue, size: f64, context: &mut Context) {
        if let Err(error) = this.queue.enqueue(chunk, size) {
            let reason = exception_value(error, context);
            return this.error_if_needed(reason, context);
        }
        this.update_backpressure(context);
        Self::advance_queue_if_needed(this, context);
    }

    /// Tells the stream whether there is backpressure, if chunks can still be written.
    fn update_backpressure(&self, context: &mut Context) {
        if !self.stream.is_close_queued_or_in_flight() && self.stream.state.get() == State::Writable {
            self.stream.update_backpressure(self.has_backpressure(), context);
        }
    }

    /// [WritableStreamDefaultControllerAdvanceQueueIfNeeded][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-advance-queue-if-needed
    fn advance_queue_if_needed(this: &Gc<Self>, context: &mut Context) {
        if !this.is_started.get() || this.stream.in_flight_write.borrow().is_some() {
            return;
        }
        if this.stream.state.get() == State::Erroring {
            return WritableStream::finish_erroring(&this.stream, context);
        }
        match this.queue.peek() {
            Some(chunk) => Self::process_write(this, chunk, context),
            None if this.is_close_queued.get() => this.process_close(context),
            None => {}
        }
    }

    /// [WritableStreamDefaultControllerProcessClose][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-process-close
    fn process_close(&self, context: &mut Context) {
        self.stream.mark_close_request_in_flight();
        self.is_close_queued.set(false);
        let Some(sink) = self.sink() else { return };
        let closed = sink.close(&self.stream, context);
        self.clear_algorithms();
        react(
            &closed,
            &self.stream,
            |stream, _, context| stream.finish_in_flight_close(context),
            WritableStream::finish_in_flight_close_with_error,
            context,
        );
    }

    /// [WritableStreamDefaultControllerProcessWrite][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#writable-stream-default-controller-process-write
    fn process_write(this: &Gc<Self>, chunk: JsValue, context: &mut Context) {
        this.stream.mark_first_write_request_in_flight();
        let Some(sink) = this.sink() else { return };
        let written = sink.write(&this.stream, chunk, context);
        written.react(
            this,
            |this, _, context| {
                this.stream.finish_in_flight_write(context);
                this.queue.dequeue();
                this.update_backpressure(context);
                Self::advance_queue_if_needed(this, context);
            },
            |this, reason, context| {
                if this.stream.state.get() == State::Writable {
                    this.clear_algorithms();
                }
                WritableStream::finish_in_flight_write_with_error(&this.stream, reason, context);
            },
            context,
        );
    }
}
