//! `ReadableByteStreamController`: <https://streams.spec.whatwg.org/#rbs-controller-class>.

use std::cell::Cell;

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArrayBuffer, JsPromise};
use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::pulling::{PullsFromSource, call_pull_if_needed, start};
use super::state::{
    Controller, PullInto, Pulling, ReadRequest, ReadableByteStreamController, ReadableStream, ReaderKind, State,
    UnderlyingSource, ViewKind,
};
use super::view::View;
use crate::web::webidl::{OwnObject, array_buffer_view, exception_value, interface, type_error};

interface! {
    ReadableByteStreamController;
    get "byobRequest" = |controller, context| ReadableByteStreamController::byob_request(&controller, context)?;
    get "desiredSize" = |controller| controller.desired_size().map_or(JsValue::null(), JsValue::from);
    operation "close"(0) = close;
    operation "enqueue"(1) = enqueue;
    operation "error"(0) = |controller: &Gc<ReadableByteStreamController>,
                            arguments: &[JsValue],
                            context: &mut Context| {
        controller.error(arguments.get_or_undefined(0), context);
        JsResult::Ok(())
    };
}

/// [`close`](https://streams.spec.whatwg.org/#rbs-controller-close).
fn close(controller: &Gc<ReadableByteStreamController>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    if !controller.is_open() {
        return Err(type_error("ReadableByteStreamController.close: the stream is not open"));
    }
    controller.close(context)
}

/// [`enqueue`](https://streams.spec.whatwg.org/#rbs-controller-enqueue).
fn enqueue(
    controller: &Gc<ReadableByteStreamController>,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let what = "ReadableByteStreamController.enqueue";
    let view = array_buffer_view(&arguments[0], &format_args!("{what}: chunk"), context)?;
    let view = View::of(&view, context)?;
    view.require_bytes(what)?;
    if !controller.is_open() {
        return Err(type_error(format!("{what}: the stream is not open")));
    }
    ReadableByteStreamController::enqueue(controller, &view, context)
}

impl ReadableByteStreamController {
    /// [SetUpReadableByteStreamController](https://streams.spec.whatwg.org/#set-up-readable-byte-stream-controller).
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(super) fn set_up(
        stream: &Gc<ReadableStream>,
        source: Box<dyn UnderlyingSource>,
        high_water_mark: f64,
        auto_allocate_chunk_size: Option<u64>,
        context: &mut Context,
    ) -> JsResult<()> {
        let controller = Gc::new(Self {
            stream: stream.clone(),
            object: OwnObject::default(),
            queue: GcRefCell::default(),
            queue_size: Cell::default(),
            pulling: Pulling::new(source),
            high_water_mark,
            auto_allocate_chunk_size,
            pending_pull_intos: GcRefCell::default(),
            request: GcRefCell::default(),
        });
        *stream.controller.borrow_mut() = Some(Controller::Byte(controller.clone()));
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

    /// Whether chunks can be added.
    pub(super) fn is_open(&self) -> bool {
        !self.pulling.close_requested.get() && self.stream.state.get() == State::Readable
    }

    /// [ReadableByteStreamControllerGetDesiredSize][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-get-desired-size
    #[expect(clippy::cast_precision_loss, reason = "a queue has less than 2^53 bytes")]
    pub(super) fn desired_size(&self) -> Option<f64> {
        match self.stream.state.get() {
            State::Errored => None,
            State::Closed => Some(0.0),
            State::Readable => Some(self.high_water_mark - self.queue_size.get() as f64),
        }
    }

    /// Closes the stream once its queue is empty.
    pub(super) fn finish(&self, context: &mut Context) {
        self.pulling.forget_source();
        self.stream.close(context);
    }

    /// [ReadableByteStreamControllerClose](https://streams.spec.whatwg.org/#readable-byte-stream-controller-close).
    ///
    /// # Errors
    ///
    /// `TypeError` if an element of the view that is being filled has only a part of its bytes.
    pub(super) fn close(&self, context: &mut Context) -> JsResult<()> {
        if !self.is_open() {
            return Ok(());
        }
        if self.queue_size.get() > 0 {
            self.pulling.close_requested.set(true);
            self.stream.note_stall(context);
            return Ok(());
        }
        let is_partial =
            self.first_pull_into().is_some_and(|first| first.filled.get() % first.view.element_size() != 0);
        if is_partial {
            let reason = exception_value(type_error("an element of the view lacks bytes"), context);
            self.error(&reason, context);
            return Err(JsError::from_opaque(reason));
        }
        self.finish(context);
        Ok(())
    }

    /// [ReadableByteStreamControllerError](https://streams.spec.whatwg.org/#readable-byte-stream-controller-error).
    pub(super) fn error(&self, reason: &JsValue, context: &mut Context) {
        if self.stream.state.get() != State::Readable {
            return;
        }
        self.clear_pending_pull_intos();
        self.reset_queue();
        self.pulling.forget_source();
        self.stream.error(reason, context);
    }

    /// [`[[CancelSteps]]`](https://streams.spec.whatwg.org/#rbs-controller-private-cancel).
    pub(super) fn cancel_steps(&self, reason: JsValue, context: &mut Context) -> JsPromise {
        self.clear_pending_pull_intos();
        self.reset_queue();
        let canceled = self.pulling.cancel(&self.stream, reason, context);
        self.pulling.forget_source();
        canceled
    }

    /// [`[[PullSteps]]`](https://streams.spec.whatwg.org/#rbs-controller-private-pull).
    pub(super) fn pull_steps(this: &Gc<Self>, request: Box<dyn ReadRequest>, context: &mut Context) {
        if this.queue_size.get() > 0 {
            return Self::fill_read_request_from_queue(this, &*request, context);
        }
        if let Some(size) = this.auto_allocate_chunk_size {
            match new_buffer(size, context) {
                Ok(buffer) => this.pending_pull_intos.borrow_mut().push_back(automatic(buffer)),
                Err(error) => {
                    let reason = exception_value(error, context);
                    return request.error(reason, context);
                }
            }
        }
        this.stream.add_read_request(request);
        call_pull_if_needed(this, context);
    }

    /// [`[[ReleaseSteps]]`](https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontroller-releasesteps).
    pub(super) fn release_steps(&self) {
        let mut pending = self.pending_pull_intos.borrow_mut();
        if let Some(first) = pending.front() {
            first.reader.set(ReaderKind::None);
        }
        pending.truncate(1);
    }
}

impl PullsFromSource for ReadableByteStreamController {
    fn stream(&self) -> &Gc<ReadableStream> {
        &self.stream
    }

    fn pulling(&self) -> &Pulling {
        &self.pulling
    }

    fn should_call_pull(&self) -> bool {
        let is_awaited = || self.stream.read_request_count() > 0 || self.stream.read_into_request_count() > 0;
        self.is_open()
            && self.pulling.is_started.get()
            && (is_awaited() || self.desired_size().is_some_and(|size| size > 0.0))
    }

    fn fail(&self, reason: &JsValue, context: &mut Context) {
        self.error(reason, context);
    }
}

/// A buffer of this size.
///
/// # Errors
///
/// `RangeError` if there is not enough memory.
fn new_buffer(size: u64, context: &mut Context) -> JsResult<JsArrayBuffer> {
    let constructor = context.intrinsics().constructors().array_buffer().constructor();
    JsArrayBuffer::from_object(constructor.construct(&[size.into()], None, context)?)
}

/// The descriptor of a buffer that the controller has allocated for a default reader.
fn automatic(buffer: JsArrayBuffer) -> Gc<PullInto> {
    let length = buffer.byte_length();
    Gc::new(PullInto {
        buffer: GcRefCell::new(buffer),
        buffer_length: length,
        offset: 0,
        length,
        filled: Cell::new(0),
        minimum_fill: 1,
        view: ViewKind::Typed(TypedArrayKind::Uint8),
        reader: Cell::new(ReaderKind::Default),
    })
}
