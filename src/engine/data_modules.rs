//! Modules whose text is in the `data:` URL that imports them.

use std::path::Path;

use boa_engine::{Context, JsResult, Module};
use data_url::DataUrl;

use super::coded_errors::{type_error, with_code};
use super::module_source::{ModuleSource, ModuleType, parse_json, text_module};

/// The start of the specifiers.
const SCHEME: &str = "data:";

/// Whether a specifier, or the path of a module, is such a URL.
pub(super) fn is_data_url(specifier: &str) -> bool {
    specifier.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

/// [Fetches](https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script) the module with a
/// URL, steps 13 and 14: the type of the data says what it is.
///
/// # Errors
///
/// `TypeError` if the URL is not valid or has another type, and whatever parsing throws.
pub(super) fn load(
    url: &str,
    module_type: ModuleType,
    source: &dyn ModuleSource,
    context: &mut Context,
) -> JsResult<Module> {
    let data = DataUrl::process(url).map_err(|_| type_error(format!("cannot import '{url}': it is not valid")))?;
    let (body, _) = data.decode_to_vec().map_err(|_| type_error(format!("cannot import '{url}': it is not valid")))?;
    let text = String::from_utf8_lossy(&body);
    let mime = data.mime_type();
    match (mime.type_.as_str(), mime.subtype.as_str(), module_type) {
        (_, _, ModuleType::Text) => Ok(text_module(&text, Path::new(url), context)),
        ("application", "json", _) => parse_json(&text, Path::new(url), context),
        ("text" | "application", "javascript", ModuleType::JavaScript) => {
            source.parse_module(&text, Path::new(url), context)
        }
        (kind, subtype, _) => {
            let error =
                type_error(format!("cannot import '{url}': a module of the type {kind}/{subtype} is not known"));
            Err(with_code(error, Some("ERR_UNKNOWN_MODULE_FORMAT"), context))
        }
    }
}
