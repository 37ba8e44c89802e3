//! A network whose servers answer with files.

use std::fs::canonicalize;
use std::io;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use posttask::fetch::{Answer, Network, NetworkRequest, NetworkResponse, Responder};
use posttask_front_end::bounded_file;
use url::Url;

use super::latency::Latencies;

/// Answers with the files of a folder.
pub(super) struct Folder {
    root: PathBuf,
    latencies: Latencies,
    on_answer: Option<OnAnswer>,
}

/// Is called with each request and its answer.
pub(crate) type OnAnswer = Box<dyn Fn(&NetworkRequest, &Answer)>;

impl Folder {
    pub(super) fn new(root: &Path, latencies: Latencies) -> Self {
        Self { root: root.to_owned(), latencies, on_answer: None }
    }

    /// Returns the same network, which tells of its answers.
    pub(super) fn telling(self, on_answer: OnAnswer) -> Self {
        Self { on_answer: Some(on_answer), ..self }
    }

    fn answer(&self, request: &NetworkRequest) -> Answer {
        if !["GET", "HEAD"].contains(&&*request.method) {
            let headers = vec![("Allow".to_owned(), "GET, HEAD".to_owned())];
            return Ok(text(405, "Method Not Allowed", headers));
        }
        let Some(path) = self.file(&request.url) else { return Ok(text(404, "Not Found", Vec::new())) };
        let bytes = match bounded_file::read_ordinary(&path, bounded_file::LARGEST_RESPONSE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(text(404, "Not Found", Vec::new())),
            Err(error) => return Err(format!("{}: cannot read {}: {error}", request.url, path.display())),
        };
        let headers = vec![
            ("Content-Length".to_owned(), bytes.len().to_string()),
            ("Content-Type".to_owned(), media_type(&path)),
        ];
        let body = if request.method == "HEAD" { Vec::new() } else { bytes };
        Ok(response(200, "OK", headers, body))
    }

    /// The file for a URL: that of its host, if the host has a folder. For a folder, it is `index.html`. What is
    /// outside of the root, through a name or a link, does not exist.
    fn file(&self, url: &Url) -> Option<PathBuf> {
        let path = percent_decode_str(url.path().trim_start_matches('/')).decode_utf8().ok()?;
        let path = Path::new(&*path);
        let is_below = path.components().all(|component| matches!(component, Component::Normal(_)));
        let root = canonicalize(&self.root).ok()?;
        // `..` is a host, too.
        let host = url.host_str().map(Path::new).filter(|host| is_one_name(host));
        let of_host = host.map(|host| root.join(host)).filter(|folder| folder.is_dir());
        let mut file = of_host.unwrap_or_else(|| root.clone()).join(path);
        if file.is_dir() {
            file.push("index.html");
        }
        canonicalize(file).ok().filter(|file| is_below && file.starts_with(&root))
    }
}

/// Whether a path is the name of something in a folder.
fn is_one_name(path: &Path) -> bool {
    let mut components = path.components();
    matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
}

impl Network for Folder {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        let answer = self.answer(&request);
        if let Some(on_answer) = &self.on_answer {
            on_answer(&request, &answer);
        }
        responder.respond_after(self.latencies.next(), answer);
    }
}

/// A response whose body is its status.
fn text(status: u16, status_text: &str, mut headers: Vec<(String, String)>) -> NetworkResponse {
    headers.push(("Content-Type".to_owned(), "text/plain;charset=UTF-8".to_owned()));
    let body = format!("{status} {status_text}\n").into_bytes();
    response(status, status_text, headers, body)
}

fn response(status: u16, status_text: &str, headers: Vec<(String, String)>, body: Vec<u8>) -> NetworkResponse {
    let mut response = NetworkResponse::new(status, body);
    status_text.clone_into(&mut response.status_text);
    response.headers = headers;
    response
}

fn media_type(path: &Path) -> String {
    let media_type = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = media_type.type_() == "text" || media_type.subtype() == "javascript";
    if is_text { format!("{media_type};charset=UTF-8") } else { media_type.to_string() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use url::Url;

    use super::Folder;
    use crate::network::Latency;

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let parent = std::env::temp_dir().join(format!("posttask-folder-{}", std::process::id()));
        let root = parent.join("root");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::create_dir_all(root.join("a.test")).unwrap();
        for (path, text) in [("secret.txt", "x"), ("root/ok.txt", "x"), ("root/a.test/own.txt", "x")] {
            fs::write(parent.join(path), text).unwrap();
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("../../secret.txt", root.join("sub/index.html")).unwrap();
            symlink("../secret.txt", root.join("link.txt")).unwrap();
            symlink("..", root.join("link.test")).unwrap();
            symlink("ok.txt", root.join("inside.txt")).unwrap();
        }
        let folder = Folder::new(&root, Latency::default().drawn_from(None));
        let is_served = |url: &str| folder.file(&Url::parse(url).unwrap()).is_some();
        for url in ["http://h/ok.txt", "http://a.test/own.txt", "http://../ok.txt", "http://./ok.txt"] {
            assert!(is_served(url), "{url}");
        }
        for url in [
            "http://../secret.txt",
            "http://%2e%2e/secret.txt",
            "http://h/../secret.txt",
            "http://h/..%2fsecret.txt",
            "http://h/sub",
            "http://h/sub/",
            "http://h/link.txt",
            "http://link.test/secret.txt",
            "http://a.test/ok.txt",
        ] {
            assert!(!is_served(url), "{url}");
        }
        #[cfg(unix)]
        assert!(is_served("http://h/inside.txt"));
        fs::remove_dir_all(parent).unwrap();
    }
}
