use std::cell::Cell;
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context as Polling, Poll};

use boa_engine::{JsError, JsResult, JsValue};
use futures_util::io::{AllowStdIo, AsyncRead, Cursor};
use futures_util::{Sink, Stream, StreamExt, TryStreamExt, stream};

use super::chunks::message_of;
use super::*;
use crate::Runtime;
use crate::scheduling::TaskPriority::UserVisible;

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().build().unwrap()
}

fn text(value: &JsValue) -> String {
    value.as_string().unwrap().to_std_string_lossy()
}

/// A sink that takes only as many items as are allowed.
struct Slow {
    taken: Rc<Cell<usize>>,
    allowed: Rc<Cell<usize>>,
}

impl Sink<i32> for Slow {
    type Error = String;

    fn poll_ready(self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<Result<(), String>> {
        if self.taken.get() < self.allowed.get() {
            return Poll::Ready(Ok(()));
        }
        polling.waker().wake_by_ref();
        Poll::Pending
    }

    fn start_send(self: Pin<&mut Self>, item: i32) -> Result<(), String> {
        self.taken.set(self.taken.get() + 1);
        if item < 0 { Err("negative".to_owned()) } else { Ok(()) }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Polling<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Polling<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }
}

#[test]
fn a_sink_that_waits_causes_backpressure() {
    let mut runtime = runtime();
    let (taken, allowed) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(1)));
    let slow = Slow { taken: Rc::clone(&taken), allowed: Rc::clone(&allowed) };
    let stream = runtime.try_with_context(|context| writable_stream(UserVisible, slow, context)).unwrap();
    runtime.set_global("stream", stream).unwrap();
    runtime
        .run_script(
            "let pulls = 0, ended = false;
             new ReadableStream({ pull(c) { pulls++ < 5 ? c.enqueue(pulls) : c.close() } }, { highWaterMark: 0 })
                 .pipeTo(stream).then(() => ended = true)",
        )
        .unwrap();
    runtime.run_for(crate::event_loop::Budget::Tasks(50));
    assert_eq!(taken.get(), 1);
    let pulls = runtime.run_script("pulls").unwrap().as_number().unwrap();
    assert!(pulls <= 3.0, "{pulls} chunks were read, although the sink has taken one");
    allowed.set(usize::MAX);
    runtime.run();
    assert_eq!(taken.get(), 5);
    assert_eq!(runtime.run_script("ended").unwrap(), JsValue::from(true));
}

#[test]
fn a_failing_sink_and_a_chunk_of_another_type_make_the_stream_fail() {
    for (chunk, message) in [("-1", "negative"), ("'text'", "cannot convert")] {
        let mut runtime = runtime();
        let slow = Slow { taken: Rc::default(), allowed: Rc::new(Cell::new(9)) };
        let weak = Rc::downgrade(&slow.taken);
        let stream = runtime.try_with_context(|context| writable_stream(UserVisible, slow, context)).unwrap();
        runtime.set_global("stream", stream).unwrap();
        let write = format!(
            "(async () => {{
                const writer = stream.getWriter();
                await writer.write({chunk}).catch(() => {{}});
                return writer.closed.catch(error => error.name + ': ' + error.message)
            }})()"
        );
        let error = text(&runtime.eval_async(&write).unwrap());
        assert!(error.starts_with("TypeError: ") && error.contains(message), "{error}");
        assert!(weak.upgrade().is_none(), "the sink is dropped");
    }
}

#[test]
fn an_aborted_stream_drops_its_sink() {
    let mut runtime = runtime();
    let slow = Slow { taken: Rc::default(), allowed: Rc::new(Cell::new(9)) };
    let weak = Rc::downgrade(&slow.taken);
    let stream = runtime.try_with_context(|context| writable_stream(UserVisible, slow, context)).unwrap();
    runtime.set_global("stream", stream).unwrap();
    runtime.eval_async("stream.abort('enough')").unwrap();
    assert!(weak.upgrade().is_none());
}

/// A reader that fails after some bytes.
struct Fails(bool);

impl AsyncRead for Fails {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Polling<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(Err(io::Error::other("the disk is gone")));
        }
        buffer[0] = 65;
        Poll::Ready(Ok(1))
    }
}

#[test]
fn an_error_of_a_reader_is_that_of_the_stream() {
    let mut runtime = runtime();
    let stream = runtime.try_with_context(|context| readable_byte_stream(UserVisible, Fails(false), context)).unwrap();
    runtime.set_global("stream", stream).unwrap();
    let read = "(async () => {
        const reader = stream.getReader();
        const first = (await reader.read()).value[0];
        return first + await reader.read().catch(error => `${error.name}: ${error.message}`)
    })()";
    assert_eq!(text(&runtime.eval_async(read).unwrap()), "65TypeError: the disk is gone");
}

#[test]
fn bytes_can_be_read_into_buffers_of_the_program() {
    let mut runtime = runtime();
    let bytes = Cursor::new(vec![1, 2, 3, 4, 5]);
    let stream = runtime.try_with_context(|context| readable_byte_stream(UserVisible, bytes, context)).unwrap();
    runtime.set_global("stream", stream).unwrap();
    let read = "(async () => {
        const reader = stream.getReader({ mode: 'byob' }), parts = [];
        for (;;) {
            const { done, value } = await reader.read(new Uint8Array(2));
            if (done) return parts.join('|');
            parts.push(value)
        }
    })()";
    assert_eq!(text(&runtime.eval_async(read).unwrap()), "1,2|3,4|5");
}

#[test]
fn bytes_pass_from_a_reader_through_javascript_to_a_writer() {
    let mut runtime = runtime();
    let file = AllowStdIo::new(io::Cursor::new(b"some text".repeat(20_000)));
    let written = Rc::new(std::cell::RefCell::new(Vec::new()));
    let writer = AllowStdIo::new(Shared(Rc::clone(&written)));
    let (file, writer) = runtime
        .try_with_context(|context| {
            Ok((readable_byte_stream(UserVisible, file, context)?, writable_byte_stream(UserVisible, writer, context)?))
        })
        .unwrap();
    runtime.set_global("file", file).unwrap();
    runtime.set_global("writer", writer).unwrap();
    let copy = "file.pipeThrough(new TransformStream({
        transform(chunk, controller) { controller.enqueue(chunk.map(byte => byte === 32 ? 95 : byte)) }
    })).pipeTo(writer)";
    runtime.eval_async(copy).unwrap();
    assert_eq!(*written.borrow(), b"some_text".repeat(20_000));
}

struct Shared(Rc<std::cell::RefCell<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_takes_only_bytes() {
    let mut runtime = runtime();
    let writer = AllowStdIo::new(Shared(Rc::default()));
    let stream = runtime.try_with_context(|context| writable_byte_stream(UserVisible, writer, context)).unwrap();
    runtime.set_global("stream", stream).unwrap();
    let error = runtime.eval_async("stream.getWriter().write('text').catch(error => error.message)").unwrap();
    assert_eq!(text(&error), "a chunk of a byte stream is not an ArrayBuffer or a view of one");
}

#[test]
fn chunks_are_read_when_they_are_asked_for_and_a_drop_cancels() {
    let mut runtime = runtime();
    let readable = runtime
        .run_script(
            "let pulls = 0, canceled = false;
             new ReadableStream(
                 { pull(c) { c.enqueue(++pulls) }, cancel() { canceled = true } }, { highWaterMark: 0 })",
        )
        .unwrap();
    let mut taken = runtime
        .spawn(UserVisible, async move |task| chunks::<i32>(readable, &task).take(3).try_collect::<Vec<_>>().await)
        .unwrap();
    runtime.run();
    assert_eq!(taken.take_output().unwrap().unwrap().unwrap(), [1, 2, 3]);
    let state = runtime.run_script("`${pulls} ${canceled}`").unwrap();
    assert_eq!(text(&state), "3 true");
}

#[test]
fn a_stream_is_not_locked_afterwards() {
    for (made, reads) in [
        ("ReadableStream.from([1, 2])", 9),
        ("ReadableStream.from([1, 2])", 1),
        ("ReadableStream.from([1, 'two'])", 9),
        ("new ReadableStream({ start(c) { c.error(1) } })", 9),
    ] {
        let mut runtime = runtime();
        let readable = runtime.run_script(&format!("const stream = {made}; stream")).unwrap();
        let read = runtime
            .spawn(UserVisible, async move |task| {
                chunks::<i32>(readable, &task).take(reads).collect::<Vec<_>>().await;
            })
            .unwrap();
        runtime.run();
        drop(read);
        let again = "stream.locked || new Promise(done =>
            stream.getReader().closed.then(() => done('ended'), () => done('failed')))";
        let again = text(&runtime.eval_async(again).unwrap());
        let expected = if made.contains("error") { "failed" } else { "ended" };
        assert_eq!(again, expected, "{made}");
    }
}

fn error_of(runtime: &mut Runtime, code: &str) -> String {
    let readable = runtime.run_script(code).unwrap();
    let mut failed = runtime
        .spawn(UserVisible, async move |task| {
            let all: Vec<JsResult<i32>> = chunks(readable, &task).collect().await;
            let last: JsError = all.into_iter().last().unwrap().unwrap_err();
            task.with(move |context| message_of(last, context)).await
        })
        .unwrap();
    runtime.run();
    failed.take_output().unwrap().unwrap()
}

#[test]
fn an_error_is_the_last_item() {
    let mut runtime = runtime();
    let failing = "new ReadableStream({ start(c) { c.enqueue(1); c.error(new RangeError('far')) } })";
    assert_eq!(error_of(&mut runtime, failing), "RangeError: far");
    let message = error_of(&mut runtime, "ReadableStream.from([1, 'two', 3])");
    assert!(message.starts_with("TypeError: "), "{message}");
    assert!(error_of(&mut runtime, "({})").contains("ReadableStream"));
    let locked = "const locked = new ReadableStream(); locked.getReader(); locked";
    assert!(error_of(&mut runtime, locked).contains("already has a reader"));
}

#[test]
fn a_stream_goes_from_rust_to_javascript_and_back() {
    let mut runtime = runtime();
    let numbers = stream::iter((1..=100).map(Ok::<i32, JsError>));
    let readable = runtime.try_with_context(|context| readable_stream(UserVisible, numbers, context)).unwrap();
    let mut sum = runtime
        .spawn(UserVisible, async move |task| {
            let numbers: Pin<&mut dyn Stream<Item = JsResult<i32>>> = pin!(chunks(readable, &task));
            numbers.try_fold(0, async |sum, number| Ok(sum + number)).await
        })
        .unwrap();
    runtime.run();
    assert_eq!(sum.take_output().unwrap().unwrap().unwrap(), 5050);
}
