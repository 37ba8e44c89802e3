//! Writable streams: <https://streams.spec.whatwg.org/#ws>.

mod controller;
mod state;
mod stream;
mod stream_interface;
mod underlying_sink;
mod writer;

use boa_engine::{Context, JsResult};

pub(in crate::web::streams) use state::{State, WritableStreamDefaultWriter};
pub(crate) use state::{UnderlyingSink, WritableStream};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    WritableStream::register(context)?;
    state::WritableStreamDefaultController::register(context)?;
    WritableStreamDefaultWriter::register(context)
}
