//! The `posttask test` command.

mod changed;
mod describe;
mod environment;
mod explored_test;
mod exploring;
mod failures_to_find;
mod files;
mod jobs;
mod outputs;
mod package_mocks;
mod patterns;
mod plan;
mod pool;
mod progress;
mod project;
mod projects;
mod rerun;
#[cfg(unix)]
mod servers;
mod watching;

use std::io::stdout;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arguments::{ColorChoice, Test};
use crate::corpus::{Corpus, CorpusError};
use crate::coverage;
use crate::coverage::{CoverageError, CoverageRecord};
use crate::exit_status::ExitStatus;
#[cfg(unix)]
use crate::order_server::Serving;
use crate::output_files;
use crate::output_files::OutputError;
use crate::program::{Setup, front_end_with, say_warnings};
use crate::shell_words::quoted;
use crate::signals::{Signal, end_on_signal, stop_on_signal};
use crate::terminal::{Style, say};
use crate::testing::report::FileReport;
use crate::testing::reporters::{Stop, Summary};
use crate::watch;
use changed::{ChangedError, changed_files, depending};
#[cfg(unix)]
use explored_test::ExploredTest;
use failures_to_find::{FailuresToFind, JunitError};
use files::{FileOfProject, FilesError};
use outputs::Outputs;
use plan::{Kept, OfProject, Plan};
use pool::Pool;
use posttask::event_loop::{Clock, RealTime};
use posttask::internal::engine::normalize;
#[cfg(unix)]
use posttask::internal::exploration::Forks;
use posttask_front_end::coverage::Coverage;
use posttask_front_end::{FrontEnd, FrontEndError, Purpose};
use progress::ProgressLine;
use project::Project;
use rerun::{FailedTests, RerunError};
use watching::Watching;

/// Why no tests can run.
#[derive(Debug, thiserror::Error)]
enum TestError {
    #[error(transparent)]
    Files(#[from] FilesError),
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Rerun(#[from] RerunError),
    #[error("no tests ran: the files listed in {} no longer exist; delete it to run all tests", _0.display())]
    Gone(PathBuf),
    #[error(transparent)]
    Run(#[from] posttask::Error),
    #[error("--trace, --stats and --timeline need a single test file, but there are {0}")]
    Several(usize),
    #[error("cannot handle signals: {0}")]
    Signal(std::io::Error),
    #[error("cannot watch files: {0}")]
    Watch(notify::Error),
    #[error("{0}")]
    Output(String),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    #[error(transparent)]
    Changed(#[from] ChangedError),
    #[error(transparent)]
    Coverage(#[from] CoverageError),
    #[error(transparent)]
    Junit(#[from] JunitError),
    #[error(transparent)]
    Corpus(#[from] CorpusError),
}

/// The seed of `--randomize`, if none is given, is a random number.
const LARGEST_SEED: u64 = 1_000_000;

pub(crate) fn test(options: &Test, color: ColorChoice) -> ExitStatus {
    let watching = if options.watch { Watching::of_this_run() } else { Watching::default() };
    let (status, failing) = run(&watching.applied_to(options), color, &watching).unwrap_or_else(|error| {
        say(format_args!("{error}"));
        (ExitStatus::Usage, FailedTests::default())
    });
    if options.watch {
        watching.wait(status, &failing);
    }
    status
}

/// Runs the tests. Returns how they ended, and which of them failed.
fn run(options: &Test, color: ColorChoice, watching: &Watching) -> Result<(ExitStatus, FailedTests), TestError> {
    let clock = RealTime::new();
    let coverage = coverage(options);
    let counted = coverage.as_ref().map(|coverage| Arc::clone(coverage.coverage()));
    let (projects, front_ends) = projects(options, counted.as_ref())?;
    let front_end = Arc::clone(&front_ends[0]);
    if options.watch {
        let next = watching.clone();
        let state = move |changed| next.clone().after_changes(changed);
        watch::restart_on_changes(front_ends.iter().map(Arc::as_ref), files::is_test, state)
            .map_err(TestError::Watch)?;
        files::places(&options.paths).for_each(|path| front_end.uses(&path));
    }
    // Before signals only stop tests: a pipe may never end.
    let to_find = options.from_junit.as_deref().map(FailuresToFind::read).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let signal =
        if options.watch { end_on_signal().map(|()| Arc::default()) } else { stop_on_signal(&stop, announce_the_end) };
    let signal = signal.map_err(TestError::Signal)?;
    options.surroundings.network.check(!options.real_time, "add --real-time").map_err(TestError::Output)?;
    let listed = options.rerun_failures.as_deref().map(FailedTests::read).transpose()?.flatten();
    let failed = watching.failed.clone().or(listed);
    let files = chosen_files(options, &projects, failed.as_ref(), &front_ends, watching)?;
    if options.observation.writes_output() && files.len() > 1 {
        return Err(TestError::Several(files.len()));
    }
    check_files(options, &files)?;
    coverage::check(&options.coverage)?;
    let seed = options.seed.or_else(|| options.randomize.then(|| fastrand::u64(..LARGEST_SEED)));
    let projects = of_projects(options, &projects, front_ends)?;
    let kept = Kept { to_find, corpus: Corpus::open(&options.corpus)?, failed, coverage: coverage.clone() };
    let plan = Arc::new(Plan::new(options, seed, Arc::clone(&stop), projects, kept));
    let mut outputs =
        Outputs::open(&options.reporters, options.verbose, color, &front_end).map_err(TestError::Output)?;
    let progress = ProgressLine::new(files.len());
    let mut summary = Summary::new(options.slowest);
    summary.seed = seed;
    let mut failing = plan.failed.clone().unwrap_or_default();
    outputs.start();
    Pool::new(&plan, files, &progress).run(|report: &FileReport| {
        summary.add_file(report);
        plan.note_found(report);
        failing.update(report);
        // A file without a selected test is not worth a line.
        if !(plan.is_filtered() && report.is_empty()) {
            progress.suspend(|| outputs.file(report));
        }
    })?;
    progress.end();
    let signal = signal.get().copied();
    summary.stop = match plan.is_incomplete.load(Ordering::Relaxed) {
        _ if signal.is_some() => Some(Stop::Interrupted),
        true if plan.has_bailed() => Some(Stop::Bailed),
        true => Some(Stop::Stuck),
        false => None,
    };
    summary.set_elapsed(clock.now().elapsed());
    // One file that cannot be written keeps no other from being written.
    let reported = outputs.end(&summary).map_err(TestError::Output);
    let listed = options.rerun_failures.as_deref().map_or(Ok(()), |path| failing.write(path).map_err(TestError::from));
    reported.and(listed).and(plan.write_corpus().map_err(TestError::from))?;
    plan.report_missing_tests();
    let status = status(&plan, &summary, signal, options.rerun_failures.as_deref());
    let Some(coverage) = coverage else { return Ok((status, failing)) };
    let is_enough = coverage::write(&coverage, &front_end, Style::new(color, &stdout()), files::is_source)?;
    let is_covered = is_enough || status != ExitStatus::Success;
    Ok((if is_covered { status } else { ExitStatus::Uncaught }, failing))
}

/// Reads the configuration, and sets up a front end for each of its projects. There is at least one.
fn projects(options: &Test, coverage: Option<&Arc<Coverage>>) -> Result<(Vec<Project>, Vec<Arc<FrontEnd>>), TestError> {
    let first = options.paths.first().map(Path::new).filter(|path| path.exists());
    let folder = match first {
        Some(path) if path.is_dir() => path,
        Some(path) => path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        None => Path::new("."),
    };
    let front_end = front_end_with(&options.sources, Setup { purpose: Purpose::Tests, ..Setup::default() })?;
    say_warnings(&front_end);
    let projects = Project::read(folder, &front_end).map_err(TestError::Output)?;
    let projects = projects::chosen(projects, &options.projects).map_err(TestError::Output)?;
    let front_ends = projects.iter().map(|project| front_end_of(project, options, coverage.cloned(), &front_end));
    let front_ends = front_ends.collect::<Result<_, _>>()?;
    Ok((projects, front_ends))
}

/// Sets up the front end of a project, which is the usual one if it needs no other.
fn front_end_of(
    project: &Project,
    options: &Test,
    coverage: Option<Arc<Coverage>>,
    usual: &Arc<FrontEnd>,
) -> Result<Arc<FrontEnd>, TestError> {
    let setup = Setup { coverage, ..setup_of(project, options)? };
    let Setup { aliases, conditions, purpose, coverage, .. } = &setup;
    if aliases.is_empty() && conditions.is_empty() && coverage.is_none() && *purpose == Purpose::Tests {
        return Ok(Arc::clone(usual));
    }
    Ok(front_end_with(&options.sources, setup)?)
}

/// What a project adds to the front end.
fn setup_of(project: &Project, options: &Test) -> Result<Setup, TestError> {
    Ok(Setup {
        aliases: project.aliases().map_err(TestError::Output)?,
        conditions: project.conditions(options.surroundings.page.dom.is_some()),
        purpose: project.purpose(),
        vite: project.vite(),
        ..Setup::default()
    })
}

/// What the projects say about their tests.
fn of_projects(
    options: &Test,
    projects: &[Project],
    front_ends: Vec<Arc<FrontEnd>>,
) -> Result<Vec<OfProject>, TestError> {
    let of_project = |(project, front_end): (&Project, Arc<FrontEnd>)| {
        let chosen = project.name().map(|name| format!("--project {} ", quoted(name))).unwrap_or_default();
        Ok(OfProject {
            name: project.name().map(str::to_owned),
            front_end,
            setup: setup_of(project, options)?,
            settings: Arc::new(project.settings(options.update, options.leftovers.is_some())),
            prelude: project.prelude(options.globals).map_err(TestError::Output)?,
            environments: project.environments(),
            has_node_globals: project.runs_in_node(options.globals),
            host: options.host.options() + &options.surroundings.options() + &chosen,
        })
    };
    projects.iter().zip(front_ends).map(of_project).collect()
}

/// Loads the file of the test that the process says that has started this one, and serves the orders of the test.
/// `None` if it cannot.
#[cfg(unix)]
pub(crate) fn serve(options: &Test) -> Option<()> {
    let serving = Serving::start().ok()?;
    let test = ExploredTest::from_message(&serving.subject()?)?;
    let (projects, front_ends) = projects(options, None).ok()?;
    let projects = of_projects(options, &projects, front_ends).ok()?;
    let plan = Plan::new(options, test.seed_of_all, Arc::default(), projects, Kept::default());
    let forks: Rc<dyn Forks> = Rc::new(serving);
    plan.serve(&test, &forks)
}

fn status(plan: &Plan, summary: &Summary, signal: Option<Signal>, list: Option<&Path>) -> ExitStatus {
    plan.warn_about_only();
    if let Some(signal) = signal {
        return signal.status();
    }
    let finds_nothing = plan.report_not_found();
    if plan.does_not_fit.load(Ordering::Relaxed) {
        return ExitStatus::DoesNotFit;
    }
    if summary.is_failure() {
        return ExitStatus::Uncaught;
    }
    if plan.lacks_known_orders.load(Ordering::Relaxed) || finds_nothing {
        return ExitStatus::DoesNotFit;
    }
    if summary.counts.tests == 0 && summary.files > 0 {
        match list.filter(|_| plan.failed.is_some()) {
            Some(list) => say(format_args!(
                "no tests ran: the tests listed in {} no longer exist; delete it to run all tests",
                list.display()
            )),
            None => {
                say("no tests ran: no test name matches, or the files declare no tests");
            }
        }
        return ExitStatus::Usage;
    }
    ExitStatus::Success
}

/// What is covered, if the user asks for it. Test files are not, whether by their names or because they were named.
fn coverage(options: &Test) -> Option<Arc<CoverageRecord>> {
    let named: Vec<PathBuf> = options.paths.iter().map(|path| normalize(Path::new(path))).collect();
    let folder = std::env::current_dir().unwrap_or_default();
    let is_test = move |path: &Path| files::is_test(path) || named.contains(&folder.join(path));
    options.coverage.coverage.then(|| Arc::new(CoverageRecord::new(&options.coverage, is_test)))
}

/// Checks what will be written.
fn check_files(options: &Test, files: &[FileOfProject]) -> Result<(), OutputError> {
    let reports = options.reporters.iter().filter_map(|it| Some(("--reporter", it.file.as_deref()?)));
    let list = options.rerun_failures.as_deref().map(|path| ("--rerun-failures", path));
    let outputs: Vec<_> = reports.chain(list).chain(options.observation.files()).collect();
    let tests = files.iter().map(|file| ("a test file", file.path.as_path()));
    output_files::check(&outputs, &tests.chain(options.sources.files()).collect::<Vec<_>>())
}

/// The files to run: those that the arguments name, or those that have failed, and of these the ones of this part.
fn chosen_files(
    options: &Test,
    projects: &[Project],
    failed: Option<&FailedTests>,
    front_ends: &[Arc<FrontEnd>],
    watching: &Watching,
) -> Result<Vec<FileOfProject>, TestError> {
    let files = projects::files(&options.paths, projects)?;
    let is_chosen = |file: &FileOfProject| {
        failed.is_none_or(|failed| failed.has_file(&file.path, projects[file.project].name()))
            && watching.path.as_ref().is_none_or(|part| file.path.to_string_lossy().contains(part))
    };
    let files = files.into_iter().filter(is_chosen).collect();
    let files = if watching.changed.is_empty() { files } else { depending(files, &watching.changed, front_ends) };
    let files = match &options.changed {
        Some(since) => depending(files, &changed_files(since)?, front_ends),
        None => files,
    };
    let files = options.shard.unwrap_or_default().select(files);
    if files.is_empty() {
        let list = options.rerun_failures.as_deref();
        let why = match (failed, list) {
            _ if options.shard.is_some() => "this part has no files",
            _ if options.changed.is_some() || !watching.changed.is_empty() => {
                "no test file depends on the changed files"
            }
            _ if watching.path.is_some() => "no file path matches",
            (Some(failed), Some(list)) if !failed.any_file_exists() => return Err(TestError::Gone(list.to_owned())),
            (Some(_), _) => "the tests that failed are in other files",
            (None, _) => "there are no files",
        };
        say(format_args!("no tests ran: {why}"));
    }
    for FileOfProject { path, project } in &files {
        front_ends[*project].uses(path);
    }
    Ok(files)
}

fn announce_the_end(signal: Signal) {
    let again = if signal == Signal::Interrupt { "; press Ctrl-C again to end them immediately" } else { "" };
    say(format_args!("finishing the running tests{again}"));
}
