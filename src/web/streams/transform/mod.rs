//! Transform streams: <https://streams.spec.whatwg.org/#ts>.

mod controller;
mod state;
mod stream;
mod stream_interface;

use boa_engine::{Context, JsResult};

pub(crate) use state::{TransformStream, Transformer};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    TransformStream::register(context)?;
    state::TransformStreamDefaultController::register(context)
}
