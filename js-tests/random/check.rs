//! Runs the program of one seed, and collects what was wrong.

use std::cell::RefCell;
use std::fmt::Write;
use std::num::NonZeroU32;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;
use std::{env, fs, thread};

use fastrand::Rng;
use posttask::boa_engine::property::Attribute;
use posttask::boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction};
use posttask::boa_gc::{Finalize, Gc, Trace, force_collect};
use posttask::event_loop::{Candidate, Candidates, EventLoop, Policy, Timestamp, in_realm};
use posttask::scheduler::{SpawnHandle, TaskHandle, post_task, spawn};
use posttask::scheduling::TaskPriority;
use posttask::{ConsoleOutput, Error, ErrorSink, Proposal, Runtime, Uncaught};

use crate::generator;
use crate::ledger::Ledger;

const PRELUDE: &str = include_str!("prelude.js");

/// Ignores output and errors: programs throw on purpose.
struct Nothing;

impl ConsoleOutput for Nothing {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for Nothing {
    fn uncaught(&self, _: &Uncaught) {}
}

/// Chooses anything that is ready: what the standards leave open, and nothing else.
struct AnyOrder(Rng);

impl Policy for AnyOrder {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let all = candidates.all();
        self.0.choice(all).unwrap_or_else(|| candidates.any())
    }
}

/// How one program is run.
#[derive(Clone, Copy)]
struct Way {
    seed: u64,
    in_any_order: bool,
    collects: bool,
}

/// Runs the program of a seed. The error describes all problems.
pub(crate) fn check(seed: u64) -> Result<(), String> {
    let program = match env::var_os("POSTTASK_PROGRAM") {
        Some(path) => fs::read_to_string(path).map_err(|error| error.to_string())?,
        None => generator::program(seed),
    };
    let way = Way { seed, in_any_order: !seed.is_multiple_of(2), collects: true };
    let first = run(&program, way)?;
    let second = run(&program, way)?;
    if second != first {
        return Err(format!("two runs differ:\n{first}\n{second}"));
    }
    // In any order, what there is to choose from also depends on timers that collected signals take with them. And some
    // programs want to know what has been collected.
    let sees_garbage = ["finalize(", "droppedChannel("].iter().any(|call| program.contains(call));
    if !way.in_any_order && !sees_garbage && run(&program, Way { collects: false, ..way })? != first {
        return Err("a run without garbage collection differs".to_owned());
    }
    Ok(())
}

/// Runs a program on a thread of its own, so that the collector starts anew. Returns its log.
fn run(program: &str, way: Way) -> Result<String, String> {
    thread::scope(|scope| match scope.spawn(|| run_here(program, way)).join() {
        Ok(log) => log,
        Err(panic) => resume_unwind(panic),
    })
}

fn run_here(program: &str, way: Way) -> Result<String, String> {
    let ledger = Rc::new(Ledger::default());
    let mut runtime = runtime(way).map_err(|error| error.to_string())?;
    runtime.event_loop().set_observer(Some(ledger.clone()));
    let rust = Gc::new(RustWork::default());
    prepare(&mut runtime, &rust, way).map_err(|error| error.to_string())?;
    // An exception of the program only ends its main script.
    let _ = runtime.run_script(program);
    let evaluate =
        |script: &str, runtime: &mut Runtime| runtime.run_script(script).map_err(|error| format!("{script}: {error}"));
    let end = Timestamp::since_origin(Duration::from_hours(1));
    runtime.run_until(end);
    for script in ["finish()", "closeAll()"] {
        evaluate(script, &mut runtime)?;
        runtime.run_until(end);
    }
    let text = |value: JsValue| value.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default();
    let mut problems = text(evaluate("verdict()", &mut runtime)?);
    for problem in ledger.verdict().into_iter().take(10) {
        let _ = write!(problems, "\n{problem}");
    }
    let log = text(evaluate("log.join()", &mut runtime)?);
    rust.handles.take();
    if problems.is_empty() { Ok(log) } else { Err(problems) }
}

fn runtime(way: Way) -> Result<Runtime, Error> {
    let hertz = NonZeroU32::new(60).unwrap_or(NonZeroU32::MIN);
    let builder = Runtime::builder().virtual_time().frames(hertz).user_input().long_tasks().seed(way.seed);
    let builder = builder.console(Rc::new(Nothing)).error_sink(Rc::new(Nothing));
    let builder = if way.seed.is_multiple_of(3) { builder.experimental(&Proposal::ALL) } else { builder };
    if way.in_any_order { builder.policy(AnyOrder(Rng::with_seed(way.seed))).build() } else { builder.build() }
}

/// What programs asked Rust for.
#[derive(Default, Trace, Finalize)]
struct RustWork {
    #[unsafe_ignore_trace]
    handles: RefCell<Vec<Handle>>,
}

/// A handle that is kept until the end.
enum Handle {
    Task { _kept: TaskHandle },
    Spawned { _kept: SpawnHandle<()> },
}

/// Defines what the prelude needs, and runs it.
fn prepare(runtime: &mut Runtime, rust: &Gc<RustWork>, way: Way) -> Result<(), Error> {
    let realm = runtime.create_realm()?;
    let defined = runtime.with_context(|context| -> JsResult<()> {
        let other = in_realm(&realm, context, |context| context.global_object());
        context.register_global_property(JsString::from("other"), other, Attribute::all())?;
        let collect = NativeFunction::from_copy_closure(move |_, _, _| {
            if way.collects {
                force_collect();
            }
            Ok(JsValue::undefined())
        });
        context.register_global_callable(JsString::from("collect"), 0, collect)?;
        let functions = [("postRust", post_rust as Function), ("spawnRust", spawn_rust)];
        for (name, function) in functions {
            let function = NativeFunction::from_copy_closure_with_captures(
                move |_, arguments, rust: &Gc<RustWork>, context| function(arguments, rust, context),
                rust.clone(),
            );
            context.register_global_callable(JsString::from(name), 2, function)?;
        }
        context.register_global_callable(JsString::from("callRust"), 2, NativeFunction::from_fn_ptr(call_rust))
    });
    defined.map_err(|error| runtime.describe_error(error))?;
    runtime.run_script(PRELUDE)?;
    Ok(())
}

type Function = fn(&[JsValue], &RustWork, &mut Context) -> JsResult<JsValue>;

fn priority(argument: &JsValue) -> TaskPriority {
    let text = argument.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default();
    TaskPriority::from_str(&text).unwrap_or(TaskPriority::UserVisible)
}

/// `postRust(priority, callback, ends)`: posts a task that calls `callback`. Returns whether it was not aborted.
fn post_rust(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.get_or_undefined(1).as_callable();
    let callback = move |context: &mut Context| match &callback {
        Some(callback) => callback.call(&JsValue::undefined(), &[], context),
        None => Ok(JsValue::undefined()),
    };
    let task = post_task(priority(arguments.get_or_undefined(0)), callback, context)?;
    match arguments.get_or_undefined(2).to_u32(context)? {
        0 => drop(task),
        1 => {
            task.abort(None, context)?;
            return Ok(false.into());
        }
        2 => {
            task.promise(context)?;
            rust.handles.borrow_mut().push(Handle::Task { _kept: task });
        }
        _ => rust.handles.borrow_mut().push(Handle::Task { _kept: task }),
    }
    Ok(true.into())
}

/// `spawnRust(priority, callback)`: spawns a future that yields, sleeps and calls `callback`.
fn spawn_rust(arguments: &[JsValue], rust: &RustWork, context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.get_or_undefined(1).as_callable();
    let steps = async move |task: posttask::scheduler::AsyncTask| {
        task.yield_now().await;
        task.sleep(Duration::from_millis(3)).await;
        let Some(callback) = callback else { return };
        let called = task.with(move |context| callback.call(&JsValue::undefined(), &[], context)).await;
        if let Ok(value) = called {
            task.yield_now().await;
            // The promise of an asynchronous callback is settled or never will be.
            drop(value);
        }
    };
    let handle = spawn(priority(arguments.get_or_undefined(0)), steps, context)?;
    rust.handles.borrow_mut().push(Handle::Spawned { _kept: handle });
    Ok(JsValue::undefined())
}

/// `callRust(priority, number)`: posts a task as another thread would, which calls the function `callBack` of the
/// prelude.
fn call_rust(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = arguments.get_or_undefined(1).to_u32(context)?;
    let Some(event_loop) = EventLoop::of(context) else { return Ok(false.into()) };
    let job = event_loop.remote().call(priority(arguments.get_or_undefined(0)), move |context| {
        let function = context.global_object().get(JsString::from("callBack"), context);
        let function = function.ok().and_then(|function| function.as_callable());
        // An exception of the callback is of no interest.
        function.map(|function| function.call(&JsValue::undefined(), &[number.into()], context).is_ok())
    });
    drop(job);
    Ok(true.into())
}
