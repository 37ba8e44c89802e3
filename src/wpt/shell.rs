//! The parts of the global object of a test that the platform does not provide: see `shell.js`.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, Script, Source, js_string};

use super::{Global, Metadata, Test};
use crate::event_loop::EventLoop;
use crate::webidl::type_error;

/// The origin of `location`.
const ORIGIN: &str = "https://web-platform.test";

/// The results as JSON, once `report.js` has sent them.
pub(super) type ReportSlot = Rc<RefCell<Option<String>>>;

/// Returns the file for a path on the server, or `None` if it is not below the root.
pub(super) fn below_root(root: &Path, path: &str) -> Option<PathBuf> {
    let path = Path::new(path.trim_start_matches('/'));
    path.components().all(|component| matches!(component, Component::Normal(_))).then(|| root.join(path))
}

/// Reads a file below the root as text. Invalid UTF-8 becomes replacement characters, as it does in a browser.
pub(super) fn read(root: &Path, path: &str) -> Option<String> {
    let bytes = std::fs::read(below_root(root, path)?).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Runs a file below the root as a classic script.
pub(super) fn evaluate_file(root: &Path, path: &str, context: &mut Context) -> JsResult<JsValue> {
    let Some(text) = read(root, path) else { return Err(type_error(format!("cannot load {path}"))) };
    let name = PathBuf::from(format!("{ORIGIN}{path}"));
    Script::parse(Source::from_bytes(&text).with_path(&name), None, context)?.evaluate(context)
}

/// Creates the object `host` for the scripts of the shell.
pub(super) fn host(
    root: &Rc<Path>,
    test: &Test,
    metadata: &Metadata,
    reported: &ReportSlot,
    context: &mut Context,
) -> JsObject {
    let string = |value: &JsValue, context: &mut Context| -> JsResult<String> {
        Ok(value.to_string(context)?.to_std_string_escaped())
    };
    let reads = Rc::clone(root);
    let read_file = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let path = string(arguments.get_or_undefined(0), context)?;
        Ok(read(&reads, &path).map_or_else(JsValue::undefined, |text| JsString::from(text).into()))
    };
    let evaluates = Rc::clone(root);
    let evaluate = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let path = string(arguments.get_or_undefined(0), context)?;
        evaluate_file(&evaluates, &path, context)
    };
    let reports = Rc::clone(reported);
    let report = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        *reports.borrow_mut() = Some(string(arguments.get_or_undefined(0), context)?);
        if let Some(event_loop) = EventLoop::of(context) {
            event_loop.remote().stop();
        }
        Ok(JsValue::undefined())
    };
    // SAFETY: the three closures only capture `Rc`s of Rust values, nothing that the garbage collector traces.
    let (read_file, evaluate, report) = unsafe {
        (
            NativeFunction::from_closure(read_file),
            NativeFunction::from_closure(evaluate),
            NativeFunction::from_closure(report),
        )
    };
    let title = metadata.title.as_deref().map_or_else(JsValue::undefined, |title| js_string!(title).into());
    let path = test.id.split('?').next().unwrap_or_default();
    ObjectInitializer::new(context)
        .property(js_string!("global"), js_string!(test.global.as_str()), Attribute::all())
        .property(js_string!("origin"), js_string!(ORIGIN), Attribute::all())
        .property(js_string!("path"), js_string!(path), Attribute::all())
        .property(js_string!("search"), js_string!(test.variant.as_str()), Attribute::all())
        .property(js_string!("title"), title, Attribute::all())
        .function(read_file, js_string!("readFile"), 1)
        .function(evaluate, js_string!("evaluateFile"), 1)
        .function(report, js_string!("report"), 1)
        .build()
}

/// Runs a script of the shell as the body of a function with the parameter `host`.
pub(super) fn run(source: &str, host: &JsObject, context: &mut Context) -> JsResult<()> {
    let wrapped = format!("(function (host) {{ 'use strict';\n{source}\n}})");
    let function = context.eval(Source::from_bytes(&wrapped))?;
    let Some(function) = function.as_callable() else { return Ok(()) };
    function.call(&JsValue::undefined(), &[host.clone().into()], context).map(drop)
}

/// Whether `done()` must be called after the scripts of this global have run. Windows do not need that.
pub(super) fn needs_done(global: Global) -> bool {
    global == Global::DedicatedWorker
}

/// Calls a function of the harness, such as `done` or `timeout`.
pub(super) fn call_harness(name: &str, context: &mut Context) -> JsResult<()> {
    let function = context.global_object().get(js_string!(name), context)?;
    match function.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), &[], context).map(drop),
        None => Err(type_error(format!("the harness has no function {name}"))),
    }
}
