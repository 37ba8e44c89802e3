//! The URLs of scripts.

use boa_engine::{Context, JsResult};
use url::Url;

use crate::web::dom::{DomException, DomExceptionName};
use crate::web::url::parse;

/// Parses the URL of a script, for a function of this name.
///
/// # Errors
///
/// `SyntaxError` if it is not a URL.
pub(super) fn script_url(text: &str, base: Option<&Url>, function: &str, context: &mut Context) -> JsResult<Url> {
    parse(text, base).map_err(|error| {
        let why = if base.is_none() { "; nothing says what a relative URL is relative to" } else { "" };
        let message = format!("{function}: '{text}' is not a URL: {error}{why}");
        DomException::error(DomExceptionName::Syntax, &message, context)
    })
}
