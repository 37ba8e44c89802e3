//! Bodies: <https://fetch.spec.whatwg.org/#concept-body>, and what they are made of. There are no streams, so a body is
//! its bytes, which may still have to arrive.

use std::cell::{Cell, RefCell};

use boa_engine::{Context, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::form_data::FormData;
use super::multipart;
use crate::event_loop::EventLoop;
use crate::web::dom::AbortSignal;
use crate::web::encoding::utf_8_encode;
use crate::web::file_api::{Blob, Bytes};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::{
    BufferSource, Description, buffer_source, dom_string, implements, is_buffer_source, type_error,
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
}

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
        Gc::new(Self { content: GcRefCell::new(content), waiters, is_used, signal: GcRefCell::new(signal) })
    }

    pub(super) fn is_used(&self) -> bool {
        self.is_used.get()
    }

    pub(super) fn set_used(&self) {
        self.is_used.set(true);
        self.signal.borrow_mut().take();
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
        &self,
        event_loop: &EventLoop,
        context: &mut Context,
        then: impl FnOnce(Result<Bytes, JsValue>, &EventLoop, &mut Context) + 'static,
    ) {
        if matches!(*self.content.borrow(), Content::Incomplete) {
            self.waiters.borrow_mut().push(Box::new(then));
        } else {
            self.pass_to(Box::new(then), event_loop, context);
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

    /// [Clones](https://fetch.spec.whatwg.org/#concept-body-clone) the body. The copy completes with it.
    pub(super) fn copy(&self, event_loop: &EventLoop, context: &mut Context) -> Gc<Self> {
        let copy = Self::with(Content::Incomplete, self.signal.borrow().clone());
        let completed = copy.clone();
        self.when_complete(event_loop, context, move |result, event_loop, context| {
            completed.complete(result.map_or_else(Content::Failed, Content::Complete), event_loop, context);
        });
        copy
    }
}

/// A converted [`BodyInit`](https://fetch.spec.whatwg.org/#bodyinit).
pub(super) enum BodyInit {
    Blob(Gc<Blob>),
    Buffer(BufferSource),
    Form(Gc<FormData>),
    Params(Gc<UrlSearchParams>),
    Text(JsString),
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

    /// The bytes, and the media type that follows from the kind:
    /// [extract](https://fetch.spec.whatwg.org/#concept-bodyinit-extract).
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(super) fn extract(&self, context: &mut Context) -> JsResult<(Bytes, Option<String>)> {
        Ok(match self {
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
        })
    }
}

/// The error of the attribute `body`: there are no streams.
pub(super) fn no_streams(interface: &str) -> boa_engine::JsError {
    let instead = "use arrayBuffer(), blob(), bytes(), formData(), json() or text()";
    type_error(format!("{interface}.body: there are no streams here; {instead}"))
}
