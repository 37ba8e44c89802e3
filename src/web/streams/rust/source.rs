//! Readable streams of the items of a Rust [`Stream`], or of the bytes of an [`AsyncRead`].

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll, Waker};

use boa_engine::object::builtins::JsPromise;
use boa_engine::value::TryIntoJs;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use futures_util::io::{AsyncRead, AsyncReadExt};
use futures_util::stream::try_unfold;
use futures_util::{Stream, StreamExt};

use super::super::readable::{ReadableStream, UnderlyingSource};
use crate::web::scheduler::{TaskOptions, promise};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::fulfilled_promise;
use crate::web::webidl::type_error;

/// Creates a [`ReadableStream`][1] of the items of a Rust stream. JavaScript reads it with `for await`, or as any other
/// stream: it is an asynchronous iterable, and can be piped, teed, and the body of a `Response`.
///
/// An item is asked for when the program reads, in a task with these options. An error ends the stream. If the program
/// cancels the stream, for example by leaving its loop, the Rust stream is dropped.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm.
///
/// ```
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let (sender, items) = futures_channel::mpsc::unbounded();
/// let items = runtime.try_with_context(|context| {
///     posttask::readable_stream(TaskPriority::UserVisible, futures_util::StreamExt::map(items, Ok), context)
/// })?;
/// runtime.set_global("items", items)?;
/// std::thread::spawn(move || (1..=3).for_each(|number: i32| sender.unbounded_send(number).expect("a reader")));
/// let sum = "(async () => { let sum = 0; for await (const item of items) sum += item; return sum })()";
/// let sum = runtime.eval_async(sum)?;
/// assert_eq!(sum.as_number(), Some(6.0));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://streams.spec.whatwg.org/#rs-class
pub fn readable_stream<V: TryIntoJs + 'static>(
    options: impl Into<TaskOptions>,
    stream: impl Stream<Item = JsResult<V>> + 'static,
    context: &mut Context,
) -> JsResult<JsValue> {
    let stream = stream.map(|item| {
        let add = |stream: &Gc<ReadableStream>, context: &mut Context| {
            let chunk = item?.try_into_js(context)?;
            stream.enqueue(chunk, context)
        };
        Box::new(add) as Item
    });
    Ok(ReadableStream::of_source(Box::new(RustSource::of(stream, options.into())), 0.0, context)?.object())
}

/// How many bytes of an [`AsyncRead`] are read at a time, at most.
const CHUNK: usize = 64 * 1024;

/// Creates a [`ReadableStream`][1] of bytes that a reader of Rust reads: its chunks are `Uint8Array`s, and JavaScript
/// can read it into buffers of its own (`getReader({ mode: 'byob' })`).
///
/// Up to 64 KiB are read when the program reads, in a task with these options. An error ends the stream, as a
/// `TypeError` with its message. If the program cancels the stream, the reader is dropped. For a reader of `std`, there
/// is [`AllowStdIo`](futures_util::io::AllowStdIo), which blocks the event loop while it reads.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm.
///
/// ```
/// use futures_util::io::Cursor;
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let text = Cursor::new("five bytes and more");
/// let stream = runtime
///     .try_with_context(|context| posttask::readable_byte_stream(TaskPriority::UserVisible, text, context))?;
/// runtime.set_global("stream", stream)?;
/// let text = runtime.eval_async("new Response(stream).text()")?;
/// assert_eq!(text.as_string(), Some("five bytes and more".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://streams.spec.whatwg.org/#rs-class
pub fn readable_byte_stream(
    options: impl Into<TaskOptions>,
    reader: impl AsyncRead + 'static,
    context: &mut Context,
) -> JsResult<JsValue> {
    let chunks = try_unfold(Box::pin(reader), |mut reader| async move {
        let mut bytes = vec![0; CHUNK];
        let length = reader.read(&mut bytes).await?;
        bytes.truncate(length);
        Ok::<_, std::io::Error>((length > 0).then_some((bytes, reader)))
    });
    let stream = chunks.map(|chunk| {
        let add = |stream: &Gc<ReadableStream>, context: &mut Context| {
            let bytes = chunk.map_err(|error| type_error(error.to_string()))?;
            stream.enqueue_bytes(&bytes, context)
        };
        Box::new(add) as Item
    });
    Ok(ReadableStream::of_byte_source(Box::new(RustSource::of(stream, options.into())), context)?.object())
}

/// Adds an item to the stream.
type Item = Box<dyn FnOnce(&Gc<ReadableStream>, &mut Context) -> JsResult<()>>;

/// The items that have not been read.
#[derive(Default)]
struct Items {
    /// `None` while it is polled, and when it has ended.
    stream: Cell<Option<Pin<Box<dyn Stream<Item = Item>>>>>,
    is_canceled: Cell<bool>,
    /// Wakes the task that waits for an item.
    waiting: Cell<Option<Waker>>,
}

impl Items {
    fn poll_next(&self, polling: &mut task::Context<'_>) -> Poll<Option<Item>> {
        self.waiting.set(Some(polling.waker().clone()));
        let Some(mut stream) = self.stream.take() else { return Poll::Ready(None) };
        let polled = stream.as_mut().poll_next(polling);
        if !self.is_canceled.get() && !matches!(polled, Poll::Ready(None)) {
            self.stream.set(Some(stream));
        }
        polled
    }

    /// Drops the stream. The task that waits for an item ends.
    fn cancel(&self) {
        self.is_canceled.set(true);
        drop(self.stream.take());
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }
}

/// The source of the chunks. What the stream refers to is a root.
#[derive(Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
struct RustSource {
    items: Rc<Items>,
    options: TaskOptions,
}

impl RustSource {
    fn of(stream: impl Stream<Item = Item> + 'static, options: TaskOptions) -> Self {
        let items = Rc::new(Items { stream: Cell::new(Some(Box::pin(stream))), ..Items::default() });
        Self { items, options }
    }
}

impl UnderlyingSource for RustSource {
    fn pull(&self, stream: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        let (items, stream) = (Rc::clone(&self.items), stream.clone());
        let pulled = promise(
            self.options.clone(),
            async move |task| {
                let item = poll_fn(|polling| items.poll_next(polling)).await;
                let failed = Rc::clone(&items);
                task.with(move |context| {
                    if let Some(item) = item {
                        // After an error, the stream has failed: nothing more is read.
                        return item(&stream, context).inspect_err(|_| failed.cancel());
                    }
                    stream.close_source(context);
                    Ok(())
                })
                .await
            },
            context,
        );
        pulled.map_or_else(|error| AlgorithmPromise::of(Err(error), context), AlgorithmPromise::from)
    }

    fn cancel(&self, _: &Gc<ReadableStream>, _: JsValue, context: &mut Context) -> JsPromise {
        self.items.cancel();
        fulfilled_promise(context)
    }
}
