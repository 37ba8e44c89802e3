//! `ReadableStreamDefaultReader`: <https://streams.spec.whatwg.org/#default-reader-class>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::watched::caller_if_watched;
use super::read_result::read_result;
use super::state::{
    Controller, GenericReader, ReadRequest, ReadableByteStreamController, ReadableStream,
    ReadableStreamDefaultController, ReadableStreamDefaultReader, Reader, State,
};
use crate::event_loop::Origin;
use crate::web::webidl::traced_promise::TracedPromise;
use crate::web::webidl::{Layers, create, implementation, interface, new_object, prototype_of_new_target};

interface! {
    ReadableStreamDefaultReader;
    constructor(1) = construct;
    get promise "closed" = |reader| reader.generic.closed().value();
    promise "cancel"(0) = |reader: &Gc<ReadableStreamDefaultReader>, arguments: &[JsValue], context: &mut Context| {
        Ok(reader.generic.cancel(arguments.get_or_undefined(0).clone(), context).into())
    };
    promise "read"(0) = |reader: &Gc<ReadableStreamDefaultReader>, _: &[JsValue], context: &mut Context| {
        reader.read_chunk(context)
    };
    operation "releaseLock"() = |reader, context| Reader::Default(reader.clone()).release(context);
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let stream = implementation::<ReadableStream>(&arguments[0], &"ReadableStreamDefaultReader: stream", context)?;
    let prototype = prototype_of_new_target::<ReadableStreamDefaultReader>(new_target, context)?;
    let reader = ReadableStreamDefaultReader::acquire(&stream, context)?;
    reader.generic.watch(context);
    Ok(new_object(prototype, Layers::root(&reader), context))
}

impl ReadableStreamDefaultReader {
    /// [SetUpReadableStreamDefaultReader](https://streams.spec.whatwg.org/#set-up-readable-stream-default-reader),
    /// without an object.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream is locked.
    pub(crate) fn acquire(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<Gc<Self>> {
        let generic = GenericReader::of(stream, context)?;
        let reader = Gc::new(Self { generic, requests: GcRefCell::default() });
        *stream.reader.borrow_mut() = Some(Reader::Default(reader.clone()));
        Ok(reader)
    }

    /// The object of a new reader of the stream.
    ///
    /// # Errors
    ///
    /// As [`Self::acquire`].
    pub(super) fn acquire_object(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<JsObject> {
        let reader = Self::acquire(stream, context)?;
        reader.generic.watch(context);
        create(&reader, context)
    }

    /// [ReadableStreamDefaultReaderRead](https://streams.spec.whatwg.org/#readable-stream-default-reader-read). Has no
    /// effect if the reader has been released.
    pub(crate) fn read(&self, request: Box<dyn ReadRequest>, context: &mut Context) {
        let Some(stream) = self.generic.stream() else { return };
        stream.is_disturbed.set(true);
        match stream.state.get() {
            State::Closed => request.close(context),
            State::Errored => {
                let reason = stream.stored_error.borrow().clone();
                request.error(reason, context);
            }
            State::Readable => match stream.controller() {
                Some(Controller::Default(controller)) => {
                    ReadableStreamDefaultController::pull_steps(&controller, request, context);
                }
                Some(Controller::Byte(controller)) => {
                    ReadableByteStreamController::pull_steps(&controller, request, context);
                }
                None => {}
            },
        }
    }

    /// [`read`](https://streams.spec.whatwg.org/#default-reader-read).
    fn read_chunk(&self, context: &mut Context) -> JsResult<JsValue> {
        let stream = self.generic.require_stream()?;
        let promise = TracedPromise::new(context);
        let value = promise.value();
        let place = caller_if_watched(&*stream, context);
        self.read(Box::new(ResolvesPromise { promise, place }), context);
        Ok(value)
    }

    /// The promise that is settled when the stream ends.
    pub(crate) fn closed(&self) -> JsPromise {
        self.generic.closed().promise().clone()
    }

    /// The stream that is read, unless the reader has been released.
    pub(crate) fn stream(&self) -> Option<Gc<ReadableStream>> {
        self.generic.stream()
    }

    /// Releases the reader: what waits for it fails.
    pub(crate) fn release(this: &Gc<Self>, context: &mut Context) {
        Reader::Default(this.clone()).release(context);
    }
}

/// A read request that settles a promise.
#[derive(Trace, Finalize)]
struct ResolvesPromise {
    promise: TracedPromise,
    #[unsafe_ignore_trace]
    place: Option<Origin>,
}

impl ReadRequest for ResolvesPromise {
    fn place(&self) -> Option<Origin> {
        self.place
    }

    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        let result = read_result(chunk, false, context);
        self.promise.resolve(result, context);
    }

    fn close(&self, context: &mut Context) {
        let result = read_result(JsValue::undefined(), true, context);
        self.promise.resolve(result, context);
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.promise.reject(reason, context);
    }
}
