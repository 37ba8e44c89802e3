//! The network that a program sees. The embedder provides it; without one, only `data:` URLs can be fetched.

use std::time::Duration;

use url::Url;

/// A request, after redirects have been followed: see [`Network::answer`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetworkRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The URL.
    pub url: Url,
    /// Names and values, in the order in which they were added. Their characters are bytes.
    pub headers: Vec<(String, String)>,
    /// The body; `None` if there is none.
    pub body: Option<Vec<u8>>,
}

/// What a server answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkResponse {
    /// The status, such as 200.
    pub status: u16,
    /// The text after the status, which may be empty.
    pub status_text: String,
    /// Names and values. Their characters are bytes.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Answers the requests of `fetch`, for [`RuntimeBuilder::network`](crate::RuntimeBuilder::network).
///
/// The program sees an answer after its latency, by the clock of the event loop. Two answers that have arrived are
/// tasks of different sources, so an exploration tries both orders.
///
/// ```
/// use std::rc::Rc;
/// use std::time::Duration;
///
/// use posttask::fetch::{Network, NetworkRequest, NetworkResponse};
///
/// struct Echo;
///
/// impl Network for Echo {
///     fn answer(&self, request: &NetworkRequest) -> (Result<NetworkResponse, String>, Duration) {
///         let body = request.url.path().as_bytes().to_vec();
///         (Ok(NetworkResponse { status: 200, body, ..NetworkResponse::default() }), Duration::from_millis(20))
///     }
/// }
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().network(Rc::new(Echo)).build()?;
/// runtime.run_script(
///     "(async () => {
///         const response = await fetch('https://example.com/path');
///         globalThis.result = `${await response.text()} after ${performance.now()} ms`;
///     })()",
/// )?;
/// runtime.run();
/// assert_eq!(runtime.run_script("result")?.as_string(), Some("/path after 20 ms".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
pub trait Network {
    /// Answers a request to an `http:` or `https:` URL. Redirects are followed by the caller. An error is the message
    /// of the `TypeError` that the promise of `fetch` is rejected with. The duration is the latency.
    fn answer(&self, request: &NetworkRequest) -> (Result<NetworkResponse, String>, Duration);
}
