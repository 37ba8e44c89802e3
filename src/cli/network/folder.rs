//! A network whose servers answer with files.

use std::fs::{File, canonicalize};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use super::latency::Latencies;
use crate::fetch::{Answer, Network, NetworkRequest, NetworkResponse, Responder};

/// The number of bytes of the largest file that is served.
const LARGEST_FILE: u64 = 1 << 30;

/// Answers with the files of a folder.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    latencies: Latencies,
}

impl Folder {
    pub(super) fn new(root: &Path, latencies: Latencies) -> Self {
        Self { root: root.to_owned(), latencies }
    }

    fn answer(&self, request: &NetworkRequest) -> Answer {
        if !["GET", "HEAD"].contains(&&*request.method) {
            let headers = vec![("Allow".to_owned(), "GET, HEAD".to_owned())];
            return Ok(text(405, "Method Not Allowed", headers));
        }
        let Some(path) = self.file(&request.url) else { return Ok(text(404, "Not Found", Vec::new())) };
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(text(404, "Not Found", Vec::new())),
            Err(error) => return Err(format!("{}: cannot read {}: {error}", request.url, path.display())),
        };
        let headers = vec![
            ("Content-Length".to_owned(), bytes.len().to_string()),
            ("Content-Type".to_owned(), media_type(&path)),
        ];
        let body = if request.method == "HEAD" { Vec::new() } else { bytes };
        Ok(NetworkResponse { status: 200, status_text: "OK".to_owned(), headers, body })
    }

    /// The file for a URL: that of its host, if the host has a folder. For a folder, it is `index.html`.
    fn file(&self, url: &Url) -> Option<PathBuf> {
        let path = percent_decode_str(url.path().trim_start_matches('/')).decode_utf8().ok()?;
        let path = Path::new(&*path);
        let is_below = path.components().all(|component| matches!(component, Component::Normal(_)));
        let of_host = url.host_str().map(|host| self.root.join(host)).filter(|folder| folder.is_dir());
        let root = canonicalize(of_host.unwrap_or_else(|| self.root.clone())).ok()?;
        let file = canonicalize(root.join(path)).ok().filter(|file| is_below && file.starts_with(&root))?;
        Some(if file.is_dir() { file.join("index.html") } else { file })
    }
}

impl Network for Folder {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        responder.respond_after(self.latencies.next(), self.answer(&request));
    }
}

/// A response whose body is its status.
fn text(status: u16, status_text: &str, mut headers: Vec<(String, String)>) -> NetworkResponse {
    headers.push(("Content-Type".to_owned(), "text/plain;charset=UTF-8".to_owned()));
    let body = format!("{status} {status_text}\n").into_bytes();
    NetworkResponse { status, status_text: status_text.to_owned(), headers, body }
}

/// Reads a file, but no device or pipe, which may have no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if read as u64 > LARGEST_FILE {
        return Err(io::Error::other("it has more than 1 GiB"));
    }
    Ok(bytes)
}

fn media_type(path: &Path) -> String {
    let media_type = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = media_type.type_() == "text" || media_type.subtype() == "javascript";
    if is_text { format!("{media_type};charset=UTF-8") } else { media_type.to_string() }
}
