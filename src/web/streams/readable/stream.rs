//! The algorithms of readable streams: <https://streams.spec.whatwg.org/#rs-abstract-ops>.

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::Gc;

use super::super::watched::{Waiting, Watchable};
use super::state::{
    Controller, ReadIntoRequest, ReadRequest, ReadableByteStreamController, ReadableStream,
    ReadableStreamDefaultController, Reader, State,
};
use crate::event_loop::Origin;
use crate::web::webidl::traced_promise::{fulfilled_promise, rejected_promise, transform};
use crate::web::webidl::{Layers, interface_prototype, new_object};

impl ReadableStream {
    /// Creates a stream without a controller, and its object in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn create(context: &mut Context) -> JsResult<Gc<Self>> {
        let prototype = interface_prototype::<Self>(context)?;
        Ok(Self::with_prototype(prototype, context))
    }

    /// [InitializeReadableStream](https://streams.spec.whatwg.org/#initialize-readable-stream), with an object.
    pub(super) fn with_prototype(prototype: JsObject, context: &mut Context) -> Gc<Self> {
        let stream = Gc::new(Self::default());
        stream.object.set(new_object(prototype, Layers::root(&stream), context));
        stream
    }

    /// The stream's object.
    pub(crate) fn object(&self) -> JsValue {
        self.object.value()
    }

    /// Whether it can still be read.
    pub(crate) fn is_readable(&self) -> bool {
        self.state.get() == State::Readable
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.get() == State::Closed
    }

    /// Why it has failed, if it has.
    pub(crate) fn failure(&self) -> Option<JsValue> {
        (self.state.get() == State::Errored).then(|| self.stored_error.borrow().clone())
    }

    /// [Is disturbed](https://streams.spec.whatwg.org/#is-readable-stream-disturbed): it has been read or canceled.
    pub(crate) fn is_disturbed(&self) -> bool {
        self.is_disturbed.get()
    }

    /// Marks it as disturbed.
    pub(super) fn set_disturbed(&self) {
        self.is_disturbed.set(true);
    }

    /// [IsReadableStreamLocked](https://streams.spec.whatwg.org/#is-readable-stream-locked).
    pub(crate) fn is_locked(&self) -> bool {
        self.reader.borrow().is_some()
    }

    pub(super) fn reader(&self) -> Option<Reader> {
        self.reader.borrow().clone()
    }

    pub(super) fn controller(&self) -> Option<Controller> {
        self.controller.borrow().clone()
    }

    /// Its controller, if it is not a byte stream.
    pub(in crate::web::streams) fn default_controller(&self) -> Option<Gc<ReadableStreamDefaultController>> {
        match self.controller() {
            Some(Controller::Default(controller)) => Some(controller),
            _ => None,
        }
    }

    /// Its controller, if it is a byte stream.
    pub(super) fn byte_controller(&self) -> Option<Gc<ReadableByteStreamController>> {
        match self.controller() {
            Some(Controller::Byte(controller)) => Some(controller),
            _ => None,
        }
    }

    /// Whether its controller is one of bytes.
    pub(super) fn is_byte_stream(&self) -> bool {
        matches!(*self.controller.borrow(), Some(Controller::Byte(_)))
    }

    /// [ReadableStreamClose](https://streams.spec.whatwg.org/#readable-stream-close).
    pub(super) fn close(&self, context: &mut Context) {
        self.state.set(State::Closed);
        self.note_stall(context);
        let Some(reader) = self.reader() else { return };
        reader.generic().closed().resolve(JsValue::undefined(), context);
        if let Reader::Default(reader) = reader {
            let requests = std::mem::take(&mut *reader.requests.borrow_mut());
            for request in requests {
                request.close(context);
            }
        }
    }

    /// [ReadableStreamError](https://streams.spec.whatwg.org/#readable-stream-error).
    pub(super) fn error(&self, reason: &JsValue, context: &mut Context) {
        self.state.set(State::Errored);
        *self.stored_error.borrow_mut() = reason.clone();
        self.note_stall(context);
        let Some(reader) = self.reader() else { return };
        reader.generic().closed().reject_and_handle(reason.clone(), context);
        reader.error_requests(reason, context);
    }

    /// [ReadableStreamCancel](https://streams.spec.whatwg.org/#readable-stream-cancel).
    pub(crate) fn cancel(this: &Gc<Self>, reason: JsValue, context: &mut Context) -> JsPromise {
        this.is_disturbed.set(true);
        match this.state.get() {
            State::Closed => return fulfilled_promise(context),
            State::Errored => return rejected_promise(this.stored_error.borrow().clone(), context),
            State::Readable => {}
        }
        this.close(context);
        if let Some(Reader::Byob(reader)) = this.reader() {
            let requests = std::mem::take(&mut *reader.requests.borrow_mut());
            for request in requests {
                request.close(JsValue::undefined(), context);
            }
        }
        let canceled = match this.controller() {
            Some(Controller::Default(controller)) => controller.cancel_steps(reason, context),
            Some(Controller::Byte(controller)) => controller.cancel_steps(reason, context),
            None => fulfilled_promise(context),
        };
        transform(&canceled, &(), Some(|(), _, _| Ok(JsValue::undefined())), None, context)
    }

    /// [ReadableStreamGetNumReadRequests](https://streams.spec.whatwg.org/#readable-stream-get-num-read-requests).
    pub(super) fn read_request_count(&self) -> usize {
        match &*self.reader.borrow() {
            Some(Reader::Default(reader)) => reader.requests.borrow().len(),
            _ => 0,
        }
    }

    /// [ReadableStreamGetNumReadIntoRequests][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#readable-stream-get-num-read-into-requests
    pub(super) fn read_into_request_count(&self) -> usize {
        match &*self.reader.borrow() {
            Some(Reader::Byob(reader)) => reader.requests.borrow().len(),
            _ => 0,
        }
    }

    /// Where the oldest read was asked for that has not ended.
    fn read_at(&self) -> Option<Origin> {
        match &*self.reader.borrow() {
            Some(Reader::Default(reader)) => reader.requests.borrow().front()?.place(),
            Some(Reader::Byob(reader)) => reader.requests.borrow().front()?.place(),
            None => None,
        }
    }

    pub(super) fn has_default_reader(&self) -> bool {
        matches!(*self.reader.borrow(), Some(Reader::Default(_)))
    }

    pub(super) fn has_byob_reader(&self) -> bool {
        matches!(*self.reader.borrow(), Some(Reader::Byob(_)))
    }

    /// [ReadableStreamAddReadRequest](https://streams.spec.whatwg.org/#readable-stream-add-read-request).
    pub(super) fn add_read_request(&self, request: Box<dyn ReadRequest>) {
        if let Some(Reader::Default(reader)) = self.reader() {
            reader.requests.borrow_mut().push_back(request);
        }
    }

    /// [ReadableStreamAddReadIntoRequest](https://streams.spec.whatwg.org/#readable-stream-add-read-into-request).
    pub(super) fn add_read_into_request(&self, request: Box<dyn ReadIntoRequest>) {
        if let Some(Reader::Byob(reader)) = self.reader() {
            reader.requests.borrow_mut().push_back(request);
        }
    }

    /// Takes the oldest read request.
    pub(super) fn take_read_request(&self) -> Option<Box<dyn ReadRequest>> {
        match self.reader() {
            Some(Reader::Default(reader)) => reader.requests.borrow_mut().pop_front(),
            _ => None,
        }
    }

    /// Takes the oldest read-into request.
    pub(super) fn take_read_into_request(&self) -> Option<Box<dyn ReadIntoRequest>> {
        match self.reader() {
            Some(Reader::Byob(reader)) => reader.requests.borrow_mut().pop_front(),
            _ => None,
        }
    }
}

impl Watchable for ReadableStream {
    /// What it waits for, if it does: its source, or a chunk for a reader.
    fn waits_for(&self) -> Option<Waiting> {
        let pulling = match self.controller()? {
            Controller::Default(controller) => controller.pulling.is_waited_for(),
            Controller::Byte(controller) => controller.pulling.is_waited_for(),
        };
        let has_requests = self.read_request_count() + self.read_into_request_count() > 0;
        let what = match (self.state.get(), pulling, has_requests) {
            (State::Readable, true, _) => "a pull of a ReadableStream",
            (State::Readable, false, true) => "a read of a ReadableStream",
            _ => return None,
        };
        Some(Waiting { what, places: vec![("created at", self.created_at.get()), ("read at", self.read_at())] })
    }

    fn created_at(&self) -> &Cell<Option<Origin>> {
        &self.created_at
    }
}
