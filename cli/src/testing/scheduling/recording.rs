//! `Recording`: what a program scheduled and ran since it called `record`.

use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};
use posttask::event_loop::EventLoop;
use posttask::interface;
use posttask::internal::webidl::event_loop;
use posttask::scheduling::TaskPriority;
use posttask::webidl::{InterfaceBuilder, create, implements};

use super::label::labeled;
use super::limits::Limits;
use super::objects::{self, Reading};
use super::record::Record;
use super::spread::Waits;
use super::wording;
use crate::testing::assert::{Class, invalid_arg_type, invalid_arg_value, node_error, plain_object};
use crate::testing::runner::Runner;
use crate::testing::session::{Session, runner};
use crate::testing::tree::NodeId;
use posttask_reports::diagnostics::{WarnOptions, Warning};

/// The state of a `Recording`.
#[derive(Trace, Finalize)]
pub(super) struct Recording {
    /// It contains no JavaScript values.
    #[unsafe_ignore_trace]
    record: Rc<Record>,
}

interface! {
    Recording;
    operation "label"(2) = label;
    operation "order"(0) = order;
    operation "tasks"(0) = tasks;
    operation "waits"(0) = waits;
    operation "starved"(1) = starved;
    operation "inversions"(0) = inversions;
    operation "warnings"(0) = warnings;
    operation "stop"(0) = stop;
    with = InterfaceBuilder::hidden;
}

/// `record()` and `record({ warn })`.
pub(super) fn record(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let warn = detectors(arguments.get_or_undefined(0), context)?;
    let record = runner(context)?.record(warn.as_ref());
    create(&Gc::new(Recording { record }), context).map(JsValue::from)
}

impl Runner<Session> {
    /// Starts a recording, which ends with the suite, test or hook that calls this, or with the file. `warn` are the
    /// detectors that run with it.
    fn record(&self, warn: Option<&WarnOptions>) -> Rc<Record> {
        let session = self.host();
        let current = session.ownership.current();
        let is_over = self.tree().get(current).has_ended();
        let owner = if is_over { NodeId::ROOT } else { current };
        let started = self.tree().get(owner).started;
        session.recorder.start(owner, started.map(|(since, _)| since).unwrap_or_default(), warn)
    }
}

/// Reads the option `warn`: `true` or a list, as the command takes it.
fn detectors(options: &JsValue, context: &mut Context) -> JsResult<Option<WarnOptions>> {
    let warn = match plain_object(options) {
        Some(options) => options.get(js_string!("warn"), context)?,
        None if options.is_undefined() => JsValue::undefined(),
        None => return Err(invalid_arg_type("options", "of type object", options, context)),
    };
    match (warn.as_boolean(), warn.as_string()) {
        (Some(is_on), _) => Ok(is_on.then(WarnOptions::default)),
        (None, None) if warn.is_undefined() => Ok(None),
        (None, None) => Err(invalid_arg_type("options.warn", "a boolean or a list of detectors", &warn, context)),
        (None, Some(list)) => match list.to_std_string_lossy().parse() {
            Ok(options) => Ok(Some(options)),
            Err(error) => Err(invalid_arg_value("options.warn", &warn, &format!("is invalid: {error}"), context)),
        },
    }
}

/// Returns the recording that a function was given.
///
/// # Errors
///
/// `TypeError` if the value is something else.
pub(super) fn recording_of(value: &JsValue, context: &mut Context) -> JsResult<Rc<Record>> {
    let recording = implements::<Recording>(value).map(|recording| Rc::clone(&recording.record));
    recording.ok_or_else(|| invalid_arg_type("recording", "a Recording, which record() returns", value, context))
}

fn label(it: &Gc<Recording>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let [label, function, ..] = arguments else { return Ok(JsValue::undefined()) };
    let Some(label) = label.as_string() else {
        return Err(invalid_arg_type("label", "of type string", label, context));
    };
    let Some(function) = function.as_callable() else {
        return Err(invalid_arg_type("fn", "of type function", function, context));
    };
    labeled(&it.record, &label, &function, context).map(JsValue::from)
}

/// `order()` and `order({ all: true })`.
fn order(it: &Gc<Recording>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let options = arguments.get_or_undefined(0);
    let is_all = match plain_object(options) {
        Some(options) => options.get(js_string!("all"), context)?.to_boolean(),
        None if options.is_undefined() => false,
        None => return Err(invalid_arg_type("options", "of type object", options, context)),
    };
    let names = if is_all { names_of_all(it, &*event_loop(context)?) } else { it.record.history.borrow().labels() };
    Ok(objects::strings(&names, context))
}

fn names_of_all(it: &Recording, event_loop: &EventLoop) -> Vec<Rc<str>> {
    let history = it.record.history.borrow();
    history.ran().into_iter().map(|task| wording::name(task, event_loop).into()).collect()
}

fn tasks(it: &Gc<Recording>, _: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let event_loop = event_loop(context)?;
    let tasks = it.record.history.borrow().current_tasks();
    objects::tasks(&tasks, reading(&it.record, &event_loop), context)
}

/// The moment at which a recording is read: now, or its end.
fn reading<'a>(record: &Record, event_loop: &'a EventLoop) -> Reading<'a> {
    Reading { since: record.since, now: record.history.borrow().moment(event_loop.now()), event_loop }
}

fn waits(it: &Gc<Recording>, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let now = event_loop(context)?.now();
    let all = [Some(TaskPriority::UserBlocking), Some(TaskPriority::UserVisible), Some(TaskPriority::Background), None];
    let result = JsObject::with_object_proto(context.intrinsics());
    for priority in all {
        let waits = Waits::of(&it.record.history.borrow(), priority, now);
        let waits = objects::waits(&waits, context)?;
        let name = JsString::from(priority.map_or("none", TaskPriority::as_str));
        result.create_data_property_or_throw(name, waits, context)?;
    }
    Ok(result)
}

fn starved(it: &Gc<Recording>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let limits = Limits::from_value(&arguments[0], context)?;
    let event_loop = event_loop(context)?;
    let starved = it.record.history.borrow().starved(limits, event_loop.now());
    objects::tasks(&starved, reading(&it.record, &event_loop), context)
}

fn inversions(it: &Gc<Recording>, _: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let event_loop = event_loop(context)?;
    let inversions: Vec<_> = {
        let history = it.record.history.borrow();
        let task = |(index, priority): (usize, _)| (history.tasks()[index].clone(), priority);
        history.inversions().iter().map(|it| [task(it.waiting), task(it.ran)]).collect()
    };
    let reading = reading(&it.record, &event_loop);
    let mut result: Vec<JsValue> = Vec::with_capacity(inversions.len());
    for [waiting, ran] in &inversions {
        let waiting = objects::task(&waiting.0, waiting.1, reading, context)?;
        let ran = objects::task(&ran.0, ran.1, reading, context)?;
        result.push(objects::object([("waiting", waiting.into()), ("ran", ran.into())], context)?.into());
    }
    Ok(JsArray::from_iter(result, context))
}

/// Ends a recording and returns its warnings. Some are only found at the end.
///
/// # Errors
///
/// `Error` if the recording has no detectors.
pub(super) fn warnings_of(record: &Rc<Record>, context: &mut Context) -> JsResult<Vec<Warning>> {
    end(record, context)?;
    let no_detectors = "The recording has no detectors. Start it with record({ warn: true }).";
    record.warnings().ok_or_else(|| node_error(Class::Error, "ERR_INVALID_STATE", no_detectors, context))
}

fn warnings(it: &Gc<Recording>, _: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let warnings = warnings_of(&it.record, context)?;
    let objects: JsResult<Vec<JsValue>> =
        warnings.iter().map(|it| objects::warning(it, context).map(JsValue::from)).collect();
    Ok(JsArray::from_iter(objects?, context))
}

fn stop(it: &Gc<Recording>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    end(&it.record, context)
}

fn end(record: &Rc<Record>, context: &mut Context) -> JsResult<()> {
    let runner = runner(context)?;
    let session = runner.host();
    session.recorder.stop(record, session.event_loop.now());
    Ok(())
}
