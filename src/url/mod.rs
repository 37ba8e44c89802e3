//! `URL` and `URLSearchParams`.
//!
//! Defined by <https://url.spec.whatwg.org/#api>. The crate `url` parses and serializes, with corrections in
//! `url_record.rs`.

mod search_params;
mod url_interface;
mod url_record;

use boa_engine::{Context, JsResult};

pub(crate) use search_params::UrlSearchParams;
pub(crate) use url_interface::UrlObject;
pub(crate) use url_record::parse;

use crate::webidl::Interface;

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
#[cfg(feature = "cli")]
pub(crate) fn is_url(object: &boa_engine::JsObject) -> bool {
    crate::webidl::implements::<UrlObject>(&object.clone().into()).is_some()
}
