//! The internal slots of transform streams and their controllers.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::readable::ReadableStream;
use super::super::writable::WritableStream;
use crate::web::webidl::OwnObject;
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise};

/// The state of a [`TransformStream`](https://streams.spec.whatwg.org/#ts-class).
#[derive(Default, Trace, Finalize)]
pub(crate) struct TransformStream {
    pub(super) has_backpressure: Cell<bool>,
    /// Whether a write waits until the readable side is read.
    pub(super) is_blocked: Cell<bool>,
    pub(super) backpressure_change: GcRefCell<Option<HostPromise>>,
    pub(super) controller: GcRefCell<Option<Gc<TransformStreamDefaultController>>>,
    pub(super) readable: GcRefCell<Option<Gc<ReadableStream>>>,
    pub(super) writable: GcRefCell<Option<Gc<WritableStream>>>,
}

/// The state of a [`TransformStreamDefaultController`](https://streams.spec.whatwg.org/#ts-default-controller-class).
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct TransformStreamDefaultController {
    pub(super) stream: Gc<TransformStream>,
    pub(super) object: OwnObject,
    pub(super) finish: GcRefCell<Option<TracedPromise>>,
    /// Forgotten when the stream ends.
    pub(super) transformer: GcRefCell<Option<BoxedTransformer>>,
}

/// A transformer that is in use.
pub(super) type BoxedTransformer = Gc<Box<dyn Transformer>>;

/// What chunks are turned into others by: the transform, flush and cancel algorithms.
pub(crate) trait Transformer: Trace {
    /// The transform algorithm.
    fn transform(&self, stream: &Gc<TransformStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise;

    /// The flush algorithm.
    fn flush(&self, _: &Gc<TransformStream>, context: &mut Context) -> JsPromise {
        fulfilled_promise(context)
    }

    /// The cancel algorithm.
    fn cancel(&self, _: &Gc<TransformStream>, _: JsValue, context: &mut Context) -> JsPromise {
        fulfilled_promise(context)
    }
}
