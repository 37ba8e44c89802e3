//! Readable streams: <https://streams.spec.whatwg.org/#rs>.

mod async_iterator;
mod byob_reader;
mod byob_request;
mod byte_controller;
mod byte_queue;
mod byte_tee;
mod default_controller;
mod default_reader;
mod from;
mod generic_reader;
mod pipe_options;
mod pipe_to;
mod pull_into;
mod pulling;
mod read_result;
mod set_up;
mod stalling;
mod state;
mod stream;
mod stream_interface;
mod tee;
mod tee_cancel;
mod underlying_source;
mod view;

use boa_engine::{Context, JsResult};

pub(crate) use pipe_options::PipeOptions;
pub(in crate::web::streams) use pipe_to::Pipe;
pub(crate) use pipe_to::pipe_to;
pub(in crate::web::streams) use state::ReadableStreamDefaultController;
pub(crate) use state::{ReadRequest, ReadableStream, ReadableStreamDefaultReader, UnderlyingSource};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    ReadableStream::register(context)?;
    ReadableStreamDefaultController::register(context)?;
    state::ReadableByteStreamController::register(context)?;
    state::ReadableStreamByobRequest::register(context)?;
    ReadableStreamDefaultReader::register(context)?;
    state::ReadableStreamByobReader::register(context)
}
