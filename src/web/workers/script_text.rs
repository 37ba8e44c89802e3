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
    // Omitted: the MIME type of a script, which only the scripts of a server have.
    let decoded = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        Ok(ScriptText { text: text.trim_start_matches('\u{feff}').to_owned(), path: url.as_str().into() })
    };
    match url.scheme() {
        "data" => {
            let data = DataUrl::process(url.as_str()).map_err(|_| "the data: URL has no comma".to_owned())?;
            let bytes = data.decode_to_vec().map_err(|_| "the data: URL is not valid base64".to_owned())?.0;
            decoded(&bytes)
        }
        "blob" => {
            let entry = blob.or_else(|| BlobUrlEntry::of(url, context));
            let missing = || format!("{url} refers to no blob; it may have been revoked");
            decoded(entry.ok_or_else(missing)?.bytes.as_slice())
        }
        _ => {
            // Only modules are told apart by the query and the fragment of their file.
            let mut file = url.clone();
            file.set_query(None);
            file.set_fragment(None);
            let path = source.resolve(file.as_str(), None)?;
            let text = source.read(&path).map_err(|error| error.to_string())?;
            Ok(ScriptText { text, path })
        }
    }
}
