//! The text of scripts: fetching a classic worker script, and what it imports.

use std::path::PathBuf;

use boa_engine::Context;
use data_url::DataUrl;
use url::Url;

use crate::engine::ModuleSource;
use crate::web::fetch::BlobUrlEntry;

/// A script that was fetched.
pub(crate) struct ScriptText {
    pub(crate) text: String,
    /// Its name in errors, and what its imports are relative to.
    pub(crate) path: PathBuf,
    /// What the script is, if that is known: the essence of a MIME type.
    pub(crate) media_type: Option<String>,
}

/// Fetches a script. `blob` is what a `blob:` URL refers to, if that is already known. What has another scheme comes
/// from where modules come from.
///
/// # Errors
///
/// Returns a message that says why there is no such script.
pub(crate) fn script_text(
    url: &Url,
    blob: Option<BlobUrlEntry>,
    source: &dyn ModuleSource,
    context: &Context,
) -> Result<ScriptText, String> {
    // Omitted: the MIME types of the scripts of a server.
    let decoded = |bytes: &[u8], media_type: String| {
        let text = String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').to_owned();
        Ok(ScriptText { text, path: url.as_str().into(), media_type: Some(media_type) })
    };
    match url.scheme() {
        "data" => {
            let data = DataUrl::process(url.as_str()).map_err(|_| "the data: URL has no comma".to_owned())?;
            let bytes = data.decode_to_vec().map_err(|_| "the data: URL is not valid base64".to_owned())?.0;
            let mime_type = data.mime_type();
            decoded(&bytes, format!("{}/{}", mime_type.type_, mime_type.subtype))
        }
        "blob" => {
            let entry = blob.or_else(|| BlobUrlEntry::of(url, context));
            let missing = || format!("{url} refers to no blob; it may have been revoked");
            let entry = entry.ok_or_else(missing)?;
            let essence = entry.media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            decoded(entry.bytes.as_slice(), essence)
        }
        _ => {
            // Only modules are told apart by the query and the fragment of their file.
            let mut file = url.clone();
            file.set_query(None);
            file.set_fragment(None);
            let path = source.resolve(file.as_str(), None)?;
            let text = source.read(&path).map_err(|error| error.to_string())?;
            Ok(ScriptText { text, path, media_type: None })
        }
    }
}

/// The essences of the [JavaScript MIME types](https://mimesniff.spec.whatwg.org/#javascript-mime-type), besides those
/// of versions.
const JAVASCRIPT: [&str; 10] = [
    "application/ecmascript",
    "application/javascript",
    "application/x-ecmascript",
    "application/x-javascript",
    "text/ecmascript",
    "text/javascript",
    "text/jscript",
    "text/livescript",
    "text/x-ecmascript",
    "text/x-javascript",
];

impl ScriptText {
    /// Whether it may be a script.
    pub(super) fn is_javascript(&self) -> bool {
        let is_known = |essence: &str| {
            let version = essence
                .strip_prefix("text/javascript1.")
                .is_some_and(|it| matches!(it, "0" | "1" | "2" | "3" | "4" | "5"));
            version || JAVASCRIPT.contains(&essence)
        };
        self.media_type.as_deref().is_none_or(is_known)
    }
}
