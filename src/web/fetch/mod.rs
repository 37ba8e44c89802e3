//! `fetch`, `Headers`, `Request`, `Response` and `FormData`, and the network that a program sees.
//!
//! Defined by <https://fetch.spec.whatwg.org/> and <https://xhr.spec.whatwg.org/#interface-formdata>.

mod answer;
mod bad_ports;
mod blob_urls;
mod body;
mod body_mixin;
mod body_writer;
mod byte_range;
mod chunk_reader;
mod clone_cancel;
pub(crate) mod fetching;
mod flow;
mod form_data;
mod header_list;
mod headers;
mod incoming;
mod integrity;
mod local_urls;
mod multipart;
mod network;
mod part;
mod parts;
mod pump;
mod redirects;
mod request;
mod request_options;
mod responder;
mod response;
pub(crate) mod served;
mod sorted_pieces;
#[cfg(test)]
mod tests;
mod upload;

use boa_engine::{Context, JsResult};

pub(crate) use blob_urls::{BlobUrlEntry, BlobUrlStore};
pub(crate) use fetching::set_network;
pub use network::{
    Answer, BodyWriter, Network, NetworkRequest, NetworkResponse, RemoteBodyWriter, RemoteResponder, RequestPriority,
    Responder, Upload,
};

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    headers::Headers::register(context)?;
    form_data::FormData::register(context)?;
    request::Request::register(context)?;
    response::register(context)?;
    blob_urls::register(context)?;
    fetching::register(context)
}
