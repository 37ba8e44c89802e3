//! Serves the files of a checkout like wptserve, the server of web-platform-tests: with its rewrites, templates,
//! headers and pipes. See <https://web-platform-tests.org/tools/wptserve/docs/>.

use std::fs::canonicalize;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use percent_encoding::percent_decode_str;
use posttask_front_end::bounded_file;
use serde_json::json;
use url::Url;

use super::pipes::{self, Pipe};
use super::{Metadata, template};

/// Paths that wptserve rewrites.
const REWRITES: [(&str, &str); 1] = [("/resources/WebIDLParser.js", "/resources/webidl2/lib/webidl2.js")];

/// What a server answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Response {
    /// The body as text. Invalid UTF-8 becomes replacement characters, as it does in a browser.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
    }

    fn set_header(&mut self, name: &str, value: &str, append: bool) {
        if !append {
            self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        }
        self.headers.push((name.to_owned(), value.to_owned()));
    }
}

/// Serves the files below a root.
#[derive(Clone, Debug)]
pub(super) struct Server {
    root: Rc<Path>,
}

impl Server {
    pub(super) fn new(root: &Path) -> Self {
        Self { root: root.into() }
    }

    /// Answers a request. A file that does not exist is a response with the status 404.
    ///
    /// # Errors
    ///
    /// Returns a message if wptserve would run code to answer, or if a template cannot be expanded.
    pub(super) fn get(&self, url: &Url, request_headers: &[(String, String)]) -> Result<Response, String> {
        let path = rewritten(url.path());
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        if Path::new(&*decoded).extension().is_some_and(|extension| extension == "py") {
            return Err(format!("{path} is a Python handler, which is not supported"));
        }
        let file = below_root(&self.root, &decoded).filter(|file| file.is_file());
        if let Some(script) = worker_script(&self.root, &decoded).filter(|_| file.is_none()) {
            let mut response = Response { status: 200, headers: Vec::new(), body: script.into_bytes() };
            response.set_header("Content-Type", "text/javascript", false);
            return Ok(response);
        }
        let Some((file, body)) = file.and_then(|file| {
            bounded_file::read_ordinary(&file, bounded_file::LARGEST_RESPONSE).ok().map(|body| (file, body))
        }) else {
            return Ok(Response { status: 404, ..Response::default() });
        };
        let mut response = Response { status: 200, headers: Vec::new(), body };
        response.set_header("Content-Type", content_type(&file), false);
        let request = template::Request { url, headers: request_headers, root: &self.root };
        for (headers, is_template) in headers_files(&self.root, &file) {
            let text = if is_template { template::expand(&headers, &request, false)? } else { headers };
            for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
                response.set_header(name.trim(), value.trim(), true);
            }
        }
        // The last one of two equal types is that of the `.headers` file.
        if let Some(own) = response.headers.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("content-type")).cloned()
        {
            response.set_header(&own.0, &own.1, false);
        }
        if is_template(&file) {
            apply(&Pipe::Substitute { escapes: is_markup(&file) }, &request, &mut response)?;
        }
        for pipe in pipes::of_query(url)? {
            apply(&pipe, &request, &mut response)?;
        }
        Ok(response)
    }
}

/// The script of the worker that runs an `.any.js` test: wptserve makes one, too.
fn worker_script(root: &Path, path: &str) -> Option<String> {
    let test = format!("{}.any.js", path.strip_suffix(".any.worker.js")?);
    let source = bounded_file::read_ordinary(&below_root(root, &test)?, bounded_file::LARGEST_SOURCE).ok()?;
    let metadata = Metadata::parse(&String::from_utf8_lossy(&source));
    let imports = ["/resources/testharness.js"].into_iter().chain(metadata.scripts.iter().map(String::as_str));
    let imports: Vec<&str> = imports.chain([&*test]).collect();
    let title = metadata.title.map(|title| format!("self.META_TITLE = {};\n", json!(title))).unwrap_or_default();
    Some(format!("{}{title}importScripts(...{});\ndone();\n", include_str!("worker.js"), json!(imports)))
}

fn apply(pipe: &Pipe, request: &template::Request<'_>, response: &mut Response) -> Result<(), String> {
    match pipe {
        Pipe::Substitute { escapes } => {
            let text = String::from_utf8_lossy(&response.body);
            response.body = template::expand(&text, request, *escapes)?.into_bytes();
        }
        Pipe::Status(status) => response.status = *status,
        Pipe::Header { name, value, append } => response.set_header(name, value, *append),
        Pipe::Slice { start, end } => {
            let end = end.unwrap_or(response.body.len()).min(response.body.len());
            response.body = response.body.get(*start..end).unwrap_or_default().to_vec();
        }
        // Files are served at once.
        Pipe::Trickle => {}
    }
    Ok(())
}

fn rewritten(path: &str) -> &str {
    REWRITES.iter().find(|(from, _)| *from == path).map_or(path, |(_, to)| to)
}

/// Returns the file for a path on the server, or `None` if it is not below the root.
fn below_root(root: &Path, path: &str) -> Option<PathBuf> {
    let path = Path::new(path.trim_start_matches('/'));
    let is_below = path.components().all(|component| matches!(component, Component::Normal(_)));
    let file = Some(root.join(path)).filter(|_| is_below)?;
    Some(file).filter(|file| !leads_out(root, file))
}

/// Whether a link leads from a path below the root to a file that is not.
fn leads_out(root: &Path, file: &Path) -> bool {
    matches!((canonicalize(file), canonicalize(root)), (Ok(file), Ok(root)) if !file.starts_with(&root))
}

/// The texts of the files with headers for a file, and whether they are templates: those of its folder come first.
fn headers_files(root: &Path, file: &Path) -> Vec<(String, bool)> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let candidates = ["__dir__.headers", "__dir__.sub.headers"].map(str::to_owned);
    let own = [format!("{name}.headers"), format!("{name}.sub.headers")];
    let names = candidates.into_iter().chain(own);
    let read = |name: String| {
        let is_template = name.ends_with(".sub.headers");
        let headers = Some(file.with_file_name(name)).filter(|headers| !leads_out(root, headers))?;
        bounded_file::read_ordinary(&headers, bounded_file::LARGEST_SOURCE)
            .ok()
            .map(|text| (String::from_utf8_lossy(&text).into_owned(), is_template))
    };
    names.filter_map(read).collect()
}

fn is_template(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().contains(".sub."))
}

fn is_markup(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    ["html", "htm", "xht", "xhtml", "xml", "svg"].contains(&&*extension)
}

/// The media type of a file, from its extension.
fn content_type(file: &Path) -> &'static str {
    match &*file.extension().unwrap_or_default().to_string_lossy() {
        "html" | "htm" => "text/html",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "json" => "application/json",
        "txt" => "text/plain",
        "xml" => "text/xml",
        "xht" | "xhtml" => "application/xhtml+xml",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use url::Url;

    use super::Server;

    #[test]
    fn links_that_lead_out_of_the_root_are_not_followed() {
        let parent = std::env::temp_dir().join(format!("posttask-wpt-server-{}", std::process::id()));
        let root = parent.join("root");
        fs::create_dir_all(&root).unwrap();
        fs::write(parent.join("secret"), "X-Secret: 1").unwrap();
        for name in ["a.txt", "b.txt"] {
            fs::write(root.join(name), "text").unwrap();
        }
        fs::write(root.join("own.txt"), "X-Own: 1").unwrap();
        symlink("../secret", root.join("secret.txt")).unwrap();
        symlink("../secret", root.join("a.txt.headers")).unwrap();
        symlink("own.txt", root.join("b.txt.headers")).unwrap();
        let get = |path: &str| {
            let url = Url::parse("http://web-platform.test/").unwrap().join(path).unwrap();
            let response = Server::new(&root).get(&url, &[]).unwrap();
            let own = response.headers.iter().filter(|(name, _)| name.starts_with("X-")).count();
            (response.status, own)
        };
        assert_eq!(get("secret.txt"), (404, 0));
        assert_eq!(get("a.txt"), (200, 0));
        assert_eq!(get("b.txt"), (200, 1));
        fs::remove_dir_all(parent).unwrap();
    }
}
