//! Reads the chunks of a stream of JavaScript for a body that is sent as it comes.

use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::event_loop::EventLoop;
use crate::web::html::describe;
use crate::web::streams::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::web::webidl::{allow_shared_uint8_array, exception_value};

/// Where the chunks go.
pub(super) trait ChunkSink: Trace {
    /// Sends a chunk. The sink then calls [`ChunkReader::read`], now or when it needs more.
    fn send(&self, bytes: Vec<u8>, reader: &Gc<ChunkReader>, context: &mut Context);

    /// The stream has ended.
    fn end(&self);

    /// The stream has failed, or a chunk is not valid. The text says why.
    fn fail(&self, why: &str);
}

/// A stream that is being sent.
#[derive(Trace, Finalize)]
pub(super) struct ChunkReader {
    stream: Gc<ReadableStream>,
    reader: Gc<ReadableStreamDefaultReader>,
    sink: Box<dyn ChunkSink>,
}

impl ChunkReader {
    /// Locks a stream, to read its chunks for a sink.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn new(
        stream: &Gc<ReadableStream>,
        sink: Box<dyn ChunkSink>,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let reader = ReadableStreamDefaultReader::acquire(stream, context)?;
        Ok(Gc::new(Self { stream: stream.clone(), reader, sink }))
    }

    /// Reads the next chunk in a microtask, so that a queue of any length needs no stack.
    pub(super) fn read(this: &Gc<Self>, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let reader = this.clone();
        event_loop.queue_a_microtask(move |_, context| {
            reader.reader.read(Box::new(Request(reader.clone())), context);
        });
    }

    /// Nobody wants the rest.
    pub(super) fn cancel(&self, reason: JsValue, context: &mut Context) {
        ReadableStream::cancel(&self.stream, reason, context);
    }

    fn fail(&self, reason: JsValue, context: &mut Context) {
        let (description, _) = describe(JsError::from_opaque(reason), context);
        self.sink.fail(&description.message);
    }
}

#[derive(Trace, Finalize)]
struct Request(Gc<ChunkReader>);

impl Request {
    fn send(&self, chunk: &JsValue, context: &mut Context) -> JsResult<()> {
        let view = allow_shared_uint8_array(chunk, &"a chunk of the body", context)?;
        let bytes = view.with_bytes(context, <[u8]>::to_vec)?;
        self.0.sink.send(bytes, &self.0, context);
        Ok(())
    }
}

impl ReadRequest for Request {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        if let Err(error) = self.send(&chunk, context) {
            let reason = exception_value(error, context);
            self.0.fail(reason.clone(), context);
            self.0.cancel(reason, context);
        }
    }

    fn close(&self, _: &mut Context) {
        self.0.sink.end();
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.0.fail(reason, context);
    }
}
