//! [Reading all bytes](https://streams.spec.whatwg.org/#readablestreamdefaultreader-read-all-bytes) of a stream.

use std::cell::{Cell, RefCell};

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::readable::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::web::webidl::{allow_shared_uint8_array, exception_value};

/// What happens with all bytes of a stream.
pub(crate) trait AllBytes: Trace {
    /// The bytes, or why the stream has failed.
    fn end(&self, bytes: Result<Vec<u8>, JsValue>, context: &mut Context);
}

/// A stream that is being read.
#[derive(Trace, Finalize)]
struct Reading {
    reader: Gc<ReadableStreamDefaultReader>,
    #[unsafe_ignore_trace]
    bytes: RefCell<Vec<u8>>,
    then: Box<dyn AllBytes>,
    /// Whether the call that asks for a chunk has not returned: the next one follows it, not the chunk, so that a queue
    /// of any length needs no stack.
    is_asking: Cell<bool>,
    is_answered: Cell<bool>,
}

/// Reads all bytes of a stream, and calls `then` with them.
///
/// # Errors
///
/// `TypeError` if the stream is locked.
pub(crate) fn read_all_bytes(
    stream: &Gc<ReadableStream>,
    then: Box<dyn AllBytes>,
    context: &mut Context,
) -> JsResult<()> {
    let reader = ReadableStreamDefaultReader::acquire(stream, context)?;
    let (bytes, is_asking, is_answered) = Default::default();
    Reading::ask(&Gc::new(Reading { reader, bytes, then, is_asking, is_answered }), context);
    Ok(())
}

impl Reading {
    fn ask(this: &Gc<Self>, context: &mut Context) {
        loop {
            this.is_asking.set(true);
            this.reader.read(Box::new(Request(this.clone())), context);
            this.is_asking.set(false);
            if !this.is_answered.replace(false) {
                return;
            }
        }
    }

    fn end(&self, context: &mut Context) {
        let bytes = self.bytes.take();
        self.then.end(Ok(bytes), context);
    }
}

#[derive(Trace, Finalize)]
struct Request(Gc<Reading>);

impl ReadRequest for Request {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        let view = allow_shared_uint8_array(&chunk, &"a chunk of the body", context);
        match view.and_then(|view| view.with_bytes(context, |bytes| self.0.bytes.borrow_mut().extend_from_slice(bytes)))
        {
            Ok(()) if self.0.is_asking.get() => self.0.is_answered.set(true),
            Ok(()) => Reading::ask(&self.0, context),
            Err(error) => {
                let reason = exception_value(error, context);
                self.0.then.end(Err(reason), context);
            }
        }
    }

    fn close(&self, context: &mut Context) {
        self.0.end(context);
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.0.then.end(Err(reason), context);
    }
}
