//! How controllers of both kinds start their source, pull from it and cancel it.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell, Trace};

use super::state::{Pulling, ReadableStream, Source, UnderlyingSource};
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of, react};

impl Pulling {
    pub(super) fn new(source: Box<dyn UnderlyingSource>) -> Self {
        Self {
            close_requested: Cell::default(),
            is_started: Cell::default(),
            in_progress: Cell::default(),
            pull_again: Cell::default(),
            source: GcRefCell::new(Some(Gc::new(source))),
        }
    }

    /// Whether a pull has not ended, and waits for the source.
    pub(super) fn is_waited_for(&self) -> bool {
        self.in_progress.get() && self.source().is_some_and(|source| source.is_waited_for())
    }

    fn source(&self) -> Option<Source> {
        self.source.borrow().clone()
    }

    /// Forgets the start, pull and cancel algorithms.
    pub(super) fn forget_source(&self) {
        let source = self.source.borrow_mut().take();
        drop(source);
    }

    /// Runs the cancel algorithm.
    pub(super) fn cancel(&self, stream: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        match self.source() {
            Some(source) => source.cancel(stream, reason, context),
            None => fulfilled_promise(context),
        }
    }
}

/// A controller of either kind.
pub(super) trait PullsFromSource: Trace + 'static {
    fn stream(&self) -> &Gc<ReadableStream>;

    fn pulling(&self) -> &Pulling;

    /// [ReadableStreamDefaultControllerShouldCallPull][1] or [ReadableByteStreamControllerShouldCallPull][2].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-should-call-pull
    /// [2]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-should-call-pull
    fn should_call_pull(&self) -> bool;

    /// Makes the stream fail, if it is readable.
    fn fail(&self, reason: &JsValue, context: &mut Context);
}

/// Runs the start algorithm: the last steps of setting up a controller of either kind.
///
/// # Errors
///
/// Whatever the start algorithm throws.
pub(super) fn start<C: PullsFromSource>(controller: &Gc<C>, context: &mut Context) -> JsResult<()> {
    let Some(source) = controller.pulling().source() else { return Ok(()) };
    let started = source.start(controller.stream(), context)?;
    let started = promise_of(Ok(started), context);
    react(
        &started,
        controller,
        |controller, _, context| {
            controller.pulling().is_started.set(true);
            call_pull_if_needed(controller, context);
        },
        |controller, reason, context| controller.fail(&reason, context),
        context,
    );
    Ok(())
}

/// [ReadableStreamDefaultControllerCallPullIfNeeded][1] or [ReadableByteStreamControllerCallPullIfNeeded][2].
///
/// [1]: https://streams.spec.whatwg.org/#readable-stream-default-controller-call-pull-if-needed
/// [2]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-call-pull-if-needed
pub(super) fn call_pull_if_needed<C: PullsFromSource>(controller: &Gc<C>, context: &mut Context) {
    controller.stream().note_stall(context);
    if !controller.should_call_pull() {
        return;
    }
    let pulling = controller.pulling();
    if pulling.in_progress.replace(true) {
        pulling.pull_again.set(true);
        return;
    }
    let Some(source) = pulling.source() else { return };
    let pulled = source.pull(controller.stream(), context);
    pulled.react(
        controller,
        |controller, _, context| {
            controller.pulling().in_progress.set(false);
            if controller.pulling().pull_again.replace(false) {
                call_pull_if_needed(controller, context);
            }
        },
        |controller, reason, context| controller.fail(&reason, context),
        context,
    );
}
