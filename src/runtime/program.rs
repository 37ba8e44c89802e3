//! Runs programs: classic scripts and modules.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, Module, js_string};

use super::script_or_module::more_relevant_error;
use super::{Runtime, exception_of};
use crate::Error;
use crate::debug::debug;
use crate::engine::{ClassicScript, parse_a_script, read_source, run_and_report, run_and_rethrow, with_place};
use crate::event_loop::{ANONYMOUS, Event, EventLoop, Turn};
use crate::web::html::error_name;
use crate::web::webidl::{OnSettled, when_settled};

/// The kind of source text that a program consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceKind {
    /// A classic script.
    Script,
    /// A module.
    Module,
    /// A classic script if the text parses as one, otherwise a module.
    Detect,
}

impl SourceKind {
    /// Returns the kind for the path of a file: [`Self::Module`] for the extension `.mjs`, [`Self::Detect`] for others.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        if path.extension().is_some_and(|extension| extension == "mjs") { Self::Module } else { Self::Detect }
    }
}

/// The status of a program's main script or module.
#[derive(Clone, Debug, Default)]
pub struct MainStatus {
    done: Rc<Cell<bool>>,
}

impl MainStatus {
    /// Returns whether the main script or module has ended, normally or with an exception. A script always has; a
    /// module may still be awaiting something.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done.get()
    }
}

/// A program that has been parsed, for [`Runtime::start_program`].
pub struct Program(JsResult<Parsed>);

debug!(Program, "is_module" = |program| program.is_module());

impl Program {
    /// Returns whether the program is a module. `false` if it did not parse.
    #[must_use]
    pub fn is_module(&self) -> bool {
        matches!(self.0, Ok(Parsed::Module(_)))
    }

    /// A program that cannot run.
    #[must_use]
    #[doc(hidden)]
    pub fn failed(error: JsError) -> Self {
        Self(Err(error))
    }

    /// A program whose main module exists already.
    #[must_use]
    #[doc(hidden)]
    pub fn of_module(module: Module) -> Self {
        Self(Ok(Parsed::Module(module)))
    }

    /// A program whose script exists already.
    pub(super) fn of_script(script: ClassicScript) -> Self {
        Self(Ok(Parsed::Script(script)))
    }

    /// Changes the error of a program that did not parse.
    #[must_use]
    #[doc(hidden)]
    pub fn map_error(self, change: impl FnOnce(JsError) -> JsError) -> Self {
        Self(self.0.map_err(change))
    }

    /// Whether the program has parsed.
    #[must_use]
    #[doc(hidden)]
    pub fn is_parsed(&self) -> bool {
        self.0.is_ok()
    }

    /// Returns the error of a program that did not parse.
    #[cfg(test)]
    pub(super) fn into_error(self) -> Option<JsError> {
        self.0.err()
    }
}

/// The parsed source text of a program.
enum Parsed {
    Script(ClassicScript),
    Module(Module),
}

impl Runtime {
    /// Runs a classic script, then its microtasks. Returns the value of the script's last statement. In errors, the
    /// name of the script is `<anonymous>`, and a relative `import()` fails: see [`Self::run_named_script`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the script throws an exception or does not parse.
    pub fn run_script(&mut self, source: &str) -> Result<JsValue, Error> {
        self.run_script_of(source, None)
    }

    /// Like [`Self::run_script`], for a script with a name: `path` is shown in errors, and is what the script's
    /// `import()` is relative to. It need not exist.
    ///
    /// # Errors
    ///
    /// As for [`Self::run_script`].
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// assert_eq!(runtime.run_named_script("6 * 7", Path::new("answer.js"))?.as_number(), Some(42.0));
    /// let error = runtime.run_named_script("\nnull.x", Path::new("wrong.js")).unwrap_err();
    /// assert!(error.to_string().contains("wrong.js:2:"), "{error}");
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn run_named_script(&mut self, source: &str, path: &Path) -> Result<JsValue, Error> {
        self.run_script_of(source, Some(path))
    }

    fn run_script_of(&mut self, source: &str, path: Option<&Path>) -> Result<JsValue, Error> {
        self.check_program_time()?;
        let event_loop = Rc::clone(&self.event_loop);
        self.try_with_context(|context| {
            let script = parse_a_script(source, path, context)
                .map_err(|error| with_place(error, source, path.unwrap_or(Path::new(ANONYMOUS)), context))?;
            run_and_rethrow(&script, &event_loop, context)
        })
    }

    /// Runs a classic script, and then the event loop until the promise that is its value is settled. Blocks the thread
    /// meanwhile: under an executor, use [`Self::spawn`] and [`AsyncTask::settled`] instead. Returns what the promise
    /// is fulfilled with. Any other value is returned at once. For `await` in the text, use a module: [`Self::import`]
    /// and [`Self::eval_module`], or an async function.
    ///
    /// [`AsyncTask::settled`]: crate::scheduler::AsyncTask::settled
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the script throws or the promise is rejected, and the errors of
    /// [`Self::settle`].
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
    /// let value = runtime.eval_async(
    ///     "(async () => {
    ///          await scheduler.postTask(() => {}, { delay: 500 });
    ///          return performance.now();
    ///      })()",
    /// )?;
    /// assert_eq!(value.as_number(), Some(500.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn eval_async(&mut self, source: &str) -> Result<JsValue, Error> {
        self.as_one_call(|runtime| {
            let value = runtime.run_script(source)?;
            runtime.settle(&value)
        })
    }

    /// Runs the event loop until a promise is settled, and returns what it is fulfilled with. Blocks the thread
    /// meanwhile. Returns any other value at once. Work that is left stays in the loop.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] with the reason if the promise is rejected, [`Error::Unsettled`] if no work is
    /// left that could settle it, and [`Error::Stopped`] if the loop is stopped.
    ///
    /// ```
    /// use posttask::{Error, Runtime};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// let promise = runtime.run_script("new Promise(resolve => setTimeout(resolve, 5, 'done'))")?;
    /// assert_eq!(runtime.settle(&promise)?.as_string(), Some("done".into()));
    /// let never = runtime.run_script("new Promise(() => {})")?;
    /// assert!(matches!(runtime.settle(&never), Err(Error::Unsettled)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn settle(&mut self, value: &JsValue) -> Result<JsValue, Error> {
        let Some(promise) = value.as_promise() else { return Ok(value.clone()) };
        self.errors.take_too_deep();
        self.as_one_call(|runtime| runtime.settle_promise(&promise))
    }

    /// Takes steps that together are a call whose time may be limited.
    pub(super) fn as_one_call<T>(&mut self, steps: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let event_loop = Rc::clone(&self.event_loop);
        let _call = event_loop.enter_call();
        let result = steps(self);
        // It may be late without having waited.
        if event_loop.is_call_over() {
            event_loop.take_exceeded();
            return Err(self.exceeded());
        }
        result
    }

    /// Checks that the program may still run: see [`Limits::program_time`](crate::event_loop::Limits::program_time).
    pub(super) fn check_program_time(&self) -> Result<(), Error> {
        if self.event_loop.is_out_of_time() { Err(self.exceeded()) } else { Ok(()) }
    }

    fn settle_promise(&mut self, promise: &JsPromise) -> Result<JsValue, Error> {
        self.mark_as_handled(promise);
        loop {
            match promise.state() {
                PromiseState::Fulfilled(value) => return Ok(value),
                PromiseState::Rejected(reason) => return Err(self.describe_error(JsError::from_opaque(reason))),
                PromiseState::Pending => {}
            }
            if self.event_loop.is_call_over() {
                self.event_loop.take_exceeded();
                return Err(self.exceeded());
            }
            match self.turn() {
                Turn::Stopped => return Err(Error::Stopped),
                Turn::LimitExceeded => return Err(self.exceeded()),
                Turn::Idle if !self.has_work() => return Err(self.unsettled()),
                Turn::Idle => self.event_loop.sleep_during_a_call(),
                Turn::Ran(_) | Turn::Polled => {}
            }
        }
    }

    /// The error of a promise that nothing is left to settle. The engine leaves the promise of a module or of an async
    /// function pending if its recursion is too deep, and reports that as if nobody waited for it.
    fn unsettled(&mut self) -> Error {
        let Some((uncaught, value)) = self.errors.take_too_deep() else { return Error::Unsettled };
        let name = self.with_context(|context| error_name(&value, context));
        let exception = exception_of(&uncaught, name);
        self.thrown = Some((exception.id, value));
        Error::JavaScript(Box::new(exception))
    }

    /// Marks a promise as handled: if it is rejected, that is not reported. For a promise whose state Rust looks at
    /// later.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::builtins::promise::PromiseState;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let promise = runtime.run_script("(async () => { throw 1 })()")?.as_promise().expect("a promise");
    /// runtime.mark_as_handled(&promise);
    /// runtime.run();
    /// assert_eq!(promise.state(), PromiseState::Rejected(1.into()));
    /// assert_eq!(runtime.uncaught_count(), 0);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn mark_as_handled(&mut self, promise: &JsPromise) {
        self.with_context(|context| when_settled(promise, Box::new(|_, _| ()), context));
    }

    /// Evaluates a module that the [module source](crate::RuntimeBuilder::module_source) finds, with its imports, and
    /// runs the event loop until it has ended, which blocks the thread. Returns its namespace object, whose properties
    /// are the exports. Evaluating the same module again returns the same object. With the default source,
    /// [`Files`](crate::engine::Files), the specifier is the URL of a file, or a path that starts with `/`, `./` or
    /// `../` and is relative to the working directory.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if there is no such module, or it does not parse or throws, and the errors of
    /// [`Self::settle`].
    ///
    /// ```
    /// use std::rc::Rc;
    ///
    /// use posttask::Runtime;
    /// use posttask::engine::MemoryModules;
    ///
    /// let modules = MemoryModules::new()
    ///     .module("app:settings", "import { name } from './names.js'; export const greeting = `Hello, ${name}!`")
    ///     .module("app:names.js", "export const name = await scheduler.postTask(() => 'world')");
    /// let mut runtime = Runtime::builder().module_source(Rc::new(modules)).build()?;
    /// let exports = runtime.import("app:settings")?;
    /// let greeting = runtime.with_context(|context| {
    ///     exports.get(posttask::boa_engine::JsString::from("greeting"), context)
    /// });
    /// assert_eq!(greeting.ok().and_then(|text| text.as_string()), Some("Hello, world!".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn import(&mut self, specifier: &str) -> Result<JsObject, Error> {
        let modules = Rc::clone(&self.modules);
        let module = self.with_context(|context| modules.load_main(specifier, None, context));
        let module = module.map_err(|error| self.describe_error(error))?;
        self.evaluate_module(&module)
    }

    /// Evaluates a module from source text, and runs the event loop until it has ended. `path` is its name in errors,
    /// and its imports are relative to this path. Returns its namespace object.
    ///
    /// # Errors
    ///
    /// Those of [`Self::import`].
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
    /// let exports = runtime.eval_module("export const answer = await Promise.resolve(42)", Path::new("app.mjs"))?;
    /// let answer = runtime.with_context(|context| {
    ///     exports.get(posttask::boa_engine::JsString::from("answer"), context)
    /// });
    /// assert_eq!(answer.ok().and_then(|answer| answer.as_number()), Some(42.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn eval_module(&mut self, source: &str, path: &Path) -> Result<JsObject, Error> {
        match self.parse(source, path, SourceKind::Module).0 {
            Ok(Parsed::Module(module)) => self.evaluate_module(&module),
            Ok(Parsed::Script(_)) => Err(Error::Unsettled),
            Err(error) => Err(self.describe_error(error)),
        }
    }

    fn evaluate_module(&mut self, module: &Module) -> Result<JsObject, Error> {
        self.as_one_call(|runtime| runtime.evaluate_module_in_a_call(module))
    }

    fn evaluate_module_in_a_call(&mut self, module: &Module) -> Result<JsObject, Error> {
        self.check_program_time()?;
        let event_loop = Rc::clone(&self.event_loop);
        self.errors.take_too_deep();
        let promise = self.with_context(|context| start_a_module(module, Box::new(|_, _| ()), &event_loop, context));
        self.settle_promise(&promise)?;
        Ok(self.with_context(|context| module.namespace(context)))
    }

    /// Starts the program in a file. It continues in [`Self::run`].
    ///
    /// An exception that the program throws is reported like every uncaught exception, and not returned.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Unreadable`] or [`Error::NotUtf8`] if the file cannot be read.
    pub fn start_file(&mut self, path: &Path) -> Result<MainStatus, Error> {
        let source = read_source(path, u64::MAX)?;
        Ok(self.start_source(&source, path, SourceKind::of_path(path)))
    }

    /// Starts a program from source text. `path` is its name in errors, and its imports are relative to this path.
    pub fn start_source(&mut self, source: &str, path: &Path, kind: SourceKind) -> MainStatus {
        let program = self.parse(source, path, kind);
        self.start_program(program)
    }

    /// Starts a program that [`Self::parse`] returned. If it did not parse, the error is reported.
    pub fn start_program(&mut self, Program(parsed): Program) -> MainStatus {
        let event_loop = Rc::clone(&self.event_loop);
        let status = MainStatus::default();
        self.with_context(|context| match parsed {
            Err(error) => {
                status.done.set(true);
                event_loop.report_an_exception(error, context);
            }
            Ok(Parsed::Script(script)) => {
                status.done.set(true);
                event_loop.timed(context, |context| run_and_report(&Ok(script), &event_loop, context));
            }
            Ok(Parsed::Module(module)) => {
                let (done, reporting) = (Rc::clone(&status.done), Rc::clone(&event_loop));
                let ended = move |result: JsResult<JsValue>, context: &mut Context| {
                    done.set(true);
                    if let Err(error) = result {
                        reporting.report_an_exception(error, context);
                    }
                };
                event_loop.timed(context, |context| {
                    start_a_module(&module, Box::new(ended), &event_loop, context);
                });
            }
        });
        status
    }

    /// Parses source text like [`Self::start_source`], but does not run it or report errors.
    pub fn parse(&mut self, source: &str, path: &Path, kind: SourceKind) -> Program {
        let modules = Rc::clone(&self.modules);
        let parsed = self.with_context(|context| {
            let as_script = match kind {
                SourceKind::Module => None,
                _ => Some(parse_a_script(source, Some(path), context)),
            };
            match as_script {
                Some(Ok(script)) => Ok(Parsed::Script(script)),
                Some(Err(error)) if kind == SourceKind::Script => Err(error),
                as_script => modules.parse_main(source, path, context).map(Parsed::Module).map_err(|as_module| {
                    match as_script.and_then(Result::err) {
                        Some(as_script) => more_relevant_error(as_script, as_module, source),
                        None => as_module,
                    }
                }),
            }
            .map_err(|error| with_place(error, source, path, context))
        });
        Program(parsed)
    }

    /// Defines the global `scriptArgs`, an array of the program's arguments.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if a script has made it impossible to define the global.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// runtime.set_arguments(&["one".to_owned(), "two".to_owned()])?;
    /// assert_eq!(runtime.run_script("scriptArgs.join()")?.as_string(), Some("one,two".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn set_arguments(&mut self, arguments: &[String]) -> Result<(), Error> {
        self.with_context(|context| {
            let values = arguments.iter().map(|argument| JsString::from(argument.as_str()).into());
            let array = JsArray::from_iter(values, context);
            context.register_global_property(js_string!("scriptArgs"), array, Attribute::all())
        })
        .map_err(|error| self.describe_error(error))
    }
}

/// Evaluates a module and its imports, and calls `done` when it has ended. Returns the promise of its end.
pub(super) fn start_a_module(
    module: &Module,
    done: OnSettled,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsPromise {
    let name = module.path().map_or_else(|| ANONYMOUS.to_owned(), |path| path.display().to_string());
    event_loop.notify(|| Event::EvaluationStarted { name: name.into(), is_module: true });
    let promise = event_loop.call_javascript(context, |context| module.load_link_evaluate(context));
    when_settled(&promise, done, context);
    event_loop.clean_up_after_running_script(context);
    event_loop.notify(|| Event::EvaluationEnded);
    promise
}
