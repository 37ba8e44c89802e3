//! `FileReader`: <https://w3c.github.io/FileAPI/#APIASynch>. The bytes of a blob are in memory, so a read is as long as
//! its tasks.

use std::cell::Cell;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::blob::Blob;
use super::bytes::Bytes;
use super::packaged_data::{Format, package};
use crate::event_loop::{Ending, EventLoop, QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::dom::{
    DomException, DomExceptionName, EventTarget, ProgressEvent, event_handler_attribute, event_handler_name,
    fire_an_event,
};
use crate::web::webidl::{
    InterfaceBuilder, event_loop, implementation, interface, prototype_of_new_target, static_string,
};

/// The [state](https://w3c.github.io/FileAPI/#dom-filereader-readystate) of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadyState {
    Empty = 0,
    Loading = 1,
    Done = 2,
}

/// The state of a `FileReader`.
#[derive(Trace, Finalize)]
pub(crate) struct FileReader {
    target: Gc<EventTarget>,
    #[unsafe_ignore_trace]
    state: Cell<ReadyState>,
    /// The number of the read: the tasks of an older one have no effect.
    read: Cell<u64>,
    result: GcRefCell<JsValue>,
    error: GcRefCell<JsValue>,
}

interface! {
    FileReader: EventTarget;
    constructor(0) = construct;
    with = constants;
    get "readyState" = |reader| reader.state.get() as u16;
    get "result" = |reader| reader.result.borrow().clone();
    get "error" = |reader| reader.error.borrow().clone();
    operation "readAsArrayBuffer"(1) = |reader, arguments, context| {
        start(reader, arguments, Format::ArrayBuffer, context)
    };
    operation "readAsBinaryString"(1) = |reader, arguments, context| {
        start(reader, arguments, Format::BinaryString, context)
    };
    operation "readAsText"(1) = read_as_text;
    operation "readAsDataURL"(1) = |reader, arguments, context| start(reader, arguments, Format::DataUrl, context);
    operation "abort"(0) = abort;
    with = handlers;
}

fn constants(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    builder
        .constant(static_string!("EMPTY"), ReadyState::Empty as u16)
        .constant(static_string!("LOADING"), ReadyState::Loading as u16)
        .constant(static_string!("DONE"), ReadyState::Done as u16)
}

fn handlers(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    let names = [
        event_handler_name!("loadstart"),
        event_handler_name!("progress"),
        event_handler_name!("load"),
        event_handler_name!("abort"),
        event_handler_name!("error"),
        event_handler_name!("loadend"),
    ];
    names.into_iter().fold(builder, |builder, name| event_handler_attribute::<FileReader>(builder, name))
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<FileReader>(new_target, context)?;
    let reader = EventTarget::create(prototype, context, |target| FileReader {
        target: target.clone(),
        state: Cell::new(ReadyState::Empty),
        read: Cell::new(0),
        result: GcRefCell::new(JsValue::null()),
        error: GcRefCell::new(JsValue::null()),
    });
    Ok(reader.target.object().cloned().unwrap_or_else(JsObject::with_null_proto))
}

/// [`readAsText`](https://w3c.github.io/FileAPI/#dfn-readAsText).
fn read_as_text(reader: &Gc<FileReader>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    // The blob is converted before the encoding.
    implementation::<Blob>(&arguments[0], &"FileReader.readAsText: blob", context)?;
    let format = Format::text(arguments.get_or_undefined(1), "FileReader.readAsText: encoding", context)?;
    start(reader, arguments, format, context)
}

/// [The read operation](https://w3c.github.io/FileAPI/#readOperation).
fn start(reader: &Gc<FileReader>, arguments: &[JsValue], format: Format, context: &mut Context) -> JsResult<()> {
    let blob = implementation::<Blob>(&arguments[0], &"FileReader: blob", context)?;
    // Step 1.
    if reader.state.get() == ReadyState::Loading {
        let message = "FileReader: it is reading another blob";
        return Err(DomException::error(DomExceptionName::InvalidState, message, context));
    }
    // Steps 2 to 4.
    reader.state.set(ReadyState::Loading);
    *reader.result.borrow_mut() = JsValue::null();
    *reader.error.borrow_mut() = JsValue::null();
    reader.read.set(reader.read.get() + 1);
    let (bytes, media_type) = (blob.bytes().clone(), blob.media_type().clone());
    let event_loop = event_loop(context)?;
    let total = bytes.as_slice().len();
    // Step 10: the bytes arrive in one piece.
    let source = TaskSource::FileReading(event_loop.new_arrival_id());
    FileReader::queue(reader, source, &event_loop, context, move |reader, event_loop, context| {
        reader.fire("loadstart", 0, total, event_loop, context);
    });
    if total > 0 {
        FileReader::queue(reader, source, &event_loop, context, move |reader, event_loop, context| {
            reader.fire("progress", total, total, event_loop, context);
        });
    }
    FileReader::queue(reader, source, &event_loop, context, move |reader, event_loop, context| {
        reader.finish(&format, &bytes, &media_type, event_loop, context);
    });
    Ok(())
}

impl FileReader {
    /// Queues a task that has no effect if the read has been aborted by then.
    fn queue(
        this: &Gc<Self>,
        source: TaskSource,
        event_loop: &EventLoop,
        context: &mut Context,
        steps: impl FnOnce(&Self, &EventLoop, &mut Context) + 'static,
    ) {
        let (reader, canceling, read) = (this.clone(), this.clone(), this.read.get());
        let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::BlobRead.into() }, context);
        let realm = context.realm().clone();
        let is_canceled = move || !canceling.is_reading(read);
        event_loop.queue_a_cancelable_task(
            source,
            work,
            QueuePosition::Last,
            realm,
            is_canceled,
            move |event_loop, context| {
                if !reader.is_reading(read) {
                    return Ok(Ending::Removed);
                }
                steps(&reader, event_loop, context);
                Ok(Ending::Returned)
            },
        );
    }

    /// Whether the read with this number has not ended and was not aborted.
    fn is_reading(&self, read: u64) -> bool {
        self.read.get() == read && self.state.get() == ReadyState::Loading
    }

    fn finish(
        &self,
        format: &Format,
        bytes: &Bytes,
        media_type: &JsString,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        self.state.set(ReadyState::Done);
        let total = bytes.as_slice().len();
        match package(format, bytes.as_slice(), media_type, context) {
            Ok(result) => {
                *self.result.borrow_mut() = result;
                self.fire("load", total, total, event_loop, context);
            }
            Err(error) => {
                *self.error.borrow_mut() = crate::web::webidl::exception_value(error, context);
                self.fire("error", 0, total, event_loop, context);
            }
        }
        self.end(total, event_loop, context);
    }

    /// The last event, unless a listener has started another read.
    fn end(&self, total: usize, event_loop: &EventLoop, context: &mut Context) {
        if self.state.get() != ReadyState::Loading {
            self.fire("loadend", total, total, event_loop, context);
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "no blob has 2^53 bytes")]
    fn fire(&self, event_type: &str, loaded: usize, total: usize, event_loop: &EventLoop, context: &mut Context) {
        let event_type = js_string!(event_type);
        fire_an_event(&self.target, &event_type, event_loop, context, |context| {
            ProgressEvent::create(event_type.clone(), loaded as f64, total as f64, context)
        });
    }
}

/// [`abort`](https://w3c.github.io/FileAPI/#abort).
fn abort(reader: &Gc<FileReader>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    *reader.result.borrow_mut() = JsValue::null();
    if reader.state.get() != ReadyState::Loading {
        return Ok(());
    }
    reader.state.set(ReadyState::Done);
    let event_loop = event_loop(context)?;
    reader.fire("abort", 0, 0, &event_loop, context);
    reader.end(0, &event_loop, context);
    Ok(())
}
