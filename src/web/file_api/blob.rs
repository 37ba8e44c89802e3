//! `Blob`: <https://w3c.github.io/FileAPI/#blob-section>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::blob_parts::{EndingType, Part, parts, process};
use super::blob_stream::blob_stream;
use super::bytes::Bytes;
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::encoding::utf_8_decode;
use crate::web::webidl::{
    Dictionary, Layers, PendingPromise, clamp, create, dom_string, enumeration, event_loop, exception_value, interface,
    new_array_buffer, new_object, new_uint8_array, prototype_of_new_target,
};

/// The state of a `Blob`.
#[derive(Clone, Debug, Default, Trace, Finalize)]
pub(crate) struct Blob {
    #[unsafe_ignore_trace]
    bytes: Bytes,
    media_type: JsString,
}

interface! {
    Blob;
    constructor(0) = construct;
    get "size" = |blob| blob.size();
    get "type" = |blob| blob.media_type.clone();
    operation "slice"(0) = slice;
    operation "stream"(0) = stream;
    promise "text"(0) = text;
    promise "arrayBuffer"(0) = array_buffer;
    promise "bytes"(0) = bytes;
}

/// The options of a blob: [`BlobPropertyBag`](https://w3c.github.io/FileAPI/#dfn-BlobPropertyBag).
pub(super) struct Options {
    endings: EndingType,
    media_type: JsString,
}

impl Options {
    /// Converts the members `endings` and `type`, in this order. `between` converts members that come between them.
    ///
    /// # Errors
    ///
    /// `TypeError` if `endings` is not a value of its enumeration. Whatever getters and `toString` throw.
    pub(super) fn convert<T>(
        options: &Dictionary,
        context: &mut Context,
        between: impl FnOnce(&Dictionary, &mut Context) -> JsResult<T>,
    ) -> JsResult<(Self, T)> {
        let endings = options.convert(&js_string!("endings"), context, enumeration)?.unwrap_or_default();
        let other = between(options, context)?;
        let media_type = options.convert(&js_string!("type"), context, dom_string)?.unwrap_or_default();
        Ok((Self { endings, media_type: normalized_type(&media_type) }, other))
    }
}

/// A type with characters outside of U+0020 to U+007E counts as none. Others are in lower case.
fn normalized_type(media_type: &JsString) -> JsString {
    let is_valid = media_type.iter().all(|unit| (0x20..=0x7e).contains(&unit));
    if is_valid { media_type.to_std_string_lossy().to_ascii_lowercase().into() } else { js_string!() }
}

impl Blob {
    /// Creates a blob. A media type that is not valid counts as none.
    pub(crate) fn new(bytes: Bytes, media_type: &JsString) -> Self {
        Self { bytes, media_type: normalized_type(media_type) }
    }

    /// Creates a blob of converted arguments.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(super) fn of_parts(parts: Vec<Part>, options: Options, context: &mut Context) -> JsResult<Self> {
        Ok(Self { bytes: process(parts, options.endings, context)?, media_type: options.media_type })
    }

    /// The bytes, which never change.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The media type, in lower case. Empty if there is none.
    pub(crate) fn media_type(&self) -> &JsString {
        &self.media_type
    }

    /// The object of this state, in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(crate) fn into_object(self, context: &mut Context) -> JsResult<JsObject> {
        create(&Gc::new(self), context)
    }

    #[expect(clippy::cast_precision_loss, reason = "a blob is smaller than 2^53 bytes")]
    fn size(&self) -> f64 {
        self.bytes.len() as f64
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let given = arguments.get_or_undefined(0);
    let given = if given.is_undefined() { Vec::new() } else { parts(given, &"Blob: blobParts", context)? };
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "Blob")?;
    let (options, ()) = Options::convert(&options, context, |_, _| Ok(()))?;
    let prototype = prototype_of_new_target::<Blob>(new_target, context)?;
    let blob = Blob::of_parts(given, options, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(blob)), context))
}

/// [`slice`](https://w3c.github.io/FileAPI/#dfn-slice).
fn slice(blob: &Gc<Blob>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let mut position = |index: usize, name: &str, default: usize| {
        let value = arguments.get_or_undefined(index);
        if value.is_undefined() {
            return JsResult::Ok(default);
        }
        let given = clamp(value, &format_args!("Blob.slice: {name}"), context)?;
        let distance = usize::try_from(given.unsigned_abs()).unwrap_or(usize::MAX);
        Ok(if given < 0 { blob.bytes.len().saturating_sub(distance) } else { distance })
    };
    let (start, end) = (position(0, "start", 0)?, position(1, "end", blob.bytes.len())?);
    let media_type = arguments.get_or_undefined(2);
    let media_type = if media_type.is_undefined() { js_string!() } else { media_type.to_string(context)? };
    let part = Blob { bytes: blob.bytes.slice(start, end), media_type: normalized_type(&media_type) };
    part.into_object(context)
}

/// [Reads](https://w3c.github.io/FileAPI/#read-a-blob) a blob: a task of the file reading source resolves the promise.
fn read(
    blob: &Gc<Blob>,
    context: &mut Context,
    convert: impl FnOnce(&Bytes, &mut Context) -> JsResult<JsValue> + 'static,
) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let (promise, pending) = PendingPromise::new(context);
    let source = TaskSource::FileReading(event_loop.new_arrival_id());
    let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::BlobRead.into() }, context);
    let realm = context.realm().clone();
    let bytes = blob.bytes.clone();
    let steps = move |event_loop: &EventLoop, context: &mut Context| {
        match convert(&bytes, context) {
            Ok(value) => pending.resolve(value, event_loop, context),
            Err(error) => {
                let reason = exception_value(error, context);
                pending.reject(reason, context);
            }
        }
        Ok(())
    };
    event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, steps);
    Ok(promise)
}

/// [`stream`](https://w3c.github.io/FileAPI/#dom-blob-stream).
fn stream(blob: &Gc<Blob>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(blob_stream(blob.bytes.clone(), context)?.object())
}

/// [`text`](https://w3c.github.io/FileAPI/#dom-blob-text).
fn text(blob: &Gc<Blob>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    read(blob, context, |bytes, _| Ok(utf_8_decode(bytes.as_slice())?.into()))
}

/// [`arrayBuffer`](https://w3c.github.io/FileAPI/#dom-blob-arraybuffer).
fn array_buffer(blob: &Gc<Blob>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    read(blob, context, |bytes, context| Ok(new_array_buffer(bytes.as_slice(), context)?.into()))
}

/// [`bytes`](https://w3c.github.io/FileAPI/#dom-blob-bytes).
fn bytes(blob: &Gc<Blob>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    read(blob, context, |bytes, context| Ok(new_uint8_array(bytes.as_slice(), context)?.into()))
}
