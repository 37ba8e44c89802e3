//! What readers of both kinds share: <https://streams.spec.whatwg.org/#generic-reader-mixin>.

use std::cell::OnceCell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::state::{Controller, GenericReader, ReadableStream, Reader, State};
use crate::web::webidl::traced_promise::{TracedPromise, rejected_promise};
use crate::web::webidl::{exception_value, type_error};

impl Reader {
    /// Whether both are the same reader.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Default(one), Self::Default(other)) => Gc::ptr_eq(one, other),
            (Self::Byob(one), Self::Byob(other)) => Gc::ptr_eq(one, other),
            _ => false,
        }
    }

    pub(super) fn generic(&self) -> &GenericReader {
        match self {
            Self::Default(reader) => &reader.generic,
            Self::Byob(reader) => &reader.generic,
        }
    }

    /// [ReadableStreamDefaultReaderErrorReadRequests][1], and its like for read-into requests.
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaultreadererrorreadrequests
    pub(super) fn error_requests(&self, reason: &JsValue, context: &mut Context) {
        match self {
            Self::Default(reader) => {
                let requests = std::mem::take(&mut *reader.requests.borrow_mut());
                for request in requests {
                    request.error(reason.clone(), context);
                }
            }
            Self::Byob(reader) => {
                let requests = std::mem::take(&mut *reader.requests.borrow_mut());
                for request in requests {
                    request.error(reason.clone(), context);
                }
            }
        }
    }

    /// [ReadableStreamReaderGenericRelease][1], after which the requests that are open fail.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-reader-generic-release
    pub(super) fn release(&self, context: &mut Context) {
        let Some(stream) = self.generic().stream() else { return };
        self.generic().note_stall(false, context);
        let reason = released(context);
        let closed = self.generic().closed();
        if stream.state.get() == State::Readable {
            closed.reject_and_handle(reason, context);
        } else {
            let rejected = TracedPromise::rejected_and_handled(reason, context);
            *self.generic().closed.borrow_mut() = rejected;
        }
        if let Some(Controller::Byte(controller)) = stream.controller() {
            controller.release_steps();
        }
        stream.reader.borrow_mut().take();
        self.generic().stream.borrow_mut().take();
        let reason = released(context);
        self.error_requests(&reason, context);
    }
}

/// The error of what waits for a reader that is released.
fn released(context: &mut Context) -> JsValue {
    exception_value(type_error("the reader has been released"), context)
}

impl GenericReader {
    /// [ReadableStreamReaderGenericInitialize][1], without the stream's side.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-reader-generic-initialize
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream is locked: the first step of setting up a reader of either kind.
    pub(super) fn of(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<Self> {
        if stream.is_locked() {
            return Err(type_error("the stream already has a reader"));
        }
        let closed = match stream.state.get() {
            State::Readable => TracedPromise::new(context),
            State::Closed => TracedPromise::fulfilled(context),
            State::Errored => {
                let reason = stream.stored_error.borrow().clone();
                TracedPromise::rejected_and_handled(reason, context)
            }
        };
        Ok(Self {
            stream: GcRefCell::new(Some(stream.clone())),
            closed: GcRefCell::new(closed),
            stall: OnceCell::new(),
        })
    }

    pub(super) fn stream(&self) -> Option<Gc<ReadableStream>> {
        self.stream.borrow().clone()
    }

    pub(super) fn closed(&self) -> TracedPromise {
        self.closed.borrow().clone()
    }

    /// The stream that is read.
    ///
    /// # Errors
    ///
    /// `TypeError` if the reader has been released.
    pub(super) fn require_stream(&self) -> JsResult<Gc<ReadableStream>> {
        self.stream().ok_or_else(|| type_error("the reader has been released"))
    }

    /// [`cancel`](https://streams.spec.whatwg.org/#generic-reader-cancel).
    pub(super) fn cancel(&self, reason: JsValue, context: &mut Context) -> JsPromise {
        match self.require_stream() {
            Ok(stream) => ReadableStream::cancel(&stream, reason, context),
            Err(error) => {
                let reason = exception_value(error, context);
                rejected_promise(reason, context)
            }
        }
    }
}
