//! How connections are made: to the server, or to a proxy that the environment names.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

/// How long a connection may take to be made. After that, the program decides when to give up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// The proxies of `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
#[derive(Clone)]
pub(super) struct Proxies(Arc<Matcher>);

impl Proxies {
    pub(super) fn from_env() -> Self {
        Self(Arc::new(Matcher::from_env()))
    }

    #[cfg(test)]
    pub(super) fn of_http(proxy: &str) -> Self {
        Self(Arc::new(Matcher::builder().http(proxy).build()))
    }

    /// The header that a request needs which is sent to a proxy. Those to `https` URLs go through a tunnel.
    pub(super) fn authorization(&self, uri: &Uri) -> Option<HeaderValue> {
        let proxy = self.0.intercept(uri).filter(|_| uri.scheme_str() == Some("http"))?;
        proxy.basic_auth().cloned()
    }
}

/// Makes connections without TLS.
#[derive(Clone)]
pub(super) struct PlainConnector {
    http: HttpConnector,
    proxies: Proxies,
}

impl PlainConnector {
    pub(super) fn new(proxies: Proxies) -> Self {
        let mut http = HttpConnector::new();
        http.enforce_http(false);
        http.set_nodelay(true);
        http.set_connect_timeout(Some(CONNECT_TIMEOUT));
        Self { http, proxies }
    }
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

impl Service<Uri> for PlainConnector {
    type Response = PlainConnection;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<PlainConnection, BoxError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.http.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, server: Uri) -> Self::Future {
        let mut http = self.http.clone();
        let Some(proxy) = self.proxies.0.intercept(&server) else {
            return Box::pin(async move { Ok(PlainConnection::new(http.call(server).await?, false)) });
        };
        if server.scheme_str() == Some("http") {
            return Box::pin(async move { Ok(PlainConnection::new(http.call(proxy.uri().clone()).await?, true)) });
        }
        let mut tunnel = Tunnel::new(proxy.uri().clone(), http);
        if let Some(authorization) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        Box::pin(async move { Ok(PlainConnection::new(tunnel.call(server).await?, false)) })
    }
}

/// Whether a connection has been used for a response. The server may close such a connection at any time.
#[derive(Clone, Debug, Default)]
pub(super) struct Used(Arc<AtomicBool>);

impl Used {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection that knows whether it has been used.
pub(super) struct PlainConnection {
    stream: TokioIo<TcpStream>,
    /// Whether requests name the whole URL.
    is_of_proxy: bool,
    used: Used,
}

impl PlainConnection {
    fn new(stream: TokioIo<TcpStream>, is_of_proxy: bool) -> Self {
        Self { stream, is_of_proxy, used: Used::default() }
    }
}

impl Connection for PlainConnection {
    fn connected(&self) -> Connected {
        self.stream.connected().proxy(self.is_of_proxy).extra(self.used.clone())
    }
}

impl Read for PlainConnection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl Write for PlainConnection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, buffers)
    }
}
