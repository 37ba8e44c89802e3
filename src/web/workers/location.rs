//! `WorkerLocation`: <https://html.spec.whatwg.org/multipage/workers.html#workerlocation>.

use boa_engine::JsString;
use boa_gc::{Finalize, Trace};
use url::{Url, quirks};

use crate::web::webidl::interface;

/// The state of a `WorkerLocation`: the URL of the worker's script.
#[derive(Trace, Finalize)]
pub(super) struct WorkerLocation(#[unsafe_ignore_trace] pub(super) Url);

interface! {
    WorkerLocation;
    get "href" = |location| location.part(quirks::href);
    get "origin" = |location| JsString::from(location.0.origin().ascii_serialization());
    get "protocol" = |location| location.part(quirks::protocol);
    get "host" = |location| location.part(quirks::host);
    get "hostname" = |location| location.part(quirks::hostname);
    get "port" = |location| location.part(quirks::port);
    get "pathname" = |location| location.part(quirks::pathname);
    get "search" = |location| location.part(quirks::search);
    get "hash" = |location| location.part(quirks::hash);
    operation "toString"() = |location| location.part(quirks::href);
}

impl WorkerLocation {
    fn part(&self, part: fn(&Url) -> &str) -> JsString {
        JsString::from(part(&self.0))
    }
}
