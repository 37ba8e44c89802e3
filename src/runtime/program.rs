//! Running a program: a classic script or a module.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, Module, NativeFunction, Script, js_string};

use super::Runtime;
use crate::Error;
use crate::event_loop::EventLoop;
use crate::host::{parse_a_script, position, read_source, run_and_report, run_and_rethrow, with_place};

/// How a program's text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A classic script.
    Script,
    /// A module.
    Module,
    /// A script if it parses as one, else a module.
    Detect,
}

impl SourceKind {
    /// The kind of a file: `.mjs` is a module, everything else is looked at.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        if path.extension().is_some_and(|extension| extension == "mjs") { Self::Module } else { Self::Detect }
    }
}

/// Called once, with a value or with what was thrown.
pub type OnSettled = Box<dyn FnOnce(JsResult<JsValue>, &mut Context)>;

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

/// A program whose text has been read, for [`Runtime::start_program`].
pub struct Program(JsResult<Parsed>);

impl Program {
    /// Whether it is a module. A text that does not parse is none.
    #[must_use]
    pub fn is_module(&self) -> bool {
        matches!(self.0, Ok(Parsed::Module(_)))
    }
}

/// A program's text, parsed.
enum Parsed {
    Script(Script),
    Module(Module),
}

impl Runtime {
    /// Runs a classic script and returns the value of its last statement. Microtasks it queued have run by then.
    ///
    /// # Errors
    ///
    /// [`Error::JavaScript`] with what the script throws, or a `SyntaxError`.
    pub fn run_script(&mut self, source: &str) -> Result<JsValue, Error> {
        let event_loop = Rc::clone(&self.event_loop);
        let run = |context: &mut Context| {
            let script = parse_a_script(source, None, context)?;
            run_and_rethrow(&script, &event_loop, context)
        };
        self.with_context(run).map_err(|error| self.error(error))
    }

    /// Starts the program in a file. It goes on in [`Self::run`].
    ///
    /// An exception of the program is reported as any uncaught exception is, and is no error of this function.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] or [`Error::NotUtf8`] if the file cannot be read.
    pub fn start_file(&mut self, path: &Path) -> Result<MainStatus, Error> {
        let source = read_source(path)?;
        Ok(self.start_source(&source, path, SourceKind::of_path(path)))
    }

    /// Starts a program that is given as text. `path` is what errors call it and what its imports are relative to.
    pub fn start_source(&mut self, source: &str, path: &Path, kind: SourceKind) -> MainStatus {
        let program = self.parse(source, path, kind);
        self.start_program(program)
    }

    /// Starts a program that [`Self::parse`] has read. If its text does not parse, that is reported.
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
                run_and_report(Ok(script), &event_loop, context);
            }
            Ok(Parsed::Module(module)) => {
                let (done, reporting) = (Rc::clone(&status.done), Rc::clone(&event_loop));
                let ended = move |result: JsResult<JsValue>, context: &mut Context| {
                    done.set(true);
                    if let Err(error) = result {
                        reporting.report_an_exception(error, context);
                    }
                };
                start_a_module(&module, Box::new(ended), &event_loop, context);
            }
        });
        status
    }

    /// Reads a program's text, as [`Self::start_source`] does. Nothing runs, and nothing is reported.
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
                        Some(as_script) => of_the_meant(as_script, as_module, source),
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
    /// [`Error::JavaScript`] if the program made the name impossible to define.
    pub fn set_arguments(&mut self, arguments: &[String]) -> Result<(), Error> {
        self.with_context(|context| {
            let values = arguments.iter().map(|argument| JsString::from(argument.as_str()).into());
            let array = JsArray::from_iter(values, context);
            context.register_global_property(js_string!("scriptArgs"), array, Attribute::all())
        })
        .map_err(|error| self.error(error))
    }
}

/// Evaluates a module with all it imports, and calls `done` when it has ended.
pub(super) fn start_a_module(module: &Module, done: OnSettled, event_loop: &EventLoop, context: &mut Context) {
    let promise = event_loop.call_javascript(context, |context| module.load_link_evaluate(context));
    when_settled(&promise, done, context);
    event_loop.clean_up_after_running_script(context);
}

/// Calls `done` when the promise is settled. It counts as handled then.
pub(super) fn when_settled(promise: &JsPromise, done: OnSettled, context: &mut Context) {
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

/// Of the errors of a text that parses neither as a script nor as a module, the one as what it is meant to be: a
/// module if the script's parser stopped at what only modules have.
pub(super) fn of_the_meant(as_script: JsError, as_module: JsError, source: &str) -> JsError {
    let is_module = position(&as_script).is_some_and(|stopped| {
        let stopped = index_of(source, stopped);
        let (before, rest) = source.split_at(stopped);
        let before = before.trim_end();
        let keyword = |word: &str| {
            let rest = before.strip_suffix(word)?;
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
            (!rest.ends_with(is_part)).then_some(rest.len())
        };
        // In a function that is not async, the module's parser stops at the word itself.
        let awaits =
            || keyword("await").is_some_and(|at| position(&as_module).map(|at| index_of(source, at)) != Some(at));
        ["import", "export", "await"].iter().any(|word| rest.starts_with(word))
            || keyword("import").is_some()
            || awaits()
    });
    if is_module { as_module } else { as_script }
}

/// The index of a line and column, both from 1.
fn index_of(source: &str, (line, column): (u32, u32)) -> usize {
    let (mut at_line, mut at_column) = (1, 1);
    let found = source.char_indices().find(|&(_, character)| {
        let found = (at_line, at_column) >= (line, column);
        if character == '\n' {
            (at_line, at_column) = (at_line + 1, 1);
        } else {
            at_column += 1;
        }
        found
    });
    found.map_or(source.len(), |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::{Path, SourceKind};
    use crate::Runtime;

    #[test]
    fn a_text_that_does_not_parse_gets_the_error_of_what_it_is_meant_to_be() {
        let mut runtime = Runtime::builder().build().unwrap();
        let mut error = |text: &str, kind| runtime.parse(text, Path::new("a.js"), kind).0.err().unwrap().to_string();
        for module in [
            "import x from './a.mjs';\nlet 5;",
            "import { x } from './a.mjs'; f(",
            "import x from './a.mjs'; import x from './b.mjs'",
            "import x from './a.mjs'; `abc",
            "export const a = 1; if (a) {",
            "export default 1; let a; let a",
            "await f();\nif (x) {",
            "let a; let a; await x",
            "const a = (await x).y; for (;;) { await a",
            "for await (const x of y) { f(",
            "import.meta.url; let 5",
            "let z = import.meta.url; let 5",
        ] {
            assert_eq!(error(module, SourceKind::Detect), error(module, SourceKind::Module), "{module}");
        }
        for script in [
            "let a = 1;\nlet b = = 2;",
            "function f() { let 5 }",
            "function f() { await x }",
            "function f() {",
            "with (a) {}; let 5",
            "a.await b",
            "`abc",
            "let a; let a;",
        ] {
            assert_eq!(error(script, SourceKind::Detect), error(script, SourceKind::Script), "{script}");
        }
    }
}
