//! Binary data: `Blob`, `File`, `FileList` and their readers.
//!
//! Defined by <https://w3c.github.io/FileAPI/>.

mod blob;
mod blob_parts;
mod blob_stream;
mod bytes;
mod file;
mod file_list;
mod file_reader;
mod file_reader_sync;
mod packaged_data;

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

/// Registers what only workers have in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register_in_worker(context: &mut Context) -> JsResult<()> {
    file_reader_sync::FileReaderSync::register(context)
}
