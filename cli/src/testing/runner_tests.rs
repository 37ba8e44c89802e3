//! The runner without an engine: functions are entries of a table, and time is a number.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_channel::oneshot;
use futures_util::future::{FutureExt, LocalBoxFuture};
use posttask::event_loop::Timestamp;

use super::endings::failure;
use super::host::{Call, Host, Outcome};
use super::options::{Leftovers, Options};
use super::report::{Directive, Ending, Failure, FailureKind, Kind};
use super::runner::Runner;
use super::tree::{Declaration, FunctionId, Hook, HookKind, NodeId, Phase, Tree};

/// What a function does.
#[derive(Clone, Debug)]
enum Function {
    Returns,
    Throws,
    /// Its promise is resolved after this many milliseconds.
    Takes(u64),
    Never,
}

/// A host whose functions are entries of a table. It logs their names.
#[derive(Default)]
struct Table {
    functions: RefCell<Vec<(String, Function)>>,
    log: RefCell<Vec<String>>,
    now: Cell<u64>,
    sleeping: RefCell<Vec<(u64, oneshot::Sender<()>)>>,
    ended: RefCell<Vec<NodeId>>,
    left: RefCell<Vec<NodeId>>,
    stops_after: Cell<Option<usize>>,
}

fn at(milliseconds: u64) -> Timestamp {
    Timestamp::since_origin(Duration::from_millis(milliseconds))
}

impl Table {
    fn function(&self, name: &str, function: Function) -> FunctionId {
        self.functions.borrow_mut().push((name.to_owned(), function));
        FunctionId(self.functions.borrow().len() - 1)
    }

    /// Lets time pass until the next sleeper wakes. Returns whether there was one.
    fn sleep(&self) -> bool {
        self.sleeping.borrow_mut().retain(|(_, sender)| !sender.is_canceled());
        let Some(next) = self.sleeping.borrow().iter().map(|(due, _)| *due).min() else { return false };
        self.now.set(next);
        let due: Vec<_> = self.sleeping.borrow_mut().extract_if(.., |(due, _)| *due <= next).collect();
        for (_, sender) in due {
            let _ = sender.send(());
        }
        true
    }
}

impl Host for Table {
    fn call(&self, call: Call) -> LocalBoxFuture<'static, Outcome> {
        let (name, function) = self.functions.borrow()[call.function.0].clone();
        self.log.borrow_mut().push(name.clone());
        match function {
            Function::Returns => async { Ok(()) }.boxed_local(),
            Function::Throws => async { Err(Box::new(failure(FailureKind::TestCode, name))) }.boxed_local(),
            Function::Takes(time) => self.sleep_until(at(self.now.get() + time)).map(Ok).boxed_local(),
            Function::Never => std::future::pending().boxed_local(),
        }
    }

    fn now(&self) -> Timestamp {
        at(self.now.get())
    }

    fn real_time(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep_until(&self, time: Timestamp) -> LocalBoxFuture<'static, ()> {
        let (sender, receiver) = oneshot::channel();
        let time = u64::try_from(time.elapsed().as_millis()).unwrap();
        self.sleeping.borrow_mut().push((time, sender));
        receiver.map(drop).boxed_local()
    }

    fn aborted(&self, _: NodeId) -> LocalBoxFuture<'static, Failure> {
        std::future::pending().boxed_local()
    }

    fn reported(&self, _: NodeId) -> LocalBoxFuture<'static, ()> {
        std::future::ready(()).boxed_local()
    }

    fn default_leftovers(&self) -> Leftovers {
        Leftovers::Error
    }

    fn leftovers(&self, node: NodeId) -> Option<(usize, Failure)> {
        let has_left = self.left.borrow().contains(&node);
        has_left.then(|| (1, failure(FailureKind::Leftovers, "left".to_owned())))
    }

    fn selects(&self, tree: &Tree, node: NodeId) -> bool {
        !tree.get(node).declaration.name.starts_with("unselected")
    }

    fn pick(&self, _: usize) -> usize {
        0
    }

    fn collects_first(&self) -> bool {
        false
    }

    fn is_time_faked(&self) -> bool {
        false
    }

    fn moved_time(&self) -> Duration {
        Duration::ZERO
    }

    fn is_stopped(&self) -> bool {
        self.stops_after.get().is_some_and(|most| self.ended.borrow().len() >= most)
    }

    fn starts(&self, _: &Tree, _: NodeId) {}

    fn ended(&self, _: &Tree, node: NodeId) {
        self.ended.borrow_mut().push(node);
    }
}

/// A file whose tests are declared one by one.
struct File(Rc<Runner<Table>>);

impl File {
    fn new() -> Self {
        Self(Runner::new(Table::default()))
    }

    fn declare(&self, parent: NodeId, name: &str, kind: Kind, function: Option<Function>, options: Options) -> NodeId {
        let function = function.map(|function| self.0.host().function(name, function));
        let declaration = Declaration { name: name.to_owned(), kind, options, location: None, origin: None, function };
        let node = self.0.declare(parent, declaration);
        if kind == Kind::Suite {
            self.0.end_body(node);
        }
        node
    }

    fn test(&self, parent: NodeId, name: &str, function: Function) -> NodeId {
        self.declare(parent, name, Kind::Test, Some(function), Options::default())
    }

    fn suite(&self, parent: NodeId, name: &str) -> NodeId {
        self.declare(parent, name, Kind::Suite, None, Options::default())
    }

    fn hook(&self, node: NodeId, kind: HookKind, name: &str, function: Function) {
        let function = self.0.host().function(name, function);
        self.0.tree_mut().get_mut(node).add_hook(Hook { kind, function, timeout: None });
    }

    /// Runs all tests, and returns the names of the functions in the order in which they were called.
    fn run(&self) -> String {
        self.0.end_body(NodeId::ROOT);
        self.0.poll();
        while !self.0.has_ended() && self.0.host().sleep() {
            self.0.poll();
        }
        self.0.host().log.take().join(" ")
    }

    fn ending(&self, node: NodeId) -> Option<Ending> {
        match self.0.tree().get(node).phase {
            Phase::Ended(ending) => Some(ending),
            _ => None,
        }
    }

    fn failure(&self, node: NodeId) -> Option<FailureKind> {
        self.0.tree().get(node).failures.first().map(|failure| failure.kind)
    }
}

#[test]
fn hooks_run_from_the_outside_inwards_and_back() {
    let file = File::new();
    for (kind, name) in
        [(HookKind::Before, "B"), (HookKind::BeforeEach, "b"), (HookKind::AfterEach, "a"), (HookKind::After, "A")]
    {
        file.hook(NodeId::ROOT, kind, &format!("{name}0"), Function::Returns);
    }
    let outer = file.suite(NodeId::ROOT, "outer");
    let inner = file.suite(outer, "inner");
    for (suite, level) in [(outer, 1), (inner, 2)] {
        file.hook(suite, HookKind::Before, &format!("B{level}"), Function::Takes(1));
        file.hook(suite, HookKind::BeforeEach, &format!("b{level}"), Function::Returns);
        file.hook(suite, HookKind::AfterEach, &format!("a{level}"), Function::Takes(1));
        file.hook(suite, HookKind::After, &format!("A{level}"), Function::Returns);
    }
    file.test(inner, "one", Function::Takes(3));
    file.test(inner, "two", Function::Throws);
    file.test(NodeId::ROOT, "three", Function::Returns);
    let expected = "B0 B1 B2 b0 b1 b2 one a2 a1 a0 b0 b1 b2 two a2 a1 a0 A2 A1 b0 three a0 A0";
    assert_eq!(file.run(), expected);
    assert_eq!(file.ending(outer), Some(Ending::Failed));
    assert_eq!(file.failure(outer), Some(FailureKind::Subtests));
}

#[test]
fn a_failed_before_hook_cancels_the_tests_of_its_suite() {
    let file = File::new();
    let suite = file.suite(NodeId::ROOT, "suite");
    file.hook(suite, HookKind::Before, "before", Function::Throws);
    file.hook(suite, HookKind::After, "after", Function::Returns);
    let test = file.test(suite, "test", Function::Returns);
    let next = file.test(NodeId::ROOT, "next", Function::Returns);
    assert_eq!(file.run(), "before after next");
    assert_eq!((file.ending(test), file.ending(next)), (Some(Ending::Cancelled), Some(Ending::Passed)));
    assert_eq!(file.failure(suite), Some(FailureKind::Hook));
}

#[test]
fn a_failed_before_each_hook_fails_the_test_but_hooks_after_it_run() {
    let file = File::new();
    file.hook(NodeId::ROOT, HookKind::BeforeEach, "b", Function::Throws);
    file.hook(NodeId::ROOT, HookKind::BeforeEach, "b2", Function::Returns);
    file.hook(NodeId::ROOT, HookKind::AfterEach, "a", Function::Throws);
    file.hook(NodeId::ROOT, HookKind::AfterEach, "a2", Function::Returns);
    let test = file.test(NodeId::ROOT, "test", Function::Returns);
    assert_eq!(file.run(), "b a a2");
    assert_eq!(file.failure(test), Some(FailureKind::Hook));
}

#[test]
fn a_timeout_cancels_a_test_and_its_subtests() {
    let file = File::new();
    let options = Options { timeout: Some(Duration::from_millis(10)), ..Options::default() };
    let test = file.declare(NodeId::ROOT, "test", Kind::Test, Some(Function::Never), options);
    let slow = file.test(test, "slow", Function::Takes(20));
    let waiting = file.test(test, "waiting", Function::Returns);
    assert_eq!(file.run(), "test slow");
    for (node, kind) in [
        (test, FailureKind::Timeout),
        (slow, FailureKind::CancelledByParent),
        (waiting, FailureKind::CancelledByParent),
    ] {
        assert_eq!((file.ending(node), file.failure(node)), (Some(Ending::Cancelled), Some(kind)));
    }
    assert_eq!(file.0.host().now.get(), 10);
}

#[test]
fn subtests_may_outlast_the_function_of_their_test() {
    let file = File::new();
    let test = file.test(NodeId::ROOT, "test", Function::Returns);
    let subtest = file.test(test, "subtest", Function::Takes(30));
    assert_eq!(file.run(), "test subtest");
    assert_eq!((file.ending(test), file.ending(subtest)), (Some(Ending::Passed), Some(Ending::Passed)));
    assert_eq!(file.0.tree().get(test).durations.on_clock, Duration::from_millis(30));
}

#[test]
fn concurrency_limits_how_many_children_run() {
    let file = File::new();
    let options = Options { concurrency: Some(2), ..Options::default() };
    let suite = file.declare(NodeId::ROOT, "suite", Kind::Suite, None, options);
    for (name, time) in [("a", 30), ("b", 10), ("c", 10), ("d", 5)] {
        file.test(suite, name, Function::Takes(time));
    }
    assert_eq!(file.run(), "a b c d");
    assert_eq!(file.0.host().now.get(), 30);
}

#[test]
fn skipped_tests_and_tests_that_are_not_selected_do_not_run() {
    let file = File::new();
    file.hook(NodeId::ROOT, HookKind::BeforeEach, "b", Function::Returns);
    let skip = Options { directive: Some(Directive::Skip(None)), ..Options::default() };
    let skipped = file.declare(NodeId::ROOT, "skipped", Kind::Test, Some(Function::Throws), skip);
    file.test(NodeId::ROOT, "unselected", Function::Throws);
    assert_eq!(file.run(), "");
    assert_eq!(file.ending(skipped), Some(Ending::Passed));
    assert_eq!(file.0.tree().reports(NodeId::ROOT).len(), 1);
}

#[test]
fn leftovers_fail_only_tests_that_would_pass() {
    let file = File::new();
    let tests = [("passes", Function::Returns), ("fails", Function::Throws)]
        .map(|(name, function)| file.test(NodeId::ROOT, name, function));
    let ignore = Options { leftovers: Some(Leftovers::Ignore), ..Options::default() };
    let ignoring = file.declare(NodeId::ROOT, "ignores", Kind::Test, Some(Function::Returns), ignore);
    file.0.host().left.borrow_mut().extend(tests.into_iter().chain([ignoring]));
    file.run();
    assert_eq!(tests.map(|test| file.failure(test)), [Some(FailureKind::Leftovers), Some(FailureKind::TestCode)]);
    assert_eq!(file.ending(ignoring), Some(Ending::Passed));
}

#[test]
fn no_test_starts_after_the_run_was_stopped() {
    let file = File::new();
    file.0.host().stops_after.set(Some(1));
    file.test(NodeId::ROOT, "one", Function::Throws);
    let two = file.test(NodeId::ROOT, "two", Function::Returns);
    assert_eq!(file.run(), "one");
    assert_eq!(file.ending(two), None);
    assert!(file.0.has_ended() && file.0.tree().has_unstarted());
}

#[test]
fn ten_thousand_tests_take_linear_time() {
    let file = File::new();
    for number in 0..10_000 {
        file.test(NodeId::ROOT, &number.to_string(), Function::Returns);
    }
    assert_eq!(file.run().split(' ').count(), 10_000);
}
