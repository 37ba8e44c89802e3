//! Where a program comes from: the parts of its [environment settings object][environment] that depend on a URL.
//!
//! [environment]: https://html.spec.whatwg.org/multipage/webappapis.html#environment-settings-objects

use boa_engine::{Context, JsData, JsString};
use boa_gc::{Finalize, Trace};
use url::{Host, Url};

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
struct OfWorker {
    /// Whether its owner is a secure context.
    is_secure: bool,
}

/// Makes the realms of a context those of a dedicated worker: what only windows have is not exposed in them.
/// `is_secure` says whether its owner is a secure context.
pub(crate) fn set_is_worker(is_secure: bool, context: &mut Context) {
    context.insert_data(OfWorker { is_secure });
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

/// Whether the environment is a [secure context][secure]: that of a worker is if that of its owner is, and another one
/// if its URL is potentially trustworthy. Without a base URL, it is, because the program comes from a file.
///
/// [secure]: https://html.spec.whatwg.org/multipage/webappapis.html#secure-contexts
#[must_use]
pub(crate) fn is_secure_context(context: &Context) -> bool {
    match context.get_data::<OfWorker>() {
        Some(worker) => worker.is_secure,
        None => base_url(context).is_none_or(|url| is_potentially_trustworthy(&url)),
    }
}

/// Whether the origin of a URL is [potentially trustworthy][trustworthy].
///
/// [trustworthy]: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
fn is_potentially_trustworthy(url: &Url) -> bool {
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    is_local || matches!(url.scheme(), "https" | "wss" | "file")
}

#[cfg(test)]
mod tests {
    use super::{Url, is_potentially_trustworthy};

    #[test]
    fn encrypted_and_local_urls_are_trustworthy() {
        for (url, expected) in [
            ("https://example.com/", true),
            ("http://example.com/", false),
            ("http://localhost:8000/", true),
            ("http://a.localhost/", true),
            ("http://notlocalhost/", false),
            ("http://127.1.2.3/", true),
            ("http://128.0.0.1/", false),
            ("http://[::1]/", true),
            ("file:///a.js", true),
            ("data:,", false),
        ] {
            assert_eq!(is_potentially_trustworthy(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }
}
