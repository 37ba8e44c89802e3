//! Sends the chunks of a stream of JavaScript as the body of a response.

use std::cell::RefCell;

use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::body_writer::BodyWriter;
use crate::event_loop::EventLoop;
use crate::web::html::describe;
use crate::web::streams::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::web::webidl::{allow_shared_uint8_array, exception_value};

/// A stream that is being sent.
#[derive(Trace, Finalize)]
struct Pump {
    stream: Gc<ReadableStream>,
    reader: Gc<ReadableStreamDefaultReader>,
    /// `None` when the body has ended.
    #[unsafe_ignore_trace]
    writer: RefCell<Option<BodyWriter>>,
}

/// Sends the chunks of a stream as they come. The stream is read while the program that receives them reads, too, and
/// is canceled when that does not want the rest.
///
/// # Errors
///
/// `TypeError` if the stream has a reader.
pub(super) fn send_stream(stream: &Gc<ReadableStream>, writer: BodyWriter, context: &mut Context) -> JsResult<()> {
    let reader = ReadableStreamDefaultReader::acquire(stream, context)?;
    let pump = Gc::new(Pump { stream: stream.clone(), reader, writer: RefCell::new(Some(writer)) });
    let canceled = pump.clone();
    if let Some(writer) = &*pump.writer.borrow() {
        writer.on_cancel(move |context| canceled.cancel(JsValue::undefined(), context));
    }
    Pump::go_on(&pump, context);
    Ok(())
}

impl Pump {
    /// Reads the next chunk, now or when the network need not wait any more. A microtask does it, so that a queue of
    /// any length needs no stack.
    fn go_on(this: &Gc<Self>, context: &mut Context) {
        let pump = this.clone();
        let read = move |context: &mut Context| {
            let Some(event_loop) = EventLoop::of(context) else { return };
            event_loop.queue_a_microtask(move |_, context| {
                if pump.writer.borrow().is_some() {
                    pump.reader.read(Box::new(Request(pump.clone())), context);
                }
            });
        };
        match &*this.writer.borrow() {
            Some(writer) if writer.is_full() => writer.on_demand(read),
            Some(_) => read(context),
            None => {}
        }
    }

    fn send(this: &Gc<Self>, chunk: &JsValue, context: &mut Context) -> JsResult<()> {
        let view = allow_shared_uint8_array(chunk, &"a chunk of the body", context)?;
        let bytes = view.with_bytes(context, <[u8]>::to_vec)?;
        if let Some(writer) = &*this.writer.borrow() {
            writer.send(bytes);
        }
        Self::go_on(this, context);
        Ok(())
    }

    /// Nobody wants the rest.
    fn cancel(&self, reason: JsValue, context: &mut Context) {
        let writer = self.writer.take();
        drop(writer);
        ReadableStream::cancel(&self.stream, reason, context);
    }

    fn fail(&self, reason: JsValue, context: &mut Context) {
        let (description, _) = describe(JsError::from_opaque(reason), context);
        if let Some(writer) = self.writer.take() {
            writer.fail(format!("the body of the response failed with {}", description.message));
        }
    }
}

#[derive(Trace, Finalize)]
struct Request(Gc<Pump>);

impl ReadRequest for Request {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        if let Err(error) = Pump::send(&self.0, &chunk, context) {
            let reason = exception_value(error, context);
            self.0.fail(reason.clone(), context);
            self.0.cancel(reason, context);
        }
    }

    fn close(&self, _: &mut Context) {
        if let Some(writer) = self.0.writer.take() {
            writer.end();
        }
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.0.fail(reason, context);
    }
}
