//! Declares tests and hooks, and tells which test runs.

use std::path::Path;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::event_loop::Location;
use posttask::internal::webidl::type_error;

use super::functions::{Function, function, number, path, path_value, text};
use crate::testing::declaring::{Declared, Variant, add, count, current_parent, milliseconds, read_options};
use crate::testing::options::Options;
use crate::testing::report::{Directive, Kind};
use crate::testing::session::runner;
use crate::testing::tree::{Hook, HookKind, NodeId};

pub(super) const FUNCTIONS: &[Function] = &[
    ("declare", declare),
    ("deferSuites", defer_suites),
    ("hook", hook),
    ("current", current),
    ("names", names),
    ("skip", skip),
    ("fail", fail),
    ("note", note),
    ("file", file),
    ("caller", caller),
    ("absolute", absolute),
    ("hasFailed", has_failed),
    ("hasPassed", has_passed),
    ("setTimeout", set_timeout),
    ("setLimit", set_limit),
    ("setRetries", set_retries),
];

/// `declare(kind, name, options, function)` returns the number of the test or suite.
fn declare(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let kind = if text(arguments, 0)? == "suite" { Kind::Suite } else { Kind::Test };
    let name = text(arguments, 1)?;
    let given = arguments.get_or_undefined(2).as_object();
    let (mut options, _) = read_options(given.as_ref(), Variant::Plain, context)?;
    if let Some(given) = given {
        read_more_options(&given, &mut options, context)?;
    }
    let function = arguments.get_or_undefined(3).as_callable();
    let declared = Declared { kind, name, options, signal: None, function };
    let (node, _) = add(None, declared, context)?;
    Ok(f64::from(node.as_owner()).into())
}

/// `deferSuites()` makes the functions of suites wait for the end of the file.
fn defer_suites(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    runner(context)?.host().deferred_suites.is_on.set(true);
    Ok(JsValue::undefined())
}

/// The options that `node:test` does not have.
fn read_more_options(given: &JsObject, options: &mut Options, context: &mut Context) -> JsResult<()> {
    let mut get = |name: &str| given.get(JsString::from(name), context);
    options.fails = get("fails")?.to_boolean();
    options.is_concurrent = get("concurrent")?.as_boolean();
    options.retries = count(&get("retry")?, "retry")?.unwrap_or_default();
    options.repeats = count(&get("repeats")?, "repeats")?.unwrap_or_default();
    Ok(())
}

/// `hook(kind, function, timeout, isFirst, node)` adds a hook, where the call is or to a test.
fn hook(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = text(arguments, 0)?;
    let kinds = [HookKind::Before, HookKind::BeforeEach, HookKind::AfterEach, HookKind::After];
    let kind = kinds.into_iter().find(|kind| kind.as_str() == name);
    let kind = kind.ok_or_else(|| type_error(format!("there are no {name} hooks")))?;
    let function = function(arguments, 1)?;
    let timeout = milliseconds(arguments.get_or_undefined(2), "timeout")?;
    let runner = runner(context)?;
    let is_here = arguments.get_or_undefined(4).is_undefined();
    let node = if is_here { current_parent(&runner) } else { node(arguments, 4)? };
    let hook = Hook { kind, function: runner.host().keep(function), timeout };
    let mut tree = runner.tree_mut();
    if arguments.get_or_undefined(3).to_boolean() {
        tree.get_mut(node).add_hook_first(hook);
    } else {
        tree.get_mut(node).add_hook(hook);
    }
    Ok(JsValue::undefined())
}

fn node(arguments: &[JsValue], index: usize) -> JsResult<NodeId> {
    let number = number(arguments, index)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number that declare returned")]
    Ok(NodeId::of_owner(number as u32))
}

/// `current()` returns the number of the test or suite whose code runs. 0 is the file.
fn current(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(f64::from(runner(context)?.host().ownership.current().as_owner()).into())
}

/// `names(node)` returns the names of a test and its suites, outermost first.
fn names(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let names: Vec<JsValue> = {
        let tree = runner.tree();
        tree.names(node(arguments, 0)?).into_iter().map(|name| JsString::from(name).into()).collect()
    };
    Ok(JsArray::from_iter(names, context).into())
}

/// `skip(reason)` marks the test that runs as skipped.
fn skip(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let reason = arguments.get_or_undefined(0).as_string().map(|reason| reason.to_std_string_lossy());
    let runner = runner(context)?;
    let current = runner.host().ownership.current();
    runner.tree_mut().get_mut(current).declaration.options.directive = Some(Directive::Skip(reason));
    Ok(JsValue::undefined())
}

/// `fail(error)` adds a failure to the test that runs, which goes on.
fn fail(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let error = JsError::from_opaque(arguments.get_or_undefined(0).clone());
    let runner = runner(context)?;
    let failure = runner.host().describe(error, context);
    // A test that has ended does not change any more.
    let _ = runner.fail(runner.host().ownership.current(), failure);
    Ok(JsValue::undefined())
}

/// `hasFailed(node)` tells whether a test has failures so far.
fn has_failed(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let has_failed = !runner.tree().get(node(arguments, 0)?).failures.is_empty();
    Ok(has_failed.into())
}

/// `hasPassed(node)` tells, in the hooks after a test, whether it has passed.
fn has_passed(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let tree = runner.tree();
    let it = tree.get(node(arguments, 0)?);
    Ok((it.has_passed && it.failures.is_empty()).into())
}

/// `setTimeout(node, timeout)` changes the option of a test that has been declared.
fn set_timeout(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timeout = milliseconds(arguments.get_or_undefined(1), "timeout")?;
    runner(context)?.tree_mut().get_mut(node(arguments, 0)?).declaration.options.timeout = timeout;
    Ok(JsValue::undefined())
}

/// `setLimit(node, limit)` limits how long the function or hook that runs for a test or suite may go on.
fn set_limit(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let limit = milliseconds(arguments.get_or_undefined(1), "timeout")?;
    let node = node(arguments, 0)?;
    let runner = runner(context)?;
    runner.tree_mut().get_mut(node).own_limit = limit;
    runner.wake(node);
    Ok(JsValue::undefined())
}

/// `setRetries(node, count)` changes the option of a test.
fn set_retries(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let retries = count(arguments.get_or_undefined(1), "retries")?.unwrap_or_default();
    runner(context)?.tree_mut().get_mut(node(arguments, 0)?).declaration.options.retries = retries;
    Ok(JsValue::undefined())
}

/// `note(text)` adds a message for people to the file, once.
fn note(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(arguments, 0)?;
    let runner = runner(context)?;
    let mut tree = runner.tree_mut();
    let notes = &mut tree.get_mut(NodeId::ROOT).diagnostics;
    if !notes.contains(&text) {
        notes.push(text);
    }
    Ok(JsValue::undefined())
}

/// `file()` returns the path of the test file.
fn file(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(path_value(&runner(context)?.host().options.path))
}

/// `absolute(path)` returns the absolute path of a file.
fn absolute(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let path = path(arguments, 0)?;
    Ok(path_value(&std::path::absolute(&path).unwrap_or(path)))
}

/// `caller()` returns the place of the program that called the module: its `file`, `line` and `column`.
fn caller(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let event_loop = &runner.host().event_loop;
    let place = event_loop.caller(context).and_then(|origin| event_loop.location(origin));
    let Some(Location { file, line, column, .. }) = place else { return Ok(JsValue::undefined()) };
    let file = std::path::absolute(&file).unwrap_or_else(|_| Path::new(&file).to_owned());
    let object = JsObject::with_object_proto(context.intrinsics());
    object.create_data_property_or_throw(js_string!("file"), path_value(&file), context)?;
    object.create_data_property_or_throw(js_string!("line"), line, context)?;
    object.create_data_property_or_throw(js_string!("column"), column, context)?;
    Ok(object.into())
}
