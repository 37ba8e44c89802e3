//! Runs a test file in a runtime of its own.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use posttask::Error;
use posttask::event_loop::{Limits, Observer, Turn};
use posttask::exploration::Following;
use posttask::html::{ConsoleOutput, ErrorSink, Uncaught, UncaughtKind};
use posttask::internal::exploration::Choices;
use posttask::internal::runtime::{Idle, Supervisor};
use posttask::{Program, Runtime, RuntimeBuilder};
use posttask_front_end::FrontEnd;

use super::driving::{TestProgram, errors};
use super::endings::cancelled;
use super::failures::{LOOP_ROUNDS, counted_leftovers, of_uncaught, warning};
use super::host::Host;
use super::ownership::Ownership;
use super::recorder::Recorder;
use super::report::{Durations, FailureKind, FileReport};
use super::runner::Runner;
use super::session::{Session, SessionHandle, SessionOptions};
use super::tree::{Explorable, NodeId};
use crate::new_runtime::new_runtime;

/// The console and the error sink of a test file. The session is set once it exists.
#[derive(Default)]
struct Output(RefCell<Option<Rc<Runner<Session>>>>);

impl Output {
    fn with_session(&self, steps: impl FnOnce(&Session)) {
        let runner = self.0.borrow().clone();
        if let Some(runner) = runner {
            steps(runner.host());
        }
    }
}

impl ConsoleOutput for Output {
    fn out(&self, line: &str) {
        self.with_session(|session| session.print(false, line));
    }

    fn err(&self, line: &str) {
        self.with_session(|session| session.print(true, line));
    }
}

impl ErrorSink for Output {
    fn uncaught(&self, uncaught: &Uncaught) {
        if uncaught.kind == UncaughtKind::LimitExceeded {
            return self.with_session(|session| session.has_endless_microtasks.set(true));
        }
        if uncaught.is_possible_fault_in_a_package() {
            return self.with_session(|session| session.warnings.borrow_mut().push(warning(uncaught)));
        }
        let failure = of_uncaught(uncaught, FailureKind::UncaughtException);
        self.with_session(|session| session.uncaught.borrow_mut().push((session.ownership.current(), failure)));
    }
}

/// A test file.
#[derive(Clone, Copy)]
pub(crate) struct TestFile<'a> {
    pub(crate) front_end: &'a Arc<FrontEnd>,
    pub(crate) name: &'a Path,
    /// The name of its project, if there are several.
    pub(crate) project: Option<&'a str>,
    /// The text of a program that runs before.
    pub(crate) prelude: Option<&'a str>,
    /// Compiles and parses the program for a runtime, which gets what the program expects.
    pub(crate) program: &'a (dyn Fn(&mut Runtime) -> Program + Sync),
}

/// What a run of a test file gave.
pub(crate) struct Ran {
    pub(crate) report: FileReport,
    /// The tests whose orders can be explored.
    pub(crate) explorable: Vec<Explorable>,
    /// Whether a test has the option `only`.
    pub(crate) uses_only: bool,
    /// Whether the run was stopped before all selected tests had started.
    pub(crate) is_stopped: bool,
}

/// The number of microtasks of a checkpoint.
const MICROTASKS: usize = 2_000_000;

impl TestFile<'_> {
    /// Runs the tests in the usual order, or in the given one. These observers receive the events of the loop first.
    ///
    /// # Errors
    ///
    /// Returns the error of a runtime that cannot be built.
    pub(crate) fn run(
        self,
        configure: impl FnOnce(RuntimeBuilder) -> RuntimeBuilder,
        options: SessionOptions,
        order: Option<&Following>,
        mut observers: Vec<Rc<dyn Observer>>,
    ) -> Result<Ran, Error> {
        let output = Rc::new(Output::default());
        let limits = Limits::none().microtasks(MICROTASKS).loop_iterations(LOOP_ROUNDS);
        let builder = new_runtime(self.front_end).limits(limits);
        let builder = builder.console(Rc::clone(&output) as _).error_sink(Rc::clone(&output) as _);
        let mut runtime = configure(builder).build()?;
        observers.extend(order.map(Following::observer));
        runtime.event_loop().set_observer(Some(Rc::new(observers)));
        let program = self.start(&mut runtime, options, order.map(Following::choices), |runner| {
            *output.0.borrow_mut() = Some(runner);
        });
        drive(&mut runtime, &program);
        let ran = program.finish(self.name, self.project);
        drop(output.0.take());
        Ok(ran)
    }

    /// Starts the tests in a runtime, as the program of an exploration.
    pub(crate) fn start_explored(
        self,
        runtime: &mut Runtime,
        options: SessionOptions,
        choices: Rc<dyn Choices>,
    ) -> Box<dyn Supervisor> {
        Box::new(Explored(self.start(runtime, options, Some(choices), |_| {})))
    }

    /// Loads the file. `created` is called before.
    fn start(
        self,
        runtime: &mut Runtime,
        options: SessionOptions,
        choices: Option<Rc<dyn Choices>>,
        created: impl FnOnce(Rc<Runner<Session>>),
    ) -> TestProgram {
        let event_loop = Rc::clone(runtime.event_loop());
        let ownership = Rc::new(Ownership::new(Arc::clone(&options.status), &event_loop));
        let recorder = Rc::new(Recorder::new(&ownership));
        let before = event_loop.set_observer(None);
        let own: [Rc<dyn Observer>; 2] = [Rc::clone(&ownership) as _, Rc::clone(&recorder) as _];
        let observers: Vec<Rc<dyn Observer>> = before.into_iter().chain(own).collect();
        event_loop.set_observer(Some(Rc::new(observers)));
        let runner = Runner::new(Session::new(options, &event_loop, ownership, recorder, choices));
        created(Rc::clone(&runner));
        runtime.with_context(|context| context.insert_data(SessionHandle(Rc::clone(&runner))));
        let program = (self.program)(runtime);
        let Some(prelude) = self.prelude.filter(|_| program.is_parsed()) else {
            let main = runtime.start_program(program);
            return TestProgram { runner, main: RefCell::new(main), next: RefCell::default() };
        };
        let name = self.name.with_file_name("posttask.setup.mjs");
        let prelude = self.front_end.program(prelude, &name, runtime);
        let main = runtime.start_program(prelude);
        TestProgram { runner, main: RefCell::new(main), next: RefCell::new(Some(program)) }
    }
}

/// Turns the loop until the tests have ended.
fn drive(runtime: &mut Runtime, program: &TestProgram) {
    let event_loop = Rc::clone(runtime.event_loop());
    loop {
        let turn = runtime.turn();
        program.check_limits();
        let has_more = program.after_turn(runtime);
        // What the tests have left may go on for ever.
        if program.runner.has_ended() {
            return;
        }
        if has_more || turn != Turn::Idle {
            continue;
        }
        match program.when_idle(runtime) {
            Idle::Turn => {}
            Idle::Sleep(until) => event_loop.sleep(Some(until)),
            Idle::Ended | Idle::Unfinished => return,
        }
    }
}

/// The tests of a file as the program of an exploration: their failures are errors of the run.
struct Explored(TestProgram);

impl Supervisor for Explored {
    fn after_turn(&self, runtime: &mut Runtime) -> bool {
        self.0.after_turn(runtime)
    }

    fn when_idle(&self, runtime: &mut Runtime) -> Idle {
        let idle = self.0.when_idle(runtime);
        if idle == Idle::Ended {
            for error in errors(&self.0.runner) {
                runtime.report_uncaught(&error);
            }
        }
        idle
    }
}

impl Drop for TestProgram {
    fn drop(&mut self) {
        self.runner.cancel(&cancelled());
        self.runner.host().clear();
    }
}

impl TestProgram {
    /// Returns what the tests gave.
    fn finish(&self, name: &Path, project: Option<&str>) -> Ran {
        let session = self.runner.host();
        let mut tree = self.runner.tree_mut();
        for (node, (lines, _)) in session.console.take() {
            tree.get_mut(node).console = lines;
        }
        let explorable = tree.explorable();
        let real = session.real_time();
        let on_clock = if session.options.is_real_time { real } else { session.event_loop.now().elapsed() };
        let counted = tree.left_behind().map(|left| counted_leftovers(&left));
        tree.get_mut(NodeId::ROOT).diagnostics.extend(counted.into_iter().chain(session.warnings.take()));
        let root = tree.get(NodeId::ROOT);
        let report = FileReport {
            file: name.display().to_string(),
            project: project.map(str::to_owned),
            tests: tree.reports(NodeId::ROOT),
            failures: root.failures.clone(),
            console: root.console.clone(),
            diagnostics: root.diagnostics.clone(),
            durations: Durations { on_clock, real },
        };
        Ran {
            report,
            explorable,
            uses_only: session.uses_only.get(),
            is_stopped: session.is_stopped() && tree.has_unstarted(),
        }
    }
}
