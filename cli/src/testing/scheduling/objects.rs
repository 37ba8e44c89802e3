//! What a recording returns, as JavaScript objects.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::event_loop::{EventLoop, Timestamp};
use posttask::internal::event_loop::milliseconds;
use posttask::scheduling::TaskPriority;

use super::spread::{Spread, Waits};
use super::task::{Moment, Task};
use posttask_reports::diagnostics::Warning;

/// Creates an object with these properties.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn object<const N: usize>(properties: [(&str, JsValue); N], context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in properties {
        object.create_data_property_or_throw(js_string!(name), value, context)?;
    }
    Ok(object)
}

/// Creates a list of strings.
pub(super) fn strings<T: AsRef<str>>(texts: &[T], context: &mut Context) -> JsArray {
    JsArray::from_iter(texts.iter().map(|text| JsString::from(text.as_ref()).into()), context)
}

/// When a recording is read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The times of `RecordedTask` count from here.
    pub(super) since: Timestamp,
    pub(super) now: Moment,
    pub(super) event_loop: &'a EventLoop,
}

/// Creates a list of `RecordedTask`.
///
/// # Errors
///
/// None: the objects are new.
pub(super) fn tasks(tasks: &[Task], reading: Reading<'_>, context: &mut Context) -> JsResult<JsArray> {
    let objects: JsResult<Vec<JsValue>> =
        tasks.iter().map(|it| task(it, it.priority, reading, context).map(JsValue::from)).collect();
    Ok(JsArray::from_iter(objects?, context))
}

/// Creates a `RecordedTask` with this priority.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn task(
    task: &Task,
    priority: Option<TaskPriority>,
    reading: Reading<'_>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let Reading { since, now, event_loop } = reading;
    let text = |text: Option<&str>| text.map_or_else(JsValue::null, |text| js_string!(text).into());
    let time = |time: Option<Timestamp>| {
        time.map_or_else(JsValue::null, |time| milliseconds(time.duration_since(since)).into())
    };
    let location = task.work.origin.and_then(|origin| event_loop.location(origin)).map(|it| it.to_string());
    let wait = task.wait(now);
    let properties = [
        ("label", text(task.label.as_deref())),
        ("kind", text(Some(task.work.kind.as_str()))),
        ("priority", text(priority.map(TaskPriority::as_str))),
        ("location", text(location.as_deref())),
        ("state", text(Some(task.state()))),
        ("scheduledAt", time(Some(task.scheduled))),
        ("readyAt", time(task.ready.map(|moment| moment.at))),
        ("startedAt", time(task.started.map(|moment| moment.at))),
        ("endedAt", time(task.ended.map(|(moment, _)| moment.at))),
        ("waited", wait.map_or_else(JsValue::null, |wait| milliseconds(wait.time).into())),
        ("overtakenBy", wait.map_or_else(JsValue::null, |wait| wait.overtaken.into())),
    ];
    object(properties, context)
}

/// Creates a `Waits`.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn waits(waits: &Waits, context: &mut Context) -> JsResult<JsObject> {
    let Waits { count, milliseconds, overtaken } = *waits;
    let milliseconds = spread(milliseconds, context)?;
    let overtaken = spread(overtaken, context)?;
    object([("count", count.into()), ("ms", milliseconds.into()), ("tasks", overtaken.into())], context)
}

fn spread(spread: Spread, context: &mut Context) -> JsResult<JsObject> {
    let Spread { min, median, p95, max } = spread;
    object([("min", min.into()), ("median", median.into()), ("p95", p95.into()), ("max", max.into())], context)
}

/// Creates a `RecordedWarning`.
///
/// # Errors
///
/// None: the object is new.
pub(super) fn warning(warning: &Warning, context: &mut Context) -> JsResult<JsObject> {
    let places: Vec<String> = warning.locations().map(ToString::to_string).collect();
    let places = strings(&places, context);
    let id = js_string!(warning.id.as_str());
    let message = js_string!(warning.message.as_str());
    let properties =
        [("id", id.into()), ("message", message.into()), ("places", places.into()), ("count", warning.count.into())];
    object(properties, context)
}
