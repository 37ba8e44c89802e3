//! The parts of the global object of a test that the platform does not provide: see `shell.js`.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use posttask::Error;
use posttask::engine::ModuleSource;
use posttask::event_loop::EventLoop;
use posttask::fetch::{Network, NetworkRequest, NetworkResponse, Responder};
use posttask::internal::engine::parse_text;
use posttask::internal::performance::mark_script_load;
use posttask::internal::webidl::{closure, type_error};
use url::Url;

use super::server::Server;
use super::template::HOST;
use super::{Metadata, Test, template};

/// The results as JSON, once `report.js` has sent them.
pub(super) type ReportSlot = Rc<RefCell<Option<String>>>;

/// A test, and the server that has its files.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) server: Server,
    /// The URL of the page or worker of the test.
    pub(super) url: Url,
}

impl Site {
    /// Returns the site of a test below a root.
    pub(super) fn new(root: &Path, test: &Test) -> Result<Self, url::ParseError> {
        let name = test.file.rsplit('/').next().unwrap_or_default();
        let (scheme, port) = match name {
            _ if name.contains(".h2.") => ("https", template::port("h2")),
            _ if name.contains(".https.") => ("https", template::port("https")),
            _ => ("http", template::port("http")),
        };
        let path = test.id.split('?').next().unwrap_or_default();
        let url = Url::parse(&format!("{scheme}://{HOST}:{port}{path}{}", test.variant))?;
        Ok(Self { server: Server::new(root), url })
    }

    /// The URL of the script of the worker that the page of the test starts.
    pub(super) fn worker_url(&self) -> Url {
        let mut url = self.url.clone();
        let path = url.path().strip_suffix(".html").map(|path| format!("{path}.js"));
        if let Some(path) = path {
            url.set_path(&path);
        }
        url
    }

    /// Reads a file by a URL that may be relative to the test.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no such file, or if it needs a handler.
    pub(super) fn read(&self, url: &str) -> Result<String, String> {
        let url = self.url.join(url).map_err(|error| format!("{url}: {error}"))?;
        if url.host_str() != Some(HOST) {
            return Err(format!("cannot load {url}: only {HOST} is served"));
        }
        let response = self.server.get(&url, &[])?;
        if response.status == 200 { Ok(response.text()) } else { Err(format!("cannot load {}", url.path())) }
    }
}

/// Modules that tests import: specifiers are URLs, and may be relative to the importing script.
impl ModuleSource for Site {
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
        let base = importer.and_then(|importer| Url::parse(&importer.to_string_lossy()).ok());
        let is_url = ["/", "./", "../"].iter().any(|start| specifier.starts_with(start));
        let absolute =
            if is_url { base.unwrap_or_else(|| self.url.clone()).join(specifier) } else { Url::parse(specifier) };
        absolute.map(|url| url.as_str().into()).map_err(|error| format!("cannot import '{specifier}': {error}"))
    }

    fn read(&self, path: &Path) -> Result<String, Error> {
        let text = Site::read(self, &path.to_string_lossy());
        text.map_err(|message| Error::Unreadable { path: path.to_owned(), source: io::Error::other(message) })
    }

    fn main_module(&self, name: &Path) -> PathBuf {
        name.to_owned()
    }
}

/// Requests to the server of the tests. The names of other hosts do not resolve.
impl Network for Site {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        let is_here = request.url.host_str().is_some_and(|host| host == HOST || host.ends_with(&format!(".{HOST}")));
        let response = if is_here {
            self.server.get(&request.url, &request.headers)
        } else {
            Err(format!("{}: only {HOST} is served", request.url))
        };
        responder.respond(response.map(|response| {
            let body = if request.method == "HEAD" { Vec::new() } else { response.body };
            let mut answer = NetworkResponse::new(response.status, body);
            answer.headers = response.headers;
            if response.status == 200 {
                "OK".clone_into(&mut answer.status_text);
            }
            answer
        }));
    }
}

/// Runs a file as a classic script. Its URL may be relative to the test.
pub(super) fn evaluate_file(site: &Site, url: &str, context: &mut Context) -> JsResult<JsValue> {
    let text = site.read(url).map_err(type_error)?;
    let name = site.url.join(url).map_or_else(|_| url.into(), |url| PathBuf::from(url.as_str()));
    mark_script_load(&name.to_string_lossy(), text.len(), context)?;
    parse_text(&text, Some(&name), context)?.evaluate(context)
}

/// Creates the object `host` for the scripts of the shell.
pub(super) fn host(site: &Site, metadata: &Metadata, reported: &ReportSlot, context: &mut Context) -> JsObject {
    let string = |value: &JsValue, context: &mut Context| -> JsResult<String> {
        Ok(value.to_string(context)?.to_std_string_escaped())
    };
    let reports = Rc::clone(reported);
    let report = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        *reports.borrow_mut() = Some(string(arguments.get_or_undefined(0), context)?);
        if let Some(event_loop) = EventLoop::of(context) {
            event_loop.remote().stop();
        }
        Ok(JsValue::undefined())
    };
    let title = metadata.title.as_deref().map_or_else(JsValue::undefined, |title| js_string!(title).into());
    ObjectInitializer::new(context)
        .property(js_string!("url"), js_string!(site.url.as_str()), Attribute::all())
        .property(js_string!("worker"), js_string!(site.worker_url().as_str()), Attribute::all())
        .property(js_string!("title"), title, Attribute::all())
        .function(closure(report), js_string!("report"), 1)
        .build()
}

/// Runs a script of the shell as the body of a function with the parameter `host`.
pub(super) fn run(source: &str, host: &JsObject, context: &mut Context) -> JsResult<()> {
    let wrapped = format!("(function (host) {{ 'use strict';\n{source}\n}})");
    let function = parse_text(&wrapped, None, context)?.evaluate(context)?;
    let Some(function) = function.as_callable() else { return Ok(()) };
    function.call(&JsValue::undefined(), &[host.clone().into()], context).map(drop)
}

/// Calls a function of the harness, such as `done` or `timeout`.
pub(super) fn call_harness(name: &str, context: &mut Context) -> JsResult<()> {
    let function = context.global_object().get(js_string!(name), context)?;
    match function.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), &[], context).map(drop),
        None => Err(type_error(format!("the harness has no function {name}"))),
    }
}
