//! `FileReaderSync`: <https://w3c.github.io/FileAPI/#FileReaderSync>. Only workers have it.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::blob::Blob;
use super::packaged_data::{Format, package};
use crate::web::webidl::{Layers, implementation, interface, new_object, prototype_of_new_target};

/// A `FileReaderSync`, which has no state.
#[derive(Trace, Finalize)]
pub(super) struct FileReaderSync;

interface! {
    FileReaderSync;
    constructor(0) = construct;
    operation "readAsArrayBuffer"(1) = |_reader, arguments, context| read(arguments, &Format::ArrayBuffer, context);
    operation "readAsBinaryString"(1) = |_reader, arguments, context| read(arguments, &Format::BinaryString, context);
    operation "readAsText"(1) = read_as_text;
    operation "readAsDataURL"(1) = |_reader, arguments, context| read(arguments, &Format::DataUrl, context);
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<FileReaderSync>(new_target, context)?;
    Ok(new_object(prototype, Layers::root(&Gc::new(FileReaderSync)), context))
}

fn blob_of(arguments: &[JsValue], context: &mut Context) -> JsResult<Gc<Blob>> {
    implementation::<Blob>(&arguments[0], &"FileReaderSync: blob", context)
}

/// [`readAsText`](https://w3c.github.io/FileAPI/#readAsTextSync).
fn read_as_text(_: &FileReaderSync, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // The blob is converted before the encoding.
    blob_of(arguments, context)?;
    let format = Format::text(arguments.get_or_undefined(1), "FileReaderSync.readAsText: encoding", context)?;
    read(arguments, &format, context)
}

/// What all operations do. The bytes of a blob are in memory, so they can always be read.
fn read(arguments: &[JsValue], format: &Format, context: &mut Context) -> JsResult<JsValue> {
    let blob = blob_of(arguments, context)?;
    package(format, blob.bytes().as_slice(), blob.media_type(), context)
}
