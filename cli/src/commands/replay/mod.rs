//! The `posttask replay` command.

mod files;
mod module;
mod recording;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::js_string;
use posttask::Error;
use posttask::event_loop::Observer;
use posttask::exploration::{Ending, Following, Schedule};
use posttask::html::{ErrorSink, Uncaught};
use posttask::internal::engine::read_source;
use posttask::internal::runtime::on_a_large_stack;
use posttask_front_end::FrontEnd;

use crate::arguments::Replay;
use crate::commands::run::report_skipped;
use crate::dom;
use crate::exit_status::ExitStatus;
use crate::moved_code::follow_code;
use crate::network::OnAnswer;
use crate::new_runtime::new_runtime;
use crate::order::selected_order;
use crate::program::front_end;
use crate::terminal;
use crate::terminal::say;
use files::{FileError, Program};
use module::Settings;
pub(crate) use recording::can_replay;
use recording::{Recorder, Recording};

/// Why a replay cannot be written.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Program(#[from] Error),
    #[error(transparent)]
    FrontEnd(#[from] posttask_front_end::FrontEndError),
    #[error("{0}")]
    Network(String),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{program} cannot be replayed: it uses {kind}{place}, and only posttask can decide when that runs")]
    Refused { program: String, kind: &'static str, place: String },
    #[error("--dom cannot be replayed: only posttask loads its document")]
    Document,
    #[error("{program} cannot be replayed: it fails before it schedules anything: {error}")]
    Failed { program: String, error: String },
    #[error("{0} cannot be replayed: it makes no progress")]
    NoProgress(String),
}

/// Records a program in an order, and writes what replays it.
pub(crate) fn replay(options: &Replay) -> ExitStatus {
    let recorded = on_a_large_stack(|| record_and_write(options)).map_err(Failure::from).flatten();
    recorded.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        ExitStatus::Usage
    })
}

fn record_and_write(options: &Replay) -> Result<ExitStatus, Failure> {
    options.surroundings.network.check(true, "omit --allow-net").map_err(Failure::Network)?;
    if options.surroundings.page.dom.is_some() {
        return Err(Failure::Document);
    }
    let front_end = front_end(&options.sources)?;
    let (file, arguments) = options
        .operands
        .split_first()
        .map_or((Path::new(""), &[][..]), |(file, arguments)| (Path::new(file), arguments));
    let mut schedule = schedule(options)?;
    let is_incomplete = follow_code(&mut schedule, file, &front_end) > 0;
    let following = Following::new(&schedule, file);
    let Recorded { recording, is_module, is_for_node } = record(options, file, arguments, &following, &front_end)?;
    if !report_skipped(&following, is_incomplete) {
        return Ok(ExitStatus::DoesNotFit);
    }
    if let Some(refused) = recording.refused() {
        let place = refused.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        return Err(Failure::Refused { program: file.display().to_string(), kind: refused.kind, place });
    }
    let settings = Settings {
        seed: schedule_seed(&schedule, options.seed).to_string(),
        hertz: options.surroundings.page.hertz(),
        window: options.surroundings.page.window,
        base_url: options.surroundings.network.base_url().map(|url| url.to_string()),
        is_for_node,
        arguments: arguments.to_vec(),
    };
    let program = Program { file, arguments, is_module };
    terminal::write(files::write(options, &program, &recording, &settings)? + "\n");
    Ok(ExitStatus::Success)
}

/// Returns the order that the options select.
fn schedule(options: &Replay) -> Result<Schedule, Error> {
    let Replay { order, order_file, sources, .. } = options;
    Ok(selected_order(order.as_ref(), order_file.as_deref(), sources.max_source())?.unwrap_or_default())
}

/// The seed of an order, or else that of the options.
fn schedule_seed(schedule: &Schedule, default: u64) -> u64 {
    let seed = |deviation: &posttask::exploration::Deviation| match deviation {
        posttask::exploration::Deviation::Seed(seed) => Some(*seed),
        _ => None,
    };
    schedule.deviations.iter().find_map(seed).unwrap_or(default)
}

/// A program that was recorded.
struct Recorded {
    recording: Recording,
    is_module: bool,
    /// Whether it had Node's globals.
    is_for_node: bool,
}

/// Runs the program in the order, and records what runs.
fn record(
    options: &Replay,
    file: &Path,
    arguments: &[String],
    following: &Following,
    front_end: &Arc<FrontEnd>,
) -> Result<Recorded, Failure> {
    let text = read_source(file, options.sources.max_source())?;
    let recorder = Rc::new(Recorder::new(file));
    let errors = Rc::new(FirstError::default());
    let builder = new_runtime(front_end).console(Rc::clone(&recorder) as _).error_sink(Rc::clone(&errors) as _);
    let builder = following.configure(builder, options.seed);
    let builder = options.surroundings.configure(builder, true, Some(options.seed));
    let of_answers = Rc::clone(&recorder);
    let on_answer: OnAnswer = Box::new(move |request, answer| of_answers.answered(request, answer));
    let builder = options.surroundings.network.tell(builder, Some(options.seed), on_answer);
    let mut runtime = builder.build()?;
    following.limit(&mut runtime);
    let observers: Vec<Rc<dyn Observer>> = vec![following.observer(), Rc::clone(&recorder) as _];
    runtime.event_loop().set_observer(Some(Rc::new(observers)));
    runtime.set_arguments(arguments)?;
    let program = dom::program(None, front_end, &text, file, &mut runtime);
    let is_module = program.is_module();
    let main = runtime.start_program(program);
    let ending = following.drive(&mut runtime, &|| main.is_done(), options.timeout);
    runtime.event_loop().set_observer(None);
    if ending == Ending::NoProgress {
        return Err(Failure::NoProgress(file.display().to_string()));
    }
    let is_for_node = runtime.with_context(|context| {
        context.global_object().has_property(js_string!("setImmediate"), context).unwrap_or(false)
    });
    let recording = recorder.take();
    // It may be a file that only another command runs, such as a test file.
    let is_empty = recording.len() == 0 && recording.refused().is_none();
    if let Some(error) = errors.0.take().filter(|_| is_empty) {
        return Err(Failure::Failed { program: file.display().to_string(), error });
    }
    Ok(Recorded { recording, is_module, is_for_node })
}

/// Keeps the first line of the first error. The debugger will show the errors.
#[derive(Default)]
struct FirstError(RefCell<Option<String>>);

impl ErrorSink for FirstError {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.0.borrow_mut().get_or_insert_with(|| uncaught.headline().lines().next().unwrap_or_default().to_owned());
    }
}
