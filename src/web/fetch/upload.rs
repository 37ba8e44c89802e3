//! The body of a request that is a stream, for networks that send it as it comes.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::chunk_reader::{ChunkReader, ChunkSink};
use super::flow::BUFFER;
use crate::event_loop::{EventLoop, Parcel};
use crate::web::streams::ReadableStream;

/// The bytes of a request body that a program still produces, for a thread of the network. Reading blocks the thread
/// until there are bytes, unless [`Self::poll_chunk`] does it, and fails if the stream of the program does. Copies
/// share the bytes.
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
    /// Who waits for bytes without blocking a thread.
    waker: Option<Waker>,
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
        let waited = self.0.changed.wait_while(self.state(), |state| state.is_waiting());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.bytes.is_empty() {
            return state.how_it_ended().map(|()| 0);
        }
        let count = state.bytes.read(buffer)?;
        ask_for_more(state);
        Ok(count)
    }
}

impl State {
    /// Whether bytes may come and none are there.
    fn is_waiting(&self) -> bool {
        self.bytes.is_empty() && self.end.is_none()
    }

    fn how_it_ended(&self) -> io::Result<()> {
        match &self.end {
            Some(Err(message)) => Err(io::Error::other(message.clone())),
            _ => Ok(()),
        }
    }
}

/// To be called when bytes have been read: the stream goes on if it waits for that.
fn ask_for_more(mut state: MutexGuard<'_, State>) {
    let waiting = if state.bytes.len() < BUFFER { state.waiting.take() } else { None };
    drop(state);
    if let Some(reader) = waiting {
        // If the loop is gone, nothing more comes.
        let _ = reader.queue_a_task(|reader, _, context| ChunkReader::read(&reader, context));
    }
}

impl Upload {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all bytes that are there, without blocking the thread. `None` is the end. One task can wait.
    ///
    /// # Errors
    ///
    /// The reason if the stream of the program fails, or if the request is aborted.
    pub fn poll_chunk(&self, cx: &mut task::Context<'_>) -> Poll<io::Result<Option<Vec<u8>>>> {
        let mut state = self.state();
        if state.is_waiting() {
            let earlier = state.waker.replace(cx.waker().clone());
            drop((state, earlier));
            return Poll::Pending;
        }
        if state.bytes.is_empty() {
            return Poll::Ready(state.how_it_ended().map(|()| None));
        }
        let bytes = mem::take(&mut state.bytes).into();
        ask_for_more(state);
        Poll::Ready(Ok(Some(bytes)))
    }

    fn end(&self, how: Result<(), String>) {
        self.state().end.get_or_insert(how);
        self.changed();
    }

    /// There are bytes, or the end has come.
    fn changed(&self) {
        self.0.changed.notify_all();
        let waker = self.state().waker.take();
        waker.into_iter().for_each(Waker::wake);
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
        self.0.changed();
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
