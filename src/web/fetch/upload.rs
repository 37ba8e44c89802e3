//! The body of a request that is a stream, for networks that send it as it comes.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::chunk_reader::{ChunkReader, ChunkSink};
use super::flow::BUFFER;
use crate::event_loop::{EventLoop, Parcel};
use crate::web::streams::ReadableStream;

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
    waiting: Option<Parcel<Gc<ChunkReader>>>,
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
        if let Some(reader) = waiting {
            // If the loop is gone, nothing more comes.
            let _ = reader.queue_a_task(|reader, _, context| ChunkReader::read(&reader, context));
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
pub(super) struct Sending {
    upload: Upload,
    reader: Gc<ChunkReader>,
}

impl Sending {
    /// Starts to read a stream.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream has a reader.
    pub(super) fn start(stream: &Gc<ReadableStream>, context: &mut Context) -> JsResult<Self> {
        let upload = Upload(Arc::default());
        let reader = ChunkReader::new(stream, Box::new(Sink(upload.clone())), context)?;
        ChunkReader::read(&reader, context);
        Ok(Self { upload, reader })
    }

    /// What the network reads.
    pub(super) fn upload(&self) -> Upload {
        self.upload.clone()
    }

    /// The bytes are not wanted any more.
    pub(super) fn cancel(&self, reason: JsValue, context: &mut Context) {
        self.upload.end(Err("the request was aborted".to_owned()));
        self.reader.cancel(reason, context);
    }
}

#[derive(Trace, Finalize)]
struct Sink(#[unsafe_ignore_trace] Upload);

impl ChunkSink for Sink {
    /// Passes on a chunk, and reads the next one, now or when the network has read.
    fn send(&self, bytes: Vec<u8>, reader: &Gc<ChunkReader>, context: &mut Context) {
        let Some(event_loop) = EventLoop::of(context) else { return };
        let is_full = {
            let mut state = self.0.state();
            state.bytes.extend(bytes);
            let is_full = state.bytes.len() >= BUFFER;
            if is_full {
                state.waiting = Some(event_loop.parcel(reader.clone()));
            }
            is_full
        };
        self.0.0.changed.notify_all();
        if !is_full {
            ChunkReader::read(reader, context);
        }
    }

    fn end(&self) {
        self.0.end(Ok(()));
    }

    fn fail(&self, why: &str) {
        self.0.end(Err(format!("the body of the request failed with {why}")));
    }
}
