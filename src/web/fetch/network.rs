//! The network that a program sees. The embedder provides it. Without one, only `blob:` and `data:` URLs can be
//! fetched.

use url::Url;

pub use super::answer::{Answer, NetworkResponse};
pub use super::body_writer::{BodyWriter, RemoteBodyWriter};
pub use super::request_options::RequestPriority;
pub use super::responder::{RemoteResponder, Responder};
pub use super::upload::Upload;

/// A request that a [`Network`] answers. After a redirect, there is another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetworkRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The URL. Its scheme is `http` or `https`.
    pub url: Url,
    /// Names and values, in the order in which they were added. Their characters are bytes.
    pub headers: Vec<(String, String)>,
    /// The body; `None` if there is none, or if it is in `upload`.
    pub body: Option<Vec<u8>>,
    /// A body that the program produces while it is sent, for networks for which [`Network::sends_streams`] is true.
    pub upload: Option<Upload>,
    /// How important the response is, relative to others.
    pub priority: RequestPriority,
}

/// Answers the requests of `fetch`, for [`RuntimeBuilder::network`](crate::RuntimeBuilder::network).
///
/// An answer is given at once, after a latency by the clock of the event loop, or from another thread: see
/// [`Responder`]. The body can follow in parts, from any thread. Each response and each part of a body is a task, and a
/// response has a task source of its own, so an exploration tries the orders in which those of several arrive. A body
/// that is given as a whole arrives in parts of 64 KiB. A function from a request to an [`Answer`] is a network without
/// latency.
///
/// ```
/// use std::rc::Rc;
/// use std::time::Duration;
///
/// use posttask::fetch::{Network, NetworkRequest, NetworkResponse, Responder};
///
/// struct Echo;
///
/// impl Network for Echo {
///     fn send(&self, request: NetworkRequest, responder: Responder) {
///         let body = request.url.path().as_bytes().to_vec();
///         let response = NetworkResponse::new(200, body);
///         responder.respond_after(Duration::from_millis(20), Ok(response));
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
    /// Sends a request to an `http:` or `https:` URL. Redirects are followed by the caller, which sends another request
    /// for each.
    fn send(&self, request: NetworkRequest, responder: Responder);

    /// Whether requests whose body is a stream are sent before its end. Otherwise, the stream is read first. The
    /// [`Upload`] must be read by another thread.
    fn sends_streams(&self) -> bool {
        false
    }
}

impl<F: Fn(&NetworkRequest) -> Answer> Network for F {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        responder.respond(self(&request));
    }
}
