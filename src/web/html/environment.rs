//! Where a program comes from: the parts of its [environment settings object][environment] that depend on a URL.
//!
//! [environment]: https://html.spec.whatwg.org/multipage/webappapis.html#environment-settings-objects

use boa_engine::{Context, JsData, JsString};
use boa_gc::{Finalize, Trace};
use url::Url;

/// The base URL of all realms of a context.
#[derive(Trace, Finalize, JsData)]
struct Environment {
    #[unsafe_ignore_trace]
    base_url: Url,
}

/// Sets the [API base URL][base] of all realms. The origin follows from it.
///
/// [base]: https://html.spec.whatwg.org/multipage/webappapis.html#api-base-url
pub fn set_base_url(base_url: Url, context: &mut Context) {
    context.insert_data(Environment { base_url });
}

/// The realms of a context are those of a dedicated worker.
#[derive(Trace, Finalize, JsData)]
struct OfWorker;

/// Makes the realms of a context those of a dedicated worker: what only windows have is not exposed in them.
pub(crate) fn set_is_worker(context: &mut Context) {
    context.insert_data(OfWorker);
}

/// Whether the realms of a context are those of a dedicated worker.
#[must_use]
pub fn is_worker(context: &Context) -> bool {
    context.get_data::<OfWorker>().is_some()
}

/// The API base URL; `None` if there is none, so relative URLs cannot be resolved.
#[must_use]
pub fn base_url(context: &Context) -> Option<Url> {
    context.get_data::<Environment>().map(|environment| environment.base_url.clone())
}

/// The [serialization][serialization] of the origin. It is `null` without a base URL: the origin is opaque.
///
/// [serialization]: https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin
#[must_use]
pub(crate) fn serialized_origin(context: &Context) -> JsString {
    let origin = base_url(context).map_or_else(|| "null".to_owned(), |url| url.origin().ascii_serialization());
    JsString::from(origin)
}
