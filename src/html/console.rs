//! `console`: Boa's, writing to an output that the embedder chooses.

use std::io::{self, Write};
use std::rc::Rc;

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, js_string};
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
    boa_runtime::Console::register_with_logger(ConsoleLogger(Rc::clone(output)), context)?;
    make_operations_enumerable(context)
}

/// `console` is a [namespace](https://webidl.spec.whatwg.org/#dfn-create-a-namespace-object): its operations are enumerable, which Boa's are not.
fn make_operations_enumerable(context: &mut Context) -> JsResult<()> {
    let console = context.global_object().get(js_string!("console"), context)?.to_object(context)?;
    for key in console.own_property_keys(context)? {
        let value = console.get(key.clone(), context)?;
        if value.is_callable() {
            let operation =
                PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
            console.define_property_or_throw(key, operation, context)?;
        }
    }
    Ok(())
}
