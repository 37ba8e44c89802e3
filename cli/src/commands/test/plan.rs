//! What a run does with each file and each test.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use posttask::Error;
use posttask::event_loop::Quirks;
use posttask::exploration::{Explorer, Following, Level, Obstacle, OutcomeReport, Report, Schedule};
use posttask::internal::exploration::Reduce;
#[cfg(unix)]
use posttask::internal::exploration::{Forks, LoadOnce};
use posttask::{Program, Runtime, RuntimeBuilder};
use posttask_front_end::coverage::Counters;
use posttask_front_end::{FrontEnd, FrontEndError};

use super::environment::Environments;
use super::explored_test::ExploredTest;
use super::failures_to_find::FailuresToFind;
use super::files::FileOfProject;
use super::rerun::FailedTests;
#[cfg(unix)]
use super::servers::with_servers;
use crate::announcing::Announcing;
use crate::arguments::{LeftoversOption, Observation, Sources, Surroundings, Test};
use crate::corpus;
use crate::corpus::{Corpus, CorpusError, Fate};
use crate::coverage::{CoverageRecord, RunsOfTest};
use crate::dom::{self, Document};
use crate::instruments::{Instruments, WriteError};
use crate::memory::release_memory;
use crate::moved_code::{follow_code, with_anchors};
use crate::node;
use crate::program::Setup;
use crate::terminal::say;
use crate::testing::report::FileReport;
use crate::testing::{Explorable, Explore, Leftovers, NamePattern, Ran, Selection, SessionOptions, Status, TestFile};

/// The number of orders of `--flaky`, and of tests with the option `explore`, if none is given.
const DEFAULT_ORDERS: u64 = 1_000;

/// Why a file cannot run, or what was recorded cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Run(#[from] Error),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error("{0}")]
    Environment(String),
}

/// What a project says.
pub(super) struct OfProject {
    /// Its name, if there are several.
    pub(super) name: Option<String>,
    /// What finds and compiles its modules.
    pub(super) front_end: Arc<FrontEnd>,
    /// What it adds to a front end.
    pub(super) setup: Setup,
    /// The settings for the modules in JavaScript, as JSON.
    pub(super) settings: Arc<String>,
    /// The program that runs before each file.
    pub(super) prelude: Option<String>,
    pub(super) environments: Environments,
    /// Whether its tests are for a runner that runs in Node.
    pub(super) has_node_globals: bool,
    /// The options of the host, the network, the page and the project, for the command that replays an order.
    pub(super) host: String,
}

/// What is kept of a run, or was kept of earlier ones.
#[derive(Default)]
pub(super) struct Kept {
    /// The tests that failed in the last run, if only they run.
    pub(super) failed: Option<FailedTests>,
    /// Failures that were recorded elsewhere, if they are looked for.
    pub(super) to_find: Option<FailuresToFind>,
    pub(super) coverage: Option<Arc<CoverageRecord>>,
    /// The orders in which tests have failed.
    pub(super) corpus: Option<Corpus>,
}

/// What a run does. Shared by its threads.
pub(super) struct Plan {
    projects: Vec<OfProject>,
    selection: Selection,
    pub(super) failed: Option<FailedTests>,
    /// The number of orders of each test, if all are explored.
    explore: Option<u64>,
    /// When equivalent orders are left out.
    reduce: Reduce,
    /// How the files of a program are found.
    sources: Sources,
    level: Level,
    order: Option<Schedule>,
    quirks: Quirks,
    surroundings: Surroundings,
    pub(super) seed: Option<u64>,
    pub(super) is_flaky: bool,
    /// How tests failed elsewhere.
    to_find: FailuresToFind,
    is_real_time: bool,
    observation: Observation,
    coverage: Option<Arc<CoverageRecord>>,
    timeout: std::time::Duration,
    pub(super) wall_timeout: std::time::Duration,
    /// Whether all tests are programs for Node, because the user says so.
    is_for_node: bool,
    /// What tests do with leftovers, if the user has said it.
    leftovers: Option<Leftovers>,
    bail: Option<usize>,
    pub(super) jobs: usize,
    /// When other processes run the orders of tests.
    #[cfg(unix)]
    load_once: LoadOnce,
    pub(super) stop: Arc<AtomicBool>,
    failures: Arc<AtomicUsize>,
    uses_only: AtomicBool,
    /// Whether tests were not started because the run was stopped.
    pub(super) is_incomplete: AtomicBool,
    /// The orders in which tests have failed before.
    corpus: Option<Corpus>,
    /// Whether a test does not have what its orders in the corpus are about, if only these should run.
    pub(super) lacks_known_orders: AtomicBool,
    /// Whether a file does not have what the order of `--order` is about.
    pub(super) does_not_fit: AtomicBool,
}

impl Plan {
    pub(super) fn new(
        options: &Test,
        seed: Option<u64>,
        stop: Arc<AtomicBool>,
        projects: Vec<OfProject>,
        Kept { failed, to_find, coverage, corpus }: Kept,
    ) -> Self {
        let named = options.names.iter().chain(&options.flaky).cloned();
        let patterns: Vec<NamePattern> = named.chain(to_find.iter().flat_map(FailuresToFind::patterns)).collect();
        let selection = Selection {
            patterns,
            skipped: options.skip.clone(),
            only: options.only,
            shuffle_seed: seed.filter(|_| options.randomize),
            ..Selection::default()
        };
        let is_flaky = options.flaky.is_some() || to_find.is_some();
        Self {
            projects,
            selection,
            failed,
            explore: options.explore.or(is_flaky.then_some(DEFAULT_ORDERS)),
            // What is counted and written would be so in another program.
            reduce: if options.coverage.coverage || options.update { Reduce::Never } else { options.reduce.into() },
            sources: options.sources.clone(),
            level: options.orders.unwrap_or_default(),
            order: options.order.clone(),
            quirks: options.host.quirks(),
            surroundings: options.surroundings.clone(),
            seed,
            is_flaky,
            to_find: to_find.unwrap_or_default(),
            is_real_time: options.real_time,
            observation: Observation {
                warn: Some(options.observation.warn.clone().unwrap_or_default()),
                ..options.observation.clone()
            },
            coverage,
            timeout: options.timeout,
            wall_timeout: options.wall_timeout,
            is_for_node: options.sources.node,
            leftovers: options.leftovers.map(|option| match option {
                LeftoversOption::Error => Leftovers::Error,
                LeftoversOption::Warn => Leftovers::Warn,
                LeftoversOption::Ignore => Leftovers::Ignore,
            }),
            bail: options.bail.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            jobs: options.jobs.map_or_else(available_jobs, Into::into),
            #[cfg(unix)]
            load_once: match options.load_once {
                // What is counted and written would be so in another process.
                _ if options.coverage.coverage || options.update => LoadOnce::Never,
                load_once => load_once.with(options.sources.allow_write.is_some()),
            },
            stop,
            failures: Arc::default(),
            uses_only: AtomicBool::default(),
            is_incomplete: AtomicBool::default(),
            corpus,
            lacks_known_orders: AtomicBool::default(),
            does_not_fit: AtomicBool::default(),
        }
    }

    /// The status of a file that has not started.
    pub(super) fn new_status(&self) -> Arc<Status> {
        Arc::new(Status::new(Arc::clone(&self.failures)))
    }

    /// Whether only some tests are selected, so that a file may have none.
    pub(super) fn is_filtered(&self) -> bool {
        !self.selection.patterns.is_empty() || !self.selection.skipped.is_empty() || self.selection.only
    }

    /// Whether no more tests start, because enough have failed.
    pub(super) fn has_bailed(&self) -> bool {
        self.bail.is_some_and(|most| self.failures.load(Ordering::Relaxed) >= most)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_bailed()
    }

    /// Counts a test that failed in an exploration.
    pub(super) fn count_failure(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn project(&self, file: &FileOfProject) -> &OfProject {
        &self.projects[file.project]
    }

    fn session_options(&self, file: &FileOfProject, selection: Selection, status: Arc<Status>) -> SessionOptions {
        // What is left in an order that was looked for is found nowhere else.
        let is_usual = self.order.is_none() && selection.position.is_none();
        let leftovers = if is_usual { Leftovers::Count } else { Leftovers::Error };
        SessionOptions {
            path: std::path::absolute(&file.path).unwrap_or_else(|_| file.path.clone()),
            selection,
            timeout: self.timeout,
            wall_timeout: self.wall_timeout,
            settings: Arc::clone(&self.project(file).settings),
            leftovers: self.leftovers.unwrap_or(leftovers),
            is_real_time: self.is_real_time,
            bail: self.bail,
            stop: Arc::clone(&self.stop),
            status,
        }
    }

    fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        let builder = if self.is_real_time { builder.release_memory(release_memory) } else { builder.virtual_time() };
        let builder = self.seed.iter().fold(builder, |builder, seed| builder.seed(*seed));
        if self.quirks.is_empty() { builder } else { builder.quirks(self.quirks) }
    }

    /// Returns the document that the tests of a file have, if they have one.
    ///
    /// # Errors
    ///
    /// A message about a comment in the file that is not valid.
    fn document(&self, file: &FileOfProject, text: &str) -> Result<Option<Document>, FileError> {
        let environments = &self.project(file).environments;
        let found =
            environments.document(&file.path, text, self.surroundings.page.dom).map_err(FileError::Environment)?;
        Ok(found.map(|(package, settings)| {
            Document::new(package, settings, self.surroundings.network.location.as_ref(), self.is_for_node)
        }))
    }

    /// Gives a program its network and its page. Each runtime draws the same latencies.
    fn with_surroundings(&self, document: Option<&Document>, builder: RuntimeBuilder) -> RuntimeBuilder {
        let seed = if self.is_real_time { self.seed } else { Some(self.seed.unwrap_or_default()) };
        let dom = document.map(|document| document.package);
        let surroundings = self.surroundings.with_dom(dom);
        surroundings.configure(self.observation.configure(builder), !self.is_real_time, seed)
    }

    /// Returns what compiles and parses a file for a runtime, which gets its document.
    fn program<'f>(
        &'f self,
        file: &'f FileOfProject,
        text: &'f str,
        document: Option<&'f Document>,
        front_end: &'f Arc<FrontEnd>,
    ) -> impl Fn(&mut Runtime) -> Program + Sync + 'f {
        let project = self.project(file);
        // Those of all tests have them in any case.
        let has_node_globals = project.has_node_globals && !self.is_for_node && document.is_none();
        move |runtime| {
            if has_node_globals && let Err(error) = runtime.with_context(node::install) {
                return Program::failed(error);
            }
            dom::program(document, front_end, text, &file.path, runtime)
        }
    }

    fn test_file<'f>(
        &'f self,
        file: &'f FileOfProject,
        program: &'f (dyn Fn(&mut Runtime) -> Program + Sync),
        front_end: &'f Arc<FrontEnd>,
    ) -> TestFile<'f> {
        let OfProject { name, prelude, .. } = self.project(file);
        TestFile { front_end, name: &file.path, project: name.as_deref(), prelude: prelude.as_deref(), program }
    }

    /// Runs the tests of a file.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that cannot be read, or of a runtime that cannot be built.
    pub(super) fn run(&self, file: &FileOfProject, status: Arc<Status>) -> Result<Ran, FileError> {
        let (name, project) = (file.path.as_path(), self.project(file));
        let text = project.front_end.source(name)?;
        let document = self.document(file, &text)?;
        let program = self.program(file, &text, document.as_ref(), &project.front_end);
        let names = self.failed.as_ref().and_then(|failed| failed.tests(name, project.name.as_deref()));
        let options = self.session_options(file, Selection { names, ..self.selection.clone() }, status);
        let order = self.order.clone().map(|mut schedule| {
            let lost = follow_code(&mut schedule, name, &project.front_end);
            self.does_not_fit.fetch_or(lost > 0, Ordering::Relaxed);
            Following::new(&schedule, name)
        });
        let counters = self.coverage.as_ref().map(|_| Rc::new(Counters::default()));
        let counted = |builder: RuntimeBuilder| {
            let counters = counters.iter().map(Rc::clone);
            counters.fold(builder, |builder, counters| builder.extension(move |context| counters.define(context)))
        };
        let configure = |builder| match (&order, counted(self.with_surroundings(document.as_ref(), builder))) {
            (Some(order), builder) => order.configure_as(builder, self.quirks, self.seed.unwrap_or_default()),
            (None, builder) => self.configure(builder),
        };
        let is_virtual = !self.is_real_time;
        let instruments = Instruments::start(&self.observation, name, is_virtual, "tests")?;
        let observers = instruments.iter().map(|instruments| Rc::clone(instruments) as _).collect();
        let mut ran =
            self.test_file(file, &program, &project.front_end).run(configure, options, order.as_ref(), observers)?;
        if let (Some(coverage), Some(counters)) = (&self.coverage, &counters) {
            coverage.add(counters);
        }
        if let Some(instruments) = instruments {
            let warnings = instruments.sink_mut().take_warnings();
            ran.report.diagnostics.extend(warnings.iter().map(|warning| format!("warning: {warning}")));
            instruments.sink_mut().finish()?;
        }
        for skipped in order.iter().flat_map(Following::skipped) {
            say(format_args!("skipped {} in the order: it did not occur", skipped.deviation));
            self.does_not_fit.store(true, Ordering::Relaxed);
        }
        self.uses_only.fetch_or(ran.uses_only, Ordering::Relaxed);
        self.is_incomplete.fetch_or(ran.is_stopped, Ordering::Relaxed);
        Ok(ran)
    }

    /// How a test of a file is explored, if it is.
    pub(super) fn exploration(&self, file: &FileOfProject, test: &Explorable) -> Option<Explore> {
        if self.is_real_time || self.order.is_some() {
            return None;
        }
        let only = self.corpus.as_ref().filter(|corpus| corpus.is_all);
        let is_wanted = match only {
            Some(corpus) => corpus.has(self.in_corpus(file, test)),
            None => test.option.is_some() || self.explore.is_some(),
        };
        if !is_wanted {
            return None;
        }
        let option = test.option.unwrap_or_default();
        // With a time limit, there need not be another limit.
        let runs = self.explore.or(option.runs).or(option.duration.is_none().then_some(DEFAULT_ORDERS));
        Some(Explore {
            runs: if only.is_some() { Some(1) } else { runs },
            seed: option.seed.or(self.seed),
            orders: option.orders.or(Some(self.level)),
            ..option
        })
    }

    /// Whether a test failed in an exploration as it did elsewhere, if that is known.
    pub(super) fn is_found(&self, test: &str, explored: &Report) -> bool {
        let wanted = self.to_find.of(test);
        let is_like = |found: &OutcomeReport| wanted.iter().any(|like| like.matches(&found.outcome));
        wanted.is_empty() || explored.failures().any(is_like)
    }

    fn in_corpus<'t>(&'t self, file: &'t FileOfProject, test: &'t Explorable) -> corpus::Explored<'t> {
        let OfProject { host, front_end, .. } = self.project(file);
        corpus::Explored { file: &file.path, test: Some(&test.name), host, arguments: &[], front_end }
    }

    /// Runs a test in many orders, each in a runtime of its own. Orders of the corpus run first.
    ///
    /// # Errors
    ///
    /// As [`Self::run`].
    pub(super) fn explore(
        &self,
        file: &FileOfProject,
        explorable: &Explorable,
        how: Explore,
        jobs: usize,
        status: &Arc<Status>,
    ) -> Result<(Report, Fate), FileError> {
        let test = ExploredTest {
            file: file.clone(),
            text: self.project(file).front_end.source(&file.path)?,
            position: explorable.position.clone(),
            level: how.orders.unwrap_or_default(),
            is_announcing: false,
            seed: how.seed.unwrap_or_default(),
            seed_of_all: self.seed,
        };
        let counted = self.coverage.as_ref().map(|_| Arc::new(RunsOfTest::default()));
        let announced = ExploredTest { is_announcing: true, ..test.clone() };
        let announcing = self.announcing(&test)?;
        let explored = self.with_explorer(&test, status, counted.as_ref(), None, |explorer| {
            // The number of orders is estimated only to decide whether any are left out.
            let explorer = explorer.jobs(jobs).estimates(self.reduce != Reduce::Always);
            let explorer = self.limited(explorer, how, explorable, status);
            let explorer = self.with_servers(explorer, &test, status);
            let Some(announcing) = &announcing else { return self.explore_with(explorer, file, explorable) };
            self.with_explorer(&announced, status, None, Some(announcing), |announced_explorer| {
                let announced_explorer = with_bounds(announced_explorer, how);
                let announced_explorer = self.with_servers(announced_explorer, &announced, status);
                self.explore_with(explorer.reduced(self.reduce, announced_explorer), file, explorable)
            })?
        })?;
        if let (Some(coverage), Some(counted)) = (&self.coverage, &counted) {
            coverage.add_explored(&explorable.name, counted);
        }
        explored
    }

    /// A front end that makes a file announce what its functions use, if orders may be left out.
    fn announcing(&self, test: &ExploredTest) -> Result<Option<Announcing>, FileError> {
        if self.reduce == Reduce::Never {
            return Ok(None);
        }
        let announcing = Announcing::new(&self.sources, self.project(&test.file).setup.clone())?;
        if self.document(&test.file, &test.text)?.is_some() {
            announcing.uses.are_open(Obstacle::everywhere("the document"));
        }
        Ok(Some(announcing))
    }

    /// Runs the orders of the corpus, and others.
    fn explore_with(
        &self,
        explorer: Explorer<'_>,
        file: &FileOfProject,
        explorable: &Explorable,
    ) -> Result<(Report, Fate), FileError> {
        let subject = self.in_corpus(file, explorable);
        let known = self.corpus.as_ref().map(|corpus| corpus.known(subject, explorer.blank_report().bounds));
        let known = known.unwrap_or_default();
        let report = explorer.known_orders(known.schedules()).explore()?;
        let Some(corpus) = &self.corpus else { return Ok((report, Fate::default())) };
        let fate = corpus.update(subject, known, &report);
        self.lacks_known_orders.fetch_or(corpus.is_all && fate.lost > 0, Ordering::Relaxed);
        Ok((report, fate))
    }

    /// Calls `steps` with an explorer that has everything that decides what the orders of a test are.
    ///
    /// # Errors
    ///
    /// A message about a comment in the file that is not valid.
    fn with_explorer<T>(
        &self,
        test: &ExploredTest,
        status: &Arc<Status>,
        counted: Option<&Arc<RunsOfTest>>,
        announcing: Option<&Announcing>,
        steps: impl FnOnce(Explorer<'_>) -> T,
    ) -> Result<T, FileError> {
        let file = &test.file;
        let document = self.document(file, &test.text)?;
        let front_end = announcing.map_or(&self.project(file).front_end, |announcing| &announcing.front_end);
        let program = self.program(file, &test.text, document.as_ref(), front_end);
        let test_file = self.test_file(file, &program, front_end);
        let explorer = Explorer::supervised(|runtime, choices| {
            let selection = Selection { position: Some(test.position.clone()), ..Selection::default() };
            let options = self.session_options(file, selection, Arc::clone(status));
            let options = SessionOptions { bail: None, ..options };
            let start = |runtime: &mut Runtime| test_file.start_explored(runtime, options, choices);
            match counted {
                Some(counted) => counted.counted(runtime, start),
                None => Ok(start(runtime)),
            }
        })
        .main_file(&file.path)
        .configure(|builder| self.with_surroundings(document.as_ref(), front_end.configure(builder)))
        .quirks(self.quirks)
        .orders(test.level)
        .seed(test.seed)
        .timeout(self.timeout);
        let uses = announcing.map(|announcing| Arc::clone(&announcing.uses));
        Ok(steps(uses.into_iter().fold(explorer, Explorer::uses)))
    }

    /// Sets what to explore, and when it ends.
    fn limited<'e>(
        &'e self,
        explorer: Explorer<'e>,
        how: Explore,
        explorable: &Explorable,
        status: &'e Status,
    ) -> Explorer<'e> {
        let Explore { runs, duration, .. } = how;
        let explorer = runs.into_iter().fold(with_bounds(explorer, how), Explorer::runs);
        let explorer = duration.into_iter().fold(explorer, Explorer::duration);
        let wanted = self.to_find.of(&explorable.name);
        let ends_at_any = self.is_flaky && wanted.is_empty();
        explorer
            .strategy(how.strategy.unwrap_or_default())
            .on_progress(move |progress| {
                if self.stop.load(Ordering::Relaxed) || (ends_at_any && progress.failures > 0) {
                    status.stop_flag().store(true, Ordering::Relaxed);
                }
            })
            .stop_flag(Arc::clone(status.stop_flag()))
            .until(move |outcome| wanted.iter().any(|like| like.matches(outcome)))
    }

    /// Lets other processes run the orders of a test.
    #[cfg(unix)]
    fn with_servers<'e>(
        &self,
        explorer: Explorer<'e>,
        test: &'e ExploredTest,
        status: &'e Arc<Status>,
    ) -> Explorer<'e> {
        with_servers(explorer, self.load_once, test, status)
    }

    /// Other systems do not fork.
    #[cfg(not(unix))]
    fn with_servers<'e>(&self, explorer: Explorer<'e>, _: &'e ExploredTest, _: &'e Arc<Status>) -> Explorer<'e> {
        explorer
    }

    /// Loads the file of a test, and serves its orders to the process that has started this one. `None` if it cannot.
    #[cfg(unix)]
    pub(super) fn serve(&self, test: &ExploredTest, forks: &Rc<dyn Forks>) -> Option<()> {
        let announcing = if test.is_announcing { Some(self.announcing(test).ok()??) } else { None };
        let serve = |explorer: Explorer<'_>| explorer.serve(forks).ok();
        self.with_explorer(test, &self.new_status(), None, announcing.as_ref(), serve).ok().flatten()
    }

    /// Notes which of the tests that failed elsewhere a file has.
    pub(super) fn note_found(&self, report: &FileReport) {
        self.to_find.note(report);
    }

    /// Says which of the tests that failed elsewhere no file has. Returns whether that is so for all of them.
    pub(super) fn report_not_found(&self) -> bool {
        if self.is_incomplete.load(Ordering::Relaxed) {
            return false;
        }
        for name in self.to_find.not_found() {
            say(format_args!("no test of these files is named {name:?}, which failed according to --from-junit"));
        }
        self.to_find.has_found_nothing()
    }

    /// Says which tests have orders in the corpus and did not run, if only these orders should run.
    pub(super) fn report_missing_tests(&self) {
        let Some(corpus) = self.corpus.as_ref().filter(|corpus| corpus.is_all && !self.is_filtered()) else { return };
        let missing: Vec<_> = self.projects.iter().flat_map(|project| corpus.missing(&project.host)).collect();
        for test in &missing {
            say(format_args!("the corpus has orders of a test that did not run: {test}"));
        }
        if corpus.is_empty() {
            say("the corpus is empty: tests ran in the usual order only");
        }
        self.lacks_known_orders.fetch_or(!missing.is_empty(), Ordering::Relaxed);
    }

    /// Writes the orders in which tests have failed, if they are kept.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn write_corpus(&self) -> Result<(), CorpusError> {
        self.corpus.as_ref().map_or(Ok(()), Corpus::write)
    }

    /// Adds to an order of a file what stands around the calls at its places.
    pub(super) fn with_anchors(&self, schedule: Schedule, file: &FileOfProject) -> Schedule {
        with_anchors(schedule, &file.path, &self.project(file).front_end)
    }

    /// Says that the option `only` has no effect without `--only`.
    pub(super) fn warn_about_only(&self) {
        if self.uses_only.load(Ordering::Relaxed) && !self.selection.only {
            say("a test has the option only, which has no effect without --only");
        }
    }
}

/// Sets how late timers are, and how long tasks take.
fn with_bounds(explorer: Explorer<'_>, Explore { lateness, cost, .. }: Explore) -> Explorer<'_> {
    let explorer = lateness.into_iter().fold(explorer, Explorer::timer_lateness);
    cost.into_iter().fold(explorer, Explorer::task_cost)
}

fn available_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}
