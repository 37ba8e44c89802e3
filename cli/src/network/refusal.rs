//! The network of programs that have none.

use posttask::fetch::{Network, NetworkRequest, Responder};

/// Refuses all requests, and says how to allow them.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) is_virtual: bool,
}

impl Network for Refusal {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        let url = &request.url;
        responder.respond(Err(if self.is_virtual {
            format!("{url}: there is no real network under virtual time; use --fetch-root DIR or t.mock.fetch")
        } else {
            format!("{url}: requests are not allowed; to allow them, use --allow-net={}", host_and_port(url))
        }));
    }
}

/// A host as `--allow-net` expects it.
pub(super) fn host_and_port(url: &url::Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
