//! The internal slots of readable streams, their controllers and their readers, which refer to each other.

use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;
use std::rc::Rc;

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArrayBuffer, JsPromise};
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::queue_with_sizes::QueueWithSizes;
use super::super::queuing_strategy::SizeAlgorithm;
use super::super::stall_watch::StallWatch;
use crate::event_loop::Origin;
use crate::web::webidl::OwnObject;
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise};

/// `[[state]]` of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::web::streams) enum State {
    #[default]
    Readable,
    Closed,
    Errored,
}

/// The state of a [`ReadableStream`](https://streams.spec.whatwg.org/#rs-class).
#[derive(Default, Trace, Finalize)]
pub(crate) struct ReadableStream {
    pub(super) object: OwnObject,
    /// Where a script has made it, if somebody watches.
    #[unsafe_ignore_trace]
    pub(super) created_at: Cell<Option<Origin>>,
    #[unsafe_ignore_trace]
    pub(super) state: Cell<State>,
    pub(super) stored_error: GcRefCell<JsValue>,
    pub(super) is_disturbed: Cell<bool>,
    pub(super) controller: GcRefCell<Option<Controller>>,
    pub(super) reader: GcRefCell<Option<Reader>>,
}

#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Controller {
    Default(Gc<ReadableStreamDefaultController>),
    Byte(Gc<ReadableByteStreamController>),
}

#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Reader {
    Default(Gc<ReadableStreamDefaultReader>),
    Byob(Gc<ReadableStreamByobReader>),
}

/// Where the chunks of a stream come from: its start, pull and cancel algorithms.
pub(crate) trait UnderlyingSource: Trace {
    /// The start algorithm.
    ///
    /// # Errors
    ///
    /// Whatever it throws.
    fn start(&self, _: &Gc<ReadableStream>, _: &mut Context) -> JsResult<JsValue> {
        Ok(JsValue::undefined())
    }

    /// The pull algorithm.
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise;

    /// Whether a pull that has not ended waits for the source, not only for the next one.
    fn is_waited_for(&self) -> bool {
        true
    }

    /// Whether it has something that waits until the stream is read, beside the queue.
    fn is_blocked(&self) -> bool {
        false
    }

    /// The cancel algorithm.
    fn cancel(&self, _: &Gc<ReadableStream>, _: JsValue, context: &mut Context) -> JsPromise {
        fulfilled_promise(context)
    }
}

/// A source that is in use. It is forgotten when the stream ends.
pub(crate) type Source = Gc<Box<dyn UnderlyingSource>>;

/// The state of a [`ReadableStreamDefaultController`](https://streams.spec.whatwg.org/#rs-default-controller-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct ReadableStreamDefaultController {
    pub(super) stream: Gc<ReadableStream>,
    pub(super) object: OwnObject,
    pub(super) queue: QueueWithSizes,
    pub(super) pulling: Pulling,
    pub(super) high_water_mark: f64,
    pub(super) size: GcRefCell<SizeAlgorithm>,
}

/// The source of a controller, and the flags that say whether the controller may pull.
#[derive(Trace, Finalize)]
pub(super) struct Pulling {
    pub(super) is_started: Cell<bool>,
    pub(super) close_requested: Cell<bool>,
    pub(super) in_progress: Cell<bool>,
    pub(super) pull_again: Cell<bool>,
    /// `None` when the stream has ended.
    pub(super) source: GcRefCell<Option<Source>>,
}

/// The state of a [`ReadableByteStreamController`](https://streams.spec.whatwg.org/#rbs-controller-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct ReadableByteStreamController {
    pub(super) stream: Gc<ReadableStream>,
    pub(super) object: OwnObject,
    pub(super) queue: GcRefCell<VecDeque<QueueEntry>>,
    pub(super) queue_size: Cell<usize>,
    pub(super) pulling: Pulling,
    pub(super) high_water_mark: f64,
    pub(super) auto_allocate_chunk_size: Option<u64>,
    pub(super) pending_pull_intos: GcRefCell<VecDeque<Gc<PullInto>>>,
    /// The request that the source has for the first of those, and its object.
    pub(super) request: GcRefCell<Option<(Gc<ReadableStreamByobRequest>, JsObject)>>,
}

/// A [readable byte stream queue entry](https://streams.spec.whatwg.org/#readable-byte-stream-queue-entry).
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct QueueEntry {
    pub(super) buffer: JsArrayBuffer,
    pub(super) offset: usize,
    pub(super) length: usize,
}

/// What a view is made with: a typed array of a kind, or a data view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ViewKind {
    Typed(TypedArrayKind),
    DataView,
}

/// What kind of reader a pull-into descriptor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReaderKind {
    Default,
    Byob,
    None,
}

/// A [pull-into descriptor](https://streams.spec.whatwg.org/#pull-into-descriptor).
#[derive(Trace, Finalize)]
pub(super) struct PullInto {
    pub(super) buffer: GcRefCell<JsArrayBuffer>,
    pub(super) buffer_length: usize,
    pub(super) offset: usize,
    pub(super) length: usize,
    pub(super) filled: Cell<usize>,
    pub(super) minimum_fill: usize,
    #[unsafe_ignore_trace]
    pub(super) view: ViewKind,
    #[unsafe_ignore_trace]
    pub(super) reader: Cell<ReaderKind>,
}

/// The state of a [`ReadableStreamBYOBRequest`](https://streams.spec.whatwg.org/#rs-byob-request-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct ReadableStreamByobRequest {
    /// `None` when the request has been answered.
    pub(super) controller: GcRefCell<Option<Gc<ReadableByteStreamController>>>,
    pub(super) view: GcRefCell<Option<JsObject>>,
}

/// What a reader of either kind has: [`ReadableStreamGenericReader`][1].
///
/// [1]: https://streams.spec.whatwg.org/#generic-reader-mixin
#[derive(Trace, Finalize)]
pub(super) struct GenericReader {
    /// `None` when the reader has been released.
    pub(super) stream: GcRefCell<Option<Gc<ReadableStream>>>,
    pub(super) closed: GcRefCell<TracedPromise>,
    /// If a script has made the reader, and somebody observes.
    #[unsafe_ignore_trace]
    pub(super) stall: OnceCell<Rc<StallWatch>>,
}

/// The state of a [`ReadableStreamDefaultReader`](https://streams.spec.whatwg.org/#default-reader-class).
#[derive(Trace, Finalize)]
pub(crate) struct ReadableStreamDefaultReader {
    pub(super) generic: GenericReader,
    pub(super) requests: GcRefCell<VecDeque<Box<dyn ReadRequest>>>,
}

/// The state of a [`ReadableStreamBYOBReader`](https://streams.spec.whatwg.org/#byob-reader-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct ReadableStreamByobReader {
    pub(super) generic: GenericReader,
    pub(super) requests: GcRefCell<VecDeque<Box<dyn ReadIntoRequest>>>,
}

/// A [read request](https://streams.spec.whatwg.org/#read-request).
pub(crate) trait ReadRequest: Trace {
    /// Where a script has asked for it, if somebody watches.
    fn place(&self) -> Option<Origin> {
        None
    }

    fn chunk(&self, chunk: JsValue, context: &mut Context);
    fn close(&self, context: &mut Context);
    fn error(&self, reason: JsValue, context: &mut Context);
}

/// A [read-into request](https://streams.spec.whatwg.org/#read-into-request).
pub(super) trait ReadIntoRequest: Trace {
    /// Where a script has asked for it, if somebody watches.
    fn place(&self) -> Option<Origin> {
        None
    }

    fn chunk(&self, chunk: JsValue, context: &mut Context);
    /// The view is `undefined` if the stream was canceled.
    fn close(&self, view: JsValue, context: &mut Context);
    fn error(&self, reason: JsValue, context: &mut Context);
}
