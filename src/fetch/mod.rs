//! `Headers`, `Request`, `Response` and `FormData`.
//!
//! Defined by <https://fetch.spec.whatwg.org/> and <https://xhr.spec.whatwg.org/#interface-formdata>. There are no
//! streams, so bodies are read as a whole.

mod body;
mod body_mixin;
mod form_data;
mod header_list;
mod headers;
mod multipart;
mod request;
mod request_options;
mod response;

use boa_engine::{Context, JsResult};

use crate::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    headers::Headers::register(context)?;
    form_data::FormData::register(context)?;
    request::Request::register(context)?;
    response::Response::register(context)
}
