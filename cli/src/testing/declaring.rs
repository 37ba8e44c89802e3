//! `test`, `describe` and the hooks: reads their arguments, and declares tests and suites.

use std::rc::Rc;
use std::time::Duration;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::dom::AbortSignal;
use posttask::internal::webidl::when_settled;
use posttask::internal::webidl::{PendingPromise, range_error, type_error};

use boa_gc::Gc;

use super::explore_option::explore_option;
use super::failures;
use super::options::{Leftovers, Options};
use super::report::{Directive, Failure, Kind};
use super::runner::Runner;
use super::session::{JsTest, Session, runner as runner_of};
use super::test_context::context_of;
use super::tree::{Declaration, Hook, HookKind, NodeId, Phase, Tree};

/// What `.skip`, `.todo` and `.only` add to the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Plain,
    Skip,
    Todo,
    Only,
}

/// How many children run at the same time with `concurrency: true`.
const MANY: usize = usize::MAX;

/// The arguments of `test` and `describe`: a name, options and a function, each of which can be left out.
struct Arguments {
    name: Option<JsString>,
    options: Option<JsObject>,
    function: Option<JsObject>,
}

impl Arguments {
    fn new(arguments: &[JsValue]) -> Self {
        let mut rest = arguments.iter().peekable();
        let name = rest.next_if(|value| value.is_string()).and_then(JsValue::as_string);
        // A name that is undefined or null is left out.
        if name.is_none() {
            rest.next_if(|value| value.is_null_or_undefined());
        }
        let is_options = |value: &&JsValue| value.is_object() && !value.is_callable();
        let options = rest.next_if(is_options).and_then(JsValue::as_object);
        if options.is_none() && rest.len() > 1 {
            rest.next_if(|value| value.is_null_or_undefined());
        }
        let function = rest.next().and_then(JsValue::as_callable);
        Self { name, options, function }
    }
}

/// The options of a test, and the signal that it was given.
pub(super) fn read_options(
    object: Option<&JsObject>,
    variant: Variant,
    context: &mut Context,
) -> JsResult<(Options, Option<JsValue>)> {
    let mut options = Options::default();
    let mut signal = None;
    if let Some(object) = object {
        let mut get = |name: &str| object.get(JsString::from(name), context);
        let (skip, todo, only) = (get("skip")?, get("todo")?, get("only")?);
        let (timeout, concurrency, plan) = (get("timeout")?, get("concurrency")?, get("plan")?);
        let (given, leftovers, explore) = (get("signal")?, get("leftovers")?, get("explore")?);
        options.directive = directive(&skip, Directive::Skip).or_else(|| directive(&todo, Directive::Todo));
        options.only = only.to_boolean();
        options.timeout = milliseconds(&timeout, "timeout")?;
        options.concurrency = concurrency_of(&concurrency)?;
        options.plan = count(&plan, "plan")?;
        options.leftovers = leftovers_of(&leftovers)?;
        options.explore = explore_option(&explore, context)?;
        signal = (!given.is_undefined()).then_some(given);
    }
    match variant {
        Variant::Plain => {}
        Variant::Skip => options.directive = Some(Directive::Skip(None)),
        Variant::Todo => options.directive = options.directive.or(Some(Directive::Todo(None))),
        Variant::Only => options.only = true,
    }
    Ok((options, signal))
}

/// Reads `skip` or `todo`: a boolean, or a reason.
fn directive(value: &JsValue, directive: fn(Option<String>) -> Directive) -> Option<Directive> {
    let reason = value.as_string().map(|reason| reason.to_std_string_lossy());
    value.to_boolean().then(|| directive(reason))
}

/// Reads a duration in milliseconds. `None` if there is no limit.
pub(super) fn milliseconds(value: &JsValue, name: &str) -> JsResult<Option<Duration>> {
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    let number = value.as_number().ok_or_else(|| type_error(format!("the option {name} must be a number")))?;
    if number == f64::INFINITY {
        return Ok(Some(Duration::MAX));
    }
    let duration = Duration::try_from_secs_f64(number / 1_000.0);
    duration
        .map(Some)
        .map_err(|_| range_error(format!("the option {name} must be a non-negative number of milliseconds")))
}

pub(super) fn count(value: &JsValue, name: &str) -> JsResult<Option<usize>> {
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    let number = value.as_number().filter(|number| number.fract() == 0.0 && (0.0..=9e15).contains(number));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in the range")]
    let number = number.map(|number| number as usize);
    number.map(Some).ok_or_else(|| range_error(format!("the option {name} must be a non-negative integer")))
}

fn concurrency_of(value: &JsValue) -> JsResult<Option<usize>> {
    match value.as_boolean() {
        Some(true) => Ok(Some(MANY)),
        Some(false) => Ok(Some(1)),
        None => match count(value, "concurrency")? {
            Some(0) => Err(range_error("the option concurrency must be a boolean or a positive number")),
            count => Ok(count),
        },
    }
}

fn leftovers_of(value: &JsValue) -> JsResult<Option<Leftovers>> {
    if value.is_undefined() {
        return Ok(None);
    }
    match value.as_string().map(|text| text.to_std_string_lossy()).as_deref() {
        // The older name is that of the time when leftovers always made tests fail.
        Some("error" | "fail") => Ok(Some(Leftovers::Error)),
        Some("warn") => Ok(Some(Leftovers::Warn)),
        Some("ignore") => Ok(Some(Leftovers::Ignore)),
        _ => Err(type_error("the option leftovers must be 'error', 'warn' or 'ignore'")),
    }
}

/// The node to which a call of a function of the module adds: the suite that is being declared, the test that runs, or
/// the file.
pub(super) fn current_parent(runner: &Runner<Session>) -> NodeId {
    let current = runner.host().ownership.current();
    let tree = runner.tree();
    let node = tree.get(current);
    let is_open = match node.declaration.kind {
        Kind::Test => node.phase == Phase::Running,
        Kind::Suite => !node.body_has_ended,
    };
    if is_open { current } else { NodeId::ROOT }
}

/// Declares a test or suite with the arguments of `test` or `describe`. Without a parent, it is where the call is.
///
/// # Errors
///
/// `TypeError` and `RangeError` for options that are not valid. Whatever their getters throw.
pub(super) fn declare(
    parent: Option<NodeId>,
    kind: Kind,
    variant: Variant,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let Arguments { name, options, function } = Arguments::new(arguments);
    let (options, signal) = read_options(options.as_ref(), variant, context)?;
    let signal = match signal {
        None => None,
        Some(value) => Some(
            AbortSignal::from_value(&value).ok_or_else(|| type_error("the option signal must be an AbortSignal"))?,
        ),
    };
    let name = match name {
        Some(name) if !name.is_empty() => name.to_std_string_lossy(),
        _ => name_of(function.as_ref(), context)?,
    };
    add(parent, Declared { kind, name, options, signal, function }, context).map(|(_, promise)| promise)
}

/// A test or suite that the program declares.
pub(super) struct Declared {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) options: Options,
    pub(super) signal: Option<Gc<AbortSignal>>,
    pub(super) function: Option<JsObject>,
}

/// Adds a test or suite. Without a parent, it is where the call is. Returns the promise for its end, too.
///
/// # Errors
///
/// `Error` if the tests of the parent have ended.
pub(super) fn add(
    parent: Option<NodeId>,
    Declared { kind, name, mut options, signal, function }: Declared,
    context: &mut Context,
) -> JsResult<(NodeId, JsValue)> {
    let runner = runner_of(context)?;
    let session = runner.host();
    session.event_loop.host_acts();
    let parent = parent.unwrap_or_else(|| current_parent(&runner));
    if let Some(message) = refusal(&runner.tree(), parent, &name) {
        return Err(JsNativeError::error().with_message(message).into());
    }
    // In other runners, it needs no option of the command.
    if options.only && !session.collects_first.get() {
        session.uses_only.set(true);
    }
    // What is in a suite to do is to do, too.
    let is_to_do = matches!(runner.tree().get(parent).declaration.options.directive, Some(Directive::Todo(_)));
    if is_to_do && options.directive.is_none() {
        options.directive = Some(Directive::Todo(None));
    }
    let origin = session.event_loop.caller(context);
    let location = origin.and_then(|origin| session.event_loop.location(origin));
    // Other runners collect the tests of a suite that they skip.
    let is_collected = kind == Kind::Suite && session.collects_first.get();
    let is_skipped = matches!(options.directive, Some(Directive::Skip(_)));
    let function = function.filter(|_| !is_skipped || is_collected);
    let build = function.clone().filter(|_| kind == Kind::Suite);
    let function = function.filter(|_| kind == Kind::Test).map(|function| session.keep(function));
    let has_body = function.is_some() || build.is_some();
    let declaration = Declaration { name, kind, options, location, origin, function };
    let node = runner.declare(parent, declaration);
    let parent_is_test = {
        let mut tree = runner.tree_mut();
        let parent = tree.get_mut(parent);
        parent.counted += 1;
        parent.declaration.kind == Kind::Test
    };
    let in_suite = parent != NodeId::ROOT && !parent_is_test;
    let mut test = JsTest { has_given_signal: signal.is_some(), ..JsTest::default() };
    // The promise of a test in a suite is already resolved, as the file cannot wait for it.
    let promise = if in_suite {
        JsPromise::resolve(JsValue::undefined(), context)?.into()
    } else {
        let (promise, pending) = PendingPromise::new(context);
        test.promise = Some(pending);
        promise
    };
    session.tests.borrow_mut().insert(node, test);
    if let Some(signal) = signal {
        follow(node, &signal, context)?;
    }
    match build {
        Some(build) if session.deferred_suites.is_on.get() && !parent_is_test => {
            session.deferred_suites.add(node, build);
        }
        Some(build) => build_suite(node, &build, context)?,
        None if kind == Kind::Suite || !has_body => runner.end_body(node),
        None => {}
    }
    Ok((node, promise))
}

/// Returns why a test cannot be added to a parent, if it cannot.
fn refusal(tree: &Tree, parent: NodeId, name: &str) -> Option<String> {
    let node = tree.get(parent);
    if !node.is_closed && !node.has_ended() {
        return None;
    }
    let parent = if parent == NodeId::ROOT { "the file".to_owned() } else { format!("'{}'", tree.full_name(parent)) };
    Some(format!("cannot add the test '{name}': the tests of {parent} have ended"))
}

/// Ends a test when its signal is aborted.
fn follow(test: NodeId, signal: &Gc<AbortSignal>, context: &mut Context) -> JsResult<()> {
    let runner = runner_of(context)?;
    if signal.is_aborted() {
        runner.host().abort(test, &failures::aborted(&signal.reason(), context));
        return Ok(());
    }
    let weak = Rc::downgrade(&runner);
    let abort = move |signal: &Gc<AbortSignal>, context: &mut Context| {
        if let Some(runner) = weak.upgrade() {
            runner.host().abort(test, &failures::aborted(&signal.reason(), context));
        }
    };
    // The algorithm stays until the signal is aborted. Then it has no effect if the test has ended.
    AbortSignal::on_abort(signal, abort);
    Ok(())
}

/// Returns the name of a function, or that of a test without a name.
fn name_of(function: Option<&JsObject>, context: &mut Context) -> JsResult<String> {
    let name = match function {
        Some(function) => function.get(js_string!("name"), context)?.as_string(),
        None => None,
    };
    Ok(name.filter(|name| !name.is_empty()).map_or("<anonymous>".to_owned(), |name| name.to_std_string_lossy()))
}

/// Calls the function of a suite, which declares its tests. It may be asynchronous.
pub(super) fn build_suite(suite: NodeId, function: &JsObject, context: &mut Context) -> JsResult<()> {
    let runner = runner_of(context)?;
    let session = runner.host();
    let argument = context_of(suite, context)?;
    let ownership = Rc::clone(&session.ownership);
    let result = ownership.within(suite, || function.call(&argument, std::slice::from_ref(&argument), context));
    let ended = move |result: JsResult<JsValue>, context: &mut Context| {
        // The function may outlive the runner.
        let Ok(runner) = runner_of(context) else { return };
        let session = runner.host();
        if let Err(error) = result {
            let failure = session.describe(error, context);
            fail_to_build(&runner, suite, failure);
        }
        runner.end_body(suite);
    };
    let promise = result.as_ref().ok().and_then(JsValue::as_object).map(JsPromise::from_object);
    match promise {
        Some(Ok(promise)) => when_settled(&promise, Box::new(ended), context),
        _ => ended(result, context),
    }
    Ok(())
}

/// Adds the failure of the function of a suite, which has not ended. In other runners, the file has failed then.
pub(super) fn fail_to_build(runner: &Runner<Session>, suite: NodeId, failure: Failure) {
    let session = runner.host();
    session.has_failed_to_load.set(true);
    let failed = if session.collects_first.get() { NodeId::ROOT } else { suite };
    let _ = runner.fail(failed, failure);
}

/// Adds a hook. Without a node, it belongs to the suite, test or file where the call is.
///
/// # Errors
///
/// `TypeError` if there is no function, or for options that are not valid.
pub(super) fn add_hook(
    node: Option<NodeId>,
    kind: HookKind,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let runner = runner_of(context)?;
    let function = arguments.get_or_undefined(0).as_callable();
    let function =
        function.ok_or_else(|| type_error(format!("{}: the first argument must be a function", kind.as_str())))?;
    let timeout = match arguments.get_or_undefined(1).as_object() {
        Some(options) => milliseconds(&options.get(js_string!("timeout"), context)?, "timeout")?,
        None => None,
    };
    let node = node.unwrap_or_else(|| current_parent(&runner));
    runner.host().event_loop.host_acts();
    let function = runner.host().keep(function);
    runner.tree_mut().get_mut(node).add_hook(Hook { kind, function, timeout });
    Ok(())
}

/// Sets how many assertions and subtests a test has.
///
/// # Errors
///
/// `Error` if this is already known.
pub(super) fn plan(test: NodeId, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let planned = count(arguments.get_or_undefined(0), "plan")?;
    let wait = match arguments.get_or_undefined(1) {
        options if options.is_undefined() => None,
        options => wait_of(&options.to_object(context)?.get(js_string!("wait"), context)?)?,
    };
    let runner = runner_of(context)?;
    runner.host().event_loop.host_acts();
    let mut tree = runner.tree_mut();
    let options = &mut tree.get_mut(test).declaration.options;
    if options.plan.is_some() {
        return Err(JsNativeError::error().with_message("cannot set plan more than once").into());
    }
    options.plan = planned;
    options.plan_wait = wait;
    Ok(())
}

/// The option `wait` of a plan: for ever, for a number of milliseconds, or not.
fn wait_of(value: &JsValue) -> JsResult<Option<Duration>> {
    match value.as_boolean() {
        Some(waits) => Ok(waits.then_some(Duration::MAX)),
        None => milliseconds(value, "wait"),
    }
}
