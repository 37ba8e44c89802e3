//! Sends the chunks of a stream of JavaScript as the body of a response.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::body_writer::BodyWriter;
use super::chunk_reader::{ChunkReader, ChunkSink};
use crate::web::streams::ReadableStream;

/// The writer of the response. `None` when the body has ended.
#[derive(Clone, Trace, Finalize)]
struct Pump(#[unsafe_ignore_trace] Rc<RefCell<Option<BodyWriter>>>);

/// Sends the chunks of a stream as they come. The stream is read while the program that receives them reads, too, and
/// is canceled when that does not want the rest.
///
/// # Errors
///
/// `TypeError` if the stream has a reader.
pub(super) fn send_stream(stream: &Gc<ReadableStream>, writer: BodyWriter, context: &mut Context) -> JsResult<()> {
    let pump = Pump(Rc::new(RefCell::new(Some(writer))));
    let reader = ChunkReader::new(stream, Box::new(pump.clone()), context)?;
    let (canceled, canceling) = (pump.clone(), reader.clone());
    if let Some(writer) = &*pump.0.borrow() {
        writer.on_cancel(move |context| {
            drop(canceled.take());
            canceling.cancel(JsValue::undefined(), context);
        });
    }
    pump.go_on(&reader, context);
    Ok(())
}

impl Pump {
    fn take(&self) -> Option<BodyWriter> {
        self.0.take()
    }

    /// Reads the next chunk, now or when the network need not wait any more.
    fn go_on(&self, reader: &Gc<ChunkReader>, context: &mut Context) {
        match &*self.0.borrow() {
            Some(writer) if writer.is_full() => {
                let reader = reader.clone();
                writer.on_demand(move |context| ChunkReader::read(&reader, context));
            }
            Some(_) => ChunkReader::read(reader, context),
            None => {}
        }
    }
}

impl ChunkSink for Pump {
    fn send(&self, bytes: Vec<u8>, reader: &Gc<ChunkReader>, context: &mut Context) {
        if let Some(writer) = &*self.0.borrow() {
            writer.send(bytes);
        }
        self.go_on(reader, context);
    }

    fn end(&self) {
        if let Some(writer) = self.take() {
            writer.end();
        }
    }

    fn fail(&self, why: &str) {
        if let Some(writer) = self.take() {
            writer.fail(format!("the body of the response failed with {why}"));
        }
    }
}
