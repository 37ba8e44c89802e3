//! The `posttask run` command.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::stderr;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use boa_engine::{Context, JsResult, JsValue};
use posttask::event_loop::{Location, Observer, Outcome, Timestamp};
use posttask::exploration::{Ending, Following, Schedule, SkippedDeviation};
use posttask::html::{ConsoleOutput, Inspection, inspect};
use posttask::internal::atomics::async_waits;
use posttask::internal::locks::waiting_locks;
use posttask::internal::runtime::{LARGE_STACK, top_level_awaits};
use posttask::internal::streams::{waiting_streams, watch_streams};
use posttask::trace::Recorder;
use posttask::{Error, Runtime};
use posttask_front_end::FrontEnd;
use posttask_reports::pending;

use crate::arguments::{ColorChoice, Run, UnhandledRejections};
use crate::await_watcher::AwaitWatcher;
use crate::deadline;
use crate::dom;
use crate::exit_status::ExitStatus;
use crate::instruments::{Instruments, WriteError, print_warnings};
use crate::memory::release_memory;
use crate::moved_code::follow_code;
use crate::new_runtime::new_runtime;
use crate::node::{self, Stage};
use crate::order::selected_order;
use crate::output_files;
use crate::output_files::Input;
use crate::panics;
use crate::program::{Program, front_end};
use crate::reporter::Reporter;
use crate::signals::end_on_signal;
use crate::terminal::{StandardStreams, Style, print_error, say};
use crate::watch;

/// How long to wait after the timeout for a callback that does not return.
const GRACE: Duration = Duration::from_millis(250);

/// Returns the program that the options select, and its arguments.
fn program(options: &Run) -> (Program<'_>, &[String]) {
    match (&options.eval, &options.print) {
        (Some(text), _) => (Program::Eval(text), &options.operands),
        (_, Some(text)) => (Program::Print(text), &options.operands),
        _ => Program::of_operands(&options.operands),
    }
}

/// The files that are read, the program first.
fn input_files(options: &Run) -> Vec<Input<'_>> {
    let file = match program(options).0 {
        Program::File(path) => Some(("the program", path)),
        _ => None,
    };
    let order = options.order_file.as_deref().map(|path| ("the order", path));
    file.into_iter().chain(order).chain(options.sources.files()).collect()
}

/// Runs the program on a separate thread. The engine cannot be interrupted, so the process exits if a callback is still
/// running after the timeout.
pub(crate) fn run(options: &Run, color: ColorChoice) -> ExitStatus {
    let front_end = match front_end(&options.sources) {
        Ok(front_end) => front_end,
        Err(error) => return failed(&error),
    };
    if let Err(error) = output_files::check(&options.observation.files(), &input_files(options)) {
        return failed(&error);
    }
    if options.watch
        && let Err(error) = watch(options, &front_end)
    {
        return failed(&error);
    }
    if let Err(error) = end_on_signal() {
        say(format_args!("cannot handle signals: {error}"));
    }
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let program = thread::Builder::new().name("javascript".to_owned()).stack_size(LARGE_STACK).spawn_scoped(
            scope,
            move || {
                // Sending only fails if the process is about to end.
                let _ = sender.send(panics::status_of(|| execute(options, &front_end, color)));
                // If the thread ended, it would free every object of the engine. The end of the process frees the
                // memory at once, which makes short programs an eighth faster.
                if !options.watch {
                    park_forever();
                }
            },
        );
        if let Err(error) = program {
            return failed(&Error::Thread(error));
        }
        let status = match options.timeout {
            Some(timeout) if !is_virtual(options) => receiver.recv_timeout(timeout + GRACE),
            _ => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match status {
            Ok(status) if options.watch => watch::wait(status),
            Ok(status) => status.exit(),
            // A panic would have ended the process.
            Err(RecvTimeoutError::Disconnected) => ExitStatus::Panicked,
            Err(RecvTimeoutError::Timeout) => {
                report_timeout(options, "a callback is still running");
                if options.watch {
                    watch::wait(ExitStatus::TimedOut);
                }
                ExitStatus::TimedOut.exit();
            }
        }
    })
}

fn park_forever() -> ! {
    loop {
        thread::park();
    }
}

/// Runs the program again when its files change.
///
/// # Errors
///
/// Returns a message if the program is not a file, or the system cannot watch files.
fn watch(options: &Run, front_end: &FrontEnd) -> Result<(), String> {
    if !matches!(program(options).0, Program::File(_)) {
        return Err("--watch needs a file, not standard input".to_owned());
    }
    watch::restart_on_changes([front_end], |_| false, |_| None)
        .map_err(|error| format!("cannot watch files: {error}"))?;
    for (_, path) in input_files(options) {
        front_end.uses(path);
    }
    Ok(())
}

/// Whether the program runs under virtual time. Orders need it.
fn is_virtual(options: &Run) -> bool {
    options.virtual_time || options.order.is_some() || options.order_file.is_some()
}

/// The seed of random values. Without one, they are those of the operating system.
fn seed(options: &Run) -> Option<u64> {
    options.seed.or_else(|| is_virtual(options).then_some(0))
}

fn execute(options: &Run, front_end: &Arc<FrontEnd>, color: ColorChoice) -> ExitStatus {
    start_and_run(options, front_end, color).unwrap_or_else(|error| failed(&error))
}

fn failed(error: &dyn Display) -> ExitStatus {
    say(format_args!("{error}"));
    ExitStatus::Usage
}

fn report_timeout(options: &Run, why: &str) {
    let timeout = humantime::format_duration(options.timeout.unwrap_or_default());
    let program = program(options).0;
    let name = program.name().display();
    say(format_args!("{name} timed out after {timeout}; {why}"));
}

fn start_and_run(options: &Run, front_end: &Arc<FrontEnd>, color: ColorChoice) -> Result<ExitStatus, Error> {
    if let Err(message) = options.surroundings.network.check(is_virtual(options), "omit --virtual-time") {
        return Ok(failed(&message));
    }
    let output: Rc<dyn ConsoleOutput> = Rc::new(StandardStreams::new(color));
    let reporter = Rc::new(Reporter::new(Rc::clone(&output), Style::new(color, &stderr()), Arc::clone(front_end)));
    let builder = new_runtime(front_end).console(Rc::clone(&output));
    let builder = builder.error_sink(Rc::clone(&reporter) as _);
    let (program, arguments) = program(options);
    let order = order(options)?.map(|schedule| Order::new(schedule, program.name(), front_end));
    let builder = if is_virtual(options) { builder.virtual_time() } else { builder.release_memory(release_memory) };
    let builder = if let Some(seed) = options.seed { builder.seed(seed) } else { builder };
    let quirks = options.host.quirks();
    let builder = match &order {
        Some(order) => order.following.configure_as(builder, quirks, options.seed.unwrap_or_default()),
        None if quirks.is_empty() => builder,
        None => builder.quirks(quirks),
    };
    let builder = if options.long_tasks { builder.long_tasks() } else { builder };
    let builder = options.surroundings.configure(options.input.configure(builder), is_virtual(options), seed(options));
    let builder = options.observation.configure(builder);
    let mut runtime = builder.build()?;
    if options.timeout.is_some() {
        runtime.with_context(watch_streams);
    }
    let instruments = Instruments::start(&options.observation, program.name(), is_virtual(options), "run");
    let instruments = match instruments {
        Ok(instruments) => instruments,
        Err(error) => return Ok(failed(&error)),
    };
    let mut observers: Vec<Rc<dyn Observer>> = order.iter().map(|order| order.following.observer()).collect();
    observers.extend(instruments.iter().map(|instruments| Rc::clone(instruments) as _));
    if let Some(order) = &order {
        order.following.limit(&mut runtime);
    }
    observe(&observers, &runtime);
    if options.test_host {
        runtime.add_test_host()?;
    }
    runtime.set_arguments(arguments)?;
    options.input.start(&mut runtime)?;
    let exit = exit(instruments.clone(), options.watch);
    runtime.with_context(|context| node::set_up(node::Arguments(arguments.to_vec()), exit, context));
    let watcher = Rc::new(AwaitWatcher::default());
    let is_done = start(&program, options, front_end, &mut runtime, &watcher, observers, output)?;
    let status = deadline::while_running(runtime.event_loop().remote(), || {
        drive(options, &program, order.as_ref(), &mut runtime, &*is_done, &watcher, &reporter)
    });
    let written = instruments.as_ref().map_or(Ok(()), finish);
    Ok(written.map_or_else(|error| failed(&error), |()| status))
}

/// Prints and writes what was recorded.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
fn finish(instruments: &Rc<Recorder<Instruments>>) -> Result<(), WriteError> {
    print_warnings(&instruments.sink_mut().take_warnings());
    instruments.sink_mut().finish()
}

/// Returns what `process.exit` does: it ends the process, after writing what was recorded.
fn exit(instruments: Option<Rc<Recorder<Instruments>>>, is_watched: bool) -> node::Exit {
    Rc::new(move |code, _| {
        let written = instruments.as_ref().map_or(Ok(()), finish);
        let status = written.map_or_else(|error| failed(&error), |()| ExitStatus::chosen(code));
        if is_watched { watch::wait(status) } else { status.exit() }
    })
}

/// Sets the observers of the event loop, if there are any.
fn observe(observers: &[Rc<dyn Observer>], runtime: &Runtime) {
    let all = match observers {
        [] => None,
        [only] => Some(Rc::clone(only)),
        several => Some(Rc::new(several.to_vec()) as Rc<dyn Observer>),
    };
    runtime.event_loop().set_observer(all);
}

/// A line for each group of pending work, and for each request for a lock and each stream that waits.
fn pending_lines(runtime: &mut Runtime) -> Vec<String> {
    let mut lines = pending::lines_of(&runtime.event_loop().pending());
    lines.extend(pending::lock_lines(&runtime.with_context(waiting_locks)));
    lines.extend(pending::async_wait_lines(&runtime.with_context(async_waits)));
    lines.extend(pending::stream_lines(&runtime.with_context(waiting_streams)));
    lines
}

/// Runs the program that has been started, until nothing is left to do.
fn drive(
    options: &Run,
    program: &Program<'_>,
    order: Option<&Order>,
    runtime: &mut Runtime,
    is_done: &dyn Fn() -> bool,
    watcher: &AwaitWatcher,
    reporter: &Reporter,
) -> ExitStatus {
    let outcome = match (order, options.timeout) {
        (Some(order), timeout) => {
            let ending = order.following.drive(runtime, is_done, timeout.unwrap_or(Duration::MAX));
            if ending == Ending::NoProgress {
                order.report_skipped();
                let name = program.name().display();
                say(format_args!("{name} makes no progress: it keeps running, but time does not advance"));
                return ExitStatus::TimedOut;
            }
            if ending == Ending::TimedOut { Outcome::TimedOut } else { Outcome::OutOfWork }
        }
        (None, timeout) => run_to_the_end(timeout, runtime),
    };
    let fits = order.is_none_or(Order::report_skipped);
    let rejections = match options.unhandled_rejections {
        UnhandledRejections::Warn => 0,
        UnhandledRejections::Error => reporter.rejections(),
    };
    let status = match outcome {
        Outcome::TimedOut => {
            let lines = pending_lines(runtime);
            report_timeout(options, &format!("still pending:\n  {}", lines.join("\n  ")));
            ExitStatus::TimedOut
        }
        Outcome::Stopped if deadline::has_passed() => {
            let lines = pending_lines(runtime);
            say(format_args!("still pending:\n  {}", lines.join("\n  ")));
            ExitStatus::TimedOut
        }
        _ if !fits => ExitStatus::DoesNotFit,
        _ if reporter.exceptions() + rejections > 0 => ExitStatus::Uncaught,
        Outcome::OutOfWork if !is_done() => {
            unfinished(program, watcher, reporter);
            report_suspended_workers(program, runtime);
            ExitStatus::Unfinished
        }
        Outcome::OutOfWork if runtime.event_loop().has_suspended_workers() => {
            report_suspended_workers(program, runtime);
            ExitStatus::Unfinished
        }
        _ => ExitStatus::Success,
    };
    match runtime.with_context(|context| node::at_end(Stage::Exit, status.code(), context)) {
        Ok(Some(code)) if status != ExitStatus::TimedOut => ExitStatus::chosen(code),
        Ok(_) => status,
        Err(error) => {
            let event_loop = Rc::clone(runtime.event_loop());
            runtime.with_context(|context| event_loop.report_an_exception(error, context));
            ExitStatus::Uncaught
        }
    }
}

/// Runs what is left to do, and what listeners of `beforeExit` start when nothing is.
fn run_to_the_end(timeout: Option<Duration>, runtime: &mut Runtime) -> Outcome {
    loop {
        let outcome = match timeout {
            Some(timeout) => runtime.run_until(Timestamp::since_origin(timeout)),
            None => runtime.run(),
        };
        let emitted = runtime.with_context(|context| node::at_end(Stage::BeforeExit, 0, context));
        if let Err(error) = emitted {
            let event_loop = Rc::clone(runtime.event_loop());
            runtime.with_context(|context| event_loop.report_an_exception(error, context));
        }
        if outcome != Outcome::OutOfWork || !runtime.has_work() {
            return outcome;
        }
    }
}

/// Returns the schedule that the options select.
fn order(options: &Run) -> Result<Option<Schedule>, Error> {
    selected_order(options.order.as_ref(), options.order_file.as_deref(), options.sources.max_source())
}

/// An order that the program follows.
struct Order {
    following: Following,
    /// Whether the code of some deviations is not found.
    is_incomplete: bool,
}

impl Order {
    fn new(mut schedule: Schedule, main_file: &Path, front_end: &FrontEnd) -> Self {
        let is_incomplete = follow_code(&mut schedule, main_file, front_end) > 0;
        Self { following: Following::new(&schedule, main_file), is_incomplete }
    }

    /// Says which deviations were not possible. The program ran in the default order there. Returns whether there were
    /// none.
    fn report_skipped(&self) -> bool {
        report_skipped(&self.following, self.is_incomplete)
    }
}

/// Says which deviations of an order were not possible. Returns whether there were none, and the code of all deviations
/// was found.
pub(crate) fn report_skipped(following: &Following, is_incomplete: bool) -> bool {
    let skipped = following.skipped();
    for SkippedDeviation { deviation, missing, .. } in &skipped {
        let why = match missing {
            Some(name) => format!("there is no work named {name}"),
            None => "this choice did not occur".to_owned(),
        };
        say(format_args!("skipped {deviation} in the order: {why}"));
    }
    let fits = skipped.is_empty() && !is_incomplete;
    if !fits {
        say("the program may have changed; run posttask explore to find the orders that fail now");
    }
    fits
}

/// Starts the program. Returns a function that returns whether the main script or module has ended.
fn start(
    program: &Program<'_>,
    options: &Run,
    front_end: &Arc<FrontEnd>,
    runtime: &mut Runtime,
    watcher: &Rc<AwaitWatcher>,
    mut observers: Vec<Rc<dyn Observer>>,
    output: Rc<dyn ConsoleOutput>,
) -> Result<Box<dyn Fn() -> bool>, Error> {
    let text = program.read(front_end.max_source())?;
    let name = program.name();
    let document = options.surroundings.document(options.sources.node);
    if !matches!(program, Program::Print(_)) {
        let parsed = dom::program(document.as_ref(), front_end, &text, name, runtime);
        let is_module = parsed.is_module();
        let others = observers.clone();
        if is_module {
            observers.push(Rc::clone(watcher) as _);
            observe(&observers, runtime);
        }
        let main = runtime.start_program(parsed);
        if main.is_done() && is_module {
            observe(&others, runtime);
        }
        return Ok(Box::new(move || main.is_done()));
    }
    let event_loop = Rc::clone(runtime.event_loop());
    let printing = Rc::new(RefCell::new(Some(output)));
    let done = Rc::clone(&printing);
    let print = move |result: JsResult<JsValue>, context: &mut Context| {
        let Some(output) = printing.take() else { return };
        match result {
            Ok(value) => output.out(&printed(&value, output.is_colored(), context)),
            Err(error) => event_loop.report_an_exception(error, context),
        }
    };
    let prepared = document.map_or(Ok(()), |document| document.install(name, runtime));
    match prepared.and_then(|()| front_end.for_evaluation(&text, name)) {
        Ok(compiled) => {
            let explain = || front_end.syntax_error(&text, name);
            runtime.evaluate_and_await(&compiled, name, &explain, Box::new(print));
        }
        Err(error) => runtime.with_context(|context| print(Err(error), context)),
    }
    Ok(Box::new(move || done.borrow().is_none()))
}

/// Formats a value as `console.log` does.
fn printed(value: &JsValue, colored: bool, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_lossy(),
        None => inspect(value, Inspection::default().with_colors(colored), context),
    }
}

/// Reports the workers that `Atomics.wait` suspends although nobody is left to notify them, if there are any.
fn report_suspended_workers(program: &Program<'_>, runtime: &Runtime) {
    let lines = pending::suspended_lines(&runtime.event_loop().pending());
    if !lines.is_empty() {
        let name = program.name().display();
        let who = if lines.len() == 1 { "a worker still waits" } else { "workers still wait" };
        let what = format!("nothing is left to do, but {who}, and nobody is left to notify it");
        let what = if lines.len() == 1 { what } else { what.replace("notify it", "notify them") };
        say(format_args!("{name}: {what}:\n  {}", lines.join("\n  ")));
    }
}

/// Reports that nothing is left to do although the program has not ended, and where it waits, if that is known.
fn unfinished(program: &Program<'_>, watcher: &AwaitWatcher, reporter: &Reporter) {
    let what = if matches!(program, Program::Print(_)) { "the value is" } else { "the module is still awaiting" };
    let name = program.name().display();
    say(format_args!("{name}: nothing is left to do, but {what} a pending promise"));
    let Some(file) = watcher.file() else { return };
    let awaits = reporter.text(&file).map(|text| top_level_awaits(&text)).unwrap_or_default();
    let places: Vec<_> = awaits.iter().map(|&(line, column)| Location::new(file.as_str(), line, column)).collect();
    match places.as_slice() {
        [] => print_error(format_args!("    awaiting in {file}")),
        [place] => {
            if let Some(excerpt) = reporter.excerpt(place) {
                print_error(excerpt);
            }
            print_error(format_args!("    awaiting at {place}"));
        }
        // The engine does not reveal which of them is waiting.
        several => several.iter().for_each(|place| print_error(format_args!("    possibly awaiting at {place}"))),
    }
}
