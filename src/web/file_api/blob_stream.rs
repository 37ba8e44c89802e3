//! The stream of a blob: [get stream](https://w3c.github.io/FileAPI/#blob-get-stream).

use std::cell::Cell;

use boa_engine::{Context, JsResult};
use boa_gc::{Finalize, Gc, Trace};

use super::bytes::Bytes;
use crate::event_loop::{ArrivalId, EventLoop, QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::streams::{ReadableStream, UnderlyingSource};
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::{event_loop, exception_value};

/// The largest chunk.
const CHUNK: usize = 64 * 1024;

/// A stream of these bytes.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub(super) fn blob_stream(bytes: Bytes, context: &mut Context) -> JsResult<Gc<ReadableStream>> {
    let operation = event_loop(context)?.new_arrival_id();
    ReadableStream::of_byte_source(Box::new(BlobSource { bytes, read: Cell::new(0), operation }), context)
}

/// The bytes, and how many of them have been read.
#[derive(Trace, Finalize)]
struct BlobSource {
    #[unsafe_ignore_trace]
    bytes: Bytes,
    read: Cell<usize>,
    /// The chunks of one stream arrive in order.
    #[unsafe_ignore_trace]
    operation: ArrivalId,
}

impl UnderlyingSource for BlobSource {
    /// Each chunk arrives in a task of the file reading source.
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        let event_loop = match event_loop(context) {
            Ok(event_loop) => event_loop,
            Err(error) => return AlgorithmPromise::of(Err(error), context),
        };
        let start = self.read.get();
        let chunk = self.bytes.slice(start, start + CHUNK);
        self.read.set(start + chunk.len());
        let is_last = self.read.get() == self.bytes.len();
        let pulled = HostPromise::new();
        let promise = pulled.clone();
        let (stream, canceling) = (stream.clone(), stream.clone());
        let steps = move |_: &EventLoop, context: &mut Context| {
            let added = if chunk.len() > 0 { stream.enqueue_bytes(chunk.as_slice(), context) } else { Ok(()) };
            if is_last {
                stream.close_source(context);
            }
            match added {
                Ok(()) => pulled.fulfill(context),
                Err(error) => pulled.reject(exception_value(error, context), context),
            }
            Ok(())
        };
        let source = TaskSource::FileReading(self.operation);
        let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::BlobRead.into() }, context);
        let realm = context.realm().clone();
        let is_canceled = move || !canceling.is_readable();
        event_loop.queue_a_cancelable_task(source, work, QueuePosition::Last, realm, is_canceled, steps);
        promise.into()
    }
}
