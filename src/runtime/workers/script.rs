//! The script of a worker.

use boa_engine::{Context, JsError, JsNativeError, JsResult, Module};

use crate::engine::{ClassicScript, ModuleSource};
use crate::runtime::{Program, Runtime};
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::workers::{ScriptText, WorkerRequest, script_text};

/// Fetches and parses the script of a worker.
pub(super) fn load(request: &WorkerRequest, source: &dyn ModuleSource, runtime: &mut Runtime) -> Program {
    let modules = std::rc::Rc::clone(&runtime.modules);
    let is_from_source = !matches!(request.url.scheme(), "data" | "blob");
    if request.is_module && is_from_source {
        let load = |context: &mut Context| modules.load_main(request.url.as_str(), None, context);
        return runtime.with_context(load).map_or_else(Program::failed, Program::of_module);
    }
    if request.is_module {
        let module = runtime.with_context(|context| module_of_text(request, source, context));
        return module.map_or_else(Program::failed, Program::of_module);
    }
    runtime.with_context(|context| script(request, source, context)).map_or_else(Program::failed, Program::of_script)
}

fn fetched(request: &WorkerRequest, source: &dyn ModuleSource, context: &mut Context) -> JsResult<ScriptText> {
    script_text(&request.url, request.blob.clone(), source, context).map_err(|why| unavailable(&why, context))
}

fn unavailable(why: &str, context: &mut Context) -> JsError {
    let message = format!("the worker has no script: {why}");
    DomException::error(DomExceptionName::Network, &message, context)
}

fn script(request: &WorkerRequest, source: &dyn ModuleSource, context: &mut Context) -> JsResult<ClassicScript> {
    let ScriptText { text, path, .. } = fetched(request, source, context)?;
    source.parse_script(&text, &path, context).map_err(|error| {
        let is_a_module = source.parse_module(&text, &path, context).is_ok();
        if is_a_module { not_a_classic_script() } else { error }
    })
}

fn not_a_classic_script() -> JsError {
    let message = "the script of a classic worker is a module: create the worker with { type: 'module' }";
    JsNativeError::syntax().with_message(message).into()
}

fn module_of_text(request: &WorkerRequest, source: &dyn ModuleSource, context: &mut Context) -> JsResult<Module> {
    let ScriptText { text, path, .. } = fetched(request, source, context)?;
    source.parse_module(&text, &path, context)
}
