//! The tests of a file in one runtime: the functions that they consist of, and what they wait for.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boa_engine::{Context, JsError, JsObject, JsResult};
use boa_gc::Gc;
use futures_channel::oneshot;
use futures_util::future::{FutureExt, LocalBoxFuture};
use posttask::dom::AbortSignal;
use posttask::event_loop::{Clock, EventLoop, RealTime, Timestamp};
use posttask::internal::exploration::Choices;
use posttask::internal::webidl::{PendingPromise, type_error};
use rustc_hash::FxHashMap;

use super::clock_state::ClockState;
use super::deferred_suites::DeferredSuites;
use super::endings::cancelled;
use super::failures;
use super::host::{Call, Host, Outcome};
use super::mock::MockTracker;
use super::options::Leftovers;
use super::ownership::Ownership;
use super::recorder::Recorder;
use super::report::{ConsoleLine, Failure, FailureKind, Kind};
use super::runner::Runner;
use super::selection::Selection;
use super::status::Status;
use super::tree::{FunctionId, NodeId, Tree};

/// The maximum number of bytes that are kept of what a test prints.
const KEPT_OUTPUT: usize = 1 << 20;

/// The runner of a runtime, as the functions of `node:test` find it.
pub(super) struct SessionHandle(pub(super) Rc<Runner<Session>>);

/// What a test has in JavaScript.
#[derive(Default)]
pub(super) struct JsTest {
    /// The argument of its function and hooks.
    pub(super) context: Option<JsObject>,
    /// `t.signal`, once it has been read.
    pub(super) signal: Option<Gc<AbortSignal>>,
    /// Whether it has the option `signal`.
    pub(super) has_given_signal: bool,
    /// The failure, if that signal has been aborted.
    pub(super) aborted: Option<Failure>,
    pub(super) mock: Option<(JsObject, MockTracker)>,
    pub(super) assert: Option<JsObject>,
    /// Settles the promise that declared the test.
    pub(super) promise: Option<PendingPromise>,
}

/// A call whose promise has not been settled.
pub(super) struct OpenCall {
    pub(super) node: NodeId,
    pub(super) since: Timestamp,
    pub(super) since_real: Duration,
    /// How much time tests had moved before.
    pub(super) moved_before: Duration,
    pub(super) sender: oneshot::Sender<Outcome>,
    /// Whether the function has not returned yet, and the outcome that it has passed to its callback.
    pub(super) is_running: bool,
    pub(super) passed: Option<Outcome>,
}

/// The settings of a session.
pub(crate) struct SessionOptions {
    /// The path of the file.
    pub(crate) path: PathBuf,
    pub(crate) selection: Selection,
    /// How long a test may take by its clock, if it does not say that itself.
    pub(crate) timeout: Duration,
    /// How long a test may take in real time.
    pub(crate) wall_timeout: Duration,
    pub(crate) leftovers: Leftovers,
    /// The settings of the project for tests of other runners, as JSON.
    pub(crate) settings: Arc<String>,
    /// Whether the tests run in real time.
    pub(crate) is_real_time: bool,
    /// The number of failed tests after which no more start, over all files.
    pub(crate) bail: Option<usize>,
    /// Set when no more tests are to start.
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) status: Arc<Status>,
}

/// The state of a test file that runs.
pub(super) struct Session {
    pub(super) options: SessionOptions,
    pub(super) event_loop: Rc<EventLoop>,
    pub(super) ownership: Rc<Ownership>,
    pub(super) recorder: Rc<Recorder>,
    pub(super) clock: ClockState,
    /// Makes choices, if the orders of a test are explored.
    pub(super) choices: Option<Rc<dyn Choices>>,
    /// The number of choices that tests have made.
    pub(super) choices_made: Cell<usize>,
    functions: RefCell<Vec<JsObject>>,
    pub(super) tests: RefCell<FxHashMap<NodeId, JsTest>>,
    /// Calls that have not been made.
    requested: RefCell<VecDeque<(u64, Call)>>,
    next_call: Cell<u64>,
    pub(super) open_calls: RefCell<FxHashMap<u64, OpenCall>>,
    alarms: RefCell<Vec<(Timestamp, oneshot::Sender<()>)>>,
    report_waiters: RefCell<Vec<oneshot::Sender<()>>>,
    abort_waiters: RefCell<Vec<(NodeId, oneshot::Sender<Failure>)>>,
    /// Tests that have ended, and are to be released.
    ended: RefCell<Vec<NodeId>>,
    real_time: RealTime,
    /// What each test has printed, and how many bytes that are.
    pub(super) console: RefCell<FxHashMap<NodeId, (Vec<ConsoleLine>, usize)>>,
    /// Uncaught errors, which may be reported while the tree is in use.
    pub(super) uncaught: RefCell<Vec<(NodeId, Failure)>>,
    /// What the file is warned of.
    pub(super) warnings: RefCell<Vec<String>>,
    /// Whether microtasks were dropped since the last look, because they had no end.
    pub(super) has_endless_microtasks: Cell<bool>,
    pub(super) uses_only: Cell<bool>,
    /// Whether the tests are those of another runner, which collects them before it runs them.
    pub(super) collects_first: Cell<bool>,
    pub(super) deferred_suites: DeferredSuites,
    /// Whether the file, or the function of a suite, has thrown while the tests were collected.
    pub(super) has_failed_to_load: Cell<bool>,
    random: RefCell<fastrand::Rng>,
}

impl Session {
    pub(super) fn new(
        options: SessionOptions,
        event_loop: &Rc<EventLoop>,
        ownership: Rc<Ownership>,
        recorder: Rc<Recorder>,
        choices: Option<Rc<dyn Choices>>,
    ) -> Self {
        let seed = options.selection.shuffle_seed.unwrap_or_default();
        Self {
            options,
            event_loop: Rc::clone(event_loop),
            ownership,
            recorder,
            clock: ClockState::default(),
            choices,
            choices_made: Cell::default(),
            functions: RefCell::default(),
            tests: RefCell::default(),
            requested: RefCell::default(),
            next_call: Cell::default(),
            open_calls: RefCell::default(),
            alarms: RefCell::default(),
            report_waiters: RefCell::default(),
            abort_waiters: RefCell::default(),
            ended: RefCell::default(),
            real_time: RealTime::new(),
            console: RefCell::default(),
            uncaught: RefCell::default(),
            warnings: RefCell::default(),
            has_endless_microtasks: Cell::default(),
            uses_only: Cell::default(),
            collects_first: Cell::default(),
            has_failed_to_load: Cell::default(),
            deferred_suites: DeferredSuites::default(),
            random: RefCell::new(fastrand::Rng::with_seed(seed)),
        }
    }

    /// Keeps a function of the program.
    pub(super) fn keep(&self, function: JsObject) -> FunctionId {
        let mut functions = self.functions.borrow_mut();
        functions.push(function);
        FunctionId(functions.len() - 1)
    }

    pub(super) fn function(&self, id: FunctionId) -> Option<JsObject> {
        self.functions.borrow().get(id.0).cloned()
    }

    pub(super) fn take_requested_call(&self) -> Option<(u64, Call)> {
        self.requested.borrow_mut().pop_front()
    }

    pub(super) fn take_ended(&self) -> Vec<NodeId> {
        self.ended.take()
    }

    /// Describes the exception of a test or hook.
    pub(super) fn describe(&self, error: JsError, context: &mut Context) -> Failure {
        failures::of_exception(error, &self.event_loop, context)
    }

    /// Wakes what waits for a time that has come, or for reports that have been made.
    pub(super) fn wake(&self) {
        let now = self.event_loop.now();
        let due: Vec<_> = self.alarms.borrow_mut().extract_if(.., |(due, _)| *due <= now).collect();
        for (_, sender) in due {
            let _ = sender.send(());
        }
        if !self.ownership.has_reports() {
            for waiter in self.report_waiters.take() {
                let _ = waiter.send(());
            }
        }
    }

    /// The next time for which a test waits.
    pub(super) fn next_alarm(&self) -> Option<Timestamp> {
        self.alarms.borrow_mut().retain(|(_, sender)| !sender.is_canceled());
        self.alarms.borrow().iter().map(|(due, _)| *due).min()
    }

    /// The signal that a test was given has been aborted.
    pub(super) fn abort(&self, node: NodeId, failure: &Failure) {
        self.tests.borrow_mut().entry(node).or_default().aborted = Some(failure.clone());
        let waiting: Vec<_> = self.abort_waiters.borrow_mut().extract_if(.., |(of, _)| *of == node).collect();
        for (_, sender) in waiting {
            let _ = sender.send(failure.clone());
        }
    }

    /// Adds a line to what the running test has printed.
    pub(super) fn print(&self, is_error: bool, text: &str) {
        let mut console = self.console.borrow_mut();
        let (lines, size) = console.entry(self.ownership.current()).or_default();
        if *size > KEPT_OUTPUT {
            return;
        }
        *size += text.len();
        let text = if *size > KEPT_OUTPUT { "... the rest of the output is omitted" } else { text };
        lines.push(ConsoleLine { is_error, text: text.to_owned() });
    }

    /// Drops everything that refers to the program.
    pub(super) fn clear(&self) {
        drop((self.functions.take(), self.tests.take(), self.open_calls.take(), self.abort_waiters.take()));
        drop((self.requested.take(), self.alarms.take(), self.report_waiters.take()));
        self.clock.clear();
    }
}

impl Host for Session {
    fn call(&self, call: Call) -> LocalBoxFuture<'static, Outcome> {
        let (sender, receiver) = oneshot::channel();
        let number = self.next_call.get();
        self.next_call.set(number + 1);
        let open = OpenCall {
            node: call.node,
            since: self.now(),
            since_real: self.real_time(),
            moved_before: self.clock.moved.get(),
            sender,
            is_running: false,
            passed: None,
        };
        self.open_calls.borrow_mut().insert(number, open);
        self.requested.borrow_mut().push_back((number, call));
        receiver.map(|outcome| outcome.unwrap_or(Ok(()))).boxed_local()
    }

    fn now(&self) -> Timestamp {
        self.event_loop.now()
    }

    fn real_time(&self) -> Duration {
        if self.options.is_real_time { self.event_loop.now().elapsed() } else { self.real_time.now().elapsed() }
    }

    fn sleep_until(&self, time: Timestamp) -> LocalBoxFuture<'static, ()> {
        let (sender, receiver) = oneshot::channel();
        self.alarms.borrow_mut().push((time, sender));
        receiver.map(drop).boxed_local()
    }

    fn aborted(&self, node: NodeId) -> LocalBoxFuture<'static, Failure> {
        let tests = self.tests.borrow();
        match tests.get(&node) {
            Some(JsTest { aborted: Some(failure), .. }) => std::future::ready(failure.clone()).boxed_local(),
            Some(JsTest { has_given_signal: true, .. }) => {
                let (sender, receiver) = oneshot::channel();
                self.abort_waiters.borrow_mut().push((node, sender));
                // The sender is only dropped with the session.
                receiver.then(|aborted| async { aborted.unwrap_or_else(|_| cancelled()) }).boxed_local()
            }
            _ => std::future::pending().boxed_local(),
        }
    }

    fn reported(&self, _: NodeId) -> LocalBoxFuture<'static, ()> {
        if !self.ownership.has_reports() {
            return std::future::ready(()).boxed_local();
        }
        let (sender, receiver) = oneshot::channel();
        self.report_waiters.borrow_mut().push(sender);
        receiver.map(drop).boxed_local()
    }

    fn default_leftovers(&self) -> Leftovers {
        self.options.leftovers
    }

    fn leftovers(&self, node: NodeId) -> Option<(usize, Failure)> {
        let left = self.ownership.left(node);
        let waits = self.clock.open(node);
        let count = left.len() + waits;
        (count > 0).then(|| (count, failures::of_leftovers(&left, waits, &self.event_loop)))
    }

    fn selects(&self, tree: &Tree, node: NodeId) -> bool {
        // Other runners run no test of a file that throws.
        let can_run = !(self.collects_first.get() && self.has_failed_to_load.get());
        can_run && self.options.selection.selects(tree, node)
    }

    fn collects_first(&self) -> bool {
        self.collects_first.get()
    }

    fn is_time_faked(&self) -> bool {
        self.clock.is_faked.get()
    }

    fn moved_time(&self) -> Duration {
        self.clock.moved.get()
    }

    fn pick(&self, count: usize) -> usize {
        if self.options.selection.shuffle_seed.is_some() { self.random.borrow_mut().usize(..count) } else { 0 }
    }

    fn is_stopped(&self) -> bool {
        let SessionOptions { bail, stop, status, .. } = &self.options;
        stop.load(Ordering::Relaxed) || bail.is_some_and(|most| status.failed() >= most)
    }

    fn starts(&self, tree: &Tree, node: NodeId) {
        self.recorder.test_starts(tree, node);
        let location = tree.get(node).declaration.location.clone();
        self.options.status.test_starts(tree.full_name(node), location);
    }

    fn ended(&self, tree: &Tree, node: NodeId) {
        self.event_loop.host_acts();
        self.set_time_held(false);
        self.clock.end(node);
        self.recorder.test_ended(node, self.event_loop.now());
        let it = tree.get(node);
        if it.declaration.kind == Kind::Test && tree.is_failure(node) {
            self.options.status.test_failed();
        }
        // A test that takes too long may be a loop without an end, in which no time can pass for the others.
        if it.failures.iter().any(|failure| failure.kind == FailureKind::Timeout) {
            self.event_loop.abandon(node.as_owner());
        }
        if it.parent == Some(NodeId::ROOT) {
            self.options.status.test_ended(tree.report(node));
        }
        self.ended.borrow_mut().push(node);
    }
}

/// Returns the runner of a context.
///
/// # Errors
///
/// Whether the program of a context is a test file.
pub(crate) fn runs_tests(context: &Context) -> bool {
    context.has_data::<SessionHandle>()
}

/// `TypeError` if the program is not a test file that `posttask test` runs.
pub(super) fn runner(context: &Context) -> JsResult<Rc<Runner<Session>>> {
    let handle = context.get_data::<SessionHandle>().map(|handle| Rc::clone(&handle.0));
    handle.ok_or_else(|| type_error("this module runs the tests of a file: start it with posttask test FILE"))
}
