//! `URL` and `URLSearchParams`.
//!
//! Defined by <https://url.spec.whatwg.org/#api>. The crate `url` parses and serializes, with corrections in
//! `url_record.rs`.

mod search_params;
mod url_interface;
pub(crate) mod url_record;

use boa_engine::{Context, JsResult};

pub(crate) use search_params::UrlSearchParams;
pub(crate) use url_interface::UrlObject;
pub(crate) use url_record::parse;

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    UrlObject::register(context)?;
    UrlSearchParams::register(context)
}

/// Whether an object is a `URL`.
#[must_use]
pub fn is_url(object: &boa_engine::JsObject) -> bool {
    crate::web::webidl::implements::<UrlObject>(&object.clone().into()).is_some()
}
