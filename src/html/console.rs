//! `console`: Boa's, writing to an output that the embedder chooses.

use std::io::{self, Write};
use std::rc::Rc;

use boa_engine::{Context, JsResult};
use boa_gc::{Finalize, Trace};
use boa_runtime::{ConsoleState, Logger};

/// Where `console` writes, and where uncaught errors may go.
pub trait ConsoleOutput {
    /// Writes a line of `console.log` and its like.
    fn out(&self, line: &str);

    /// Writes a line of `console.warn` and `console.error`.
    fn err(&self, line: &str);
}

/// The process's standard output and standard error. A closed pipe is no error.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardOutput;

impl ConsoleOutput for StandardOutput {
    fn out(&self, line: &str) {
        let _ = writeln!(io::stdout().lock(), "{line}");
    }

    fn err(&self, line: &str) {
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}

#[derive(Trace, Finalize)]
struct ConsoleLogger(#[unsafe_ignore_trace] Rc<dyn ConsoleOutput>);

fn indented(message: &str, state: &ConsoleState) -> String {
    let indent = " ".repeat(state.indent());
    message.split('\n').map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

impl Logger for ConsoleLogger {
    fn log(&self, message: String, state: &ConsoleState, _: &mut Context) -> JsResult<()> {
        self.0.out(&indented(&message, state));
        Ok(())
    }

    fn info(&self, message: String, state: &ConsoleState, context: &mut Context) -> JsResult<()> {
        self.log(message, state, context)
    }

    fn warn(&self, message: String, state: &ConsoleState, context: &mut Context) -> JsResult<()> {
        self.error(message, state, context)
    }

    fn error(&self, message: String, state: &ConsoleState, _: &mut Context) -> JsResult<()> {
        self.0.err(&indented(&message, state));
        Ok(())
    }
}

pub(super) fn register(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    boa_runtime::Console::register_with_logger(ConsoleLogger(Rc::clone(output)), context)
}
