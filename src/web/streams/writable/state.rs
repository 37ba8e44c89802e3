//! The internal slots of writable streams, their controllers and their writers, which refer to each other.

use std::cell::Cell;
use std::collections::VecDeque;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::queue_with_sizes::QueueWithSizes;
use super::super::queuing_strategy::SizeAlgorithm;
use crate::event_loop::Origin;
use crate::web::dom::AbortSignal;
use crate::web::webidl::OwnObject;
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise};

/// `[[state]]` of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::web::streams) enum State {
    #[default]
    Writable,
    Closed,
    Erroring,
    Errored,
}

/// The state of a [`WritableStream`](https://streams.spec.whatwg.org/#ws-class).
#[derive(Default, Trace, Finalize)]
pub(crate) struct WritableStream {
    pub(super) object: OwnObject,
    /// Where a script has made it, if somebody watches.
    #[unsafe_ignore_trace]
    pub(super) created_at: Cell<Option<Origin>>,
    #[unsafe_ignore_trace]
    pub(super) state: Cell<State>,
    pub(super) stored_error: GcRefCell<JsValue>,
    pub(super) has_backpressure: Cell<bool>,
    pub(super) controller: GcRefCell<Option<Gc<WritableStreamDefaultController>>>,
    pub(super) writer: GcRefCell<Option<Gc<WritableStreamDefaultWriter>>>,
    pub(super) write_requests: GcRefCell<VecDeque<WriteRequest>>,
    pub(super) in_flight_write: GcRefCell<Option<WriteRequest>>,
    pub(super) close_request: GcRefCell<Option<TracedPromise>>,
    pub(super) in_flight_close: GcRefCell<Option<TracedPromise>>,
    pub(super) pending_abort: GcRefCell<Option<PendingAbort>>,
}

/// What waits for the end of a write: a promise, unless nobody has asked for it.
#[derive(Clone, Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct WriteRequest {
    pub(super) promise: Option<TracedPromise>,
    /// Where a script has called `write`, if somebody watches.
    #[unsafe_ignore_trace]
    pub(super) place: Option<Origin>,
}

/// A [pending abort request](https://streams.spec.whatwg.org/#pending-abort-request).
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct PendingAbort {
    pub(super) promise: TracedPromise,
    pub(super) reason: JsValue,
    pub(super) was_already_erroring: bool,
}

/// Where the chunks of a stream go: its start, write, close and abort algorithms.
pub(crate) trait UnderlyingSink: Trace {
    /// The start algorithm.
    ///
    /// # Errors
    ///
    /// Whatever it throws.
    fn start(&self, _: &Gc<WritableStream>, _: &mut Context) -> JsResult<JsValue> {
        Ok(JsValue::undefined())
    }

    /// The write algorithm.
    fn write(&self, stream: &Gc<WritableStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise;

    /// Whether a write waits until what comes out of it is read.
    fn is_blocked(&self) -> bool {
        false
    }

    /// The close algorithm.
    fn close(&self, _: &Gc<WritableStream>, context: &mut Context) -> JsPromise {
        fulfilled_promise(context)
    }

    /// The abort algorithm.
    fn abort(&self, _: &Gc<WritableStream>, _: JsValue, context: &mut Context) -> JsPromise {
        fulfilled_promise(context)
    }
}

/// A sink that is in use. It is forgotten when the stream ends.
pub(super) type Sink = Gc<Box<dyn UnderlyingSink>>;

/// The state of a [`WritableStreamDefaultController`](https://streams.spec.whatwg.org/#ws-default-controller-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct WritableStreamDefaultController {
    pub(super) stream: Gc<WritableStream>,
    pub(super) object: OwnObject,
    pub(super) abort: GcRefCell<ControllerSignal>,
    pub(super) queue: QueueWithSizes,
    /// Whether the close sentinel is at the end of the queue.
    pub(super) is_close_queued: Cell<bool>,
    pub(super) is_started: Cell<bool>,
    pub(super) high_water_mark: f64,
    pub(super) size: GcRefCell<Option<SizeAlgorithm>>,
    pub(super) sink: GcRefCell<Option<Sink>>,
}

/// `[[abortController]]`: its signal is made when a script asks for it.
#[derive(Clone, Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum ControllerSignal {
    #[default]
    Unused,
    /// The stream was aborted for this reason before there was a signal.
    Aborted(JsValue),
    Signal(Gc<AbortSignal>),
}

/// The state of a [`WritableStreamDefaultWriter`](https://streams.spec.whatwg.org/#default-writer-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct WritableStreamDefaultWriter {
    /// `None` when the writer has been released.
    pub(super) stream: GcRefCell<Option<Gc<WritableStream>>>,
    pub(super) closed: GcRefCell<TracedPromise>,
    pub(super) ready: GcRefCell<HostPromise>,
}
