//! Gives a program its document.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, js_string};
use posttask::internal::engine::{a_property_is_deleted, import_at_once};
use posttask::internal::html::set_base_url;
use posttask::{Program, Runtime, Url};
use posttask_front_end::FrontEnd;
use serde_json::Value;

use super::DomPackage;
use crate::node;

/// The document of a program.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) package: DomPackage,
    /// Its address.
    url: String,
    /// The settings of the package.
    settings: Value,
    /// Whether `setImmediate` stays: code asks for it to find out that it is not in a browser.
    is_for_node: bool,
}

/// The globals of Node that a page does not have, and that its code asks for.
const IMMEDIATES: [&str; 2] = ["setImmediate", "clearImmediate"];

/// Compiles and parses the main program for a runtime, and gives it its document before.
pub(crate) fn program(
    document: Option<&Document>,
    front_end: &Arc<FrontEnd>,
    text: &str,
    name: &Path,
    runtime: &mut Runtime,
) -> Program {
    match document.map_or(Ok(()), |document| document.install(name, runtime)) {
        Ok(()) => front_end.program(text, name, runtime),
        Err(error) => Program::failed(error),
    }
}

impl Document {
    /// The address is that of the settings, or `location`, or that of Vitest.
    pub(crate) fn new(package: DomPackage, settings: Value, location: Option<&Url>, is_for_node: bool) -> Self {
        let stated = settings["url"].as_str().or(location.map(Url::as_str));
        let url = stated.unwrap_or("http://localhost:3000/").to_owned();
        Self { package, url, settings, is_for_node }
    }

    /// Gives a runtime the document, which is made by a package that the program at a path would find.
    ///
    /// # Errors
    ///
    /// An error that says what to install if the package is missing, and whatever the package throws.
    pub(crate) fn install(&self, program: &Path, runtime: &mut Runtime) -> JsResult<()> {
        let event_loop = Rc::clone(runtime.event_loop());
        let install = |context: &mut Context| install(self, program, context);
        runtime.with_context(|context| event_loop.call_javascript(context, install))
    }
}

/// Makes a window, and installs its globals.
fn install(document: &Document, program: &Path, context: &mut Context) -> JsResult<()> {
    node::install_without_timers(context)?;
    if let Ok(url) = Url::parse(&document.url) {
        set_base_url(url, context);
    }
    let package = document.package.name();
    let module = import_at_once(&format!("posttask:dom/{package}"), program, context);
    let module = module.map_err(|error| explained(error, package, context))?;
    let install = module.get(js_string!("install"), context)?.as_callable();
    let install = install.ok_or_else(|| JsNativeError::typ().with_message("a document cannot be installed"))?;
    let url = JsString::from(document.url.as_str());
    let settings = JsValue::from_json(&document.settings, context)?;
    install.call(&JsValue::undefined(), &[url.into(), settings], context)?;
    if document.is_for_node { node::install_timers(context) } else { hide_immediates(context) }
}

fn hide_immediates(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in IMMEDIATES.map(JsString::from) {
        a_property_is_deleted(&global.clone().into(), &name.clone().into(), context);
        global.delete_property_or_throw(name, context)?;
    }
    Ok(())
}

/// Returns the error of a package that was not found as one that says what to do.
fn explained(error: JsError, package: &str, context: &mut Context) -> JsError {
    let message = error.clone().into_opaque(context).ok().and_then(|error| {
        let message = error.as_object()?.get(js_string!("message"), context).ok()?;
        message.as_string().map(|message| message.to_std_string_lossy())
    });
    if !message.is_some_and(|message| message.contains(&format!("'{package}'"))) {
        return error;
    }
    let message = format!("the document needs the package {package}: npm install --save-dev {package}");
    JsNativeError::error().with_message(message).into()
}
