//! `ReadableStreamBYOBReader`: <https://streams.spec.whatwg.org/#byob-reader-class>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::watched::caller_if_watched;
use super::read_result::read_result;
use super::state::{
    Controller, GenericReader, ReadIntoRequest, ReadableByteStreamController, ReadableStream, ReadableStreamByobReader,
    Reader, State,
};
use super::view::View;
use crate::event_loop::Origin;
use crate::web::webidl::traced_promise::TracedPromise;
use crate::web::webidl::{
    Dictionary, Layers, array_buffer_view, create, enforce_range, implementation, interface, new_object,
    prototype_of_new_target, range_error, type_error,
};

interface! {
    ReadableStreamByobReader as "ReadableStreamBYOBReader";
    constructor(1) = construct;
    get promise "closed" = |reader| reader.generic.closed().value();
    promise "cancel"(0) = |reader: &Gc<ReadableStreamByobReader>, arguments: &[JsValue], context: &mut Context| {
        Ok(reader.generic.cancel(arguments.get_or_undefined(0).clone(), context).into())
    };
    promise "read"(1) = read;
    operation "releaseLock"() = |reader, context| Reader::Byob(reader.clone()).release(context);
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let stream = implementation::<ReadableStream>(&arguments[0], &"ReadableStreamBYOBReader: stream", context)?;
    let prototype = prototype_of_new_target::<ReadableStreamByobReader>(new_target, context)?;
    let reader = ReadableStreamByobReader::acquire(&stream, context)?;
    reader.generic.watch(context);
    Ok(new_object(prototype, Layers::root(&reader), context))
}

/// [`read`](https://streams.spec.whatwg.org/#byob-reader-read).
fn read(reader: &Gc<ReadableStreamByobReader>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let what = "ReadableStreamBYOBReader.read";
    let view = array_buffer_view(&arguments[0], &format_args!("{what}: view"), context)?;
    let options = Dictionary::from_value(arguments.get_or_undefined(1), what)?;
    let minimum = options.convert(&js_string!("min"), context, enforce_range)?.unwrap_or(1);
    let view = View::of(&view, context)?;
    view.require_bytes(what)?;
    if minimum == 0 {
        return Err(type_error(format!("{what}: min must be at least 1")));
    }
    let elements = view.length / view.kind.element_size();
    let Some(minimum) = usize::try_from(minimum).ok().filter(|minimum| *minimum <= elements) else {
        return Err(range_error(format!("{what}: min is more than the view has room for")));
    };
    let stream = reader.generic.require_stream()?;
    let promise = TracedPromise::new(context);
    let value = promise.value();
    let place = caller_if_watched(&*stream, context);
    reader.read_into(&view, minimum, Box::new(ResolvesPromise { promise, place }), context);
    Ok(value)
}

impl ReadableStreamByobReader {
    /// [SetUpReadableStreamBYOBReader](https://streams.spec.whatwg.org/#set-up-readable-stream-byob-reader), without an
    /// object.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream is locked, or is not a byte stream.
    pub(super) fn acquire(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<Gc<Self>> {
        let generic = GenericReader::of(stream, context)?;
        if !stream.is_byte_stream() {
            return Err(type_error("only byte streams, whose source has the type 'bytes', have BYOB readers"));
        }
        let reader = Gc::new(Self { generic, requests: GcRefCell::default() });
        *stream.reader.borrow_mut() = Some(Reader::Byob(reader.clone()));
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

    /// [ReadableStreamBYOBReaderRead](https://streams.spec.whatwg.org/#readable-stream-byob-reader-read).
    pub(super) fn read_into(
        &self,
        view: &View,
        minimum: usize,
        request: Box<dyn ReadIntoRequest>,
        context: &mut Context,
    ) {
        let Some(stream) = self.generic.stream() else { return };
        stream.is_disturbed.set(true);
        if stream.state.get() == State::Errored {
            let reason = stream.stored_error.borrow().clone();
            return request.error(reason, context);
        }
        if let Some(Controller::Byte(controller)) = stream.controller() {
            ReadableByteStreamController::pull_into(&controller, view, minimum, request, context);
        }
    }
}

/// A read-into request that settles a promise.
#[derive(Trace, Finalize)]
struct ResolvesPromise {
    promise: TracedPromise,
    #[unsafe_ignore_trace]
    place: Option<Origin>,
}

impl ReadIntoRequest for ResolvesPromise {
    fn place(&self) -> Option<Origin> {
        self.place
    }

    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        let result = read_result(chunk, false, context);
        self.promise.resolve(result, context);
    }

    fn close(&self, view: JsValue, context: &mut Context) {
        let result = read_result(view, true, context);
        self.promise.resolve(result, context);
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.promise.reject(reason, context);
    }
}
