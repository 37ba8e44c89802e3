//! Running a program: a classic script or a module.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsError, JsResult, JsString, JsValue, Module, NativeFunction, Script, Source, js_string,
};

use super::Runtime;
use crate::Error;
use crate::event_loop::EventLoop;
use crate::host::{check_nesting, position, read_source, with_place};

/// How a program's text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A classic script.
    Script,
    /// A module.
    Module,
    /// A script if it parses as one, else a module.
    Detect,
}

impl Kind {
    /// The kind of a file: `.mjs` is a module, everything else is looked at.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        if path.extension().is_some_and(|extension| extension == "mjs") { Self::Module } else { Self::Detect }
    }
}

/// Called once, with a value or with what was thrown.
pub type Done = Box<dyn FnOnce(JsResult<JsValue>, &mut Context)>;

/// How far a program's main script or module is.
#[derive(Clone, Debug, Default)]
pub struct MainStatus {
    done: Rc<Cell<bool>>,
}

impl MainStatus {
    /// Whether it has ended, well or badly. A script has; a module may still await something.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done.get()
    }
}

/// A program's text, parsed.
pub(super) enum Parsed {
    Script(Script),
    Module(Module),
}

/// Runs a classic script, with what HTML does before and after: see
/// [run a classic script](https://html.spec.whatwg.org/multipage/webappapis.html#run-a-classic-script).
pub(super) fn run_a_classic_script(
    source: &str,
    path: Option<&Path>,
    event_loop: &Rc<EventLoop>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let script = parse_a_script(source, path, context)?;
    evaluate(&script, event_loop, context)
}

pub(super) fn parse_a_script(source: &str, path: Option<&Path>, context: &mut Context) -> JsResult<Script> {
    check_nesting(source)?;
    let source = Source::from_bytes(source);
    match path {
        Some(path) => Script::parse(source.with_path(path), None, context),
        None => Script::parse(source, None, context),
    }
}

pub(super) fn evaluate(script: &Script, event_loop: &Rc<EventLoop>, context: &mut Context) -> JsResult<JsValue> {
    let result = {
        let _script = event_loop.enter_script();
        script.evaluate(context)
    };
    event_loop.finish_a_task(context);
    result
}

impl Runtime {
    /// Starts the program in a file. It goes on in [`Self::run`].
    ///
    /// An exception of the program is reported as any uncaught exception is, and is no error of this function.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] or [`Error::NotUtf8`] if the file cannot be read.
    pub fn start_file(&mut self, path: &Path) -> Result<MainStatus, Error> {
        let source = read_source(path)?;
        Ok(self.start(&source, path, Kind::of_path(path)))
    }

    /// Starts a program that is given as text. `path` is what errors call it and what its imports are relative to.
    pub fn start(&mut self, source: &str, path: &Path, kind: Kind) -> MainStatus {
        let event_loop = Rc::clone(&self.event_loop);
        let parsed = self.parse(source, path, kind);
        let status = MainStatus::default();
        self.with_context(|context| match parsed {
            Err(error) => {
                status.done.set(true);
                event_loop.report_an_exception(error, context);
            }
            Ok(Parsed::Script(script)) => {
                status.done.set(true);
                if let Err(error) = evaluate(&script, &event_loop, context) {
                    event_loop.report_an_exception(error, context);
                }
            }
            Ok(Parsed::Module(module)) => {
                event_loop.watch_main_await(true);
                let (done, watcher) = (Rc::clone(&status.done), Rc::clone(&event_loop));
                let ended = move |result: JsResult<JsValue>, context: &mut Context| {
                    done.set(true);
                    watcher.watch_main_await(false);
                    if let Err(error) = result {
                        watcher.report_an_exception(error, context);
                    }
                };
                start_a_module(&module, Box::new(ended), &event_loop, context);
            }
        });
        status
    }

    /// Parses a program.
    fn parse(&mut self, source: &str, path: &Path, kind: Kind) -> JsResult<Parsed> {
        let modules = Rc::clone(&self.modules);
        self.with_context(|context| {
            let as_script = match kind {
                Kind::Module => None,
                _ => Some(parse_a_script(source, Some(path), context)),
            };
            match as_script {
                Some(Ok(script)) => Ok(Parsed::Script(script)),
                Some(Err(error)) if kind == Kind::Script => Err(error),
                as_script => modules.parse_main(source, path, context).map(Parsed::Module).map_err(|as_module| {
                    let as_script = as_script.and_then(Result::err);
                    further(as_script, Some(as_module.clone())).unwrap_or(as_module)
                }),
            }
            .map_err(|error| with_place(error, source, path, context))
        })
    }

    /// Defines the global `scriptArgs`, an array of the program's arguments.
    ///
    /// # Errors
    ///
    /// [`Error::JavaScript`] if the program made the name impossible to define.
    pub fn set_arguments(&mut self, arguments: &[String]) -> Result<(), Error> {
        self.with_context(|context| {
            let values = arguments.iter().map(|argument| JsString::from(argument.as_str()).into());
            let array = JsArray::from_iter(values, context);
            context.register_global_property(js_string!("scriptArgs"), array, Attribute::all())
        })
        .map_err(Error::from)
    }
}

/// Evaluates a module with all it imports, and calls `done` when it has ended.
pub(super) fn start_a_module(module: &Module, done: Done, event_loop: &Rc<EventLoop>, context: &mut Context) {
    let promise = {
        let _script = event_loop.enter_script();
        module.load_link_evaluate(context)
    };
    when_settled(&promise, done, context);
    event_loop.finish_a_task(context);
}

/// Calls `done` when the promise is settled. It counts as handled then.
pub(super) fn when_settled(promise: &JsPromise, done: Done, context: &mut Context) {
    let done = Rc::new(RefCell::new(Some(done)));
    let settle = |fulfilled: bool| {
        let done = Rc::clone(&done);
        let function = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
            let value = arguments.get_or_undefined(0).clone();
            let done = done.take();
            if let Some(done) = done {
                done(if fulfilled { Ok(value) } else { Err(JsError::from_opaque(value)) }, context);
            }
            Ok(JsValue::undefined())
        };
        // SAFETY: the closure captures a reference counter of the host, nothing that the collector traces.
        let function = unsafe { NativeFunction::from_closure(function) };
        FunctionObjectBuilder::new(context.realm(), function).build()
    };
    let (fulfilled, rejected) = (settle(true), settle(false));
    if let Err(error) = promise.then(Some(fulfilled), Some(rejected), context)
        && let Some(done) = done.take()
    {
        done(Err(error), context);
    }
}

/// Of two syntax errors, as script and as module, the one that is further on tells more.
pub(super) fn further(as_script: Option<JsError>, as_module: Option<JsError>) -> Option<JsError> {
    match (as_script, as_module) {
        (Some(as_script), Some(as_module)) if position(&as_script) > position(&as_module) => Some(as_script),
        (as_script, as_module) => as_module.or(as_script),
    }
}
