//! The argument of tests, suites and hooks.

use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use posttask::dom::AbortSignal;
use posttask::interface;
use posttask::webidl::{InterfaceBuilder, create};

use super::assert;
use super::clock::Clock;
use super::declaring::{Variant, add_hook, declare, plan};
use super::explore_handle::ExploreHandle;
use super::mock;
use super::report::{Directive, Kind};
use super::runner::Runner;
use super::session::{Session, runner};
use super::snapshots::add_snapshots;
use super::tree::{HookKind, NodeId};
use super::wait_for::wait_for;

/// The context of a test.
#[derive(Debug, Trace, Finalize)]
pub(super) struct TestContext {
    #[unsafe_ignore_trace]
    node: NodeId,
}

/// The context of a suite, or of the hooks of a file.
#[derive(Debug, Trace, Finalize)]
pub(super) struct SuiteContext {
    #[unsafe_ignore_trace]
    node: NodeId,
}

interface! {
    TestContext;
    get "name" = |it, context| name(it.node, context)?;
    get "fullName" = |it, context| full_name(it.node, context)?;
    get "filePath" = |_it, context| file_path(context)?;
    get "signal" = |it, context| signal(it.node, context)?;
    get "passed" = |it, context| has_passed(it.node, context)?;
    get "assert" = |it, context| assert_of(it.node, context)?;
    get "mock" = |it, context| mock_of(it.node, context)?;
    get "clock" = |it, context| clock(it.node, context)?;
    get "explore" = |_it, context| ExploreHandle::create(context)?;
    operation "test"(0) = test;
    operation "plan"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        plan(it.node, arguments, context)
    };
    promise "waitFor"(1) = |_: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        wait_for(arguments, context)
    };
    operation "diagnostic"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        diagnostic(it.node, arguments, context)
    };
    operation "log"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        diagnostic(it.node, arguments, context)
    };
    operation "skip"(0) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        direct(it.node, Directive::Skip, arguments, context)
    };
    operation "todo"(0) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        direct(it.node, Directive::Todo, arguments, context)
    };
    operation "before"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        add_hook(Some(it.node), HookKind::Before, arguments, context)
    };
    operation "after"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        add_hook(Some(it.node), HookKind::After, arguments, context)
    };
    operation "beforeEach"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        add_hook(Some(it.node), HookKind::BeforeEach, arguments, context)
    };
    operation "afterEach"(1) = |it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context| {
        add_hook(Some(it.node), HookKind::AfterEach, arguments, context)
    };
    with = InterfaceBuilder::hidden;
}

interface! {
    SuiteContext;
    get "name" = |it, context| name(it.node, context)?;
    get "fullName" = |it, context| full_name(it.node, context)?;
    get "filePath" = |_it, context| file_path(context)?;
    get "signal" = |it, context| signal(it.node, context)?;
    get "passed" = |it, context| has_passed(it.node, context)?;
    operation "diagnostic"(1) = |it: &Gc<SuiteContext>, arguments: &[JsValue], context: &mut Context| {
        diagnostic(it.node, arguments, context)
    };
    with = InterfaceBuilder::hidden;
}

/// Returns the context of a test or suite. It is the same each time.
pub(super) fn context_of(node: NodeId, context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let known = runner.host().tests.borrow().get(&node).and_then(|test| test.context.clone());
    if let Some(known) = known {
        return Ok(known.into());
    }
    let kind = runner.tree().get(node).declaration.kind;
    let object = match kind {
        Kind::Test => create(&Gc::new(TestContext { node }), context)?,
        Kind::Suite => create(&Gc::new(SuiteContext { node }), context)?,
    };
    runner.host().tests.borrow_mut().entry(node).or_default().context = Some(object.clone());
    Ok(object.into())
}

fn name(node: NodeId, context: &mut Context) -> JsResult<JsString> {
    Ok(runner(context)?.tree().get(node).declaration.name.as_str().into())
}

fn full_name(node: NodeId, context: &mut Context) -> JsResult<JsString> {
    Ok(runner(context)?.tree().full_name(node).into())
}

fn file_path(context: &mut Context) -> JsResult<JsString> {
    Ok(runner(context)?.host().options.path.to_string_lossy().as_ref().into())
}

/// Whether the function of the test has passed.
fn has_passed(node: NodeId, context: &mut Context) -> JsResult<bool> {
    let runner = runner(context)?;
    let tree = runner.tree();
    let node = tree.get(node);
    Ok(node.has_passed && node.failures.is_empty())
}

/// The signal that is aborted when the test ends or is cancelled.
fn signal(node: NodeId, context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let known = runner.host().tests.borrow().get(&node).and_then(|test| test.signal.clone());
    if let Some(known) = known {
        return Ok(known.object());
    }
    let signal = AbortSignal::create(context)?;
    runner.host().tests.borrow_mut().entry(node).or_default().signal = Some(signal.clone());
    Ok(signal.object())
}

fn clock(node: NodeId, context: &mut Context) -> JsResult<JsValue> {
    let started = runner(context)?.tree().get(node).started;
    Clock::create(started.map(|(since, _)| since).unwrap_or_default(), context)
}

/// The assertions of a test, which its plan counts.
fn assert_of(node: NodeId, context: &mut Context) -> JsResult<JsObject> {
    let runner = runner(context)?;
    let known = runner.host().tests.borrow().get(&node).and_then(|test| test.assert.clone());
    if let Some(known) = known {
        return Ok(known);
    }
    let counting = Rc::downgrade(&runner);
    let count = move || {
        if let Some(runner) = counting.upgrade() {
            runner.count_assertion(node);
        }
    };
    let count: Rc<dyn Fn()> = Rc::new(count);
    let object = assert::of_test(Rc::clone(&count), context)?;
    add_snapshots(&object, &count, context)?;
    runner.host().tests.borrow_mut().entry(node).or_default().assert = Some(object.clone());
    Ok(object)
}

/// The mocks of a test, which are restored when it ends.
fn mock_of(node: NodeId, context: &mut Context) -> JsResult<JsObject> {
    let runner = runner(context)?;
    let known = runner.host().tests.borrow().get(&node).and_then(|test| Some(test.mock.as_ref()?.0.clone()));
    if let Some(known) = known {
        return Ok(known);
    }
    let (object, tracker) = mock::create(context)?;
    runner.host().tests.borrow_mut().entry(node).or_default().mock = Some((object.clone(), tracker));
    Ok(object)
}

fn test(it: &Gc<TestContext>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    declare(Some(it.node), Kind::Test, Variant::Plain, arguments, context)
}

fn diagnostic(node: NodeId, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let runner = runner(context)?;
    runner.host().event_loop.host_shows();
    let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let mut tree = runner.tree_mut();
    let it = tree.get_mut(node);
    // A test that has ended does not change any more.
    if !it.has_ended() {
        it.diagnostics.push(text);
    }
    Ok(())
}

/// `t.skip` and `t.todo`.
fn direct(
    node: NodeId,
    directive: fn(Option<String>) -> Directive,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let reason = match arguments.get_or_undefined(0) {
        reason if reason.is_undefined() => None,
        reason => Some(reason.to_string(context)?.to_std_string_lossy()),
    };
    let runner = runner(context)?;
    runner.host().event_loop.host_acts();
    let mut tree = runner.tree_mut();
    let test = tree.get_mut(node);
    // Otherwise, another test could hide its failure.
    if !test.has_ended() {
        test.declaration.options.directive = Some(directive(reason));
    }
    Ok(())
}

/// Ends what JavaScript has of a test: aborts its signal, restores its mocks and resolves its promise.
pub(super) fn release(runner: &Runner<Session>, node: NodeId, context: &mut Context) {
    let session = runner.host();
    let released = {
        let mut tests = session.tests.borrow_mut();
        let Some(test) = tests.get_mut(&node) else { return };
        (test.signal.clone(), test.mock.take(), test.promise.take())
    };
    let (signal, mock, promise) = released;
    if let Some(signal) = signal {
        let aborted = AbortSignal::signal_abort(&signal, None, &session.event_loop, context);
        if let Err(error) = aborted {
            session.event_loop.report_an_exception(error, context);
        }
    }
    if let Some((_, tracker)) = mock
        && let Err(error) = tracker.reset(context)
    {
        session.event_loop.report_an_exception(error, context);
    }
    if let Some(promise) = promise {
        promise.resolve(JsValue::undefined(), &session.event_loop, context);
    }
}
