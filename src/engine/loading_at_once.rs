//! Loads ES modules without returning to the event loop, for `require`.

use std::path::{Path, PathBuf};

use boa_engine::builtins::promise::{Promise, PromiseState};
use boa_engine::object::builtins::JsPromise;
use boa_engine::vm::CallFrame;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, Module, NativeFunction, js_error};

use super::ModuleLoader;
use crate::event_loop::{EventLoop, call_in_own_frame, unmarked};

/// The name that the engine gives to the body of a script or module.
const BODY: &str = "<main>";

/// Returns the namespace object of the module that a specifier in a file names, which is evaluated before this returns.
///
/// # Errors
///
/// As [`evaluate_at_once`], and `TypeError` if there is no such module.
pub fn import_at_once(specifier: &str, importer: &Path, context: &mut Context) -> JsResult<JsObject> {
    let loader = context.downcast_module_loader::<ModuleLoader>();
    let loader = loader.ok_or_else(|| js_error!(TypeError: "modules cannot be loaded in this context"))?;
    let module = loader.load_main(specifier, Some(importer), context)?;
    evaluate_at_once(&module, context)
}

/// Loads what a module imports, links and evaluates it, and returns its namespace object.
///
/// None of the modules may be evaluating, or await at its top level: see [`running_bodies`].
///
/// # Errors
///
/// Whatever loading the modules and their bodies throw, and `TypeError` if one of them awaits after all.
pub fn evaluate_at_once(module: &Module, context: &mut Context) -> JsResult<JsObject> {
    // In a frame of its own: the engine leaves values of jobs and bodies on its stack, where a call whose arguments are
    // being computed would find them.
    let steps = |_: &JsValue, _: &[JsValue], module: &Module, context: &mut Context| {
        evaluate(module, context).map(JsValue::from)
    };
    let steps = NativeFunction::from_copy_closure_with_captures(steps, module.clone());
    let steps = steps.to_js_function(context.realm());
    let namespace = call_in_own_frame(&steps, &JsValue::undefined(), &[], context)?;
    namespace.as_object().ok_or_else(|| js_error!(TypeError: "the engine returned no namespace for a module"))
}

fn evaluate(module: &Module, context: &mut Context) -> JsResult<JsObject> {
    let event_loop = EventLoop::of(context);
    let event_loop = event_loop.ok_or_else(|| js_error!(TypeError: "modules cannot be loaded in this context"))?;
    let loaded = event_loop.with_jobs_at_once(|context| module.load(context), context);
    check(loaded, &event_loop)?;
    module.link(context)?;
    check(module.evaluate(context)?, &event_loop)?;
    Ok(module.namespace(context))
}

/// Returns an error unless a promise of the engine is fulfilled. The error is thrown instead of reported.
fn check(promise: JsPromise, event_loop: &EventLoop) -> JsResult<()> {
    let reason = match promise.state() {
        PromiseState::Fulfilled(_) => return Ok(()),
        PromiseState::Rejected(reason) => JsError::from_opaque(reason),
        PromiseState::Pending => return Err(js_error!(TypeError: "a module awaits at its top level")),
    };
    if let Ok(promise) = JsObject::from(promise).downcast::<Promise>() {
        event_loop.rejected_promises().handled(&promise);
    }
    Err(reason)
}

/// The paths of the scripts and modules whose bodies are running.
#[must_use]
pub fn running_bodies(context: &Context) -> Vec<PathBuf> {
    let bodies = context.stack_trace().map(CallFrame::code_block).filter(|code| *code.name() == BODY);
    bodies.map(|code| unmarked(Path::new(&code.path().to_string())).into_owned()).collect()
}
