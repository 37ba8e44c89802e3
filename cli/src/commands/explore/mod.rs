//! The `posttask explore` command.

mod explorer;
mod failure;
mod of_corpus;
mod progress;
mod recorded;
mod report_file;
mod running_report;
#[cfg(unix)]
mod servers;
mod side_by_side;
mod text;

use std::hash::{Hash, Hasher};
use std::io::stdout;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use clap::CommandFactory;
use posttask::Error;
use posttask::exploration::{OutcomeReport, Report};
use posttask_front_end::FrontEnd;
use posttask_reports::exploration as reports;
use posttask_reports::exploration::{ReportError, Settings};
use rustc_hash::FxHasher;

use crate::announcing::Announcing;
use crate::arguments::{ColorChoice, Explore, FailOn, Reduce};
use crate::corpus::CorpusError;
use crate::exit_status::ExitStatus;
use crate::like::Like;
use crate::moved_code::with_anchors;
use crate::output_files;
use crate::output_files::OutputError;
use crate::place_functions::PlaceFunctions;
use crate::program::{Program, Setup, front_end, say_warnings};
use crate::reporter::Reporter;
use crate::shell_words::quoted;
use crate::signals::stop_on_signal;
use crate::terminal::{StandardStreams, Style, exit_on_write_error, say, try_print};
use explorer::explorer as explorer_of;
use failure::Failure;
use of_corpus::OfCorpus;
use progress::ProgressDisplay;
use recorded::Explored;
use running_report::{INTERVAL, RunningReport};
#[cfg(unix)]
pub(crate) use servers::serve;
#[cfg(unix)]
use servers::with_servers;
use text::{Text, counted};

/// The number of runs without `--runs` and `--for`.
const DEFAULT_RUNS: u64 = 1_000;

pub(crate) fn explore(options: &Explore, color: ColorChoice) -> ExitStatus {
    let done = if options.merge.is_empty() { explore_a_program(options, color) } else { merge(options, color) };
    done.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        ExitStatus::Usage
    })
}

/// Whether a text is that of a report.
pub(crate) fn is_a_report(text: &str) -> bool {
    reports::Report::parse(text, Path::new("report.json")).is_ok()
}

fn merge(options: &Explore, color: ColorChoice) -> Result<ExitStatus, Failure> {
    let merged = options.report.as_deref().map(|path| ("--report", path));
    let parts = options.merge.iter().map(|path| ("a report to merge", path.as_path()));
    output_files::check(merged.as_slice(), &parts.collect::<Vec<_>>())?;
    let Some(merged) = report_file::merge(&options.merge)? else { return Ok(ExitStatus::Usage) };
    let front_end = front_end(&options.sources)?;
    let reporter = reporter(Arc::clone(&front_end), color);
    let operands = format!("{} [ARGS...]", quoted(&merged.program));
    let (text, status) = shown(&merged, &front_end, &reporter, operands, color);
    let printed = try_print(text);
    let written = options.report.as_deref().map_or(Ok(()), |path| report_file::write(&merged, path).map(drop));
    exit_on_write_error(printed);
    written?;
    if !merged.missing_parts().is_empty() && status == ExitStatus::Success {
        return Ok(ExitStatus::Usage);
    }
    Ok(status)
}

fn reporter(front_end: Arc<FrontEnd>, color: ColorChoice) -> Reporter {
    Reporter::new(Rc::new(StandardStreams::new(color)), Style::new(color, &stdout()), front_end)
}

/// Returns the text of the report, and the exit code.
fn shown(
    report: &reports::Report,
    front_end: &FrontEnd,
    reporter: &Reporter,
    operands: String,
    color: ColorChoice,
) -> (String, ExitStatus) {
    let style = Style::new(color, &stdout());
    let seed = report.draws_random_numbers && report.seed != 0;
    let seed = if seed { format!("--seed {} ", report.seed) } else { String::new() };
    let options = format!("{}{seed}", report.host);
    let functions = PlaceFunctions::new(front_end, Path::new(&report.program));
    let text = Text { report, reporter, functions, style, options, operands };
    let status = match (report.outcomes.iter().any(|found| found.failure), report.inconclusive_runs()) {
        (true, _) => ExitStatus::Uncaught,
        (false, 0) => ExitStatus::Success,
        (false, _) => ExitStatus::TimedOut,
    };
    (text.lines().join("\n"), status)
}

fn explore_a_program(options: &Explore, color: ColorChoice) -> Result<ExitStatus, Failure> {
    let (program, arguments) = match &options.eval {
        Some(text) => (Program::Eval(text), options.operands.as_slice()),
        None => Program::of_operands(&options.operands),
    };
    let (source, name) = (program.read(options.sources.max_source())?, program.name());
    check_files(options, matches!(program, Program::File(_)).then_some(name))?;
    if options.corpus.folder().is_some() && !matches!(program, Program::File(_)) {
        return Err(CorpusError::NoFile.into());
    }
    warn_about_options(arguments);
    options.surroundings.network.check(true, "use posttask run").map_err(Failure::Network)?;
    let front_end = front_end(&options.sources)?;
    say_warnings(&front_end);
    let reporter = reporter(Arc::clone(&front_end), color);
    let stop = Arc::new(AtomicBool::new(false));
    // The report of what was explored until then is printed.
    let signal = stop_on_signal(&stop, |_| {}).map_err(Failure::Signal)?;
    let explored =
        Explored { options, front_end: &front_end, uses: None, source: &source, name, arguments, seed: options.seed };
    let is_reduced = options.reduce != Reduce::Never;
    let announcing = is_reduced.then(|| Announcing::new(&options.sources, Setup::default())).transpose()?;
    let announced = announcing.as_ref().map(|announcing| explored.announced(announcing));
    let Done { report: file, running, fits } = run(&explored, announced.as_ref(), &stop)?;
    let mut operands: Vec<String> = options.operands.iter().map(|operand| quoted(operand)).collect();
    if let Some(text) = &options.eval {
        operands.insert(0, format!("-e {}", quoted(text)));
    } else if operands.first().is_some_and(|file| file.starts_with('-') && file != "-") {
        operands.insert(0, "--".to_owned());
    }
    let (text, status) = shown(&file, &front_end, &reporter, operands.join(" "), color);
    // Nothing is lost if a file, or standard output, cannot be written. If what was looked for was not found, there is
    // nothing to report.
    let is_wanted = options.like.is_none() || status == ExitStatus::Uncaught;
    let printed = if is_wanted { try_print(text) } else { Ok(()) };
    let written = running.write(&file);
    let recorded = explored.write(&file);
    exit_on_write_error(printed);
    written?;
    recorded?;
    let status = if status == ExitStatus::Success && !fits { ExitStatus::DoesNotFit } else { status };
    Ok(signal.get().map_or(status, |signal| signal.status()))
}

/// Checks what will be written. The program is at this path, if it is a file.
fn check_files(options: &Explore, program: Option<&Path>) -> Result<(), OutputError> {
    let report = options.report.as_deref().map(|path| ("--report", path));
    let outputs: Vec<_> = report.into_iter().chain(options.observation.files()).collect();
    let program = program.map(|path| ("the program", path));
    output_files::check(&outputs, &program.into_iter().chain(options.sources.files()).collect::<Vec<_>>())
}

/// The failures of an exploration, the simplest of each cause, with lines that mention the others.
pub(super) fn failures_by_cause<'r>(report: &'r Report, main_file: &Path) -> Vec<(&'r OutcomeReport, Vec<String>)> {
    let found: Vec<_> = report.failures().map(|found| (found, reports::outcome(found, main_file))).collect();
    let causes = reports::causes(found.iter().map(|(_, outcome)| outcome));
    let with_others = |cause: &Vec<&reports::Outcome>| {
        let (first, others) = cause.split_first()?;
        let &(simplest, _) = found.iter().find(|(_, outcome)| outcome.key == first.key)?;
        Some((simplest, text::with_the_same_cause(others, first)))
    };
    causes.iter().filter_map(with_others).collect()
}

/// Describes the order of an outcome that is a failure, in several lines.
pub(super) fn failing_order(
    report: &Report,
    found: &OutcomeReport,
    main_file: &Path,
    front_end: &FrontEnd,
    style: Style,
) -> Vec<String> {
    let usual: Vec<_> = report.default_order.iter().map(reports::step).collect();
    let functions = PlaceFunctions::new(front_end, main_file);
    text::order(&reports::outcome(found, main_file), &usual, &functions, style)
}

/// Says what first prevented more equivalent orders from being left out of an exploration, if something did.
pub(super) fn obstacle(report: &Report, main_file: &Path) -> Option<String> {
    let found = report.obstacle.as_ref()?;
    Some(text::few_left_out(&found.what, found.place.as_deref(), main_file))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Warns about arguments of the program that look like options of this command.
fn warn_about_options(arguments: &[String]) {
    let command = crate::arguments::Arguments::command();
    let Some(explore) = command.get_subcommands().find(|command| command.get_name() == "explore") else { return };
    let names: Vec<String> =
        explore.get_arguments().filter_map(|it| it.get_long()).map(|it| format!("--{it}")).collect();
    for argument in arguments {
        let name = argument.split('=').next().unwrap_or_default();
        if names.iter().any(|known| known == name) {
            say(format_args!("{name} comes after the file, so it is passed to the program; options must come first"));
        }
    }
}

/// What the report says about the exploration.
fn settings<'a>(program: &Explored<'a>) -> Settings<'a> {
    let &Explored { options, front_end, source, name, arguments, .. } = program;
    Settings {
        main_file: name,
        source_hash: hash(&(source, arguments)),
        host: options.host.options() + &options.surroundings.options() + &options.input.options(),
        shard: options.shard,
        fail_on: if options.fail_on == FailOn::Error { "error" } else { "difference" },
        timeout: options.timeout,
        planned_runs: planned_runs(options),
        reduce: options.reduce.as_str(),
        with_anchors: Box::new(move |schedule| with_anchors(schedule, name, front_end)),
    }
}

/// The number of runs; `None` if there is a time limit instead.
fn planned_runs(options: &Explore) -> Option<u64> {
    options.duration.is_none().then(|| options.runs.unwrap_or(DEFAULT_RUNS))
}

/// What an exploration found.
struct Done<'a> {
    report: reports::Report,
    running: RunningReport<'a>,
    /// Whether the program has what the orders in the corpus are about, if only these should run.
    fits: bool,
}

/// Explores a program, or the rest of its orders. `announced` is the same program, as it announces what its functions
/// use, if it can.
fn run<'a>(
    program: &'a Explored<'a>,
    announced: Option<&'a Explored<'a>>,
    stop: &Arc<AtomicBool>,
) -> Result<Done<'a>, Failure> {
    let options = program.options;
    let display = if options.no_progress {
        ProgressDisplay::Nothing
    } else {
        ProgressDisplay::new(planned_runs(options), options.duration.unwrap_or_default())
    };
    let jobs = options.jobs.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into);
    let mut explorer = with_servers(explorer_of(program), program)
        .jobs(jobs)
        .shard(options.shard.unwrap_or_default())
        .stop_flag(Arc::clone(stop))
        .on_progress(|progress| display.show(progress));
    if let Some(announced) = announced {
        explorer = explorer.reduced(options.reduce.into(), with_servers(explorer_of(announced), announced));
    }
    explorer = match planned_runs(options) {
        Some(runs) => explorer.runs(runs),
        None => explorer.duration(options.duration.unwrap_or_default()),
    };
    let path = options.report.as_deref();
    let running = RunningReport::start(path, settings(program), options.resume, &explorer.blank_report())?;
    if let Some(finished) = running.finished().cloned() {
        return Ok(Done { report: finished, running, fits: true });
    }
    if let Some(position) = running.position() {
        explorer = explorer.resume(position);
    }
    let corpus = OfCorpus::open(program, &explorer)?;
    if let Some(corpus) = &corpus {
        explorer = corpus.add_to(explorer);
    }
    let like = options.like.as_deref().map(Like::new);
    if let Some(like) = like.clone() {
        explorer = explorer.until(move |outcome| like.matches(outcome));
    }
    let report = match path {
        Some(_) => explorer.on_checkpoint(INTERVAL, |report| running.checkpoint(&report)).explore(),
        None => explorer.explore(),
    };
    display.end();
    let mut report = report.map_err(|error| match (error, path) {
        (Error::Changed, Some(path)) => ReportError::not_continued(path, "the usual order").into(),
        (error, _) => Failure::from(error),
    })?;
    let fits = corpus.map_or(Ok(true), |corpus| corpus.update(&report))?;
    if let Some(like) = &like {
        keep_only(like, &mut report);
    }
    Ok(Done { report: running.file(&report)?, running, fits })
}

/// Other systems do not fork.
#[cfg(not(unix))]
fn with_servers<'a>(
    explorer: posttask::exploration::Explorer<'a>,
    _: &'a Explored<'a>,
) -> posttask::exploration::Explorer<'a> {
    explorer
}

/// Leaves out the failures that are not like the one that was looked for, and says so.
fn keep_only(like: &Like, report: &mut Report) {
    let failures = report.failures().count();
    report.outcomes.retain(|found| !found.is_failure || like.matches(&found.outcome));
    // The rest can be explored without looking for anything.
    report.position = None;
    let found = report.failures().count();
    if found == 0 {
        say(format_args!("no order failed like this in {}", counted(report.runs, "run")));
    }
    if failures > found {
        let others = counted((failures - found) as u64, "other failing outcome");
        say(format_args!("left out: {others}, which posttask explore shows without --like"));
    }
}
