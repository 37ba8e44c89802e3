//! Bodies: <https://fetch.spec.whatwg.org/#concept-body>, and what they are made of.
//!
//! A body is its bytes, which may still have to arrive, or the stream that they are read from. The stream of bytes is
//! made when a script asks for it.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::form_data::FormData;
use super::incoming::{Incoming, Next};
use super::multipart;
use crate::event_loop::EventLoop;
use crate::web::encoding::utf_8_encode;
use crate::web::file_api::{Blob, Bytes};
use crate::web::html::Serialized;
use crate::web::streams::{
    AllBytes, PipeOptions, ReadableStream, ReadableStreamDefaultReader, TransformStream, UnderlyingSource, pipe_to,
    read_all_bytes,
};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{fulfilled_promise, mark_as_handled};
use crate::web::webidl::{
    BufferSource, Description, buffer_source, dom_string, exception_value, implements, is_buffer_source, type_error,
};

/// A body.
#[derive(Trace, Finalize)]
pub(super) struct Body {
    bytes: GcRefCell<Gc<Incoming>>,
    /// Whether it has been read: it can only be read once.
    #[unsafe_ignore_trace]
    is_used: Rc<Cell<bool>>,
    /// The stream, if a script has given it or asked for it.
    stream: GcRefCell<Option<Gc<ReadableStream>>>,
    /// Whether the bytes come from the stream.
    is_streamed: Cell<bool>,
}

impl Body {
    pub(super) fn new(bytes: Bytes) -> Gc<Self> {
        Self::of_bytes(Incoming::complete(bytes))
    }

    /// A body of bytes that may still have to arrive.
    pub(super) fn of_bytes(bytes: Gc<Incoming>) -> Gc<Self> {
        let (is_used, stream, is_streamed) = Default::default();
        Gc::new(Self { bytes: GcRefCell::new(bytes), is_used, stream, is_streamed })
    }

    /// A body whose bytes are the chunks of a stream.
    pub(super) fn of_stream(stream: Gc<ReadableStream>) -> Gc<Self> {
        let body = Self::of_bytes(Incoming::of_stream());
        body.is_streamed.set(true);
        *body.stream.borrow_mut() = Some(stream);
        body
    }

    fn incoming(&self) -> Gc<Incoming> {
        self.bytes.borrow().clone()
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
        let (bytes, is_used) = (this.incoming(), Rc::clone(&this.is_used));
        let source = BodySource { bytes: bytes.clone(), is_used };
        let stream = ReadableStream::of_byte_source(Box::new(source), context)?;
        Incoming::set_stream(&bytes, &stream, context);
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
        self.incoming().forget_signal();
        let stream = self.stream.borrow().clone().filter(|_| !self.is_streamed.get());
        stream.map_or(Ok(()), |stream| consume(&stream, context))
    }

    /// Calls `then` with the bytes, now or when they arrive.
    pub(super) fn when_complete(
        this: &Gc<Self>,
        event_loop: &EventLoop,
        context: &mut Context,
        then: impl FnOnce(Result<Bytes, JsValue>, &EventLoop, &mut Context) + 'static,
    ) {
        let bytes = this.incoming();
        bytes.when_complete(Box::new(then), event_loop, context);
        if bytes.is_open() {
            Self::read_stream(this, event_loop, context);
        }
    }

    /// Starts to read the stream that the bytes come from, unless it is being read.
    fn read_stream(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        let stream = this.stream.borrow().clone().filter(|stream| this.is_streamed.get() && !stream.is_locked());
        let Some(stream) = stream else { return };
        let bytes = this.incoming();
        if let Err(error) = read_all_bytes(&stream, Box::new(Completes(bytes.clone())), context) {
            let reason = exception_value(error, context);
            bytes.fail(&reason, event_loop, context);
        }
    }

    /// Why the bytes cannot be read, if that is known.
    pub(super) fn failure(&self) -> Option<JsValue> {
        self.incoming().failure()
    }

    /// The bytes, if they have arrived.
    pub(super) fn bytes(&self) -> Option<Bytes> {
        self.incoming().bytes()
    }

    /// [Clones](https://fetch.spec.whatwg.org/#concept-body-clone) the body. If it has a stream, that is teed.
    /// Otherwise, both have the same bytes.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn copy(this: &Gc<Self>, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = this.stream.borrow().clone();
        let Some(stream) = stream else { return Ok(Self::of_bytes(this.incoming().copy_for_clone())) };
        let (first, second) = ReadableStream::tee(&stream, Some(structured_copy), context)?;
        *this.stream.borrow_mut() = Some(first);
        if !this.is_streamed.replace(true) {
            *this.bytes.borrow_mut() = Incoming::of_stream();
        }
        Ok(Self::of_stream(second))
    }

    /// [Creates a proxy](https://fetch.spec.whatwg.org/#request-create-a-proxy): another body with its bytes. It cannot
    /// be read itself any more.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn proxy(this: &Gc<Self>, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = this.stream.borrow().clone();
        let Some(stream) = stream else {
            this.set_used(context)?;
            return Ok(Self::of_bytes(this.incoming().copy_for_proxy()));
        };
        let proxy = TransformStream::identity(context)?;
        let (Some(readable), Some(writable)) = (proxy.readable(), proxy.writable()) else {
            return Err(type_error("a stream has no sides"));
        };
        let piped = pipe_to(&stream, &writable, PipeOptions::default(), context)?;
        mark_as_handled(&piped, context);
        Ok(Self::of_stream(readable))
    }

    /// Whether its bytes are read from a stream, or have been.
    pub(super) fn is_of_stream(&self) -> bool {
        self.is_streamed.get()
    }

    /// Whether its bytes are read from a stream and are not there yet.
    pub(super) fn is_stream(&self) -> bool {
        self.is_streamed.get() && self.incoming().is_open()
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
struct Completes(Gc<Incoming>);

impl AllBytes for Completes {
    fn end(&self, bytes: Result<Vec<u8>, JsValue>, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        match bytes {
            Ok(bytes) => {
                self.0.receive(&bytes.into(), context);
                Incoming::end(&self.0, &event_loop, context);
            }
            Err(reason) => self.0.fail(&reason, &event_loop, context),
        }
    }
}

/// The source of a stream of the bytes of a body.
#[derive(Trace, Finalize)]
struct BodySource {
    bytes: Gc<Incoming>,
    /// Whether the host reads the bytes without the stream, which it closes.
    #[unsafe_ignore_trace]
    is_used: Rc<Cell<bool>>,
}

impl UnderlyingSource for BodySource {
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        let (stream, pulled) = (stream.clone(), HostPromise::new());
        let promise = pulled.clone();
        let pass_on = move |next, context: &mut Context| match next {
            Next::Chunk { bytes, is_last } => {
                let added = stream.enqueue_bytes(bytes.as_slice(), context);
                if is_last {
                    stream.close_source(context);
                }
                match added {
                    Ok(()) => pulled.fulfill(context),
                    Err(error) => pulled.reject(exception_value(error, context), context),
                }
            }
            Next::End => {
                stream.close_source(context);
                pulled.fulfill(context);
            }
            Next::Failure(reason) => pulled.reject(reason, context),
        };
        self.bytes.when_next(Box::new(pass_on), context);
        promise.into()
    }

    fn cancel(&self, _: &Gc<ReadableStream>, _: JsValue, context: &mut Context) -> JsPromise {
        if self.is_used.get() { fulfilled_promise(context) } else { self.bytes.cancel(context) }
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
