//! Binary data: `Blob`, `File`, `FileList` and the URLs of blobs.
//!
//! Defined by <https://w3c.github.io/FileAPI/>. Omitted: `stream()`, because there are no streams, and
//! `FileReaderSync`, because there are no workers.

mod blob;
mod blob_parts;
mod blob_stream;
mod bytes;
mod file;
mod file_list;
mod file_reader;

use boa_engine::{Context, JsResult};

pub(crate) use blob::Blob;
pub(crate) use bytes::Bytes;
pub(crate) use file::File;
pub(crate) use file_list::FileList;

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    Blob::register(context)?;
    File::register(context)?;
    file_list::register(context)?;
    file_reader::FileReader::register(context)
}
