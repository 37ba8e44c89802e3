//! The body of a request that is a stream, for networks that send it as it comes.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::flow::BUFFER;
use crate::event_loop::{EventLoop, Parcel};
use crate::web::html::describe;
use crate::web::streams::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::web::webidl::{allow_shared_uint8_array, event_loop, exception_value};

/// The bytes of a request body that a program still produces, for a thread of the network. Reading blocks the thread
/// until there are bytes, and fails if the stream of the program does. Copies share the bytes.
#[derive(Clone)]
pub struct Upload(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    bytes: VecDeque<u8>,
    /// How the body has ended. An error is a message.
    end: Option<Result<(), String>>,
    /// The stream, while it waits until bytes have been read.
    waiting: Option<Parcel<Gc<Sending>>>,
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Upload").field(&self.state().bytes.len()).finish()
    }
}

impl PartialEq for Upload {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Upload {}

impl Read for Upload {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_empty = |state: &mut State| state.bytes.is_empty() && state.end.is_none();
        let waited = self.0.changed.wait_while(self.state(), is_empty);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.bytes.is_empty() {
            return match &state.end {
                Some(Err(message)) => Err(io::Error::other(message.clone())),
                _ => Ok(0),
            };
        }
        let count = state.bytes.read(buffer)?;
        let waiting = if state.bytes.len() < BUFFER { state.waiting.take() } else { None };
        drop(state);
        if let Some(sending) = waiting {
            // If the loop is gone, nothing more comes.
            let _ = sending.queue_a_task(|sending, _, context| Sending::read(&sending, context));
        }
        Ok(count)
    }
}

impl Upload {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, how: Result<(), String>) {
        self.state().end.get_or_insert(how);
        self.0.changed.notify_all();
    }
}

/// A stream that is being sent.
#[derive(Trace, Finalize)]
pub(super) struct Sending {
    stream: Gc<ReadableStream>,
    reader: Gc<ReadableStreamDefaultReader>,
    #[unsafe_ignore_trace]
    upload: Upload,
}

impl Sending {
    /// Starts to read a stream.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn start(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<Gc<Self>> {
        let reader = ReadableStreamDefaultReader::acquire(stream, context)?;
        let sending = Gc::new(Self { stream: stream.clone(), reader, upload: Upload(Arc::default()) });
        Self::read(&sending, context);
        Ok(sending)
    }

    /// What the network reads.
    pub(super) fn upload(&self) -> Upload {
        self.upload.clone()
    }

    /// The bytes are not wanted any more.
    pub(super) fn cancel(&self, reason: JsValue, context: &mut Context) {
        self.upload.end(Err("the request was aborted".to_owned()));
        ReadableStream::cancel(&self.stream, reason, context);
    }

    /// Reads the next chunk in a microtask, so that a queue of any length needs no stack.
    fn read(this: &Gc<Self>, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let sending = this.clone();
        event_loop.queue_a_microtask(move |_, context| {
            sending.reader.read(Box::new(Request(sending.clone())), context);
        });
    }

    /// Passes on a chunk, and reads the next one, now or when the network has read.
    fn send(this: &Gc<Self>, chunk: &JsValue, context: &mut Context) -> JsResult<()> {
        let view = allow_shared_uint8_array(chunk, &"a chunk of the body", context)?;
        let bytes = view.with_bytes(context, <[u8]>::to_vec)?;
        let event_loop = event_loop(context)?;
        let is_full = {
            let mut state = this.upload.state();
            state.bytes.extend(bytes);
            let is_full = state.bytes.len() >= BUFFER;
            if is_full {
                state.waiting = Some(event_loop.parcel(this.clone()));
            }
            is_full
        };
        this.upload.0.changed.notify_all();
        if !is_full {
            Self::read(this, context);
        }
        Ok(())
    }

    fn fail(&self, reason: JsValue, context: &mut Context) {
        let (description, _) = describe(JsError::from_opaque(reason), context);
        self.upload.end(Err(format!("the body of the request failed with {}", description.message)));
    }
}

#[derive(Trace, Finalize)]
struct Request(Gc<Sending>);

impl ReadRequest for Request {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        if let Err(error) = Sending::send(&self.0, &chunk, context) {
            let reason = exception_value(error, context);
            self.0.fail(reason.clone(), context);
            self.0.cancel(reason, context);
        }
    }

    fn close(&self, _: &mut Context) {
        self.0.upload.end(Ok(()));
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.0.fail(reason, context);
    }
}
