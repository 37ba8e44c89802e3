//! Underlying sources of scripts: <https://streams.spec.whatwg.org/#underlying-source-api>.

use std::str::FromStr;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::super::callbacks::{algorithm_call, call, callback, promise_call};
use super::super::queuing_strategy::QueuingStrategy;
use super::state::{
    Controller, ReadableByteStreamController, ReadableStream, ReadableStreamDefaultController, UnderlyingSource,
};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::{Dictionary, Enumeration, enforce_range, enumeration, range_error, type_error};

/// [`ReadableStreamType`](https://streams.spec.whatwg.org/#enumdef-readablestreamtype).
enum ReadableStreamType {
    Bytes,
}

impl FromStr for ReadableStreamType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "bytes" { Ok(Self::Bytes) } else { Err(()) }
    }
}

impl Enumeration for ReadableStreamType {
    const NAME: &'static str = "ReadableStreamType";
}

/// A converted [`UnderlyingSource`](https://streams.spec.whatwg.org/#dictdef-underlyingsource), with the object that
/// its callbacks are called on.
#[derive(Trace, Finalize)]
struct ScriptSource {
    this: JsValue,
    start: Option<JsObject>,
    pull: Option<JsObject>,
    cancel: Option<JsObject>,
}

impl ReadableStream {
    /// The object of its controller.
    fn controller_object(&self, context: &mut Context) -> JsResult<JsValue> {
        match self.controller() {
            Some(Controller::Default(controller)) => ReadableStreamDefaultController::object(&controller, context),
            Some(Controller::Byte(controller)) => ReadableByteStreamController::object(&controller, context),
            None => Ok(JsValue::undefined()),
        }
    }
}

impl UnderlyingSource for ScriptSource {
    fn start(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<JsValue> {
        let Some(start) = &self.start else { return Ok(JsValue::undefined()) };
        let controller = stream.controller_object(context)?;
        call(start, &self.this, &[controller], context)
    }

    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        match stream.controller_object(context) {
            Ok(controller) => algorithm_call(self.pull.as_ref(), &self.this, &[controller], context),
            Err(error) => AlgorithmPromise::of(Err(error), context),
        }
    }

    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        promise_call(self.cancel.as_ref(), &self.this, &[reason], context)
    }
}

/// A converted source that has not been given to a stream.
pub(super) struct Options {
    source: ScriptSource,
    auto_allocate_chunk_size: Option<u64>,
    is_bytes: bool,
}

impl Options {
    /// Converts the members in alphabetical order.
    ///
    /// # Errors
    ///
    /// `TypeError` if a member is not of its type. Whatever getters throw.
    pub(super) fn convert(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let source = Dictionary::from_value(value, "ReadableStream: underlyingSource")?;
        let size = source.convert(&js_string!("autoAllocateChunkSize"), context, enforce_range)?;
        let cancel = source.convert(&js_string!("cancel"), context, callback)?;
        let pull = source.convert(&js_string!("pull"), context, callback)?;
        let start = source.convert(&js_string!("start"), context, callback)?;
        let kind = source.convert(&js_string!("type"), context, enumeration::<ReadableStreamType>)?;
        let this = if value.is_undefined() { JsValue::null() } else { value.clone() };
        let source = ScriptSource { this, start, pull, cancel };
        Ok(Self { source, auto_allocate_chunk_size: size, is_bytes: kind.is_some() })
    }

    /// The end of [the constructor](https://streams.spec.whatwg.org/#rs-constructor): gives the stream a controller
    /// with this source.
    ///
    /// # Errors
    ///
    /// `RangeError` if the strategy does not fit. Whatever the callback `start` throws.
    pub(super) fn set_up(
        self,
        stream: &Gc<ReadableStream>,
        strategy: QueuingStrategy,
        context: &mut Context,
    ) -> JsResult<()> {
        let source = Box::new(self.source);
        if !self.is_bytes {
            let mark = strategy.high_water_mark(1.0)?;
            return ReadableStreamDefaultController::set_up(stream, source, mark, strategy.size, context);
        }
        if strategy.size.is_given() {
            return Err(range_error("ReadableStream: the strategy of a byte stream cannot have a size function"));
        }
        let mark = strategy.high_water_mark(0.0)?;
        if self.auto_allocate_chunk_size == Some(0) {
            return Err(type_error("ReadableStream: autoAllocateChunkSize must not be 0"));
        }
        ReadableByteStreamController::set_up(stream, source, mark, self.auto_allocate_chunk_size, context)
    }
}
