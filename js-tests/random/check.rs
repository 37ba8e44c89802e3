//! Runs the program of one seed, and collects what was wrong.

use std::cell::RefCell;
use std::fmt::Write;
use std::num::NonZeroU32;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::time::Duration;
use std::{env, fs, thread};

use fastrand::Rng;
use posttask::boa_engine::property::Attribute;
use posttask::boa_engine::{JsResult, JsString, JsValue, NativeFunction};
use posttask::boa_gc::{Gc, force_collect};
use posttask::event_loop::{Budget, Candidate, Candidates, Deadline, Policy, Timestamp, in_realm};
use posttask::{ConsoleOutput, Error, ErrorSink, Proposal, Runtime, Uncaught};

use crate::generator;
use crate::ledger::Ledger;
use crate::rust_work::{self, RustWork};

/// The variable that names the file of a program to run instead of the generated one.
pub(crate) const PROGRAM: &str = "POSTTASK_PROGRAM";

const PRELUDE: &str = include_str!("prelude.js");

/// Ignores output.
struct Nothing;

impl ConsoleOutput for Nothing {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

/// Collects the errors that no program means: those of the generator. Programs throw all others on purpose.
#[derive(Default)]
struct Mistakes(RefCell<Vec<String>>);

impl Mistakes {
    fn note(&self, message: &str) {
        if ["SyntaxError", "ReferenceError"].iter().any(|name| message.starts_with(name)) {
            self.0.borrow_mut().push(message.to_owned());
        }
    }
}

impl ErrorSink for Mistakes {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.note(&uncaught.message);
    }
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
    /// Whether the host runs a few tasks at a time, instead of running the loop until nothing is left.
    in_parts: bool,
}

/// Runs the program of a seed. The error describes all problems.
pub(crate) fn check(seed: u64) -> Result<(), String> {
    let program = match env::var_os(PROGRAM) {
        Some(path) => fs::read_to_string(path).map_err(|error| error.to_string())?,
        None => generator::program(seed),
    };
    let way = Way { seed, in_any_order: !seed.is_multiple_of(2), collects: true, in_parts: false };
    let first = run(&program, way)?;
    let second = run(&program, way)?;
    if second != first {
        return Err(format!("two runs differ:\n{first}\n{second}"));
    }
    // Some programs want to know what has been collected, and when.
    let sees_garbage = ["finalize(", "droppedChannel("].iter().any(|call| program.contains(call));
    if !sees_garbage {
        let in_parts = run(&program, Way { in_parts: true, ..way })?;
        if in_parts != first {
            return Err(format!("a run in parts differs:\n{first}\n{in_parts}"));
        }
    }
    // In any order, what there is to choose from also depends on timers that collected signals take with them.
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
    let mistakes = Rc::new(Mistakes::default());
    let mut runtime = runtime(way, mistakes.clone()).map_err(|error| error.to_string())?;
    runtime.event_loop().set_observer(Some(ledger.clone()));
    let rust = Gc::new(RustWork::default());
    prepare(&mut runtime, &rust, way).map_err(|error| error.to_string())?;
    if let Err(error) = runtime.run_script(program) {
        // It only ends the main script.
        mistakes.note(&error.to_string());
    }
    let evaluate =
        |script: &str, runtime: &mut Runtime| runtime.run_script(script).map_err(|error| format!("{script}: {error}"));
    let end = Timestamp::since_origin(Duration::from_hours(1));
    run_until(end, way, &mut runtime);
    for script in ["finish()", "closeAll()"] {
        evaluate(script, &mut runtime)?;
        run_until(end, way, &mut runtime);
    }
    let text = |value: JsValue| value.as_string().map(|text| text.to_std_string_escaped()).unwrap_or_default();
    let mut problems = text(evaluate("verdict()", &mut runtime)?);
    for problem in mistakes.0.take().into_iter().chain(ledger.verdict()).take(10) {
        let _ = write!(problems, "\n{problem}");
    }
    let log = text(evaluate("log.join()", &mut runtime)?);
    rust.clear();
    if problems.is_empty() { Ok(log) } else { Err(problems) }
}

/// Runs the loop until nothing is left to do, or until a time.
fn run_until(end: Timestamp, way: Way, runtime: &mut Runtime) {
    if !way.in_parts {
        runtime.run_until(end);
        return;
    }
    loop {
        match runtime.next_deadline() {
            Deadline::Now => run_a_part(way, runtime),
            Deadline::At(time) if runtime.has_work() => {
                runtime.run_until(time.min(end));
            }
            _ => return,
        }
        if runtime.event_loop().now() >= end {
            return;
        }
    }
}

fn run_a_part(way: Way, runtime: &mut Runtime) {
    if way.seed.is_multiple_of(3) {
        runtime.turn();
    } else {
        runtime.run_for(Budget::Tasks(1 + usize::from(way.seed.is_multiple_of(2))));
    }
}

fn runtime(way: Way, mistakes: Rc<Mistakes>) -> Result<Runtime, Error> {
    let hertz = NonZeroU32::new(60).unwrap_or(NonZeroU32::MIN);
    let builder = Runtime::builder().virtual_time().frames(hertz).user_input().long_tasks().seed(way.seed);
    let builder = builder.console(Rc::new(Nothing)).error_sink(mistakes);
    let builder = if way.seed.is_multiple_of(3) { builder.experimental(&Proposal::ALL) } else { builder };
    if way.in_any_order { builder.policy(AnyOrder(Rng::with_seed(way.seed))).build() } else { builder.build() }
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
        context.register_global_callable(JsString::from("collectGarbage"), 0, collect)?;
        rust_work::define(rust, context)
    });
    defined.map_err(|error| runtime.describe_error(error))?;
    runtime.run_script(PRELUDE)?;
    Ok(())
}
