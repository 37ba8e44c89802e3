//! Underlying sinks of scripts: <https://streams.spec.whatwg.org/#underlying-sink-api>.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::super::callbacks::{algorithm_call, call, callback, promise_call};
use super::state::{UnderlyingSink, WritableStream, WritableStreamDefaultController};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::{Dictionary, range_error};

/// A converted [`UnderlyingSink`](https://streams.spec.whatwg.org/#dictdef-underlyingsink), with the object that its
/// callbacks are called on.
#[derive(Trace, Finalize)]
pub(super) struct ScriptSink {
    this: JsValue,
    start: Option<JsObject>,
    write: Option<JsObject>,
    close: Option<JsObject>,
    abort: Option<JsObject>,
}

impl ScriptSink {
    /// Converts the members in alphabetical order.
    ///
    /// # Errors
    ///
    /// `TypeError` if a member is not of its type; `RangeError` if there is a `type`. Whatever getters throw.
    pub(super) fn convert(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let sink = Dictionary::from_value(value, "WritableStream: underlyingSink")?;
        let abort = sink.convert(&js_string!("abort"), context, callback)?;
        let close = sink.convert(&js_string!("close"), context, callback)?;
        let start = sink.convert(&js_string!("start"), context, callback)?;
        let kind = sink.get(js_string!("type"), context)?;
        let write = sink.convert(&js_string!("write"), context, callback)?;
        if kind.is_some() {
            return Err(range_error("WritableStream: the member 'type' of a sink is reserved"));
        }
        let this = if value.is_undefined() { JsValue::null() } else { value.clone() };
        Ok(Self { this, start, write, close, abort })
    }
}

/// The object of the stream's controller.
fn controller(stream: &WritableStream, context: &mut Context) -> JsResult<JsValue> {
    match stream.controller() {
        Some(controller) => WritableStreamDefaultController::object(&controller, context),
        None => Ok(JsValue::undefined()),
    }
}

impl UnderlyingSink for ScriptSink {
    fn start(&self, stream: &Gc<WritableStream>, context: &mut Context) -> JsResult<JsValue> {
        let Some(start) = &self.start else { return Ok(JsValue::undefined()) };
        let controller = controller(stream, context)?;
        call(start, &self.this, &[controller], context)
    }

    fn write(&self, stream: &Gc<WritableStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        match controller(stream, context) {
            Ok(controller) => algorithm_call(self.write.as_ref(), &self.this, &[chunk, controller], context),
            Err(error) => AlgorithmPromise::of(Err(error), context),
        }
    }

    fn close(&self, _: &Gc<WritableStream>, context: &mut Context) -> JsPromise {
        promise_call(self.close.as_ref(), &self.this, &[], context)
    }

    fn abort(&self, _: &Gc<WritableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        promise_call(self.abort.as_ref(), &self.this, &[reason], context)
    }
}
