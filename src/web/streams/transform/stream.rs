//! The algorithms of transform streams: <https://streams.spec.whatwg.org/#ts-abstract-ops>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::queuing_strategy::SizeAlgorithm;
use super::super::readable::{ReadableStream, UnderlyingSource};
use super::super::watched::made;
use super::super::writable::{State, UnderlyingSink, WritableStream};
use super::state::{BoxedTransformer, TransformStream, TransformStreamDefaultController, Transformer};
use crate::web::webidl::OwnObject;
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise, react};

/// The high water mark and the size algorithm of one side.
pub(super) type Strategy = (f64, SizeAlgorithm);

impl TransformStream {
    /// [InitializeTransformStream](https://streams.spec.whatwg.org/#initialize-transform-stream) and
    /// [SetUpTransformStreamDefaultController][1].
    ///
    /// # Errors
    ///
    /// Only if the interfaces are not registered in this realm.
    ///
    /// [1]: https://streams.spec.whatwg.org/#set-up-transform-stream-default-controller
    pub(super) fn initialize(
        transformer: Box<dyn Transformer>,
        started: &TracedPromise,
        (writable_mark, writable_size): Strategy,
        (readable_mark, readable_size): Strategy,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let stream = Gc::new(Self::default());
        let sink = Box::new(TransformSink { stream: stream.clone(), started: started.clone() });
        let writable = WritableStream::of_sink(sink, writable_mark, writable_size, context)?;
        *stream.writable.borrow_mut() = Some(writable);
        let source = Box::new(TransformSource { stream: stream.clone(), started: started.clone() });
        let readable = ReadableStream::with_strategy(source, readable_mark, readable_size, context)?;
        *stream.readable.borrow_mut() = Some(readable);
        stream.set_backpressure(true, context);
        let transformer: BoxedTransformer = Gc::new(transformer);
        let controller = Gc::new(TransformStreamDefaultController {
            stream: stream.clone(),
            object: OwnObject::default(),
            finish: GcRefCell::default(),
            transformer: GcRefCell::new(Some(transformer)),
        });
        *stream.controller.borrow_mut() = Some(controller);
        Ok(stream)
    }

    /// [Sets up](https://streams.spec.whatwg.org/#transformstream-set-up) a transform stream of the host.
    ///
    /// # Errors
    ///
    /// Only if the interfaces are not registered in this realm.
    pub(crate) fn of_transformer(transformer: Box<dyn Transformer>, context: &mut Context) -> JsResult<Gc<Self>> {
        let started = TracedPromise::fulfilled(context);
        let (writable, readable) = ((1.0, SizeAlgorithm::default()), (0.0, SizeAlgorithm::default()));
        Self::initialize(transformer, &started, writable, readable, context)
    }

    /// [Creates an identity transform stream][1], which passes chunks unchanged.
    ///
    /// # Errors
    ///
    /// Only if the interfaces are not registered in this realm.
    ///
    /// [1]: https://streams.spec.whatwg.org/#create-an-identity-transformstream
    pub(crate) fn identity(context: &mut Context) -> JsResult<Gc<Self>> {
        Self::of_transformer(Box::new(Identity), context)
    }

    /// A script has made it.
    pub(crate) fn made_by_a_script(&self, context: &mut Context) {
        if let (Some(readable), Some(writable)) = (self.readable(), self.writable()) {
            made(&readable, context);
            made(&writable, context);
        }
    }

    pub(super) fn controller(&self) -> Option<Gc<TransformStreamDefaultController>> {
        self.controller.borrow().clone()
    }

    /// Its readable side. `None` while it is being made.
    pub(crate) fn readable(&self) -> Option<Gc<ReadableStream>> {
        self.readable.borrow().clone()
    }

    /// Its writable side. `None` while it is being made.
    pub(crate) fn writable(&self) -> Option<Gc<WritableStream>> {
        self.writable.borrow().clone()
    }

    /// The object of its readable side.
    pub(crate) fn readable_object(&self) -> JsValue {
        self.readable().map(|readable| readable.object()).unwrap_or_default()
    }

    /// The object of its writable side.
    pub(crate) fn writable_object(&self) -> JsValue {
        self.writable().map(|writable| writable.object()).unwrap_or_default()
    }

    pub(in crate::web::streams) fn set_sides(&self, readable: Gc<ReadableStream>, writable: Gc<WritableStream>) {
        *self.readable.borrow_mut() = Some(readable);
        *self.writable.borrow_mut() = Some(writable);
    }

    fn fail_readable(&self, reason: &JsValue, context: &mut Context) {
        if let Some(readable) = self.readable() {
            readable.fail(reason, context);
        }
    }

    fn fail_writable(&self, reason: JsValue, context: &mut Context) {
        if let Some(controller) = self.writable().and_then(|writable| writable.controller()) {
            controller.error_if_needed(reason, context);
        }
    }

    /// [TransformStreamError](https://streams.spec.whatwg.org/#transform-stream-error).
    pub(super) fn error(&self, reason: &JsValue, context: &mut Context) {
        self.fail_readable(reason, context);
        self.error_writable_and_unblock_write(reason, context);
    }

    /// [TransformStreamErrorWritableAndUnblockWrite][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-error-writable-and-unblock-write
    pub(super) fn error_writable_and_unblock_write(&self, reason: &JsValue, context: &mut Context) {
        if let Some(controller) = self.controller() {
            controller.clear_algorithms();
        }
        self.fail_writable(reason.clone(), context);
        self.unblock_write(context);
    }

    /// [TransformStreamUnblockWrite](https://streams.spec.whatwg.org/#transformstreamunblockwrite).
    fn unblock_write(&self, context: &mut Context) {
        if self.has_backpressure.get() {
            self.set_backpressure(false, context);
        }
    }

    /// [TransformStreamSetBackpressure](https://streams.spec.whatwg.org/#transform-stream-set-backpressure).
    pub(super) fn set_backpressure(&self, backpressure: bool, context: &mut Context) {
        let before = self.backpressure_change.borrow_mut().replace(HostPromise::new());
        if let Some(before) = before {
            before.fulfill(context);
        }
        self.has_backpressure.set(backpressure);
        if !backpressure {
            self.set_blocked(false, context);
        }
    }

    fn set_blocked(&self, is_blocked: bool, context: &Context) {
        self.is_blocked.set(is_blocked);
        if let Some(readable) = self.readable() {
            readable.note_stall(context);
        }
    }

    fn backpressure_change(&self) -> AlgorithmPromise {
        let change = self.backpressure_change.borrow().clone();
        change.map_or(AlgorithmPromise::Fulfilled, AlgorithmPromise::from)
    }

    /// The error of the readable side, if it has failed.
    fn readable_failure(&self) -> Option<JsValue> {
        self.readable().and_then(|readable| readable.failure())
    }
}

/// The transformer of an identity transform stream.
#[derive(Trace, Finalize)]
struct Identity;

impl Transformer for Identity {
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let passed = stream.enqueue(chunk, context).map(|()| JsValue::undefined());
        AlgorithmPromise::of(passed, context)
    }
}

/// The writable side.
#[derive(Trace, Finalize)]
struct TransformSink {
    stream: Gc<TransformStream>,
    started: TracedPromise,
}

impl UnderlyingSink for TransformSink {
    fn start(&self, _: &Gc<WritableStream>, _: &mut Context) -> JsResult<JsValue> {
        Ok(self.started.value())
    }

    fn is_blocked(&self) -> bool {
        self.stream.is_blocked.get()
    }

    /// [TransformStreamDefaultSinkWriteAlgorithm][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-sink-write-algorithm
    fn write(&self, _: &Gc<WritableStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        if !self.stream.has_backpressure.get() {
            return TransformStream::perform_transform(&self.stream, chunk, context);
        }
        self.stream.set_blocked(true, context);
        self.stream.backpressure_change().chain(
            &(self.stream.clone(), chunk),
            Some(|(stream, chunk), _, context| {
                if let Some(writable) = stream.writable().filter(|writable| writable.state() == State::Erroring) {
                    return Err(writable.stored_error());
                }
                Ok(Some(TransformStream::perform_transform(stream, chunk.clone(), context)))
            }),
            None,
            context,
        )
    }

    /// [TransformStreamDefaultSinkCloseAlgorithm][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-sink-close-algorithm
    fn close(&self, _: &Gc<WritableStream>, context: &mut Context) -> JsPromise {
        let flush = |transformer: &dyn Transformer, context: &mut Context| transformer.flush(&self.stream, context);
        TransformStream::finish(&self.stream, flush, JsValue::undefined(), FLUSHED, context)
    }

    /// [TransformStreamDefaultSinkAbortAlgorithm][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-sink-abort-algorithm
    fn abort(&self, _: &Gc<WritableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        let given = reason.clone();
        let cancel =
            |transformer: &dyn Transformer, context: &mut Context| transformer.cancel(&self.stream, given, context);
        TransformStream::finish(&self.stream, cancel, reason, ABORTED, context)
    }
}

/// The readable side.
#[derive(Trace, Finalize)]
struct TransformSource {
    stream: Gc<TransformStream>,
    started: TracedPromise,
}

impl UnderlyingSource for TransformSource {
    fn start(&self, _: &Gc<ReadableStream>, _: &mut Context) -> JsResult<JsValue> {
        Ok(self.started.value())
    }

    /// A pull ends when there is backpressure again, so with the next chunk.
    fn is_waited_for(&self) -> bool {
        false
    }

    fn is_blocked(&self) -> bool {
        self.stream.is_blocked.get()
    }

    /// [TransformStreamDefaultSourcePullAlgorithm][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-source-pull-algorithm
    fn pull(&self, _: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        self.stream.set_backpressure(false, context);
        self.stream.backpressure_change()
    }

    /// [TransformStreamDefaultSourceCancelAlgorithm][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-source-cancel
    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        let given = reason.clone();
        let cancel =
            |transformer: &dyn Transformer, context: &mut Context| transformer.cancel(&self.stream, given, context);
        TransformStream::finish(&self.stream, cancel, reason, CANCELED, context)
    }
}

/// What ends the other side of a stream.
#[derive(Clone, Copy)]
struct Ending {
    /// The error that the other side has already, if any.
    failure: fn(&TransformStream) -> Option<JsValue>,
    /// Ends the other side well.
    succeed: fn(&TransformStream, JsValue, &mut Context),
    /// Makes the other side fail.
    fail: fn(&TransformStream, JsValue, &mut Context),
}

const FLUSHED: Ending = Ending {
    failure: TransformStream::readable_failure,
    succeed: |stream, _, context| {
        if let Some(readable) = stream.readable() {
            readable.close_source(context);
        }
    },
    fail: |stream, reason, context| stream.fail_readable(&reason, context),
};

const ABORTED: Ending = Ending {
    failure: TransformStream::readable_failure,
    succeed: |stream, reason, context| stream.fail_readable(&reason, context),
    fail: |stream, reason, context| stream.fail_readable(&reason, context),
};

const CANCELED: Ending = Ending {
    failure: |stream| {
        let writable = stream.writable().filter(|writable| writable.state() == State::Errored);
        writable.map(|writable| writable.stored_error())
    },
    succeed: end_writable,
    fail: end_writable,
};

fn end_writable(stream: &TransformStream, reason: JsValue, context: &mut Context) {
    stream.fail_writable(reason, context);
    stream.unblock_write(context);
}

/// What the reactions of an ending capture.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
struct Finishing {
    stream: Gc<TransformStream>,
    promise: TracedPromise,
    reason: JsValue,
    #[unsafe_ignore_trace]
    ending: Ending,
}

impl TransformStream {
    /// What closing, aborting and canceling have in common: the last algorithm of the transformer runs, and then the
    /// other side ends. All of them share one promise.
    fn finish(
        this: &Gc<Self>,
        last: impl FnOnce(&dyn Transformer, &mut Context) -> JsPromise,
        reason: JsValue,
        ending: Ending,
        context: &mut Context,
    ) -> JsPromise {
        let Some(controller) = this.controller() else { return fulfilled_promise(context) };
        if let Some(finish) = &*controller.finish.borrow() {
            return finish.promise().clone();
        }
        let promise = TracedPromise::new(context);
        *controller.finish.borrow_mut() = Some(promise.clone());
        let transformer = controller.transformer.borrow().clone();
        let done = match transformer {
            Some(transformer) => last(&**transformer, context),
            None => fulfilled_promise(context),
        };
        controller.clear_algorithms();
        react(
            &done,
            &Finishing { stream: this.clone(), promise: promise.clone(), reason, ending },
            |Finishing { stream, promise, reason, ending }, _, context| {
                if let Some(failure) = (ending.failure)(stream) {
                    return promise.reject(failure, context);
                }
                (ending.succeed)(stream, reason.clone(), context);
                promise.resolve(JsValue::undefined(), context);
            },
            |Finishing { stream, promise, ending, .. }, failure, context| {
                (ending.fail)(stream, failure.clone(), context);
                promise.reject(failure, context);
            },
            context,
        );
        promise.promise().clone()
    }
}
