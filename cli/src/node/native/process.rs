//! The process, for `node:process`.

#![expect(clippy::unnecessary_wraps, reason = "functions of the engine return results")]

use std::io::{IsTerminal, stderr, stdin, stdout};
use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::internal::html::{console_output, is_worker};
use posttask::internal::webidl::{event_loop, type_error};
use posttask_front_end::{main_program, variables_of_tests};

use crate::testing::runs_tests;

/// The arguments after the path of the program.
pub(crate) struct Arguments(pub(crate) Vec<String>);

/// Called by `process.exit` with the exit code, after the listeners of `exit`. May end the process.
pub(crate) type Exit = Rc<dyn Fn(u8, &mut Context) -> JsResult<()>>;

struct ExitHandle(Exit);

/// The function of `node:process` to be called when nothing is left to do. Only programs that use it have one.
struct AtEnd(JsObject);

/// Says what the program of a context was started with, and how it can exit.
pub(crate) fn set_up(arguments: Arguments, exit: Exit, context: &mut Context) {
    context.insert_data(arguments);
    context.insert_data(ExitHandle(exit));
}

/// The functions that `modules/process.js` uses.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("arguments", arguments as _),
        ("atEnd", set_at_end as _),
        ("cwd", cwd as _),
        ("env", env as _),
        ("errorsMustBeReported", errors_must_be_reported as _),
        ("exit", exit as _),
        ("isTerminal", is_terminal as _),
        ("status", status as _),
        ("system", system as _),
        ("write", write as _),
    ];
    super::functions(list, context)
}

fn text(text: impl AsRef<str>) -> JsValue {
    JsString::from(text.as_ref()).into()
}

/// The path of the program, unless it has none, and its arguments.
fn arguments(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let main = dunce::canonicalize(main_program(context)).ok().map(|path| path.display().to_string());
    let known = context.get_data::<Arguments>().map(|Arguments(list)| list.clone()).unwrap_or_default();
    Ok(JsArray::from_iter(main.into_iter().chain(known).map(text), context).into())
}

fn cwd(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let folder = std::env::current_dir().map_err(|error| type_error(format!("process.cwd: {error}")))?;
    Ok(text(folder.to_string_lossy()))
}

/// The environment, as it was when the process started, and the variables that Vitest adds.
fn env(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = JsObject::with_object_proto(context.intrinsics());
    let of_process = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
    let all: Vec<(String, String)> = of_process.chain(variables_of_tests(context)?).collect();
    for (name, value) in all {
        object.create_data_property(JsString::from(name), text(value), context)?;
    }
    Ok(object.into())
}

/// Ends the program. Throws if the program is a part of a larger run, such as a test file.
fn exit(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let code = arguments.get_or_undefined(0).to_uint8(context)?;
    let exit = context.get_data::<ExitHandle>().map(|ExitHandle(exit)| Rc::clone(exit));
    if let Some(exit) = exit {
        exit(code, context)?;
        return Ok(JsValue::undefined());
    }
    if is_worker(context) {
        let message = "in a worker, which cannot end the program: close() ends the worker";
        return Err(type_error(format!("process.exit({code}) was called {message}")));
    }
    let message = format!("process.exit({code}) was called, but only posttask run can end the process");
    if runs_tests(context) {
        // The code that is tested may catch what is thrown. The test fails nevertheless.
        event_loop(context)?.report_an_exception(type_error(message.clone()), context);
    }
    Err(type_error(message))
}

/// Whether an error that a listener of the process receives counts as uncaught nevertheless.
fn errors_must_be_reported(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(runs_tests(context).into())
}

fn is_terminal(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let is_terminal = match arguments.get_or_undefined(0).to_uint8(context)? {
        0 => stdin().is_terminal(),
        1 => stdout().is_terminal(),
        _ => stderr().is_terminal(),
    };
    Ok(is_terminal.into())
}

/// Returns the platform, the architecture, the path of the command and the number of the process.
fn system(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let platform = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    };
    let path = std::env::current_exe().unwrap_or_default();
    let values = [text(platform), text(architecture), text(path.to_string_lossy()), std::process::id().into()];
    Ok(JsArray::from_iter(values, context).into())
}

/// What [Linux says](https://man7.org/linux/man-pages/man5/proc_pid_status.5.html) about the process. `undefined` on
/// other systems.
fn status(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(std::fs::read_to_string("/proc/self/status").map(text).unwrap_or_default())
}

/// `write(isError, text)`
fn write(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(1).to_string(context)?.to_std_string_lossy();
    if let Some(output) = console_output(context) {
        output.write(arguments.get_or_undefined(0).to_boolean(), &text);
    }
    Ok(JsValue::undefined())
}

fn set_at_end(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(function) = arguments.get_or_undefined(0).as_object() {
        context.insert_data(AtEnd(function));
    }
    Ok(JsValue::undefined())
}

/// When nothing is left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Listeners may still start work.
    BeforeExit,
    Exit,
}

/// Emits the event of a stage, if the program uses `node:process`. Returns the exit code: the given one, or what
/// listeners and `process.exitCode` say. `None` if the program does not say anything.
///
/// # Errors
///
/// What a listener throws.
pub(crate) fn at_end(stage: Stage, code: u8, context: &mut Context) -> JsResult<Option<u8>> {
    let Some(function) = context.get_data::<AtEnd>().map(|AtEnd(function)| function.clone()) else { return Ok(None) };
    let name = match stage {
        Stage::BeforeExit => js_string!("beforeExit"),
        Stage::Exit => js_string!("exit"),
    };
    let code = function.call(&JsValue::undefined(), &[name.into(), code.into()], context)?;
    if code.is_undefined() { Ok(None) } else { code.to_uint8(context).map(Some) }
}
