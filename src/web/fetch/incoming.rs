//! The bytes of a body, which may still have to arrive.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace, WeakGc};

use super::clone_cancel::CloneCancel;
use super::flow::BUFFER;
use crate::event_loop::EventLoop;
use crate::web::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::web::file_api::Bytes;
use crate::web::streams::{ReadableStream, StallWatch};
use crate::web::webidl::traced_promise::fulfilled_promise;

/// The largest chunk that bytes are read in.
const CHUNK: usize = 64 * 1024;

/// Whether more bytes can arrive.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
enum End {
    Open,
    Ended,
    /// Why the rest will not arrive.
    Failed(JsValue),
}

/// What follows in a body.
pub(super) enum Next {
    Chunk {
        bytes: Bytes,
        is_last: bool,
    },
    End,
    /// Why nothing follows.
    Failure(JsValue),
}

/// What happens when all bytes have arrived, or will not.
type Waiter = Box<dyn FnOnce(Result<Bytes, JsValue>, &EventLoop, &mut Context)>;

/// What happens when the next chunk has arrived, or will not.
type NextWaiter = Box<dyn FnOnce(Next, &mut Context)>;

/// What sends the bytes.
pub(super) trait BytesSender {
    /// So many bytes are not in the way any more.
    fn have_been_read(&self, bytes: usize, context: &mut Context);

    /// The rest is not wanted.
    fn cancel(&self, context: &mut Context);
}

/// What is sent, for the body of a response and its clones.
struct Sent {
    sender: Weak<dyn BytesSender>,
    /// How far the one that has read most has come.
    furthest: Cell<usize>,
    /// How many bodies have not been canceled.
    wanted: Cell<usize>,
    /// If somebody observes.
    stall: Option<StallWatch>,
}

/// Bytes that arrive.
#[derive(Trace, Finalize)]
pub(super) struct Incoming {
    /// Those that have arrived and have not been passed to the stream.
    #[unsafe_ignore_trace]
    chunks: RefCell<VecDeque<Bytes>>,
    end: GcRefCell<End>,
    /// Empty when nothing more arrives.
    #[unsafe_ignore_trace]
    waiters: RefCell<Vec<Waiter>>,
    #[unsafe_ignore_trace]
    next: RefCell<Option<NextWaiter>>,
    /// The signal of the fetch, until the body is read. The signal does not keep the body alive.
    signal: GcRefCell<Option<Gc<AbortSignal>>>,
    /// What the signal does to a stream of bytes that have all arrived.
    #[unsafe_ignore_trace]
    abort_steps: Cell<Option<AlgorithmId>>,
    /// The stream of these bytes, if a script has asked for it.
    stream: GcRefCell<Option<Gc<ReadableStream>>>,
    /// Clones, to which the bytes are passed on.
    copies: GcRefCell<Vec<Gc<Self>>>,
    /// If the body was cloned, or is a clone.
    clone_cancel: GcRefCell<Option<Gc<CloneCancel>>>,
    /// How many bytes have arrived, and how many have been read.
    received: Cell<usize>,
    read: Cell<usize>,
    is_canceled: Cell<bool>,
    #[unsafe_ignore_trace]
    sent: Option<Rc<Sent>>,
}

impl Incoming {
    pub(super) fn complete(bytes: Bytes) -> Gc<Self> {
        Self::with([bytes].into(), End::Ended, None, None)
    }

    /// Bytes that are read from a stream.
    pub(super) fn of_stream() -> Gc<Self> {
        Self::with(VecDeque::new(), End::Open, None, None)
    }

    /// Bytes that are sent. If the signal aborts before they are read, that fails.
    pub(super) fn of_sender(
        sender: Weak<dyn BytesSender>,
        signal: Gc<AbortSignal>,
        stall: Option<StallWatch>,
    ) -> Gc<Self> {
        let sent = Sent { sender, furthest: Cell::new(0), wanted: Cell::new(1), stall };
        Self::with(VecDeque::new(), End::Open, Some(signal).filter(|signal| signal.can_abort()), Some(Rc::new(sent)))
    }

    fn with(chunks: VecDeque<Bytes>, end: End, signal: Option<Gc<AbortSignal>>, sent: Option<Rc<Sent>>) -> Gc<Self> {
        Gc::new(Self {
            received: Cell::new(chunks.iter().map(Bytes::len).sum()),
            chunks: RefCell::new(chunks),
            end: GcRefCell::new(end),
            waiters: RefCell::default(),
            next: RefCell::default(),
            signal: GcRefCell::new(signal),
            abort_steps: Cell::default(),
            clone_cancel: GcRefCell::default(),
            stream: GcRefCell::default(),
            copies: GcRefCell::default(),
            read: Cell::new(0),
            is_canceled: Cell::new(false),
            sent,
        })
    }

    /// The same bytes for another body. None of them has been read.
    pub(super) fn copy(&self) -> Gc<Self> {
        let (chunks, end) = (self.chunks.borrow().clone(), self.end.borrow().clone());
        let copy = Self::with(chunks, end, self.signal.borrow().clone(), self.sent.clone());
        if self.is_open() {
            self.copies.borrow_mut().push(copy.clone());
            if let Some(sent) = &self.sent {
                sent.wanted.set(sent.wanted.get() + 1);
            }
        }
        copy
    }

    /// The same bytes for a clone of the body.
    pub(super) fn copy_for_clone(&self) -> Gc<Self> {
        let copy = self.copy();
        let outer = self.clone_cancel.borrow().clone();
        let clone_cancel = CloneCancel::new(outer);
        *self.clone_cancel.borrow_mut() = Some(clone_cancel.clone());
        *copy.clone_cancel.borrow_mut() = Some(clone_cancel);
        copy
    }

    /// The same bytes for a body that takes the place of this one.
    pub(super) fn copy_for_proxy(&self) -> Gc<Self> {
        let copy = self.copy();
        copy.clone_cancel.borrow_mut().clone_from(&self.clone_cancel.borrow());
        copy
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(*self.end.borrow(), End::Open)
    }

    /// From now on, it does not matter whether the fetch is aborted after all has arrived.
    pub(super) fn forget_signal(&self) {
        let signal = self.signal.borrow_mut().take();
        if let (Some(signal), Some(steps)) = (signal, self.abort_steps.take()) {
            AbortSignal::remove_algorithm(&signal, steps);
        }
    }

    /// The stream of these bytes, which ends or fails with them.
    pub(super) fn set_stream(this: &Gc<Self>, stream: &Gc<ReadableStream>, context: &mut Context) {
        *this.stream.borrow_mut() = Some(stream.clone());
        if let Some(reason) = this.failure() {
            stream.fail(&reason, context);
        } else if !this.is_open() {
            Self::fail_if_aborted(this);
        }
    }

    /// From now on, an abort of the fetch, which has ended, makes the stream fail, and what is unread is not wanted:
    /// [abort the fetch call](https://fetch.spec.whatwg.org/#abort-fetch), step 4.
    fn fail_if_aborted(this: &Gc<Self>) {
        let signal = this.signal.borrow().clone();
        if let Some(signal) = signal.filter(|_| this.open_stream().is_some() || this.is_stalled()) {
            let steps = AbortSignal::add_algorithm(&signal, Rc::new(FailStream(WeakGc::new(this))));
            this.abort_steps.set(steps);
        }
    }

    /// Its stream, if that can still be read.
    fn open_stream(&self) -> Option<Gc<ReadableStream>> {
        self.stream.borrow().clone().filter(|stream| stream.is_readable())
    }

    /// One of the bodies has read all bytes, or the rest will not arrive.
    fn bytes_have_ended(&self, context: &mut Context) {
        self.note_stall(false, context);
        self.forget_signal();
        self.end_clone_cancel(context);
    }

    fn note_stall(&self, is_stalled: bool, context: &Context) {
        if let Some(watch) = self.sent.as_ref().and_then(|sent| sent.stall.as_ref()) {
            watch.note(is_stalled, context);
        }
    }

    fn is_stalled(&self) -> bool {
        self.sent.as_ref().and_then(|sent| sent.stall.as_ref()).is_some_and(StallWatch::is_stalled)
    }

    /// The promise of canceling this body or its clone is fulfilled.
    fn end_clone_cancel(&self, context: &mut Context) {
        let clone_cancel = self.clone_cancel.borrow().clone();
        if let Some(clone_cancel) = clone_cancel {
            clone_cancel.bytes_have_ended(context);
        }
    }

    /// How many bytes wait to be read.
    fn unread(&self) -> usize {
        self.chunks.borrow().iter().map(Bytes::len).sum()
    }

    /// Whether so many bytes wait to be read, by this body and its clones.
    pub(super) fn is_unread(&self, limit: usize) -> bool {
        let read = self.sent.as_ref().map_or(0, |sent| sent.furthest.get());
        self.received.get() - read >= limit
    }

    /// Why the bytes cannot be read, if that is known: they will not arrive, or the fetch was aborted before they were
    /// read. An empty body has nothing left to read, so it does not fail when it has arrived.
    pub(super) fn failure(&self) -> Option<JsValue> {
        match &*self.end.borrow() {
            End::Failed(reason) => Some(reason.clone()),
            End::Ended if self.unread() > 0 => {
                let signal = self.signal.borrow();
                signal.as_ref().filter(|signal| signal.is_aborted()).map(|signal| signal.reason())
            }
            _ => None,
        }
    }

    /// The bytes, if they have all arrived.
    pub(super) fn bytes(&self) -> Option<Bytes> {
        matches!(*self.end.borrow(), End::Ended).then(|| {
            let mut chunks = self.chunks.borrow_mut();
            if chunks.len() > 1 {
                let all: Vec<u8> = chunks.iter().flat_map(Bytes::as_slice).copied().collect();
                *chunks = [all.into()].into();
            }
            chunks.front().cloned().unwrap_or_default()
        })
    }

    /// Bytes have arrived.
    pub(super) fn receive(&self, bytes: &Bytes, context: &mut Context) {
        if !self.is_open() || bytes.len() == 0 {
            return;
        }
        self.received.set(self.received.get() + bytes.len());
        if !self.is_canceled.get() {
            self.chunks.borrow_mut().push_back(bytes.clone());
        }
        let next = self.next.take();
        if let Some(next) = next {
            self.when_next(next, context);
        } else if !self.waiters.borrow().is_empty() {
            self.have_been_read(bytes.len(), context);
        }
        if self.is_unread(BUFFER) {
            self.note_stall(true, context);
        }
        for copy in self.copies() {
            copy.receive(bytes, context);
        }
    }

    fn copies(&self) -> Vec<Gc<Self>> {
        self.copies.borrow().clone()
    }

    /// All bytes have arrived.
    pub(super) fn end(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        this.settle(End::Ended, event_loop, context);
        if let Some(stream) = this.open_stream().filter(|_| this.unread() == 0) {
            stream.close_source(context);
            this.bytes_have_ended(context);
        }
        Self::fail_if_aborted(this);
        for copy in this.copies() {
            Self::end(&copy, event_loop, context);
        }
    }

    /// The rest will not arrive. A stream of the bytes fails at once.
    pub(super) fn fail(&self, reason: &JsValue, event_loop: &EventLoop, context: &mut Context) {
        if !self.is_open() {
            return;
        }
        self.chunks.take();
        self.settle(End::Failed(reason.clone()), event_loop, context);
        let stream = self.stream.borrow().clone();
        if let Some(stream) = stream {
            stream.fail(reason, context);
        }
        self.bytes_have_ended(context);
        for copy in self.copies() {
            copy.fail(reason, event_loop, context);
        }
    }

    /// What waits for the end happens. Has no effect if that is known already.
    fn settle(&self, end: End, event_loop: &EventLoop, context: &mut Context) {
        if !self.is_open() {
            return;
        }
        *self.end.borrow_mut() = end;
        let next = self.next.take();
        if let Some(next) = next {
            next(self.failure().map_or(Next::End, Next::Failure), context);
        }
        for waiter in self.waiters.take() {
            self.pass_to(waiter, event_loop, context);
        }
    }

    /// Calls `then` with all bytes, now or when they have arrived.
    pub(super) fn when_complete(&self, then: Waiter, event_loop: &EventLoop, context: &mut Context) {
        if !self.is_open() {
            return self.pass_to(then, event_loop, context);
        }
        self.waiters.borrow_mut().push(then);
        // From now on, what arrives is not in the way.
        let unread = self.received.get() - self.read.get();
        self.have_been_read(unread, context);
    }

    fn pass_to(&self, waiter: Waiter, event_loop: &EventLoop, context: &mut Context) {
        if let Some(reason) = self.failure() {
            self.bytes_have_ended(context);
            waiter(Err(reason), event_loop, context);
        } else if let Some(bytes) = self.bytes() {
            self.bytes_have_ended(context);
            waiter(Ok(bytes), event_loop, context);
        }
    }

    /// Takes the next chunk, and calls `then` with it, now or when it has arrived.
    pub(super) fn when_next(&self, then: NextWaiter, context: &mut Context) {
        if let Some(reason) = self.failure() {
            then(Next::Failure(reason), context);
            return self.bytes_have_ended(context);
        }
        let bytes = self.take_chunk();
        if bytes.len() > 0 {
            let is_last = !self.is_open() && self.unread() == 0;
            let length = bytes.len();
            then(Next::Chunk { bytes, is_last }, context);
            self.have_been_read(length, context);
            if is_last && self.open_stream().is_none() {
                self.forget_signal();
            }
            if is_last {
                self.end_clone_cancel(context);
            }
        } else if self.is_open() {
            *self.next.borrow_mut() = Some(then);
        } else {
            then(Next::End, context);
            self.bytes_have_ended(context);
        }
    }

    fn take_chunk(&self) -> Bytes {
        let mut chunks = self.chunks.borrow_mut();
        let first = chunks.pop_front().unwrap_or_default();
        if first.len() > CHUNK {
            chunks.push_front(first.slice(CHUNK, first.len()));
        }
        first.slice(0, CHUNK)
    }

    fn have_been_read(&self, bytes: usize, context: &mut Context) {
        self.read.set(self.read.get() + bytes);
        let Some(sent) = &self.sent else { return };
        let more = self.read.get().saturating_sub(sent.furthest.get());
        sent.furthest.set(sent.furthest.get() + more);
        if !self.is_unread(BUFFER) {
            self.note_stall(false, context);
        }
        if let Some(sender) = sent.sender.upgrade().filter(|_| more > 0) {
            sender.have_been_read(more, context);
        }
    }

    /// The rest is not wanted. Returns a promise for the end of all that this leads to.
    pub(super) fn cancel(&self, context: &mut Context) -> JsPromise {
        self.forget_signal();
        self.stop_sending(context);
        if !self.is_sent() {
            self.note_stall(false, context);
        }
        let clone_cancel = self.clone_cancel.borrow().clone();
        match clone_cancel {
            Some(clone_cancel) => clone_cancel.cancel(context),
            None => fulfilled_promise(context),
        }
    }

    /// Whether more is sent, for this body or a clone.
    fn is_sent(&self) -> bool {
        self.is_open() && self.sent.as_ref().is_some_and(|sent| sent.wanted.get() > 0)
    }

    /// The rest is sent nevertheless as long as a clone wants it.
    fn stop_sending(&self, context: &mut Context) {
        if !self.is_open() || self.is_canceled.replace(true) {
            return;
        }
        self.chunks.take();
        let Some(sent) = &self.sent else { return };
        sent.wanted.set(sent.wanted.get() - 1);
        if let Some(sender) = sent.sender.upgrade().filter(|_| sent.wanted.get() == 0) {
            sender.cancel(context);
        }
    }
}

/// Makes the stream of a body fail whose bytes have all arrived, and have not all been read.
#[derive(Trace, Finalize)]
struct FailStream(WeakGc<Incoming>);

impl AbortAlgorithm for FailStream {
    fn run(&self, signal: &Gc<AbortSignal>, _: &EventLoop, context: &mut Context) {
        let Some(body) = self.0.upgrade() else { return };
        body.note_stall(false, context);
        if let Some(stream) = body.open_stream() {
            body.chunks.take();
            *body.end.borrow_mut() = End::Failed(signal.reason());
            stream.fail(&signal.reason(), context);
            body.end_clone_cancel(context);
        }
    }

    fn is_dead(&self) -> bool {
        self.0.upgrade().is_none_or(|body| body.open_stream().is_none() && !body.is_stalled())
    }
}
