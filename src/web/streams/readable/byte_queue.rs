//! The queue of a byte stream's controller, and the enqueuing of chunks.

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::{Context, JsResult};
use boa_gc::Gc;

use super::pulling::call_pull_if_needed;
use super::state::{PullInto, QueueEntry, ReadRequest, ReadableByteStreamController, ReaderKind, ViewKind};
use super::view::{View, bytes_of, copy_bytes, transfer};
use crate::web::webidl::{exception_value, new_array_buffer, type_error};

impl ReadableByteStreamController {
    /// [ReadableByteStreamControllerEnqueue](https://streams.spec.whatwg.org/#readable-byte-stream-controller-enqueue).
    ///
    /// # Errors
    ///
    /// `TypeError` if the buffer of the chunk, or that of the view that is being filled, is detached.
    pub(super) fn enqueue(this: &Gc<Self>, chunk: &View, context: &mut Context) -> JsResult<()> {
        if !this.is_open() {
            return Ok(());
        }
        let buffer = transfer(&chunk.buffer, context)?;
        if let Some(first) = this.first_pull_into() {
            let filled = first.buffer.borrow().clone();
            if filled.data().is_none() {
                return Err(type_error("the buffer of the BYOB request is detached"));
            }
            this.invalidate_request();
            let filled = transfer(&filled, context)?;
            *first.buffer.borrow_mut() = filled;
            if first.reader.get() == ReaderKind::None {
                this.enqueue_detached_pull_into(&first, context)?;
            }
        }
        let entry = QueueEntry { buffer, offset: chunk.offset, length: chunk.length };
        if this.stream.has_default_reader() {
            Self::pass_to_default_reader(this, entry, context)?;
        } else {
            this.push(entry);
            if this.stream.has_byob_reader() {
                let filled = this.fill_pull_intos_from_queue();
                this.commit_all(&filled, context)?;
            }
        }
        call_pull_if_needed(this, context);
        Ok(())
    }

    /// Step 9 of enqueuing: the chunk goes to the reader if it waits for one.
    fn pass_to_default_reader(this: &Gc<Self>, entry: QueueEntry, context: &mut Context) -> JsResult<()> {
        Self::process_read_requests_using_queue(this, context);
        let Some(request) = this.stream.take_read_request() else {
            this.push(entry);
            return Ok(());
        };
        this.shift_pull_into();
        let view = bytes_of(&entry.buffer, entry.offset, entry.length, context)?;
        request.chunk(view.into(), context);
        Ok(())
    }

    /// [ReadableByteStreamControllerEnqueueChunkToQueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-enqueue-chunk-to-queue
    pub(super) fn push(&self, entry: QueueEntry) {
        self.queue_size.set(self.queue_size.get() + entry.length);
        self.queue.borrow_mut().push_back(entry);
    }

    /// [ReadableByteStreamControllerEnqueueClonedChunkToQueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerenqueueclonedchunktoqueue
    pub(super) fn push_copy(
        &self,
        buffer: &JsArrayBuffer,
        offset: usize,
        length: usize,
        context: &mut Context,
    ) -> JsResult<()> {
        let bytes = buffer.data().and_then(|bytes| bytes.get(offset..offset + length).map(<[u8]>::to_vec));
        let copy = new_array_buffer(&bytes.unwrap_or_default(), context);
        match copy {
            Ok(buffer) => {
                self.push(QueueEntry { buffer, offset: 0, length });
                Ok(())
            }
            Err(error) => {
                let reason = exception_value(error.clone(), context);
                self.error(&reason, context);
                Err(error)
            }
        }
    }

    /// [ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerenqueuedetachedpullintotoqueue
    pub(super) fn enqueue_detached_pull_into(&self, pull_into: &PullInto, context: &mut Context) -> JsResult<()> {
        if pull_into.filled.get() > 0 {
            let buffer = pull_into.buffer.borrow().clone();
            self.push_copy(&buffer, pull_into.offset, pull_into.filled.get(), context)?;
        }
        self.shift_pull_into();
        Ok(())
    }

    /// [ResetQueue](https://streams.spec.whatwg.org/#reset-queue).
    pub(super) fn reset_queue(&self) {
        let entries = std::mem::take(&mut *self.queue.borrow_mut());
        drop(entries);
        self.queue_size.set(0);
    }

    /// [ReadableByteStreamControllerProcessReadRequestsUsingQueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerprocessreadrequestsusingqueue
    pub(super) fn process_read_requests_using_queue(this: &Gc<Self>, context: &mut Context) {
        while this.queue_size.get() > 0 {
            let Some(request) = this.stream.take_read_request() else { return };
            Self::fill_read_request_from_queue(this, &*request, context);
        }
    }

    /// [ReadableByteStreamControllerFillReadRequestFromQueue][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerfillreadrequestfromqueue
    pub(super) fn fill_read_request_from_queue(this: &Gc<Self>, request: &dyn ReadRequest, context: &mut Context) {
        let entry = this.queue.borrow_mut().pop_front();
        let Some(QueueEntry { buffer, offset, length }) = entry else { return };
        this.queue_size.set(this.queue_size.get() - length);
        Self::handle_queue_drain(this, context);
        match bytes_of(&buffer, offset, length, context) {
            Ok(view) => request.chunk(view.into(), context),
            Err(error) => {
                let reason = exception_value(error, context);
                request.error(reason, context);
            }
        }
    }

    /// [ReadableByteStreamControllerHandleQueueDrain][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-handle-queue-drain
    pub(super) fn handle_queue_drain(this: &Gc<Self>, context: &mut Context) {
        if this.queue_size.get() == 0 && this.pulling.close_requested.get() {
            this.finish(context);
        } else {
            call_pull_if_needed(this, context);
        }
    }

    /// [ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue][1]. Returns the descriptors that are filled.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-process-pull-into-descriptors-using-queue
    pub(super) fn fill_pull_intos_from_queue(&self) -> Vec<Gc<PullInto>> {
        let mut filled = Vec::new();
        while self.queue_size.get() > 0 {
            let Some(first) = self.first_pull_into() else { break };
            if self.fill_from_queue(&first) {
                self.shift_pull_into();
                filled.push(first);
            }
        }
        filled
    }

    /// [ReadableByteStreamControllerFillPullIntoDescriptorFromQueue][1]. Returns whether the descriptor is filled.
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-byte-stream-controller-fill-pull-into-descriptor-from-queue
    pub(super) fn fill_from_queue(&self, pull_into: &PullInto) -> bool {
        let filled = pull_into.filled.get();
        let most = filled + self.queue_size.get().min(pull_into.length - filled);
        let aligned = most - most % pull_into.view.element_size();
        let is_ready = aligned >= pull_into.minimum_fill;
        let mut remaining = if is_ready { aligned } else { most } - filled;
        let target = pull_into.buffer.borrow().clone();
        let mut queue = self.queue.borrow_mut();
        while remaining > 0
            && let Some(head) = queue.front_mut()
        {
            let count = remaining.min(head.length);
            let start = pull_into.offset + pull_into.filled.get();
            copy_bytes((&head.buffer, head.offset), (&target, start), count);
            head.offset += count;
            head.length -= count;
            if head.length == 0 {
                queue.pop_front();
            }
            self.queue_size.set(self.queue_size.get() - count);
            pull_into.filled.set(pull_into.filled.get() + count);
            remaining -= count;
        }
        is_ready
    }

    /// A chunk of new bytes that no script has seen, for sources of the host.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(super) fn enqueue_bytes(this: &Gc<Self>, bytes: &[u8], context: &mut Context) -> JsResult<()> {
        let buffer = new_array_buffer(bytes, context)?;
        let view = View { kind: ViewKind::DataView, buffer, offset: 0, length: bytes.len() };
        Self::enqueue(this, &view, context)
    }
}
