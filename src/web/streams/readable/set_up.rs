//! Streams of the host: <https://streams.spec.whatwg.org/#other-specs-rs-create>.

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::super::queuing_strategy::SizeAlgorithm;
use super::state::{
    Controller, ReadableByteStreamController, ReadableStream, ReadableStreamDefaultController, UnderlyingSource,
};
use crate::web::webidl::type_error;

impl ReadableStream {
    /// [CreateReadableStream](https://streams.spec.whatwg.org/#create-readable-stream), with chunks of the size 1.
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(crate) fn of_source(
        source: Box<dyn UnderlyingSource>,
        high_water_mark: f64,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        Self::with_strategy(source, high_water_mark, SizeAlgorithm::default(), context)
    }

    /// [CreateReadableStream](https://streams.spec.whatwg.org/#create-readable-stream).
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(in crate::web::streams) fn with_strategy(
        source: Box<dyn UnderlyingSource>,
        high_water_mark: f64,
        size: SizeAlgorithm,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let stream = Self::create(context)?;
        ReadableStreamDefaultController::set_up(&stream, source, high_water_mark, size, context)?;
        Ok(stream)
    }

    /// [CreateReadableByteStream](https://streams.spec.whatwg.org/#abstract-opdef-createreadablebytestream): its chunks
    /// are bytes.
    ///
    /// # Errors
    ///
    /// Whatever the start algorithm throws.
    pub(crate) fn of_byte_source(source: Box<dyn UnderlyingSource>, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = Self::create(context)?;
        ReadableByteStreamController::set_up(&stream, source, 0.0, None, context)?;
        Ok(stream)
    }

    /// Adds bytes to a byte stream of the host. Has no effect if it is not readable any more.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(crate) fn enqueue_bytes(&self, bytes: &[u8], context: &mut Context) -> JsResult<()> {
        match self.controller() {
            Some(Controller::Byte(controller)) => {
                ReadableByteStreamController::enqueue_bytes(&controller, bytes, context)
            }
            _ => Err(type_error("not a byte stream")),
        }
    }

    /// Adds a chunk to a default stream of the host. Has no effect if it is not readable any more.
    ///
    /// # Errors
    ///
    /// Whatever the size algorithm throws.
    pub(crate) fn enqueue(&self, chunk: JsValue, context: &mut Context) -> JsResult<()> {
        match self.controller() {
            Some(Controller::Default(controller)) => {
                ReadableStreamDefaultController::enqueue(&controller, chunk, context)
            }
            _ => Err(type_error("not a default stream")),
        }
    }

    /// Ends a stream of the host, after the chunks in its queue.
    pub(crate) fn close_source(&self, context: &mut Context) {
        match self.controller() {
            Some(Controller::Default(controller)) => ReadableStreamDefaultController::close(&controller, context),
            Some(Controller::Byte(controller)) => {
                // A view that lacks a part of an element makes the stream fail, which its reader is told.
                let _ = controller.close(context);
                controller.answer_closed(context);
            }
            None => {}
        }
    }

    /// Makes a stream of the host fail.
    pub(crate) fn fail(&self, reason: &JsValue, context: &mut Context) {
        match self.controller() {
            Some(Controller::Default(controller)) => controller.error(reason, context),
            Some(Controller::Byte(controller)) => controller.error(reason, context),
            None => {}
        }
    }
}
