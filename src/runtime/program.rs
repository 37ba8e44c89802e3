//! Runs programs: classic scripts and modules.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;

#[cfg(feature = "cli")]
use boa_engine::JsError;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsString, JsValue, Module, js_string};

use super::Runtime;
use super::script_or_module::more_relevant_error;
use crate::Error;
use crate::debug::debug;
use crate::event_loop::{ANONYMOUS, Event, EventLoop};
use crate::host::{ClassicScript, parse_a_script, read_source, run_and_report, run_and_rethrow, with_place};
use crate::webidl::{OnSettled, when_settled};

/// The kind of source text that a program consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    #[cfg(feature = "cli")]
    pub(crate) fn failed(error: JsError) -> Self {
        Self(Err(error))
    }

    /// A program whose main module exists already.
    #[cfg(feature = "cli")]
    pub(crate) fn of_module(module: Module) -> Self {
        Self(Ok(Parsed::Module(module)))
    }

    /// Changes the error of a program that did not parse.
    #[cfg(feature = "cli")]
    pub(crate) fn map_error(self, change: impl FnOnce(JsError) -> JsError) -> Self {
        Self(self.0.map_err(change))
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
    /// name of the script is `<anonymous>`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the script throws an exception or does not parse.
    pub fn run_script(&mut self, source: &str) -> Result<JsValue, Error> {
        let event_loop = Rc::clone(&self.event_loop);
        let run = |context: &mut Context| {
            let script = parse_a_script(source, None, context)
                .map_err(|error| with_place(error, source, Path::new(ANONYMOUS), context))?;
            run_and_rethrow(&script, &event_loop, context)
        };
        self.with_context(run).map_err(|error| self.describe_error(error))
    }

    /// Starts the program in a file. It continues in [`Self::run`].
    ///
    /// An exception that the program throws is reported like every uncaught exception, and not returned.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Unreadable`] or [`Error::NotUtf8`] if the file cannot be read.
    pub fn start_file(&mut self, path: &Path) -> Result<MainStatus, Error> {
        let source = read_source(path)?;
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
    pub fn set_arguments(&mut self, arguments: &[String]) -> Result<(), Error> {
        self.with_context(|context| {
            let values = arguments.iter().map(|argument| JsString::from(argument.as_str()).into());
            let array = JsArray::from_iter(values, context);
            context.register_global_property(js_string!("scriptArgs"), array, Attribute::all())
        })
        .map_err(|error| self.describe_error(error))
    }
}

/// Evaluates a module and its imports, and calls `done` when it has ended.
pub(super) fn start_a_module(module: &Module, done: OnSettled, event_loop: &EventLoop, context: &mut Context) {
    let name = module.path().map_or_else(|| ANONYMOUS.to_owned(), |path| path.display().to_string());
    event_loop.notify(|| Event::EvaluationStarted { name: &name, is_module: true });
    let promise = event_loop.call_javascript(context, |context| module.load_link_evaluate(context));
    when_settled(&promise, done, context);
    event_loop.clean_up_after_running_script(context);
    event_loop.notify(|| Event::EvaluationEnded);
}
