//! Bodies: <https://fetch.spec.whatwg.org/#concept-body>, and what they are made of.
//!
//! A body is its bytes, which may still have to arrive, or the stream that they are read from. The stream of bytes is
//! made when a script asks for it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::form_data::FormData;
use super::multipart;
use crate::event_loop::EventLoop;
use crate::web::dom::AbortSignal;
use crate::web::encoding::utf_8_encode;
use crate::web::file_api::{Blob, Bytes};
use crate::web::html::Serialized;
use crate::web::streams::{
    AllBytes, PipeOptions, ReadableStream, ReadableStreamDefaultReader, TransformStream, UnderlyingSource, pipe_to,
    read_all_bytes,
};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise, mark_as_handled};
use crate::web::webidl::{
    BufferSource, Description, buffer_source, dom_string, event_loop, exception_value, implements, is_buffer_source,
    type_error,
};

/// The bytes of a body, if they have arrived.
#[derive(Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Content {
    Incomplete,
    Complete(#[unsafe_ignore_trace] Bytes),
    /// Why the bytes will not arrive.
    Failed(JsValue),
}

/// What happens when the bytes have arrived, or will not.
type Waiter = Box<dyn FnOnce(Result<Bytes, JsValue>, &EventLoop, &mut Context)>;

/// A body.
#[derive(Trace, Finalize)]
pub(super) struct Body {
    content: GcRefCell<Content>,
    /// Empty when the body is complete.
    #[unsafe_ignore_trace]
    waiters: RefCell<Vec<Waiter>>,
    /// Whether it has been read: it can only be read once.
    is_used: Cell<bool>,
    /// The signal of the fetch, until the body is read. The signal does not know the body, so that it neither keeps the
    /// body alive nor has to forget it.
    signal: GcRefCell<Option<Gc<AbortSignal>>>,
    /// The stream, if a script has given it or asked for it.
    stream: GcRefCell<Option<Gc<ReadableStream>>>,
    /// Whether the bytes come from the stream.
    is_streamed: Cell<bool>,
}

/// The largest chunk of the stream of a body whose bytes are there.
const CHUNK: usize = 64 * 1024;

impl Body {
    pub(super) fn new(bytes: Bytes) -> Gc<Self> {
        Self::with(Content::Complete(bytes), None)
    }

    /// A body whose bytes arrive later. If the signal aborts before they are read, that fails.
    pub(super) fn incomplete(signal: Option<Gc<AbortSignal>>) -> Gc<Self> {
        Self::with(Content::Incomplete, signal.filter(|signal| signal.can_abort()))
    }

    fn with(content: Content, signal: Option<Gc<AbortSignal>>) -> Gc<Self> {
        let (waiters, is_used) = (RefCell::default(), Cell::new(false));
        let (stream, is_streamed) = (GcRefCell::default(), Cell::new(false));
        let (content, signal) = (GcRefCell::new(content), GcRefCell::new(signal));
        Gc::new(Self { content, waiters, is_used, signal, stream, is_streamed })
    }

    /// A body whose bytes are the chunks of a stream.
    pub(super) fn of_stream(stream: Gc<ReadableStream>) -> Gc<Self> {
        let body = Self::with(Content::Incomplete, None);
        body.is_streamed.set(true);
        *body.stream.borrow_mut() = Some(stream);
        body
    }

    /// Its [stream](https://fetch.spec.whatwg.org/#concept-body-stream), which is made now if there is none.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn stream(this: &Gc<Self>, context: &mut Context) -> JsResult<Gc<ReadableStream>> {
        let known = this.stream.borrow().clone();
        if let Some(stream) = known {
            return Ok(stream);
        }
        let stream = ReadableStream::of_byte_source(Box::new(BodySource::new(this)), context)?;
        *this.stream.borrow_mut() = Some(stream.clone());
        if this.is_used.get() {
            consume(&stream, context)?;
        }
        Ok(stream)
    }

    /// Whether it has been read, or is being read.
    pub(super) fn is_used(&self) -> bool {
        self.is_used.get() || self.stream.borrow().as_ref().is_some_and(|stream| stream.is_disturbed())
    }

    /// [Unusable](https://fetch.spec.whatwg.org/#body-unusable): it is used, or its stream has a reader.
    pub(super) fn is_unusable(&self) -> bool {
        self.is_used() || self.stream.borrow().as_ref().is_some_and(|stream| stream.is_locked())
    }

    /// Marks it as used. A stream of its bytes is closed.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn set_used(&self, context: &mut Context) -> JsResult<()> {
        self.is_used.set(true);
        self.signal.borrow_mut().take();
        let stream = self.stream.borrow().clone().filter(|_| !self.is_streamed.get());
        stream.map_or(Ok(()), |stream| consume(&stream, context))
    }

    /// The bytes have arrived, or will not: what waits for them happens. Has no effect if that is known already.
    pub(super) fn complete(&self, result: Content, event_loop: &EventLoop, context: &mut Context) {
        if !matches!(*self.content.borrow(), Content::Incomplete) {
            return;
        }
        *self.content.borrow_mut() = result;
        for waiter in self.waiters.take() {
            self.pass_to(waiter, event_loop, context);
        }
    }

    /// Calls `then` with the bytes, now or when they arrive.
    pub(super) fn when_complete(
        this: &Gc<Self>,
        event_loop: &EventLoop,
        context: &mut Context,
        then: impl FnOnce(Result<Bytes, JsValue>, &EventLoop, &mut Context) + 'static,
    ) {
        if matches!(*this.content.borrow(), Content::Incomplete) {
            this.waiters.borrow_mut().push(Box::new(then));
            Self::read_stream(this, event_loop, context);
        } else {
            this.pass_to(Box::new(then), event_loop, context);
        }
    }

    /// Starts to read the stream that the bytes come from, unless it is being read.
    fn read_stream(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        let stream = this.stream.borrow().clone().filter(|stream| this.is_streamed.get() && !stream.is_locked());
        let Some(stream) = stream else { return };
        if let Err(error) = read_all_bytes(&stream, Box::new(CompletesBody(this.clone())), context) {
            let reason = exception_value(error, context);
            this.complete(Content::Failed(reason), event_loop, context);
        }
    }

    fn pass_to(&self, waiter: Waiter, event_loop: &EventLoop, context: &mut Context) {
        if let Some(reason) = self.failure() {
            waiter(Err(reason), event_loop, context);
        } else if let Some(bytes) = self.bytes() {
            waiter(Ok(bytes), event_loop, context);
        }
    }

    /// Why the bytes cannot be read, if that is known: they will not arrive, or the fetch was aborted before they were
    /// read. An empty body has nothing left to read, so it does not fail when it has arrived.
    pub(super) fn failure(&self) -> Option<JsValue> {
        match &*self.content.borrow() {
            Content::Failed(reason) => Some(reason.clone()),
            Content::Complete(bytes) if bytes.len() > 0 => {
                let signal = self.signal.borrow();
                signal.as_ref().filter(|signal| signal.is_aborted()).map(|signal| signal.reason())
            }
            _ => None,
        }
    }

    /// The bytes, if they have arrived.
    pub(super) fn bytes(&self) -> Option<Bytes> {
        match &*self.content.borrow() {
            Content::Complete(bytes) => Some(bytes.clone()),
            _ => None,
        }
    }

    /// [Clones](https://fetch.spec.whatwg.org/#concept-body-clone) the body. If it has a stream, that is teed;
    /// otherwise the copy completes with it.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn copy(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = this.stream.borrow().clone();
        if let Some(stream) = stream {
            let (first, second) = ReadableStream::tee(&stream, Some(structured_copy), context)?;
            *this.stream.borrow_mut() = Some(first);
            if !this.is_streamed.replace(true) {
                *this.content.borrow_mut() = Content::Incomplete;
            }
            return Ok(Self::of_stream(second));
        }
        let copy = Self::with(Content::Incomplete, this.signal.borrow().clone());
        let completed = copy.clone();
        Self::when_complete(this, event_loop, context, move |result, event_loop, context| {
            completed.complete(result.map_or_else(Content::Failed, Content::Complete), event_loop, context);
        });
        Ok(copy)
    }

    /// [Creates a proxy](https://fetch.spec.whatwg.org/#request-create-a-proxy): another body with its bytes. It cannot
    /// be read itself any more.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn proxy(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = this.stream.borrow().clone();
        let Some(stream) = stream else {
            let copy = Self::copy(this, event_loop, context)?;
            this.set_used(context)?;
            return Ok(copy);
        };
        let proxy = TransformStream::identity(context)?;
        let (Some(readable), Some(writable)) = (proxy.readable(), proxy.writable()) else {
            return Err(type_error("a stream has no sides"));
        };
        let piped = pipe_to(&stream, &writable, PipeOptions::default(), context)?;
        mark_as_handled(&piped, context);
        Ok(Self::of_stream(readable))
    }

    /// Whether its bytes are read from a stream and are not there yet.
    pub(super) fn is_stream(&self) -> bool {
        self.is_streamed.get() && matches!(*self.content.borrow(), Content::Incomplete)
    }
}

/// Copies a chunk for the clone of a body.
fn structured_copy(chunk: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    Ok(Serialized::from_value(chunk, &[], context)?.deserialize(context)?.value)
}

/// Locks a stream whose bytes the host has read without it, and closes it.
fn consume(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<()> {
    ReadableStreamDefaultReader::acquire(stream, context)?;
    ReadableStream::cancel(stream, JsValue::undefined(), context);
    Ok(())
}

/// Completes a body with what has been read from its stream.
#[derive(Trace, Finalize)]
struct CompletesBody(Gc<Body>);

impl AllBytes for CompletesBody {
    fn end(&self, bytes: Result<Vec<u8>, JsValue>, context: &mut Context) {
        if let Some(event_loop) = EventLoop::of(context) {
            let result = bytes.map_or_else(Content::Failed, |bytes| Content::Complete(bytes.into()));
            self.0.complete(result, &event_loop, context);
        }
    }
}

/// The source of a stream of the bytes of a body.
#[derive(Trace, Finalize)]
struct BodySource {
    body: Gc<Body>,
    /// How many bytes have been passed on.
    #[unsafe_ignore_trace]
    passed: Rc<Cell<usize>>,
}

impl BodySource {
    fn new(body: &Gc<Body>) -> Self {
        Self { body: body.clone(), passed: Rc::default() }
    }
}

impl UnderlyingSource for BodySource {
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> JsPromise {
        let Ok(event_loop) = event_loop(context) else { return fulfilled_promise(context) };
        let (stream, passed) = (stream.clone(), Rc::clone(&self.passed));
        let pulled = TracedPromise::new(context);
        let promise = pulled.promise().clone();
        Body::when_complete(&self.body, &event_loop, context, move |bytes, _, context| match bytes {
            Ok(bytes) => {
                let rest = bytes.as_slice().get(passed.get()..).unwrap_or_default();
                let chunk = &rest[..rest.len().min(CHUNK)];
                passed.set(passed.get() + chunk.len());
                let is_last = chunk.len() == rest.len();
                let added = if chunk.is_empty() { Ok(()) } else { stream.enqueue_bytes(chunk, context) };
                if is_last {
                    stream.close_source(context);
                }
                match added {
                    Ok(()) => pulled.resolve(JsValue::undefined(), context),
                    Err(error) => pulled.reject(exception_value(error, context), context),
                }
            }
            Err(reason) => pulled.reject(reason, context),
        });
        promise
    }
}

/// A converted [`BodyInit`](https://fetch.spec.whatwg.org/#bodyinit).
pub(super) enum BodyInit {
    Blob(Gc<Blob>),
    Buffer(BufferSource),
    Form(Gc<FormData>),
    Params(Gc<UrlSearchParams>),
    Text(JsString),
    Stream(Gc<ReadableStream>),
}

impl BodyInit {
    /// Converts a value.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is a resizable buffer. Whatever `toString` throws.
    pub(super) fn convert(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Self> {
        if let Some(blob) = implements::<Blob>(value) {
            return Ok(Self::Blob(blob));
        }
        if is_buffer_source(value) {
            return buffer_source(value, what, context).map(Self::Buffer);
        }
        if let Some(form) = implements::<FormData>(value) {
            return Ok(Self::Form(form));
        }
        if let Some(params) = implements::<UrlSearchParams>(value) {
            return Ok(Self::Params(params));
        }
        if let Some(stream) = implements::<ReadableStream>(value) {
            return Ok(Self::Stream(stream));
        }
        dom_string(value, what, context).map(Self::Text)
    }

    /// Converts a `BodyInit?`, which may be `null`.
    ///
    /// # Errors
    ///
    /// As [`Self::convert`].
    pub(super) fn nullable(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Option<Self>> {
        let is_null = value.is_null_or_undefined();
        (!is_null).then(|| Self::convert(value, what, context)).transpose()
    }

    /// The body, and the media type that follows from the kind:
    /// [extract](https://fetch.spec.whatwg.org/#concept-bodyinit-extract).
    ///
    /// # Errors
    ///
    /// `TypeError` if it is a stream that has been read or has a reader.
    pub(super) fn extract(&self, context: &mut Context) -> JsResult<(Gc<Body>, Option<String>)> {
        let (bytes, media_type): (Bytes, _) = match self {
            Self::Stream(stream) => {
                if stream.is_disturbed() || stream.is_locked() {
                    return Err(type_error("the body stream has already been read, or has a reader"));
                }
                return Ok((Body::of_stream(stream.clone()), None));
            }
            Self::Blob(blob) => {
                let media_type = blob.media_type().to_std_string_lossy();
                (blob.bytes().clone(), Some(media_type).filter(|media_type| !media_type.is_empty()))
            }
            Self::Buffer(buffer) => (buffer.copy_bytes(context)?.into(), None),
            Self::Form(form) => {
                let (bytes, media_type) = multipart::encode(&form.entries());
                (bytes.into(), Some(media_type))
            }
            Self::Params(params) => {
                let media_type = "application/x-www-form-urlencoded;charset=UTF-8";
                (params.serialize().into_bytes().into(), Some(media_type.to_owned()))
            }
            Self::Text(text) => (utf_8_encode(text).into(), Some("text/plain;charset=UTF-8".to_owned())),
        };
        Ok((Body::new(bytes), media_type))
    }
}
