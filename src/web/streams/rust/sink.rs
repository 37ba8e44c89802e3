//! Writable streams whose chunks go to a Rust [`Sink`], or whose bytes go to an [`AsyncWrite`].

use std::cell::Cell;
use std::fmt::Display;
use std::pin::Pin;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::value::TryFromJs;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use futures_util::io::{AsyncWrite, AsyncWriteExt};
use futures_util::{Sink, SinkExt};

use super::super::queuing_strategy::SizeAlgorithm;
use super::super::writable::{UnderlyingSink, WritableStream};
use crate::web::scheduler::{TaskOptions, promise};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of};
use crate::web::webidl::{buffer_source, type_error};

/// Creates a [`WritableStream`][1] whose chunks go to a sink of Rust.
///
/// A chunk is converted when it is written, and sent in a task with these options. The next one follows when the sink
/// has taken it and has been flushed: until then, there is backpressure, and `writer.ready` is pending. When the
/// program closes the stream, the sink is closed and dropped; when it aborts the stream, the sink is dropped, after
/// a chunk that is being sent: a sink that may block for long needs a timeout of its own. A chunk that cannot be
/// converted, or an error of the sink, makes the stream fail.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm.
///
/// ```
/// use std::cell::RefCell;
/// use std::convert::Infallible;
/// use std::rc::Rc;
///
/// use futures_util::sink::unfold;
/// use posttask::Runtime;
/// use posttask::scheduling::TaskPriority;
///
/// let received = Rc::new(RefCell::new(Vec::new()));
/// let sink = unfold(Rc::clone(&received), async |list, number: i32| {
///     list.borrow_mut().push(number);
///     Ok::<_, Infallible>(list)
/// });
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let stream =
///     runtime.try_with_context(|context| posttask::writable_stream(TaskPriority::UserVisible, sink, context))?;
/// runtime.set_global("stream", stream)?;
/// runtime.eval_async("ReadableStream.from([1, 2, 3]).pipeTo(stream)")?;
/// assert_eq!(*received.borrow(), [1, 2, 3]);
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://streams.spec.whatwg.org/#ws-class
pub fn writable_stream<V: TryFromJs + 'static, S: Sink<V> + 'static>(
    options: impl Into<TaskOptions>,
    sink: S,
    context: &mut Context,
) -> JsResult<JsValue>
where
    S::Error: Display,
{
    Typed::stream(sink, V::try_from_js, options.into(), context)
}

/// Creates a [`WritableStream`][1] whose chunks are bytes (array buffers, or views of them) that a writer of Rust
/// writes.
///
/// It behaves as [`writable_stream`] does: all bytes of a chunk are written and flushed before the next chunk follows.
/// For a writer of `std`, there is [`AllowStdIo`](futures_util::io::AllowStdIo), which blocks the event loop while it
/// writes.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm.
///
/// [1]: https://streams.spec.whatwg.org/#ws-class
pub fn writable_byte_stream(
    options: impl Into<TaskOptions>,
    writer: impl AsyncWrite + 'static,
    context: &mut Context,
) -> JsResult<JsValue> {
    let bytes = |chunk: &JsValue, context: &mut Context| {
        buffer_source(chunk, &"a chunk of a byte stream", context)?.copy_bytes(context)
    };
    Typed::stream(writer.into_sink::<Vec<u8>>(), bytes, options.into(), context)
}

/// Converts a chunk.
type Convert<V> = fn(&JsValue, &mut Context) -> JsResult<V>;

/// What a stream does with a sink of Rust, of any type.
trait AnySink {
    fn write(&self, chunk: &JsValue, context: &mut Context) -> AlgorithmPromise;

    fn close(&self, context: &mut Context) -> JsPromise;

    /// Drops the sink.
    fn drop_sink(&self);
}

/// The sink of a stream. What it refers to is a root.
#[derive(Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
struct RustSink(Box<dyn AnySink>);

impl UnderlyingSink for RustSink {
    fn write(&self, _: &Gc<WritableStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        self.0.write(&chunk, context)
    }

    fn close(&self, _: &Gc<WritableStream>, context: &mut Context) -> JsPromise {
        self.0.close(context)
    }

    fn abort(&self, _: &Gc<WritableStream>, _: JsValue, context: &mut Context) -> JsPromise {
        self.0.drop_sink();
        fulfilled_promise(context)
    }
}

/// A sink of Rust, and how the chunks for it are converted.
struct Typed<V, S> {
    /// `None` while it is used, and when it has ended.
    sink: Rc<Cell<Option<Pin<Box<S>>>>>,
    convert: Convert<V>,
    options: TaskOptions,
}

impl<V: 'static, S: Sink<V> + 'static> Typed<V, S>
where
    S::Error: Display,
{
    fn stream(sink: S, convert: Convert<V>, options: TaskOptions, context: &mut Context) -> JsResult<JsValue> {
        let sink = Self { sink: Rc::new(Cell::new(Some(Box::pin(sink)))), convert, options };
        let sink = Box::new(RustSink(Box::new(sink)));
        Ok(WritableStream::of_sink(sink, 1.0, SizeAlgorithm::default(), context)?.object())
    }

    /// Uses the sink in a task. It is kept, unless it ends or fails.
    fn run(
        &self,
        steps: impl AsyncFnOnce(Pin<Box<S>>) -> Result<Option<Pin<Box<S>>>, S::Error> + 'static,
        context: &mut Context,
    ) -> JsPromise {
        let sink = Rc::clone(&self.sink);
        let done = promise(
            self.options.clone(),
            async move |_| {
                let Some(used) = sink.take() else { return Err(type_error("the sink has ended")) };
                sink.set(steps(used).await.map_err(|error| type_error(error.to_string()))?);
                Ok(())
            },
            context,
        );
        done.unwrap_or_else(|error| promise_of(Err(error), context))
    }
}

impl<V: 'static, S: Sink<V> + 'static> AnySink for Typed<V, S>
where
    S::Error: Display,
{
    fn write(&self, chunk: &JsValue, context: &mut Context) -> AlgorithmPromise {
        match (self.convert)(chunk, context) {
            Ok(value) => {
                let send = async move |mut sink: Pin<Box<S>>| sink.send(value).await.map(|()| Some(sink));
                self.run(send, context).into()
            }
            Err(error) => {
                self.drop_sink();
                AlgorithmPromise::of(Err(error), context)
            }
        }
    }

    fn close(&self, context: &mut Context) -> JsPromise {
        self.run(async |mut sink| sink.close().await.map(|()| None), context)
    }

    fn drop_sink(&self) {
        drop(self.sink.take());
    }
}
