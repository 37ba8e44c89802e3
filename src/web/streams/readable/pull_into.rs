//! Pull-into descriptors: the views that byte streams fill, and what sources answer to the requests for them.

use std::cell::Cell;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Gc, GcRefCell};

use super::pulling::call_pull_if_needed;
use super::state::{
    PullInto, ReadIntoRequest, ReadableByteStreamController, ReadableStreamByobRequest, ReaderKind, State,
};
use super::view::{View, bytes_of, transfer};
use crate::web::webidl::{array_buffer_view, create, exception_value, range_error, type_error};

impl PullInto {
    /// [ReadableByteStreamControllerConvertPullIntoDescriptor][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-convert-pull-into-descriptor
    fn convert(&self, context: &mut Context) -> JsResult<JsValue> {
        let buffer = self.buffer.borrow().clone();
        let buffer = transfer(&buffer, context)?;
        let elements = self.filled.get() / self.view.element_size();
        Ok(self.view.construct(&buffer, self.offset, elements, context)?.into())
    }

    /// Transfers its buffer, so that no view of a script refers to the bytes.
    fn take_buffer(&self, context: &mut Context) -> JsResult<()> {
        let buffer = self.buffer.borrow().clone();
        let buffer = transfer(&buffer, context)?;
        *self.buffer.borrow_mut() = buffer;
        Ok(())
    }
}

impl ReadableByteStreamController {
    pub(super) fn first_pull_into(&self) -> Option<Gc<PullInto>> {
        self.pending_pull_intos.borrow().front().cloned()
    }

    /// [ReadableByteStreamControllerShiftPendingPullInto][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-shift-pending-pull-into
    pub(super) fn shift_pull_into(&self) -> Option<Gc<PullInto>> {
        self.pending_pull_intos.borrow_mut().pop_front()
    }

    /// [ReadableByteStreamControllerClearPendingPullIntos][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-clear-pending-pull-intos
    pub(super) fn clear_pending_pull_intos(&self) {
        self.invalidate_request();
        let pending = std::mem::take(&mut *self.pending_pull_intos.borrow_mut());
        drop(pending);
    }

    /// [ReadableByteStreamControllerInvalidateBYOBRequest][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-invalidate-byob-request
    pub(super) fn invalidate_request(&self) {
        let request = self.request.borrow_mut().take();
        if let Some((request, _)) = request {
            request.controller.borrow_mut().take();
            request.view.borrow_mut().take();
        }
    }

    /// [ReadableByteStreamControllerGetBYOBRequest][1]: an object, or `null`.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-get-byob-request
    pub(super) fn byob_request(this: &Gc<Self>, context: &mut Context) -> JsResult<JsValue> {
        if let Some((_, object)) = &*this.request.borrow() {
            return Ok(object.clone().into());
        }
        let Some(first) = this.first_pull_into() else { return Ok(JsValue::null()) };
        let (buffer, filled) = (first.buffer.borrow().clone(), first.filled.get());
        let view = bytes_of(&buffer, first.offset + filled, first.length - filled, context)?;
        let request = Gc::new(ReadableStreamByobRequest {
            controller: GcRefCell::new(Some(this.clone())),
            view: GcRefCell::new(Some(view.into())),
        });
        let object = create(&request, context)?;
        *this.request.borrow_mut() = Some((request, object.clone()));
        Ok(object.into())
    }

    /// The view of the request that [`Self::byob_request`] returns.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(super) fn requested_view(this: &Gc<Self>, context: &mut Context) -> JsResult<Option<View>> {
        Self::byob_request(this, context)?;
        let view = this.request.borrow().as_ref().and_then(|(request, _)| request.view.borrow().clone());
        let Some(view) = view else { return Ok(None) };
        let view = array_buffer_view(&view.into(), &"the view of a BYOB request", context)?;
        View::of(&view, context).map(Some)
    }

    /// [ReadableByteStreamControllerCommitPullIntoDescriptor][1] for each of the descriptors.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-commit-pull-into-descriptor
    pub(super) fn commit_all(&self, filled: &[Gc<PullInto>], context: &mut Context) -> JsResult<()> {
        for pull_into in filled {
            let is_done = self.stream.state.get() == State::Closed;
            let view = pull_into.convert(context)?;
            if pull_into.reader.get() == ReaderKind::Default {
                if let Some(request) = self.stream.take_read_request() {
                    if is_done { request.close(context) } else { request.chunk(view, context) }
                }
            } else if let Some(request) = self.stream.take_read_into_request() {
                if is_done { request.close(view, context) } else { request.chunk(view, context) }
            }
        }
        Ok(())
    }

    /// [ReadableByteStreamControllerPullInto][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-pull-into
    pub(super) fn pull_into(
        this: &Gc<Self>,
        view: &View,
        minimum: usize,
        request: Box<dyn ReadIntoRequest>,
        context: &mut Context,
    ) {
        // Steps 9 to 11.
        let buffer = match transfer(&view.buffer, context) {
            Ok(buffer) => buffer,
            Err(error) => return request.error(exception_value(error, context), context),
        };
        let pull_into = Gc::new(PullInto {
            buffer_length: buffer.byte_length(),
            buffer: GcRefCell::new(buffer),
            offset: view.offset,
            length: view.length,
            filled: Cell::new(0),
            minimum_fill: minimum * view.kind.element_size(),
            view: view.kind,
            reader: Cell::new(ReaderKind::Byob),
        });
        if this.first_pull_into().is_some() {
            this.pending_pull_intos.borrow_mut().push_back(pull_into);
            return this.stream.add_read_into_request(request);
        }
        if let Some(answer) = Self::answer_at_once(this, &pull_into, context) {
            return answer.give_to(&*request, context);
        }
        this.pending_pull_intos.borrow_mut().push_back(pull_into);
        this.stream.add_read_into_request(request);
        call_pull_if_needed(this, context);
    }

    /// Steps 14 and 15 of pulling into a view: what can be answered without the source.
    fn answer_at_once(this: &Gc<Self>, pull_into: &PullInto, context: &mut Context) -> Option<Answer> {
        if this.stream.state.get() == State::Closed {
            return Some(Answer::of(pull_into.convert(context), Answer::Close));
        }
        if this.queue_size.get() == 0 {
            return None;
        }
        if this.fill_from_queue(pull_into) {
            let view = pull_into.convert(context);
            Self::handle_queue_drain(this, context);
            return Some(Answer::of(view, Answer::Chunk));
        }
        if this.pulling.close_requested.get() {
            let reason = exception_value(type_error("the stream ends in the middle of an element"), context);
            this.error(&reason, context);
            return Some(Answer::Error(reason));
        }
        None
    }

    /// [ReadableByteStreamControllerRespond](https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond).
    ///
    /// # Errors
    ///
    /// `TypeError` or `RangeError` if the number of bytes cannot be right.
    pub(super) fn respond(this: &Gc<Self>, written: usize, context: &mut Context) -> JsResult<()> {
        let Some(first) = this.first_pull_into() else { return Ok(()) };
        this.check_length(written)?;
        if first.filled.get().saturating_add(written) > first.length {
            return Err(range_error("more bytes than the view can hold"));
        }
        first.take_buffer(context)?;
        Self::respond_internal(this, &first, written, context)
    }

    /// A source of the host does not answer to requests: when it has closed the stream, the views that wait are given
    /// back.
    pub(super) fn answer_closed(&self, context: &mut Context) {
        if self.stream.state.get() == State::Closed
            && let Some(first) = self.first_pull_into()
        {
            self.invalidate_request();
            // Only the engine can fail.
            let _ = self.respond_in_closed_state(&first, context);
        }
    }

    /// A stream that is closed gets no bytes, and one that is open at least one.
    fn check_length(&self, written: usize) -> JsResult<()> {
        match (self.stream.state.get() == State::Closed, written == 0) {
            (true, false) => Err(type_error("the stream is closed, so it cannot receive bytes")),
            (false, true) => Err(type_error("a response must have at least one byte while the stream is open")),
            _ => Ok(()),
        }
    }

    /// [ReadableByteStreamControllerRespondWithNewView][1].
    ///
    /// # Errors
    ///
    /// `TypeError` or `RangeError` if the view cannot be a part of the one that was asked for.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond-with-new-view
    pub(super) fn respond_with_new_view(this: &Gc<Self>, view: &View, context: &mut Context) -> JsResult<()> {
        let Some(first) = this.first_pull_into() else { return Ok(()) };
        this.check_length(view.length)?;
        let filled = first.filled.get();
        if first.offset + filled != view.offset {
            return Err(range_error("the view does not start at the offset of the request's view"));
        }
        if first.buffer_length != view.buffer.byte_length() {
            return Err(range_error("the buffer of the view has another length than that of the request"));
        }
        if filled + view.length > first.length {
            return Err(range_error("the view is longer than that of the request"));
        }
        let buffer = transfer(&view.buffer, context)?;
        *first.buffer.borrow_mut() = buffer;
        Self::respond_internal(this, &first, view.length, context)
    }

    /// [ReadableByteStreamControllerRespondInternal][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond-internal
    fn respond_internal(this: &Gc<Self>, first: &Gc<PullInto>, written: usize, context: &mut Context) -> JsResult<()> {
        this.invalidate_request();
        if this.stream.state.get() == State::Closed {
            this.respond_in_closed_state(first, context)?;
        } else {
            this.respond_in_readable_state(first, written, context)?;
        }
        call_pull_if_needed(this, context);
        Ok(())
    }

    /// [ReadableByteStreamControllerRespondInClosedState][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond-in-closed-state
    fn respond_in_closed_state(&self, first: &PullInto, context: &mut Context) -> JsResult<()> {
        if first.reader.get() == ReaderKind::None {
            self.shift_pull_into();
        }
        let count = self.stream.read_into_request_count();
        let closed: Vec<_> = std::iter::from_fn(|| self.shift_pull_into()).take(count).collect();
        self.commit_all(&closed, context)
    }

    /// [ReadableByteStreamControllerRespondInReadableState][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond-in-readable-state
    fn respond_in_readable_state(&self, first: &Gc<PullInto>, written: usize, context: &mut Context) -> JsResult<()> {
        first.filled.set(first.filled.get() + written);
        if first.reader.get() == ReaderKind::None {
            self.enqueue_detached_pull_into(first, context)?;
            let filled = self.fill_pull_intos_from_queue();
            return self.commit_all(&filled, context);
        }
        if first.filled.get() < first.minimum_fill {
            return Ok(());
        }
        self.shift_pull_into();
        let remainder = first.filled.get() % first.view.element_size();
        if remainder > 0 {
            let (buffer, end) = (first.buffer.borrow().clone(), first.offset + first.filled.get());
            self.push_copy(&buffer, end - remainder, remainder, context)?;
        }
        first.filled.set(first.filled.get() - remainder);
        let mut filled = vec![first.clone()];
        filled.extend(self.fill_pull_intos_from_queue());
        self.commit_all(&filled, context)
    }
}

/// What a read-into request gets.
enum Answer {
    Chunk(JsValue),
    Close(JsValue),
    Error(JsValue),
}

impl Answer {
    /// The view, if it could be made.
    fn of(view: JsResult<JsValue>, kind: fn(JsValue) -> Self) -> Self {
        // Only engine errors have no value, and a view is made without running scripts.
        view.map_or_else(|error| Self::Error(error.as_opaque().cloned().unwrap_or_default()), kind)
    }

    fn give_to(self, request: &dyn ReadIntoRequest, context: &mut Context) {
        match self {
            Self::Chunk(view) => request.chunk(view, context),
            Self::Close(view) => request.close(view, context),
            Self::Error(reason) => request.error(reason, context),
        }
    }
}
