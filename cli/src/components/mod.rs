//! Components in files of their own, such as `Search.vue`: packages that the user has installed compile them.
//!
//! These run in a runtime of their own, on a thread that starts with the first component.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, js_string};
use posttask::Runtime;
use posttask::html::{ConsoleOutput, ErrorSink, Uncaught};
use posttask::internal::runtime::LARGE_STACK;
use posttask_front_end::{BuiltinModule, FrontEnd, Options};

use crate::new_runtime::new_runtime;
use crate::node;

/// The program that compiles components.
const PROGRAM: &str = include_str!("js/compile.mjs");

static BUILTINS: &[&[BuiltinModule]] = &[node::MODULES];

/// What becomes of a component: its code, or why there is none.
type Compiled = Result<String, String>;

/// A component to compile, and where the result goes.
struct Request {
    path: PathBuf,
    text: String,
    answer: Sender<Compiled>,
}

/// The thread that compiles components.
struct Compiler {
    /// Threads do not outlive a fork.
    process: u32,
    requests: Sender<Request>,
}

static COMPILER: Mutex<Option<Compiler>> = Mutex::new(None);

/// Compiles a component to a module of JavaScript or TypeScript, whose last line is its source map.
///
/// # Errors
///
/// A message if the package that compiles it is not installed, or says that the component is not valid.
pub(crate) fn compile(path: &Path, text: &str) -> Compiled {
    let (answer, answered) = channel();
    let request = Request { path: path.to_owned(), text: text.to_owned(), answer };
    let sent = requests()?.send(request).map_err(|_| STOPPED.to_owned());
    sent.and_then(|()| answered.recv().unwrap_or_else(|_| Err(STOPPED.to_owned())))
}

const STOPPED: &str = "the compiler of components has stopped";

/// Returns where requests go. Starts the thread if there is none.
fn requests() -> Result<Sender<Request>, String> {
    let mut compiler = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some(compiler) = compiler.as_ref().filter(|compiler| compiler.process == process) {
        return Ok(compiler.requests.clone());
    }
    let (requests, received) = channel();
    let thread = thread::Builder::new().name("components".to_owned()).stack_size(LARGE_STACK);
    thread.spawn(move || answer_all(&received)).map_err(|error| format!("cannot start a thread: {error}"))?;
    *compiler = Some(Compiler { process, requests: requests.clone() });
    Ok(requests)
}

fn answer_all(requests: &Receiver<Request>) {
    let mut runtime = new_compiler();
    for Request { path, text, answer } in requests {
        let compiled = match &mut runtime {
            Ok(runtime) => runtime.with_context(|context| call(&path, &text, context)),
            Err(why) => Err(why.clone()),
        };
        // The thread that asked may have ended.
        let _ = answer.send(compiled);
    }
}

/// What the compilers print is about the component, which is told only if it is not valid.
struct Silent;

impl ConsoleOutput for Silent {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for Silent {
    fn uncaught(&self, _: &Uncaught) {}
}

fn new_compiler() -> Result<Runtime, String> {
    let options =
        Options { builtins: BUILTINS, prepare_for_node: Some(node::install), is_for_node: true, ..Options::default() };
    let front_end = FrontEnd::new(options).map_err(|error| error.to_string())?;
    let builder = new_runtime(&front_end).virtual_time().console(Rc::new(Silent)).error_sink(Rc::new(Silent));
    let mut runtime = builder.build().map_err(|error| error.to_string())?;
    let program = front_end.program(PROGRAM, Path::new("posttask:components.mjs"), &mut runtime);
    runtime.start_program(program);
    runtime.run();
    Ok(runtime)
}

/// Calls the function that the program has defined.
fn call(path: &Path, text: &str, context: &mut Context) -> Compiled {
    let mut steps = || -> JsResult<(bool, String)> {
        let function = context.global_object().get(js_string!("compileComponent"), context)?;
        let function =
            function.as_callable().ok_or_else(|| JsNativeError::error().with_message("it could not be loaded"))?;
        let arguments = [JsString::from(path.to_string_lossy().as_ref()), JsString::from(text)].map(JsValue::from);
        let result = function.call(&JsValue::undefined(), &arguments, context)?.to_object(context)?;
        let result = JsArray::from_object(result)?;
        let text = result.get(1, context)?.to_string(context)?.to_std_string_lossy();
        Ok((result.get(0, context)?.to_boolean(), text))
    };
    match steps() {
        Ok((true, code)) => Ok(code),
        Ok((false, why)) => Err(why),
        Err(error) => Err(error.to_string()),
    }
}
