//! Runs one test in this process.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::{Context, JsValue, js_string};
use posttask::html::UncaughtKind;
use posttask::internal::runtime::LARGE_STACK;
use posttask::{ErrorSink, Program, Runtime, SourceKind, Uncaught};
use posttask_front_end::{FrontEnd, Options};

use crate::case::{Case, Mode};
use crate::host::{self, Messages};
use crate::metadata::{Metadata, Negative};

/// The last uncaught exception: the name of its constructor, and its description.
#[derive(Default)]
struct Thrown(RefCell<Option<(String, String)>>);

impl ErrorSink for Thrown {
    fn uncaught(&self, _: &Uncaught) {}

    fn uncaught_value(&self, uncaught: &Uncaught, value: &JsValue, context: &mut Context) {
        if uncaught.kind != UncaughtKind::Exception {
            return;
        }
        let constructor = value.as_object().and_then(|object| object.get(js_string!("constructor"), context).ok());
        let constructor = constructor.and_then(|constructor| constructor.as_object());
        let name = constructor.and_then(|constructor| constructor.get(js_string!("name"), context).ok());
        let name = name.and_then(|name| name.as_string()).map(|name| name.to_std_string_escaped());
        *self.0.borrow_mut() = Some((name.unwrap_or_default(), uncaught.message.clone()));
    }
}

/// What a text goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Through {
    /// The front end and the library, as files of the command do.
    FrontEnd,
    /// The library alone.
    Library,
}

/// A test in its runtime.
struct Running {
    through: Through,
    runtime: Runtime,
    front_end: Arc<FrontEnd>,
    thrown: Rc<Thrown>,
    printed: Messages,
}

/// Runs a test of a checkout.
///
/// # Errors
///
/// Returns what is wrong if the test fails.
pub(crate) fn run(root: &Path, case: &Case, through: Through) -> Result<(), String> {
    let path = root.join("test").join(&case.path);
    let text = read(&path)?;
    let metadata = Metadata::of(&text);
    let mut running = Running::new(through).map_err(|error| error.to_string())?;
    if case.mode != Mode::Raw {
        running.load_harness(&root.join("harness"), &metadata)?;
    }
    let text = if case.mode == Mode::Strict { format!("\"use strict\";\n{text}") } else { text };
    let kind = if case.mode == Mode::Module { SourceKind::Module } else { SourceKind::Script };
    let program = running.parse(&text, &path, kind);
    let runtime = &mut running.runtime;
    let is_parsed = program.is_parsed();
    runtime.start_program(program);
    runtime.run();
    match &metadata.negative {
        Some(negative) => running.check_negative(negative, is_parsed),
        None => running.check_success(&metadata),
    }
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

impl Running {
    fn new(through: Through) -> Result<Self, Box<dyn std::error::Error>> {
        let front_end = FrontEnd::new(Options::default())?;
        let (thrown, printed) = (Rc::new(Thrown::default()), Messages::default());
        let (messages, compiler) = (Rc::clone(&printed), Arc::clone(&front_end));
        let builder = match through {
            Through::FrontEnd => front_end.configure(Runtime::builder()),
            Through::Library => Runtime::builder(),
        };
        let builder = builder.caller_stack(LARGE_STACK).virtual_time();
        let builder = builder.error_sink(Rc::clone(&thrown) as _);
        let builder = builder.extension(move |context| host::define(&messages, &compiler, context));
        let mut runtime = builder.build()?;
        runtime.add_test_host()?;
        runtime.try_with_context(host::take_test_host)?;
        Ok(Self { through, runtime, front_end, thrown, printed })
    }

    fn parse(&mut self, text: &str, path: &Path, kind: SourceKind) -> Program {
        match self.through {
            Through::FrontEnd => self.front_end.program_of_kind(text, path, kind, &mut self.runtime),
            Through::Library => self.runtime.parse(text, path, kind),
        }
    }

    /// Runs the files of the harness that a test needs.
    fn load_harness(&mut self, folder: &Path, metadata: &Metadata) -> Result<(), String> {
        let own = ["assert.js", "sta.js"].into_iter();
        let handle = metadata.has_flag("async").then_some("doneprintHandle.js");
        for name in own.chain(handle).chain(metadata.includes.iter().map(String::as_str)) {
            let path: PathBuf = folder.join(name);
            let text = read(&path)?;
            let text = match self.through {
                Through::FrontEnd => self.front_end.for_evaluation(&text, &path),
                Through::Library => Ok(text),
            };
            let text = text.map_err(|_| format!("{name}: not valid"))?;
            self.runtime.run_named_script(&text, &path).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(())
    }

    fn check_negative(&self, negative: &Negative, is_parsed: bool) -> Result<(), String> {
        let Negative { phase, constructor } = negative;
        // What a module imports is checked before it is parsed for the engine.
        let is_wrong_phase = if is_parsed { phase == "parse" } else { phase == "runtime" };
        match &*self.thrown.0.borrow() {
            None => Err(format!("no {constructor} ({phase})")),
            Some((name, message)) if name != constructor => Err(format!("{message} instead of a {constructor}")),
            Some(_) if is_wrong_phase => Err(format!("the {constructor} is not of the phase {phase}")),
            Some(_) => Ok(()),
        }
    }

    fn check_success(&self, metadata: &Metadata) -> Result<(), String> {
        if let Some((_, message)) = &*self.thrown.0.borrow() {
            return Err(message.clone());
        }
        let printed = self.printed.borrow();
        let is_complete = printed.iter().any(|message| message == "Test262:AsyncTestComplete");
        match printed.iter().find(|message| message.starts_with("Test262:AsyncTestFailure:")) {
            Some(failure) => Err(failure.clone()),
            None if metadata.has_flag("async") && !is_complete => Err("$DONE was not called".to_owned()),
            None => Ok(()),
        }
    }
}
