//! `importScripts`: <https://html.spec.whatwg.org/multipage/workers.html#dom-workerglobalscope-importscripts>.

use boa_engine::{Context, JsError, JsResult, JsValue};
use url::Url;

use super::environment::WorkerEnvironment;
use super::script_text::{ScriptText, script_text};
use super::script_url::script_url;
use crate::engine::{new_names, run_and_rethrow, show_to_earlier_code};
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::fetch::BlobUrlEntry;
use crate::web::html::GlobalScope;
use crate::web::performance::resource_timing::mark_script_load;
use crate::web::webidl::{event_loop, type_error, usv_string};

/// A URL, with what a `blob:` URL refers to: an earlier script may revoke it.
fn parsed(text: &JsValue, base: &Url, context: &mut Context) -> JsResult<(Url, Option<BlobUrlEntry>)> {
    let text = usv_string(text, &"importScripts: url", context)?.to_std_string_lossy();
    let url = script_url(&text, Some(base), "importScripts", context)?;
    let blob = BlobUrlEntry::of(&url, context);
    Ok((url, blob))
}

/// [Fetches a classic worker-imported script][fetch].
///
/// [fetch]: https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-worker-imported-script
fn fetched(
    url: &Url,
    blob: Option<BlobUrlEntry>,
    environment: &WorkerEnvironment,
    context: &mut Context,
) -> Result<ScriptText, JsError> {
    let fetched = script_text(url, blob, &*environment.source, context).and_then(|script| {
        let what = script.media_type.clone().unwrap_or_default();
        if script.is_javascript() { Ok(script) } else { Err(format!("it is not a script, but {what}")) }
    });
    fetched.map_err(|why| {
        let message = format!("importScripts: cannot load {url}: {why}");
        DomException::error(DomExceptionName::Network, &message, context)
    })
}

/// [Imports scripts into a worker's global scope][import]: runs them as if they were parts of the running script.
///
/// [import]: https://html.spec.whatwg.org/multipage/workers.html#import-scripts-into-worker-global-scope
pub(super) fn import_scripts(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    let environment = WorkerEnvironment::of(context)?;
    // Step 1.
    if environment.is_module {
        return Err(type_error("importScripts: a module worker imports modules instead"));
    }
    // Steps 4 and 5: all URLs are parsed before anything is fetched.
    let urls: Vec<_> = arguments.iter().map(|url| parsed(url, &environment.url, context)).collect::<JsResult<_>>()?;
    // Step 6.
    let event_loop = event_loop(context)?;
    for (url, blob) in urls {
        let ScriptText { text, path, .. } = fetched(&url, blob, &environment, context)?;
        if matches!(url.scheme(), "http" | "https") {
            mark_script_load(url.as_str(), text.len(), context)?;
        }
        let names = new_names(&text, context);
        let script = environment.source.parse_script(&text, &path, context)?;
        let result = run_and_rethrow(&script, &event_loop, context);
        // Also those that come before the place of an exception.
        show_to_earlier_code(&names, context)?;
        result?;
    }
    Ok(JsValue::undefined())
}
