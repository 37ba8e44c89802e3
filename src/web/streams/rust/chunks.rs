//! The chunks of a readable stream, as a Rust [`Stream`].

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use boa_engine::value::TryFromJs;
use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use super::super::readable::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::event_loop::EventLoop;
use crate::web::scheduler::AsyncTask;
use crate::web::webidl::{buffer_source, exception_value, implementation};

/// The chunks of a [`ReadableStream`][1] of JavaScript, as a stream of Rust, for a future that was spawned.
///
/// A chunk is read when the stream is polled, so a slow reader causes backpressure. After an error, which can be that
/// of the stream or of the conversion, the stream has ended. If it is dropped before its end, the stream of JavaScript
/// is canceled. At the end, after an error and when it is dropped, its reader is released in a microtask, so the stream
/// is not locked any more.
///
/// ```
/// use futures_util::TryStreamExt;
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let numbers = runtime.run_script("ReadableStream.from([1, 2, 3])")?;
/// let mut sum = runtime.spawn(TaskPriority::UserVisible, async move |task| {
///     posttask::chunks::<i32>(numbers, &task).try_fold(0, async |sum, number| Ok(sum + number)).await
/// })?;
/// runtime.run();
/// assert_eq!(sum.take_output().unwrap().unwrap().unwrap(), 6);
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// The first item is a `TypeError` if the value is not a `ReadableStream`, or if that has a reader.
///
/// # Panics
///
/// Polling the stream panics if the future of `task` has ended.
///
/// [1]: https://streams.spec.whatwg.org/#rs-class
pub fn chunks<V: TryFromJs + 'static>(
    readable: JsValue,
    task: &AsyncTask,
) -> impl Stream<Item = JsResult<V>> + 'static {
    converted(readable, V::try_from_js, task)
}

/// The bytes of a [`ReadableStream`][1] of JavaScript whose chunks are bytes, as [`chunks`] does it. With
/// [`into_async_read`][2], the stream becomes an `AsyncRead`. An error has the message of that of JavaScript.
///
/// [1]: https://streams.spec.whatwg.org/#rs-class
/// [2]: TryStreamExt::into_async_read
///
/// # Panics
///
/// Polling the stream panics if the future of `task` has ended.
///
/// ```
/// use futures_util::{AsyncReadExt, TryStreamExt};
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let body = runtime.run_script("new Blob(['some text']).stream()")?;
/// let mut text = runtime.spawn(TaskPriority::UserVisible, async move |task| {
///     let mut text = String::new();
///     let mut reader = Box::pin(posttask::byte_chunks(body, &task)).into_async_read();
///     reader.read_to_string(&mut text).await.map(|_| text)
/// })?;
/// runtime.run();
/// assert_eq!(text.take_output().unwrap().unwrap().unwrap(), "some text");
/// # Ok::<(), posttask::Error>(())
/// ```
pub fn byte_chunks(readable: JsValue, task: &AsyncTask) -> impl Stream<Item = io::Result<Vec<u8>>> + 'static {
    let bytes = |chunk: &JsValue, context: &mut Context| {
        buffer_source(chunk, &"a chunk of the stream", context)?.copy_bytes(context)
    };
    let task_of_errors = task.clone();
    converted(readable, bytes, task).map_err(move |error| (error, task_of_errors.clone())).or_else(
        async |(error, task): (JsError, AsyncTask)| {
            let message = task.with(move |context| message_of(error, context)).await;
            Err(io::Error::other(message))
        },
    )
}

/// What `String` returns for an exception.
pub(super) fn message_of(error: JsError, context: &mut Context) -> String {
    let message = exception_value(error, context).to_string(context);
    message.map_or_else(|_| "the stream has failed".to_owned(), |message| message.to_std_string_lossy())
}

fn converted<V: 'static>(
    readable: JsValue,
    convert: fn(&JsValue, &mut Context) -> JsResult<V>,
    task: &AsyncTask,
) -> impl Stream<Item = JsResult<V>> + 'static {
    let task = task.clone();
    let chunks = stream::try_unfold(None, move |reading: Option<Reading>| {
        let (task, readable) = (task.clone(), readable.clone());
        async move {
            let reading = match reading {
                Some(reading) => reading,
                None => task.with(move |context| Reading::of(&readable, context)).await?,
            };
            let Some(chunk) = reading.next(&task).await? else { return Ok(None) };
            let value = task.with(move |context| convert(&chunk, context)).await?;
            Ok(Some((value, Some(reading))))
        }
    });
    chunks.fuse()
}

/// A stream of JavaScript that is being read. When it is dropped, the stream is canceled, unless it has ended, and its
/// reader is released.
struct Reading {
    reader: Gc<ReadableStreamDefaultReader>,
    event_loop: Weak<EventLoop>,
}

impl Reading {
    fn of(readable: &JsValue, context: &mut Context) -> JsResult<Self> {
        let stream = implementation::<ReadableStream>(readable, &"the value", context)?;
        let reader = ReadableStreamDefaultReader::acquire(&stream, context)?;
        let event_loop = EventLoop::of(context).as_ref().map(Rc::downgrade).unwrap_or_default();
        Ok(Self { reader, event_loop })
    }

    /// Reads the next chunk. `None` at the end.
    async fn next(&self, task: &AsyncTask) -> JsResult<Option<JsValue>> {
        let answer = Rc::new(RefCell::new(Answer::default()));
        let (reader, request) = (self.reader.clone(), Request(Rc::clone(&answer)));
        task.with(move |context| reader.read(Box::new(request), context)).await;
        poll_fn(|polling| {
            let mut answer = answer.borrow_mut();
            answer.waker = Some(polling.waker().clone());
            answer.result.take().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let (Some(event_loop), Some(stream)) = (self.event_loop.upgrade(), self.reader.stream()) else { return };
        let reader = self.reader.clone();
        event_loop.queue_a_microtask(move |_, context| {
            if stream.is_readable() {
                ReadableStream::cancel(&stream, JsValue::undefined(), context);
            }
            ReadableStreamDefaultReader::release(&reader, context);
        });
    }
}

/// What has been read, and whom that wakes.
#[derive(Default)]
struct Answer {
    result: Option<JsResult<Option<JsValue>>>,
    waker: Option<Waker>,
}

/// The read request of a future. What it refers to is a root.
#[derive(Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
struct Request(Rc<RefCell<Answer>>);

impl Request {
    fn answer(&self, result: JsResult<Option<JsValue>>) {
        let mut answer = self.0.borrow_mut();
        answer.result = Some(result);
        let waker = answer.waker.take();
        drop(answer);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl ReadRequest for Request {
    fn chunk(&self, chunk: JsValue, _: &mut Context) {
        self.answer(Ok(Some(chunk)));
    }

    fn close(&self, _: &mut Context) {
        self.answer(Ok(None));
    }

    fn error(&self, reason: JsValue, _: &mut Context) {
        self.answer(Err(JsError::from_opaque(reason)));
    }
}
