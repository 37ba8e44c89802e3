//! `assertOrder`, `assertNoStarvation`, `assertNoInversions` and `assertNoWarnings`.

use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsResult, JsValue};
use posttask::internal::webidl::event_loop;

use super::limits::Limits;
use super::objects::strings;
use super::record::Record;
use super::recording::{recording_of, warnings_of};
use super::wording::{described, inverted, list, waited};
use crate::testing::assert::{Failed, differences, failed, invalid_arg_type};

/// The heading of the comparison that `assertOrder` shows.
const ANOTHER_ORDER: &str = "The functions with labels ran in another order:";

/// `assertOrder(recording, expected, message)`.
pub(super) fn assert_order(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let record = recording_of(arguments.get_or_undefined(0), context)?;
    let expected = labels_of(arguments.get_or_undefined(1), context)?;
    let actual = record.history.borrow().labels();
    if actual == expected {
        return Ok(JsValue::undefined());
    }
    let (actual, expected) = (strings(&actual, context).into(), strings(&expected, context).into());
    let differences = differences(ANOTHER_ORDER, &actual, &expected, context)?;
    let message = format!("{}\n\n{}", differences.trim_end(), what_ran(&record, context)?);
    let failure = Failed { operator: "assertOrder", message, actual, expected };
    Err(failed(failure, arguments.get_or_undefined(2), context))
}

/// Reads a list of labels.
fn labels_of(value: &JsValue, context: &mut Context) -> JsResult<Vec<Rc<str>>> {
    let list = value.as_object().filter(boa_engine::JsObject::is_array).and_then(|it| JsArray::from_object(it).ok());
    let Some(list) = list else {
        return Err(invalid_arg_type("expected", "an array of strings", value, context));
    };
    let mut labels = Vec::new();
    for index in 0..list.length(context)? {
        let label = list.get(index, context)?;
        let Some(text) = label.as_string() else {
            return Err(invalid_arg_type(&format!("expected[{index}]"), "of type string", &label, context));
        };
        labels.push(text.to_std_string_lossy().into());
    }
    Ok(labels)
}

/// Lists all work that ran.
fn what_ran(record: &Record, context: &mut Context) -> JsResult<String> {
    let event_loop = event_loop(context)?;
    let history = record.history.borrow();
    let ran: Vec<String> = history.ran().into_iter().map(|task| described(task, task.priority, &event_loop)).collect();
    Ok(match ran.len() {
        0 => "No task, timer or other work ran.".to_owned(),
        _ => format!("What ran:{}", list(&ran)),
    })
}

/// `assertNoStarvation(recording, limits, message)`.
pub(super) fn assert_no_starvation(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let record = recording_of(arguments.get_or_undefined(0), context)?;
    let limits = Limits::from_value(arguments.get_or_undefined(1), context)?;
    let event_loop = event_loop(context)?;
    let lines: Vec<String> = {
        let history = record.history.borrow();
        let now = history.moment(event_loop.now());
        let starved = history.starved(limits, event_loop.now()).into_iter();
        starved.map(|task| waited(&task, now, &event_loop)).collect()
    };
    let what = if lines.len() == 1 { "A piece of work".to_owned() } else { format!("{} pieces of work", lines.len()) };
    let heading = format!("{what} waited for too long, {limits}:");
    nothing_in(&lines, "assertNoStarvation", &heading, arguments.get_or_undefined(2), context)
}

/// `assertNoInversions(recording, message)`.
pub(super) fn assert_no_inversions(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let record = recording_of(arguments.get_or_undefined(0), context)?;
    let event_loop = event_loop(context)?;
    let lines: Vec<String> = {
        let history = record.history.borrow();
        history.inversions().iter().map(|inversion| inverted(inversion, &history, &event_loop)).collect()
    };
    let heading = match lines.len() {
        1 => "Work ran while work of a higher priority was ready:".to_owned(),
        count => format!("Work ran while work of a higher priority was ready, {count} times:"),
    };
    nothing_in(&lines, "assertNoInversions", &heading, arguments.get_or_undefined(1), context)
}

/// `assertNoWarnings(recording, message)`.
pub(super) fn assert_no_warnings(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let record = recording_of(arguments.get_or_undefined(0), context)?;
    let lines: Vec<String> = warnings_of(&record, context)?.iter().map(ToString::to_string).collect();
    let heading = match lines.len() {
        1 => "There was a warning:".to_owned(),
        count => format!("There were {count} warnings:"),
    };
    nothing_in(&lines, "assertNoWarnings", &heading, arguments.get_or_undefined(1), context)
}

/// Fails if a list of what must not happen has lines.
fn nothing_in(
    lines: &[String],
    operator: &'static str,
    heading: &str,
    message: &JsValue,
    context: &mut Context,
) -> JsResult<JsValue> {
    if lines.is_empty() {
        return Ok(JsValue::undefined());
    }
    let actual = strings(lines, context).into();
    let expected = JsArray::new(context)?.into();
    let failure = Failed { operator, message: heading.to_owned() + &list(lines), actual, expected };
    Err(failed(failure, message, context))
}
